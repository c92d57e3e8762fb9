/** In which time every process follows a change of another one. */
export const FOLLOWED_MS = 1_000;
/** Between two rounds that read changes: less, so that a request waits for a read only after a freeze. */
export const FOLLOW_ROUND_MS = 800;

/**
 * The age of facts in memory that other processes change. A round reads them again, so they are seldom older than its interval; after
 * the process was frozen they are, and the age tells before they are used.
 */
export class LiveCopy {
  private running?: Promise<void>;
  private following?: Promise<void>;
  /** When the running read was asked (performance.now, which goes on while the process is frozen). */
  private runningSinceMs = 0;
  /** When the last finished read was asked. Its result may have waited in the socket of a frozen process. */
  private askedAtMs = -Infinity;

  /** @param read reads all changes that were committed before its call. @param maxAgeMs age at which the facts are not used unread. */
  constructor(
    private readonly read: () => Promise<void>,
    private readonly maxAgeMs: number,
  ) {}

  /** Whether all changes are known that were committed longer ago than the age. */
  get isCurrent(): boolean {
    return performance.now() - this.askedAtMs <= this.maxAgeMs;
  }

  /** Waits until the facts are current. @returns undefined when they are: nothing is to be awaited. Rejects with the error of the read. */
  confirm(): Promise<void> | undefined {
    if (this.isCurrent) return undefined;
    const isYoung = performance.now() - this.runningSinceMs <= this.maxAgeMs;
    return this.running && isYoung ? this.running : this.refresh();
  }

  /** Reads all changes that were committed before this call. Concurrent calls share a read. */
  refresh(): Promise<void> {
    this.following ??= (this.running ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        this.following = undefined;
        this.running = this.readOnce().finally(() => (this.running = undefined));
        return this.running;
      });
    return this.following;
  }

  private async readOnce(): Promise<void> {
    const sinceMs = performance.now();
    this.runningSinceMs = sinceMs;
    await this.read();
    this.askedAtMs = sinceMs;
  }
}
