/**
 * Limits the requests without a valid credential per address and minute. It counts only failures, so it never rejects a
 * valid credential. Counted per process: it protects the process from load. Guessing is infeasible anyway (160 and 256
 * random bits).
 */
import { Injectable } from '@nestjs/common';
import { AttemptCounter } from './attempt-counter.js';
import { sourceOf } from './source-address.js';

export const FAILURES_PER_MINUTE = 600;

export interface FailedAuthVerdict {
  /** The address has no failures left: respond with 429 instead of 401. */
  isBlocked: boolean;
  /** Whole seconds, at least 1 when isBlocked; otherwise 0. */
  retryAfterSeconds: number;
}

@Injectable()
export class FailedAuthThrottle {
  private readonly failures = new AttemptCounter(FAILURES_PER_MINUTE);

  /** Counts a failure of the caller's address. */
  async countFailure(address: string): Promise<FailedAuthVerdict> {
    const retryAfterSeconds = this.failures.count(sourceOf(address));
    return { isBlocked: retryAfterSeconds > 0, retryAfterSeconds };
  }
}
