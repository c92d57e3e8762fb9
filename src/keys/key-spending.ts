import { Injectable } from '@nestjs/common';
import { type AuditSource, AuditTrail } from '../audit/index.js';
import {
  readSpendLimit,
  showSpending,
  showSpendLimit,
  type SpendingFields,
  type SpendLimitDto,
  SpendLimits,
} from '../credits/index.js';
import type { Transaction } from '../platform/database/index.js';
import { parsePublicId, publicId } from '../platform/http/index.js';

export const NOTHING_SPENT: SpendingFields = {
  spendLimit: null,
  spent: { credits: 0, periodEndsAt: null },
};

@Injectable()
export class KeySpending {
  constructor(
    private readonly limits: SpendLimits,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Must be the first statement of a transaction that sets a limit: it locks the account. A statement that creates predictions locks the
   * account before the key, so a transaction that locked the key first could deadlock.
   */
  async lock(tx: Transaction, accountId: string): Promise<void> {
    await this.limits.lock(tx, accountId);
  }

  /** Sets or removes (null) the limit of a key of the account. @param id as in the database. @returns the fields of its record. */
  async set(
    tx: Transaction,
    accountId: string,
    id: string,
    wanted: SpendLimitDto | null,
    by: AuditSource,
  ): Promise<SpendingFields> {
    const change = await this.limits.set(tx, { accountId, keyId: id }, readSpendLimit(wanted));
    const { before, limit } = change;
    const spending = showSpending(change);
    if (!before && !limit) return spending;
    await this.audit.record(tx, {
      ...by,
      accountId,
      action: limit ? 'key.spend_limited' : 'key.spend_limit_removed',
      target: publicId('key', id),
      before: { spendLimit: showSpendLimit(before) },
      after: { spendLimit: spending.spendLimit },
    });
    return spending;
  }

  /** The keys must be of one account. */
  async addTo<T extends { id: string }>(accountId: string, records: T[]): Promise<(T & SpendingFields)[]> {
    const ids = records.map(({ id }) => parsePublicId('key', id)!);
    const spending = await this.limits.ofKeys(accountId, ids);
    return records.map((record, index) => ({ ...record, ...showSpending(spending.get(ids[index]!)!) }));
  }
}
