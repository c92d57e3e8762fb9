import { Injectable } from '@nestjs/common';
import { Database, type Queryable } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { SpendingReader } from '../summaries/spending.reader.js';
import type { SpendPeriod } from './spend-counter.entity.js';
import {
  type CounterRow,
  LOCK_COUNTED_ACCOUNTS,
  LOCK_LIMITS,
  READ_COUNTERS,
  REMOVE_LIMIT,
  ROLL_COUNTERS,
  SET_LIMIT,
  SPENT_BY_END_USER,
} from './spend-counters.sql.js';

/** In thousandths of a credit. */
export interface SpendLimit {
  credits: bigint;
  period: SpendPeriod;
}

export type LimitedSubject = { accountId: string } & (
  | { keyId: string; externalUserId?: null }
  | { keyId?: null; externalUserId: string }
);

/** In thousandths of a credit. Without a limit `spent` is of all time. */
export interface Spending {
  limit: SpendLimit | null;
  spent: bigint;
  /** Null: never. */
  periodEndsAt: Date | null;
}

export interface LimitChange extends Spending {
  before: SpendLimit | null;
}

/** Every prediction is in it. It begins and ends with a quarter of an hour, so that only sums are read. */
const ALL_TIME = [new Date(0), new Date('9999-01-01T00:00:00Z')] as const;

/** Sets and reads the limits of keys and end users. The statement that creates predictions enforces them, and nothing caches them. */
@Injectable()
export class SpendLimits {
  constructor(
    private readonly database: Database,
    private readonly spending: SpendingReader,
  ) {}

  /** Must be the first statement of a transaction that changes a limit: charges wait for its end. @throws 404 for an unknown account. */
  async lock(tx: Queryable, accountId: string): Promise<void> {
    const rows = await tx.run(LOCK_LIMITS, { account: accountId });
    if (rows.length === 0) throw new AppError('account_not_found');
  }

  /** Sets or removes (null) a limit, in a transaction that has called `lock`. What was spent in the current period counts. */
  async set(tx: Queryable, subject: LimitedSubject, limit: SpendLimit | null): Promise<LimitChange> {
    const { accountId: account, keyId: key = null, externalUserId = null } = subject;
    const of = { account, key, externalUserId };
    const [row] = limit
      ? await tx.run(SET_LIMIT, { ...of, credits: limit.credits.toString(), period: limit.period })
      : (await tx.run(REMOVE_LIMIT, of)).map((removed) => ({ ...removed, period_end: null }));
    return {
      limit,
      spent: BigInt(row?.spent ?? 0),
      periodEndsAt: row?.period_end ?? null,
      before: row?.old_period ? { credits: BigInt(row.old_credits!), period: row.old_period } : null,
    };
  }

  /** @param subjects as in the database. */
  async roll(subjects: string[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.run(LOCK_COUNTED_ACCOUNTS, { subjects });
      await tx.run(ROLL_COUNTERS, { subjects });
    });
  }

  /** Returns only limited ones, the key's first. */
  async ofCall(accountId: string, keyId: string | null, externalUserId: string | null) {
    const rows = await this.read(accountId, keyId === null ? [] : [keyId], externalUserId);
    return rows
      .map((row) => ({
        kind: row.key_id === null ? ('end_user' as const) : ('key' as const),
        ...spendingOf(row),
      }))
      .sort((a, b) => (a.kind < b.kind ? 1 : -1));
  }

  async ofKeys(accountId: string, keyIds: string[]): Promise<Map<string, Spending>> {
    if (keyIds.length === 0) return new Map();
    const found = new Map(
      (await this.read(accountId, keyIds, null)).map((row) => [row.key_id!, spendingOf(row)] as const),
    );
    if (found.size === keyIds.length) return found;
    const totals = await this.spending.by('key', accountId, ...ALL_TIME);
    const spent = new Map(totals.map(({ part, charged, refunded }) => [part, charged - refunded]));
    const ofUnlimited = (id: string) => ({ limit: null, spent: spent.get(id) ?? 0n, periodEndsAt: null });
    return new Map(keyIds.map((id) => [id, found.get(id) ?? ofUnlimited(id)]));
  }

  async ofEndUser(accountId: string, externalUserId: string): Promise<Spending> {
    const [row] = await this.read(accountId, [], externalUserId);
    if (row) return spendingOf(row);
    const [total] = await this.database.list(accountId, SPENT_BY_END_USER, {
      account: accountId,
      externalUserId,
    });
    return { limit: null, spent: BigInt(total!.spent), periodEndsAt: null };
  }

  private read(accountId: string, keyIds: string[], externalUserId: string | null): Promise<CounterRow[]> {
    return this.database.run(READ_COUNTERS, { account: accountId, keys: keyIds, externalUserId });
  }
}

function spendingOf({ credits, period, spent, period_end }: CounterRow): Spending {
  return { limit: { credits: BigInt(credits), period }, spent: BigInt(spent), periodEndsAt: period_end };
}
