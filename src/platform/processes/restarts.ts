/** Decides when a process that ended is started again. Pure. */

/** A process that served for less counts as one that ended at once. */
const STABLE_MS = 30_000;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5_000;
/** Ends at once in a row after which there is no further start: the cause is not an accident. */
export const MAX_QUICK_ENDS = 6;

export class Restarts {
  private quickEnds = 0;

  /**
   * @param servedMs how long the process was ready; 0 when it never was
   * @returns the delay of the next start, doubled each time; null after too many quick ends
   */
  nextDelayMs(servedMs: number): number | null {
    if (servedMs >= STABLE_MS) this.quickEnds = 0;
    this.quickEnds += 1;
    if (this.quickEnds >= MAX_QUICK_ENDS) return null;
    return Math.min(FIRST_DELAY_MS * 2 ** (this.quickEnds - 1), MAX_DELAY_MS);
  }
}
