/**
 * Finds a TCP port on 127.0.0.1 below 32768. Linux gives higher ports to outgoing connections, and one of those could use
 * the server's port at the next start.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { EmbeddedDatabaseError } from './embedded-database-error.js';

const LOWEST = 20_000;
const HIGHEST = 32_767;

/** Returns whether the port can be bound now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Returns `preferred` when it is free, else any free port. */
export async function findFreePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && preferred <= HIGHEST && (await isPortFree(preferred))) return preferred;
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (await isPortFree(port)) return port;
  }
  throw new EmbeddedDatabaseError(
    `No free TCP port was found on 127.0.0.1 between ${LOWEST} and ${HIGHEST}.`,
    'Close programs that use many ports, or use a PostgreSQL of your own.',
  );
}
