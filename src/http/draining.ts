/**
 * How a server goes away without cutting anyone off: while it drains it still answers, and tells each caller to close
 * its connection; what is left open after that is idle.
 */
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NextFunction, Request, Response } from 'express';

/** Long enough for every busy connection to carry one more answer: the shortest that a drain may be bounded to. */
export const SHORT_DRAIN_MS = 300;
/** Long enough for a busy caller to come upon each of the connections it keeps, and to be told to close it. */
export const LONG_DRAIN_MS = 2_000;
/** How often what is left open is looked at. */
const LOOK_MS = 50;

export class Draining {
  private begun = false;

  readonly middleware = (_request: Request, response: Response, next: NextFunction): void => {
    if (this.begun) response.setHeader('Connection', 'close');
    next();
  };

  /** @param longestMs bound on the wait for callers to have closed their connections; it ends with the last of them. */
  async drain(server: Server, longestMs = SHORT_DRAIN_MS): Promise<void> {
    this.begun = true;
    closeAfterReading(server);
    // The connections of long polls, which were let wait before the end was known, become idle after the server closes.
    const idle = setInterval(() => !server.listening && server.closeIdleConnections(), LOOK_MS);
    server.once('close', () => clearInterval(idle));
    idle.unref();
    const until = performance.now() + longestMs;
    while ((await countConnections(server)) > 0 && performance.now() < until) await sleep(LOOK_MS);
  }
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}

/**
 * A connection may look idle while a request on it has arrived and was not read yet, or wait to be accepted with one:
 * closing then resets that request. So both are closed right after the sockets have been read, whoever asks for it.
 */
function closeAfterReading(server: Server): void {
  const close = server.close.bind(server);
  const closeIdle = server.closeIdleConnections.bind(server);
  server.close = (done) => {
    setImmediate(() => close(done));
    return server;
  };
  server.closeIdleConnections = () => void setImmediate(closeIdle);
}
