// Ports for the trials' processes, below the range from which the system hands out ports of its own (32768 and up): a
// process that is killed and started again must find its port still free.
import { createServer } from 'node:net';

const FIRST = 18_000;
const LAST = 31_900;
const given = new Set();

/** A free port of 127.0.0.1 that this run has not given to anyone yet. */
export async function freePort() {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
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
