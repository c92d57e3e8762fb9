import { Injectable } from '@nestjs/common';
import { type AuditSource, AuditTrail } from '../../audit/index.js';
import { Database } from '../../platform/database/index.js';
import { validationFailed } from '../../platform/errors/index.js';
import { countCharacters, isStorableText } from '../../platform/http/index.js';
import type { EndUserBody } from './end-users.dto.js';
import { showSpending, showSpendLimit } from './spend-limit.dto.js';
import { type LimitChange, type SpendLimit, SpendLimits } from './spend-limits.js';

/** End users are the customers of an account. They need no registration: each `externalUserId` of a request names one. */
@Injectable()
export class EndUsers {
  constructor(
    private readonly database: Database,
    private readonly limits: SpendLimits,
    private readonly audit: AuditTrail,
  ) {}

  async get(accountId: string, externalUserId: string): Promise<EndUserBody> {
    checkId(externalUserId);
    return {
      success: true,
      externalUserId,
      ...showSpending(await this.limits.ofEndUser(accountId, externalUserId)),
    };
  }

  /** A limit (null: none) holds for every charge that commits later. */
  async limit(
    accountId: string,
    externalUserId: string,
    limit: SpendLimit | null,
    source: AuditSource,
  ): Promise<EndUserBody> {
    checkId(externalUserId);
    const change = await this.database.change(accountId, async (tx) => {
      await this.limits.lock(tx, accountId);
      const changed = await this.limits.set(tx, { accountId, externalUserId }, limit);
      if (changed.before || limit)
        await this.audit.record(tx, { ...source, accountId, target: externalUserId, ...eventOf(changed) });
      return changed;
    });
    // Without a limit, `spent` is of all time.
    if (!limit) return this.get(accountId, externalUserId);
    return { success: true, externalUserId, ...showSpending(change) };
  }
}

function eventOf({ before, limit }: LimitChange) {
  return {
    action: limit ? 'end_user.limited' : 'end_user.limit_removed',
    before: { spendLimit: showSpendLimit(before) },
    after: { spendLimit: showSpendLimit(limit) },
  };
}

/** POST /api/generate accepts the same ids. */
function checkId(externalUserId: string): void {
  const count = countCharacters(externalUserId);
  if (count >= 1 && count <= 128 && isStorableText(externalUserId)) return;
  throw validationFailed([{ field: 'externalUserId', message: 'must be a string of 1 to 128 characters' }]);
}
