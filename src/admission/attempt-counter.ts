/**
 * Counts attempts per subject over an exact sliding window, in this process: failed authentication, which must cost no
 * write, and `MemoryAttemptLimits`.
 */

/** Beyond this many, the longest-known subjects are forgotten: memory stays bounded whoever sends from wherever. */
const MAX_SUBJECTS = 50_000;

export class AttemptCounter {
  /** When each of a subject's counted attempts was made, oldest first; in order of their first attempt. */
  private readonly attempts = new Map<string, number[]>();
  private sweepAt = 0;

  /**
   * @param limit attempts per window.
   * @param clock milliseconds that never run backwards.
   */
  constructor(
    private readonly limit: number,
    private readonly windowMs = 60_000,
    private readonly clock = () => performance.now(),
  ) {}

  /** Whole seconds until the subject has an attempt left; 0 when it has one. Counts nothing. */
  retryAfterSeconds(subject: string): number {
    const now = this.clock();
    const counted = this.recent(subject, now);
    if (counted.length < this.limit) return 0;
    return Math.max(1, Math.ceil((counted[0]! + this.windowMs - now) / 1000));
  }

  /** Counts an attempt if there is one left. @returns 0 when it was counted, else the seconds to wait. */
  count(subject: string): number {
    const seconds = this.retryAfterSeconds(subject);
    if (seconds > 0) return seconds;
    const now = this.clock();
    this.sweep(now);
    this.attempts.set(subject, [...this.recent(subject, now), now]);
    return 0;
  }

  /** Counted attempts in the window. */
  used(subject: string): number {
    return this.recent(subject, this.clock()).length;
  }

  private recent(subject: string, now: number): number[] {
    const counted = this.attempts.get(subject) ?? [];
    // Oldest first: usually nothing has expired and nothing is copied.
    const alive = counted.findIndex((at) => at > now - this.windowMs);
    return alive === 0 ? counted : alive < 0 ? [] : counted.slice(alive);
  }

  /** Forgets idle subjects once per window, and the oldest ones when there are too many. */
  private sweep(now: number): void {
    if (now >= this.sweepAt) {
      this.sweepAt = now + this.windowMs;
      for (const subject of this.attempts.keys()) {
        if (this.recent(subject, now).length === 0) this.attempts.delete(subject);
      }
    }
    for (const subject of this.attempts.keys()) {
      if (this.attempts.size < MAX_SUBJECTS) break;
      this.attempts.delete(subject);
    }
  }
}
