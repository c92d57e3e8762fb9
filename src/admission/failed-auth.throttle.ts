/**
 * Bounds guessing: how many requests without a valid credential one address may make in a minute. A valid credential
 * is never refused by it, because only failures are shown to it. Counted in this process: it protects the process
 * itself, and a guess has no chance anyway (160 and 256 random bits).
 */
import { Injectable } from '@nestjs/common';
import { AttemptCounter } from './attempt-counter.js';
import { sourceOf } from './source-address.js';

export const FAILURES_PER_MINUTE = 600;

export interface FailedAuthVerdict {
  /** The address used up its failures: answer 429 rather than 401. */
  isBlocked: boolean;
  /** Whole seconds, at least 1 when isBlocked; otherwise 0. */
  retryAfterSeconds: number;
}

@Injectable()
export class FailedAuthThrottle {
  private readonly failures = new AttemptCounter(FAILURES_PER_MINUTE);

  /** Counts one failure. @param address of the caller. */
  async hit(address: string): Promise<FailedAuthVerdict> {
    const retryAfterSeconds = this.failures.count(sourceOf(address));
    return { isBlocked: retryAfterSeconds > 0, retryAfterSeconds };
  }
}
