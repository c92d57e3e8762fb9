import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { AttemptLimits } from './attempt-limits.js';

type ThrottlerStorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Sliding windows are exact and hold over all processes. */
@Injectable()
export class AttemptThrottlerStorage implements ThrottlerStorage {
  constructor(private readonly limits: AttemptLimits) {}

  /** A rejected request does not count, so blocks end with the window. @param ttl milliseconds. */
  async increment(
    key: string,
    ttl: number,
    limit: number,
    _blockDuration: number,
    name: string,
  ): Promise<ThrottlerStorageRecord> {
    const { used, retryAfterSeconds } = await this.limits.count({ name, limit, windowMs: ttl }, key);
    const isBlocked = retryAfterSeconds > 0;
    return {
      totalHits: isBlocked ? used + 1 : used,
      timeToExpire: isBlocked ? retryAfterSeconds : Math.ceil(ttl / 1000),
      isBlocked,
      timeToBlockExpire: retryAfterSeconds,
    };
  }
}
