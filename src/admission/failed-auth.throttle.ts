/**
 * Counts only failures per address and minute, so it never rejects a valid credential. Counted per process: it protects the process from
 * load. Guessing is infeasible anyway (160 and 256 random bits).
 */
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '../platform/errors/index.js';
import { callerAddress } from '../platform/http/index.js';
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

  async countFailure(address: string): Promise<FailedAuthVerdict> {
    const retryAfterSeconds = this.failures.count(sourceOf(address));
    return { isBlocked: retryAfterSeconds > 0, retryAfterSeconds };
  }

  /** Counts a failure. @returns the given error, or a 429 once the caller's address has no failures left. */
  async unauthorizedError(request: Request, createError: () => AppError): Promise<AppError> {
    const { isBlocked, retryAfterSeconds } = await this.countFailure(callerAddress(request));
    if (!isBlocked) return createError();
    return new AppError('rate_limited', {
      message: 'Too many requests without a valid credential from this address.',
      headers: { 'Retry-After': String(retryAfterSeconds) },
    });
  }
}
