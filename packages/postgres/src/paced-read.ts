const MOST_SHARE = 0.02;
const MAX_PAUSE_MS = 30_000;

/** Runs that must all have been slow, so that one delay of the machine causes no pause. */
const JUDGED_RUNS = 3;
const SLOW_MS = 20;

/**
 * Repeats a read every second, and less often while a held snapshot makes it slow, because indexes keep the entries of all rows written
 * since: at most 2 % of the time, at least every 30 s.
 */
export class PacedRead {
  private lastRunsMs: number[] = [];
  private pausedUntilMs = 0;

  /** @returns null during a pause. */
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
