// Ports for the trials' processes. They are below the system's ephemeral range (32768 and up), so that the port of a killed process
// is still free when it starts again.
import { createServer } from 'node:net';

const FIRST = 18_000;
const LAST = 31_900;
const assigned = new Set();

/** Returns a free port of 127.0.0.1 that this run has not assigned yet. */
export async function freePort() {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (assigned.has(port) || !(await isFree(port))) continue;
    assigned.add(port);
    return port;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
