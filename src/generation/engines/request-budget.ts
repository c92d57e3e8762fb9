/**
 * How many exchanges may be begun at an engine now: a token bucket that holds one second's worth. Pure but for the
 * clock it is given.
 */
export class RequestBudget {
  private tokens: number;
  private at: number;

  /** @param perSecond Infinity for an engine without a limit. @param now milliseconds of a clock that never goes back. */
  constructor(
    private readonly perSecond: number,
    now: number,
  ) {
    this.tokens = this.capacity;
    this.at = now;
  }

  /** Whole exchanges that may be begun. */
  available(now: number): number {
    this.refill(now);
    return Math.floor(this.tokens);
  }

  take(count: number, now: number): void {
    this.refill(now);
    this.tokens -= count;
  }

  /** Milliseconds until at least one more may be begun; 0 when one may be now. */
  waitMs(now: number): number {
    this.refill(now);
    return this.tokens >= 1 ? 0 : ((1 - this.tokens) / this.perSecond) * 1000;
  }

  private get capacity(): number {
    return Math.max(1, this.perSecond);
  }

  private refill(now: number): void {
    if (this.perSecond === Infinity) return;
    this.tokens = Math.min(this.capacity, this.tokens + ((now - this.at) / 1000) * this.perSecond);
    this.at = now;
  }
}
