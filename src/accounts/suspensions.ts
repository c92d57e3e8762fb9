import { Injectable } from '@nestjs/common';
import { type AuditSource, AuditTrail } from '../audit/index.js';
import { Database, type Transaction } from '../platform/database/index.js';
import { publicId } from '../platform/http/index.js';
import { FIND_SUSPENSION, LIFT_SUSPENSION, SUSPEND } from './suspensions.sql.js';

/** Suspends accounts and lifts suspensions. Nothing is cached, so a change holds for the next request of every process. */
@Injectable()
export class Suspensions {
  constructor(
    private readonly database: Database,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Records an event only when it changes something.
   * @param accountId of an existing account, as in the database.
   * @param userId of the administrator; null for an operator key.
   */
  async set(
    tx: Transaction,
    accountId: string,
    isSuspended: boolean,
    userId: string | null,
    source: AuditSource,
  ): Promise<void> {
    const changed = isSuspended
      ? await tx.run(SUSPEND, { account: accountId, user: userId })
      : await tx.run(LIFT_SUSPENSION, { account: accountId });
    if (changed.length === 0) return;
    await this.trail.record(tx, {
      ...source,
      accountId,
      action: isSuspended ? 'account.suspended' : 'account.suspension_lifted',
      target: publicId('acc', accountId),
      before: { suspended: !isSuspended },
      after: { suspended: isSuspended },
    });
  }

  /** @param accountId as in the database. */
  async isSuspended(accountId: string): Promise<boolean> {
    return (await this.database.run(FIND_SUSPENSION, { account: accountId })).length > 0;
  }
}
