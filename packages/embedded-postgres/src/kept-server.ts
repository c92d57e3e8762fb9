/**
 * Keeps the server running: starts it again when its process has ended although nobody stopped it (kill, out of memory).
 * PostgreSQL itself replaces everything but its first process. Acknowledged commits survive: the new server recovers.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabaseError, reasonOf } from './embedded-database-error.js';
import type { Postmaster } from './postmaster.js';
import { isRunning } from './process-identity.js';

const WATCH_MS = 500;
/** A server that ends more often than this within the window would end again: the caller receives an error instead. */
export const MAX_RESTARTS = 5;
const WINDOW_MS = 600_000;

export interface KeptServerOptions {
  /** Starts a server on the same port. */
  startAgain: () => Promise<Postmaster>;
  /** Receives a line for each unexpected end and each new start. */
  warn: (line: string) => void;
}

export class KeptServer {
  /** Rejects with an {@link EmbeddedDatabaseError} when the server is gone for good. */
  readonly ended: Promise<never>;
  private readonly stopping = new AbortController();
  private readonly watching: Promise<void>;
  private readonly restarts: number[] = [];

  constructor(
    private postmaster: Postmaster,
    private readonly options: KeptServerOptions,
  ) {
    let giveUp!: (error: Error) => void;
    this.ended = new Promise<never>((_, reject) => (giveUp = reject));
    // A caller that does not wait for it is not ended by an unhandled rejection.
    this.ended.catch(() => undefined);
    this.watching = this.watch().catch(giveUp);
  }

  /** Ends the watch. @returns the process to stop, which may have ended already. */
  async release(): Promise<Postmaster> {
    this.stopping.abort();
    await this.watching;
    return this.postmaster;
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async watch(): Promise<void> {
    for (;;) {
      await this.pause();
      if (this.isStopping) return;
      const { pid, startedAt } = this.postmaster;
      if (await isRunning(pid, startedAt)) continue;
      this.options.warn(`the embedded PostgreSQL (pid ${pid}) has ended unexpectedly`);
      await this.replace(`its process ${pid} ended`);
    }
  }

  /** @throws {EmbeddedDatabaseError} after too many starts */
  private async replace(reason: string): Promise<void> {
    for (let last = reason; !this.isStopping; await this.pause()) {
      this.countRestart(last);
      try {
        this.postmaster = await this.options.startAgain();
        this.options.warn(`the embedded PostgreSQL was started again (pid ${this.postmaster.pid})`);
        return;
      } catch (error) {
        last = reasonOf(error);
        this.options.warn(`the embedded PostgreSQL did not start again: ${last}`);
      }
    }
  }

  private countRestart(reason: string): void {
    const now = performance.now();
    while (this.restarts.length > 0 && now - this.restarts[0]! > WINDOW_MS) this.restarts.shift();
    if (this.restarts.length >= MAX_RESTARTS)
      throw new EmbeddedDatabaseError(
        `The embedded PostgreSQL ended, and was started ${MAX_RESTARTS} times within ${WINDOW_MS / 60_000} minutes to no avail (${reason}).`,
        'The lines above and its own log say why; if you cannot repair it, use a PostgreSQL of your own.',
      );
    this.restarts.push(now);
  }

  private pause(): Promise<unknown> {
    const options = { signal: this.stopping.signal, ref: false };
    return sleep(WATCH_MS, undefined, options).catch(() => undefined);
  }
}
