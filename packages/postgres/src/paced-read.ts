/** The share of the time that a read takes while it is slow. */
const MOST_SHARE = 0.02;
const MAX_PAUSE_MS = 30_000;

/** Runs that must all have been slow, so that one delay of the machine causes no pause. */
const JUDGED_RUNS = 3;
/** Shorter runs cause no pause. */
const SLOW_MS = 20;

/**
 * A read that is repeated every second and becomes slow while a snapshot is held, because indexes keep the entries of all
 * rows that were written since. It is then repeated less often: at most 2 % of the time, at least every 30 s.
 */
export class PacedRead {
  private lastRunsMs: number[] = [];
  private pausedUntilMs = 0;

  /** Runs the read. @returns null during a pause. */
  async run<T>(read: () => Promise<T>): Promise<T | null> {
    const startedAtMs = performance.now();
    if (startedAtMs < this.pausedUntilMs) return null;
    const result = await read();
    const endedAtMs = performance.now();
    this.lastRunsMs = [endedAtMs - startedAtMs, ...this.lastRunsMs].slice(0, JUDGED_RUNS);
    const ms = this.lastRunsMs.length < JUDGED_RUNS ? 0 : Math.min(...this.lastRunsMs);
    this.pausedUntilMs = ms < SLOW_MS ? 0 : endedAtMs + Math.min(ms / MOST_SHARE, MAX_PAUSE_MS);
    return result;
  }
}
