/**
 * How a server goes away without cutting anyone off: while it drains it still answers, and tells each caller to close
 * its connection; what is left open after that is idle.
 */
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NextFunction, Request, Response } from 'express';

/** Long enough for every busy connection to carry one more answer. */
const DRAIN_MS = 300;
/** How often what is left open is looked at. */
const IDLE_MS = 50;

export class Draining {
  private begun = false;

  readonly middleware = (_request: Request, response: Response, next: NextFunction): void => {
    if (this.begun) response.setHeader('Connection', 'close');
    next();
  };

  async drain(server: Server): Promise<void> {
    this.begun = true;
    closeIdleAfterReading(server);
    // The connections of long polls, which were let wait before the end was known, become idle after the server closes.
    const idle = setInterval(() => !server.listening && server.closeIdleConnections(), IDLE_MS);
    server.once('close', () => clearInterval(idle));
    idle.unref();
    const open = await new Promise<number>((resolve) =>
      server.getConnections((_error, count) => resolve(count ?? 0)),
    );
    if (open > 0) await sleep(DRAIN_MS);
  }
}

/**
 * A connection may look idle while a request on it has arrived and was not read yet: closing it then resets that
 * request. So what is idle is judged right after the sockets have been read, whoever asks for it (`server.close` too).
 */
function closeIdleAfterReading(server: Server): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => void setImmediate(closeIdle);
}
