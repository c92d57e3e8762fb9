/**
 * An allowance of time per owner grows with the clock up to a bound. Runs are charged when they end, so it can become negative; the owner
 * then waits until it is positive. Pure but for time.
 */
export interface TimeShareBounds {
  /** Milliseconds gained per millisecond. */
  share: number;
  /** The most an owner can save, and, below zero, the most it can owe. */
  burstMs: number;
  /** A run of this length is charged in full, a shorter one in proportion: half as long costs a quarter. Many short runs cost little. */
  fullChargeMs: number;
}

interface Allowance {
  ms: number;
  at: number;
}

export class TimeShares {
  private readonly allowances = new Map<string, Allowance>();
  private sweptAt: number;

  constructor(
    private readonly bounds: TimeShareBounds,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.sweptAt = now();
  }

  get size(): number {
    return this.allowances.size;
  }

  /** @param running runs of the owner. With less than half of its time left, it has one at a time. */
  hasTime(owner: string, running: number): boolean {
    const left = this.left(owner);
    return running === 0 ? left > 0 : left > this.bounds.burstMs / 2;
  }

  waitMs(owner: string): number {
    return Math.max(0, Math.ceil((1 - this.left(owner)) / this.bounds.share));
  }

  charge(owner: string, milliseconds: number): void {
    const { burstMs, fullChargeMs } = this.bounds;
    const charged = milliseconds * Math.min(1, milliseconds / fullChargeMs);
    this.allowances.set(owner, { ms: Math.max(-burstMs, this.left(owner) - charged), at: this.now() });
    this.sweep();
  }

  private left(owner: string): number {
    const { share, burstMs } = this.bounds;
    const allowance = this.allowances.get(owner);
    if (!allowance) return burstMs;
    return Math.min(burstMs, allowance.ms + (this.now() - allowance.at) * share);
  }

  private sweep(): void {
    const { share, burstMs } = this.bounds;
    if (this.now() - this.sweptAt < burstMs / share) return;
    this.sweptAt = this.now();
    for (const owner of this.allowances.keys()) {
      if (this.left(owner) >= burstMs) this.allowances.delete(owner);
    }
  }
}
