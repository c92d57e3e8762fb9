import { AttemptCounter } from './attempt-counter.js';
import { type AttemptLimit, AttemptLimits, type ReservedAttempt } from './attempt-limits.js';

/** Counts in memory: for tests, and while the database is unavailable. `AttemptCounter` bounds the memory per limit. */
export class MemoryAttemptLimits extends AttemptLimits {
  private readonly counters = new Map<string, AttemptCounter>();

  override async reserve(limit: AttemptLimit, subject: string): Promise<ReservedAttempt> {
    const counter = this.getCounter(limit);
    const retryAfterSeconds = counter.count(subject);
    const giveBack = async () => {
      if (retryAfterSeconds === 0) counter.giveBack(subject);
    };
    return { used: counter.used(subject), retryAfterSeconds, giveBack };
  }

  override async retryAfterSeconds(limit: AttemptLimit, subject: string): Promise<number> {
    return this.getCounter(limit).retryAfterSeconds(subject);
  }

  private getCounter({ name, limit, windowMs }: AttemptLimit): AttemptCounter {
    const id = `${name} ${limit} ${windowMs}`;
    const counter = this.counters.get(id) ?? new AttemptCounter(limit, windowMs);
    this.counters.set(id, counter);
    return counter;
  }
}
