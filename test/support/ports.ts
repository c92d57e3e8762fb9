/**
 * Ports for what is ended and started again at the same place: below the range from which the system hands out ports of
 * its own (32768 and up), so that nobody has been given it in between.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';

const FIRST = 18_000;
const LAST = 31_900;

/** A port of 127.0.0.1 at which nobody listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]).catch(() => false);
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
