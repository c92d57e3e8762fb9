/**
 * Finds ports for servers that are stopped and restarted on the same port. The ports are below the system's ephemeral range
 * (32768 and up), so that no other process gets one in between.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';

const FIRST = 18_000;
const LAST = 31_900;

/** Returns an unused port of 127.0.0.1. */
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
