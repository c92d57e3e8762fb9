/** Counts over an exact sliding window, in memory: failed authentication must not cause writes. */

/** Bounds memory: beyond this number the oldest subjects are removed. */
const MAX_SUBJECTS = 50_000;

export class AttemptCounter {
  /** Times of each subject's counted attempts, oldest first. Subjects are in order of their first attempt. */
  private readonly attempts = new Map<string, number[]>();
  private sweepAt = 0;

  /** @param clock monotonic, in milliseconds. */
  constructor(
    private readonly limit: number,
    private readonly windowMs = 60_000,
    private readonly clock = () => performance.now(),
  ) {}

  /** Returns whole seconds; 0 when the subject has an attempt left. Counts nothing. */
  retryAfterSeconds(subject: string): number {
    const now = this.clock();
    const counted = this.recent(subject, now);
    if (counted.length < this.limit) return 0;
    return Math.max(1, Math.ceil((counted[0]! + this.windowMs - now) / 1000));
  }

  /** Counts an attempt if one is left. @returns 0 when it was counted, otherwise the seconds until one is left. */
  count(subject: string): number {
    const seconds = this.retryAfterSeconds(subject);
    if (seconds > 0) return seconds;
    const now = this.clock();
    this.sweep(now);
    this.attempts.set(subject, [...this.recent(subject, now), now]);
    return 0;
  }

  /** Takes the newest counted attempt out of the window. */
  giveBack(subject: string): void {
    this.attempts.set(subject, this.recent(subject, this.clock()).slice(0, -1));
  }

  used(subject: string): number {
    return this.recent(subject, this.clock()).length;
  }

  private recent(subject: string, now: number): number[] {
    const counted = this.attempts.get(subject) ?? [];
    // Avoids a copy in the usual case: nothing has expired.
    const firstRecent = counted.findIndex((at) => at > now - this.windowMs);
    return firstRecent === 0 ? counted : firstRecent < 0 ? [] : counted.slice(firstRecent);
  }

  /** Removes idle subjects once per window, and the oldest ones beyond the limit. */
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
