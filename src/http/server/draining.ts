/**
 * Own code, not `http-terminator`: with that library trial G1 counted 70 reset requests in 8 restarts, with this file none.
 *
 * Stops a server without resetting a request: it closes the listener first, still responds on open connections, tells each
 * caller to close its own, and then closes only idle ones. Why the library cannot: docs/decisions/0020-own-drain.md.
 */
import type { Server } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { afterIdlePoll } from './after-idle-poll.js';

/** Long enough for every busy connection to carry one more answer: the shortest that a drain may be bounded to. */
export const SHORT_DRAIN_MS = 300;
/** Long enough for a busy caller to come upon each of the connections it keeps, and to be told to close it. */
export const LONG_DRAIN_MS = 2_000;
/** How often what is left open is looked at. */
const LOOK_MS = 50;

export class Draining {
  private begun = false;
  private readonly sockets = new Set<Socket>();
  private accepted = 0;

  /** Has to know every connection, so it is told of the server before that listens. */
  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.accepted += 1;
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  readonly onRequest = (_request: Request, response: Response): void => {
    if (this.begun) response.setHeader('Connection', 'close');
  };

  /** @param longestMs bound on the wait for callers to have closed their connections; it ends with the last of them. */
  async drain(longestMs = SHORT_DRAIN_MS): Promise<void> {
    this.begun = true;
    await this.stopListening();
    const until = performance.now() + longestMs;
    while (this.sockets.size > 0 && performance.now() < until) await sleep(LOOK_MS);
    // Long polls, which were let wait before the end was known, become idle later.
    const idle = setInterval(() => this.closeIdle(), LOOK_MS);
    this.server.once('close', () => clearInterval(idle));
    idle.unref();
    closeAfterReading(this.server);
  }

  /**
   * Connections that wait to be accepted when a listener closes are reset, whatever they have sent. The loop accepts one
   * a turn; so turns are let pass, with nothing read in them that could make them long, until none came in one.
   */
  private async stopListening(): Promise<void> {
    if (!this.server.listening) return;
    const pause = (socket: Socket) => socket.pause();
    this.sockets.forEach(pause);
    this.server.on('connection', pause);
    let known = this.accepted;
    const isIdle = () => {
      const before = known;
      known = this.accepted;
      return known === before;
    };
    // Not http's own close, which ends idle connections too: their callers have not been told yet.
    await afterIdlePoll(() => TcpServer.prototype.close.call(this.server), isIdle);
    this.server.off('connection', pause);
    this.sockets.forEach((socket) => socket.resume());
  }

  private closeIdle(): void {
    this.server.closeIdleConnections();
  }
}

/**
 * A connection may look idle while a request on it has arrived and was not read yet: closing it then resets that
 * request. So idle ones are closed right after the sockets have been read, whoever asks for it.
 */
function closeAfterReading(server: Server): void {
  const close = server.close.bind(server);
  const closeIdle = server.closeIdleConnections.bind(server);
  server.close = (done) => {
    void afterIdlePoll(() => close(done));
    return server;
  };
  server.closeIdleConnections = () => void afterIdlePoll(closeIdle);
}
