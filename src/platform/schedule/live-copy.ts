/** Every process follows a change of another one within this time. */
export const FOLLOWED_MS = 1_000;
/** Less, so that a request waits for a read only after a freeze. */
export const FOLLOW_ROUND_MS = 800;

/**
 * The age of facts in memory that other processes change. A round reads them again, so they are seldom older than its interval; after the
 * process was frozen they are, and the age shows it before they are used.
 */
export class LiveCopy {
  private running?: Promise<void>;
  private following?: Promise<void>;
  /** By performance.now, which goes on while the process is frozen. The time before the running read. */
  private runningSinceMs = 0;
  /** The time before the last finished read. Its result may have waited in the socket of a frozen process. */
  private askedAtMs = -Infinity;

  /** @param read reads all changes that were committed before its call. @param maxAgeMs age at which the facts are not used unread. */
  constructor(
    private readonly read: () => Promise<void>,
    private readonly maxAgeMs: number,
  ) {}

  /** All changes are known that were committed longer ago than the age. */
  get isCurrent(): boolean {
    return performance.now() - this.askedAtMs <= this.maxAgeMs;
  }

  /** @returns undefined when the facts are current: nothing is to be awaited. Rejects with the error of the read. */
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
