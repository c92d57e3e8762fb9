/** A process that served for less counts as one that ended at once. */
const STABLE_MS = 30_000;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5_000;
/** After so many quick ends in a row there is no further start, because the cause is not an accident. */
export const MAX_QUICK_ENDS = 6;

export class Restarts {
  private quickEnds = 0;

  /**
   * @param servedMs 0 when the process was never ready
   * @returns the delay of the next start, doubled each time; null after too many quick ends
   */
  nextDelayMs(servedMs: number): number | null {
    if (servedMs >= STABLE_MS) this.quickEnds = 0;
    this.quickEnds += 1;
    if (this.quickEnds >= MAX_QUICK_ENDS) return null;
    return Math.min(FIRST_DELAY_MS * 2 ** (this.quickEnds - 1), MAX_DELAY_MS);
  }
}
