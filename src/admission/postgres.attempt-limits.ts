import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, isDatabaseUnavailable } from '../database/index.js';
import { type AttemptCount, type AttemptLimit, AttemptLimits } from './attempt-limits.js';
import { COUNT_ATTEMPT, FIND_RETRY_AFTER } from './attempt-limits.sql.js';
import { MemoryAttemptLimits } from './memory.attempt-limits.js';

/** After a failed statement the next ones are skipped this long, so that an outage delays one request and not each. */
const AWAY_MS = 5_000;
/** Full windows remembered in this process; beyond that the oldest are forgotten and read again. */
const MAX_REMEMBERED = 10_000;

/**
 * Counts in the database, so that a limit holds over all processes: one statement per attempt. A subject whose window is
 * full is refused from memory until its oldest attempt leaves the window: a flood costs no statements. This process also
 * counts its own attempts in memory; while the database is unavailable that count alone decides.
 */
@Injectable()
export class PostgresAttemptLimits extends AttemptLimits {
  private readonly local = new MemoryAttemptLimits();
  /** Until when the window of a row is full, by the row's key in hexadecimal; oldest entry first. */
  private readonly fullUntil = new Map<string, number>();
  private awayUntil = 0;

  constructor(private readonly database: Database) {
    super();
  }

  override async count(limit: AttemptLimit, subject: string): Promise<AttemptCount> {
    const key = keyOf(limit, subject);
    const known = await this.knownSeconds(key, limit, subject);
    if (known > 0) return { used: limit.limit, retryAfterSeconds: known };
    const [row] =
      (await this.run<{ used: number; seconds: number }>('count-attempt', COUNT_ATTEMPT, key, limit)) ?? [];
    if (row && row.seconds > 0) this.remember(key, row.seconds);
    else {
      const local = await this.local.count(limit, subject);
      if (!row) return local;
    }
    return { used: row.used, retryAfterSeconds: row.seconds };
  }

  override async retryAfterSeconds(limit: AttemptLimit, subject: string): Promise<number> {
    const key = keyOf(limit, subject);
    const known = await this.knownSeconds(key, limit, subject);
    if (known > 0) return known;
    const rows = await this.run<{ seconds: number }>('attempt-seconds', FIND_RETRY_AFTER, key, limit);
    const seconds = rows?.[0]?.seconds ?? 0;
    if (seconds > 0) this.remember(key, seconds);
    return seconds;
  }

  /** @returns null while the database is unavailable. */
  private async run<R extends object>(
    name: string,
    statement: string,
    key: string,
    { limit, windowMs }: AttemptLimit,
  ): Promise<R[] | null> {
    if (performance.now() < this.awayUntil) return null;
    try {
      const values = [Buffer.from(key, 'hex'), limit, windowMs / 1000];
      return await this.database.prepared<R>(name, statement, values);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      this.awayUntil = performance.now() + AWAY_MS;
      return null;
    }
  }

  /** Seconds to wait as far as this process knows: its own attempts, and the last answer of the database. */
  private async knownSeconds(key: string, limit: AttemptLimit, subject: string): Promise<number> {
    const ms = (this.fullUntil.get(key) ?? 0) - performance.now();
    if (ms <= 0) this.fullUntil.delete(key);
    return Math.max(0, Math.ceil(ms / 1000), await this.local.retryAfterSeconds(limit, subject));
  }

  private remember(key: string, seconds: number): void {
    this.fullUntil.set(key, performance.now() + seconds * 1000);
    if (this.fullUntil.size <= MAX_REMEMBERED) return;
    for (const oldest of this.fullUntil.keys()) return void this.fullUntil.delete(oldest);
  }
}

/** A subject may be an email or an address: the table holds neither. */
function keyOf({ name }: AttemptLimit, subject: string): string {
  return createHash('sha256').update(`${name} ${subject}`).digest('hex');
}
