/** A token bucket that holds the tokens of one second. The caller passes the time. */
export class RequestBudget {
  private tokens: number;
  private refilledAt: number;

  /** @param perSecond Infinity for an engine without a limit. @param now milliseconds of a monotonic clock. */
  constructor(
    private readonly perSecond: number,
    now: number,
  ) {
    this.tokens = this.capacity;
    this.refilledAt = now;
  }

  available(now: number): number {
    this.refill(now);
    return Math.floor(this.tokens);
  }

  take(count: number, now: number): void {
    this.refill(now);
    this.tokens -= count;
  }

  waitMs(now: number): number {
    this.refill(now);
    return this.tokens >= 1 ? 0 : ((1 - this.tokens) / this.perSecond) * 1000;
  }

  private get capacity(): number {
    return Math.max(1, this.perSecond);
  }

  private refill(now: number): void {
    if (this.perSecond === Infinity) return;
    this.tokens = Math.min(this.capacity, this.tokens + ((now - this.refilledAt) / 1000) * this.perSecond);
    this.refilledAt = now;
  }
}
