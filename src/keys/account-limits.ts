import { Injectable } from '@nestjs/common';
import { type AuditSource, AuditTrail } from '../audit/index.js';
import type { Plan } from '../catalogue/index.js';
import { Database, LOCK_NAME, type Queryable, type Transaction } from '../platform/database/index.js';
import { publicId } from '../platform/http/index.js';
import { FIND_LIMIT, REMOVE_LIMIT, SET_LIMIT } from './account-limits.sql.js';
import { MAX_RATE_LIMIT } from './keys.dto.js';

@Injectable()
export class AccountLimits {
  constructor(
    private readonly database: Database,
    private readonly trail: AuditTrail,
  ) {}

  /** Returns the account's own limit, else that of the plan. */
  async maxRateLimitOf(accountId: string, { maxRateLimit = MAX_RATE_LIMIT }: Plan): Promise<number> {
    return (await this.find(this.database, accountId)) ?? maxRateLimit;
  }

  /** Sets or removes (null) the limit, in the caller's transaction. Existing keys stay as they are. */
  async set(
    tx: Transaction,
    accountId: string,
    maxRateLimit: number | null,
    source: AuditSource,
  ): Promise<void> {
    await tx.run(LOCK_NAME, { name: `account_limits/${accountId}` });
    const earlier = await this.find(tx, accountId);
    if (earlier === maxRateLimit) return;
    if (maxRateLimit === null) await tx.run(REMOVE_LIMIT, { account: accountId });
    else await tx.run(SET_LIMIT, { account: accountId, maxRateLimit });
    await this.trail.record(tx, {
      ...source,
      accountId,
      action: 'account.limits_changed',
      target: publicId('acc', accountId),
      before: { maxRateLimit: earlier },
      after: { maxRateLimit },
    });
  }

  private async find(on: Queryable, accountId: string): Promise<number | null> {
    const [row] = await on.run(FIND_LIMIT, { account: accountId });
    return row?.max_rate_limit ?? null;
  }
}
