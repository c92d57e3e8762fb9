import { Logger } from '@nestjs/common';
import { AppError } from '../platform/errors/index.js';
import { withTimeout } from '../platform/time/index.js';
import type { BudgetRequest, BudgetVerdict, LimitStore } from './limit-store.js';

const CALL_MS = 2_000;
/** After a call without a response none is made for this time, so that waiting batches do not wait for it in turn. */
const PAUSE_MS = 1_000;
const RETRY_AFTER_SECONDS = 2;
const VERDICTS = new Set<unknown>(['admitted', 'own', 'platform']);

/** Calls a replaced `LimitStore`: bounds the time, checks what it returns, and fails closed. */
export class GuardedLimitStore {
  private readonly logger = new Logger('limits');
  private pausedUntil = 0;

  constructor(private readonly store: LimitStore) {}

  /** @throws 503 when the store failed, was too slow, or returned something else than a verdict per request. */
  async take(requests: readonly BudgetRequest[]): Promise<BudgetVerdict[]> {
    if (requests.length === 0) return [];
    return this.call(() => this.store.take(requests), requests.length, isVerdict);
  }

  /** @throws 503, as `take`. */
  async used(subjects: readonly string[]): Promise<number[]> {
    if (subjects.length === 0) return [];
    return this.call(() => this.store.used(subjects), subjects.length, isCount);
  }

  private async call<T>(
    run: () => Promise<T[]>,
    count: number,
    isValid: (result: unknown) => boolean,
  ): Promise<T[]> {
    try {
      if (performance.now() < this.pausedUntil) throw new Error('the limit store has just not responded');
      const results = await withTimeout(CALL_MS, run(), () => this.pause());
      if (Array.isArray(results) && results.length === count && results.every(isValid)) return results;
      throw new Error(`the limit store returned no valid results for ${count} requests`);
    } catch (cause) {
      this.logger.warn(`limit store: ${cause instanceof Error ? cause.message : String(cause)}`);
      const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
      throw new AppError('service_unavailable', { headers, cause });
    }
  }

  private pause(): Error {
    this.pausedUntil = performance.now() + PAUSE_MS;
    return new Error(`the limit store did not respond within ${CALL_MS} ms`);
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

function isVerdict(value: unknown): boolean {
  const { verdict, remaining, resetSeconds } = (value ?? {}) as Partial<BudgetVerdict>;
  return VERDICTS.has(verdict) && isCount(remaining) && isCount(resetSeconds);
}
