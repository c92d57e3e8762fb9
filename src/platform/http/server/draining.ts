/**
 * Own code, not `http-terminator`: with that library trial G1 counted 70 reset requests in 8 restarts, with this file none.
 *
 * Stops a server without resetting a request: it closes the listener first, still responds on open connections, and then closes only idle
 * ones. Meanwhile `FastExpressAdapter` makes each response the last one of its connection. Why the library cannot:
 * docs/decisions/processes-and-deployment.md.
 */
import type { Server } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterIdlePoll } from './after-idle-poll.js';

/** Every busy connection carries one more response within this time. */
export const SHORT_DRAIN_MS = 300;
/** Lets a busy caller use each of its kept-alive connections once and receive `Connection: close`. */
export const LONG_DRAIN_MS = 2_000;
const CHECK_MS = 50;
/** From the beginning of the drain, because a caller that reads nothing must not keep the server from its end. */
const RESPONSE_MS = 5_000;

export class Draining {
  private readonly sockets = new Set<Socket>();
  private accepted = 0;

  /** Create it before the server listens, because it must see every connection. */
  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.accepted += 1;
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /**
   * Stops listening and waits for callers to close their connections. Idle ones are closed afterwards, busy ones when their time is over.
   * @param maxMs limit of the wait, which ends with the last connection. @param responseMs time of a response, from now.
   */
  async drain(maxMs = SHORT_DRAIN_MS, responseMs = RESPONSE_MS): Promise<void> {
    await this.stopListening();
    const end = setTimeout(() => this.server.closeAllConnections(), responseMs);
    const deadline = performance.now() + maxMs;
    while (this.sockets.size > 0 && performance.now() < deadline) await sleep(CHECK_MS);
    if (this.sockets.size === 0) {
      clearTimeout(end);
      return;
    }
    // Connections of long polls become idle later.
    const timer = setInterval(() => this.closeIdle(), CHECK_MS);
    this.server.once('close', () => {
      clearInterval(timer);
      clearTimeout(end);
    });
    timer.unref();
    end.unref();
    closeAfterReading(this.server, {
      mayCloseIdle: () => !this.isSending(),
      closeUnused: () => this.closeUnused(),
    });
  }

  /** Node counts a connection as idle when its response has ended, even if the caller has not taken all of it. */
  private isSending(): boolean {
    return [...this.sockets].some((socket) => socket.writableLength > 0);
  }

  /** Browsers open connections for later, which Node counts as idle only after a request. */
  private closeUnused(): void {
    for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  /**
   * The kernel resets connections that were not accepted before the listener closes. The event loop accepts one per iteration, so this
   * waits for an iteration without a new connection. Reads are paused to keep iterations short.
   */
  private async stopListening(): Promise<void> {
    if (!this.server.listening) return;
    const pause = (socket: Socket) => socket.pause();
    this.sockets.forEach(pause);
    this.server.on('connection', pause);
    let acceptedBefore = this.accepted;
    const isIdle = () => {
      const isUnchanged = this.accepted === acceptedBefore;
      acceptedBefore = this.accepted;
      return isUnchanged;
    };
    // Not `http.Server.close`, which also closes idle connections, whose callers do not know yet.
    await afterIdlePoll(() => TcpServer.prototype.close.call(this.server), isIdle);
    this.server.off('connection', pause);
    this.sockets.forEach((socket) => socket.resume());
  }

  private closeIdle(): void {
    this.server.closeIdleConnections();
  }
}

/** Closes idle connections only right after a poll: one with an unread request counts as idle, and closing it would reset the request. */
function closeAfterReading(
  server: Server,
  { mayCloseIdle, closeUnused }: { mayCloseIdle: () => boolean; closeUnused: () => void },
): void {
  const close = server.close.bind(server);
  const closeIdle = server.closeIdleConnections.bind(server);
  server.close = (done) => {
    void afterIdlePoll(() => close(done));
    return server;
  };
  server.closeIdleConnections = () =>
    void afterIdlePoll(() => {
      if (mayCloseIdle()) closeIdle();
      closeUnused();
    });
}
