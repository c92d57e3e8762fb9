/**
 * A TCP port on 127.0.0.1 for the embedded server, below 32768: from there on Linux hands ports out to outgoing
 * connections, and one of those could hold ours at the next start.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { EmbeddedDatabaseError } from './embedded-database-error.js';

const LOWEST = 20_000;
const HIGHEST = 32_767;

/** True when the port can be bound at this moment. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** `preferred` when it is free, else any free port. */
export async function findFreePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && preferred <= HIGHEST && (await isPortFree(preferred))) return preferred;
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (await isPortFree(port)) return port;
  }
  throw new EmbeddedDatabaseError(
    `No free TCP port was found on 127.0.0.1 between ${LOWEST} and ${HIGHEST}.`,
    'Close programs that hold many ports, or set DATABASE_URL to use your own PostgreSQL.',
  );
}
