import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, isDatabaseUnavailable, type Runnable } from '../platform/database/index.js';
import { type AttemptLimit, AttemptLimits, type ReservedAttempt } from './attempt-limits.js';
import { COUNT_ATTEMPT, FIND_RETRY_AFTER, GIVE_ATTEMPT_BACK } from './attempt-limits.sql.js';
import { MemoryAttemptLimits } from './memory.attempt-limits.js';

/** After a failed statement no statement runs for this time, so that an outage delays one request and not each. */
const OUTAGE_MS = 5_000;
/** Beyond it the oldest windows are removed and read again. */
const MAX_CACHED = 10_000;

/**
 * Counts in the database, so that a limit holds over all processes, with one statement per attempt. A full window is
 * cached until its oldest attempt leaves it, so that a flood costs no statements. This process also counts its own
 * attempts in memory; while the database is unavailable only that count applies.
 */
@Injectable()
export class PostgresAttemptLimits extends AttemptLimits {
  private readonly local = new MemoryAttemptLimits();
  /** Is keyed by the row's key in hexadecimal; oldest entry first. */
  private readonly fullUntil = new Map<string, number>();
  private unavailableUntil = 0;

  constructor(private readonly database: Database) {
    super();
  }

  override async reserve(limit: AttemptLimit, subject: string): Promise<ReservedAttempt> {
    const key = keyOf(limit, subject);
    const cachedWait = await this.cachedSeconds(key, limit, subject);
    if (cachedWait > 0) return { used: limit.limit, retryAfterSeconds: cachedWait, giveBack: nothing };
    const values = valuesOf(key, limit);
    const [row] = (await this.run(COUNT_ATTEMPT, values)) ?? [];
    if (row && row.seconds > 0) {
      this.cacheFullWindow(key, row.seconds);
      return { used: row.used, retryAfterSeconds: row.seconds, giveBack: nothing };
    }
    const local = await this.local.reserve(limit, subject);
    if (!row) return local;
    const giveBack = async () => {
      await local.giveBack();
      await this.run(GIVE_ATTEMPT_BACK, { key: values.key, at: row.at });
      this.fullUntil.delete(key);
    };
    return { used: row.used, retryAfterSeconds: 0, giveBack };
  }

  override async retryAfterSeconds(limit: AttemptLimit, subject: string): Promise<number> {
    const key = keyOf(limit, subject);
    const cachedWait = await this.cachedSeconds(key, limit, subject);
    if (cachedWait > 0) return cachedWait;
    const rows = await this.run(FIND_RETRY_AFTER, valuesOf(key, limit));
    const seconds = rows?.[0]?.seconds ?? 0;
    if (seconds > 0) this.cacheFullWindow(key, seconds);
    return seconds;
  }

  /** @returns null while the database is unavailable. */
  private async run<Values, R extends object>(
    statement: Runnable<Values, R>,
    values: NoInfer<Values>,
  ): Promise<R[] | null> {
    if (performance.now() < this.unavailableUntil) return null;
    try {
      return await this.database.run(statement, values);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      this.unavailableUntil = performance.now() + OUTAGE_MS;
      return null;
    }
  }

  /** Considers this process's own attempts and its cached windows. */
  private async cachedSeconds(key: string, limit: AttemptLimit, subject: string): Promise<number> {
    const ms = (this.fullUntil.get(key) ?? 0) - performance.now();
    if (ms <= 0) this.fullUntil.delete(key);
    return Math.max(0, Math.ceil(ms / 1000), await this.local.retryAfterSeconds(limit, subject));
  }

  private cacheFullWindow(key: string, seconds: number): void {
    this.fullUntil.set(key, performance.now() + seconds * 1000);
    if (this.fullUntil.size <= MAX_CACHED) return;
    for (const oldest of this.fullUntil.keys()) return void this.fullUntil.delete(oldest);
  }
}

const nothing = async (): Promise<void> => undefined;

const valuesOf = (key: string, { limit, windowMs }: AttemptLimit) => ({
  key: Buffer.from(key, 'hex'),
  limit,
  seconds: windowMs / 1000,
});

/** Hashed, so that the table stores no email and no address. */
function keyOf({ name }: AttemptLimit, subject: string): string {
  return createHash('sha256').update(`${name} ${subject}`).digest('hex');
}
