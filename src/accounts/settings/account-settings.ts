import { Injectable } from '@nestjs/common';
import { type AuditSource, AuditTrail } from '../../audit/index.js';
import { Catalogue } from '../../catalogue/index.js';
import { BalanceAlerts, fromCredits, toCredits } from '../../credits/index.js';
import { AccountLimits, MAX_ACTIVE_KEYS } from '../../keys/index.js';
import { Database, type Transaction } from '../../platform/database/index.js';
import { AppError, validationFailed } from '../../platform/errors/index.js';
import { publicId } from '../../platform/http/index.js';
import type { AccountSettingsBody, UpdateOwnAccountDto } from './account.dto.js';
import { READ_SETTINGS, REMOVE_NAME, SET_NAME } from './account-settings.sql.js';

@Injectable()
export class AccountSettings {
  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
    private readonly alerts: BalanceAlerts,
    private readonly limits: AccountLimits,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws 404 for an unknown account. */
  async read(accountId: string): Promise<AccountSettingsBody> {
    const [row] = await this.database.run(READ_SETTINGS, { account: accountId });
    if (!row) throw new AppError('account_not_found');
    const maxRateLimit = await this.limits.maxRateLimitOf(accountId, this.catalogue.plans.of(row.plan));
    return {
      success: true,
      account: {
        id: publicId('acc', accountId),
        name: row.name,
        createdAt: row.created_at.toISOString(),
      },
      plan: row.plan,
      limits: { maxActiveKeys: MAX_ACTIVE_KEYS, maxRateLimit },
      alertBelow: row.below === null ? null : toCredits(row.below),
      suspended: row.suspended,
    };
  }

  /** Leaves settings that the request does not have. @throws 400 without a setting. */
  async update(
    accountId: string,
    { name, alertBelow }: UpdateOwnAccountDto,
    by: AuditSource,
  ): Promise<AccountSettingsBody> {
    if (name === undefined && alertBelow === undefined)
      throw validationFailed([{ field: 'name', message: 'name or alertBelow is required' }]);
    await this.database.change(accountId, async (tx) => {
      if (alertBelow !== undefined) await this.setAlert(tx, accountId, alertBelow, by);
      if (name !== undefined) await this.setName(tx, accountId, name, by);
    });
    return this.read(accountId);
  }

  private async setAlert(tx: Transaction, accountId: string, alertBelow: number | null, by: AuditSource) {
    await this.alerts.lock(tx, accountId);
    const below = alertBelow === null ? null : fromCredits(alertBelow);
    const earlier = await this.alerts.set(tx, accountId, below);
    if (earlier === below) return;
    await this.audit.record(tx, {
      ...by,
      accountId,
      action: 'account.alert_changed',
      target: publicId('acc', accountId),
      before: { alertBelow: earlier === null ? null : toCredits(earlier) },
      after: { alertBelow },
    });
  }

  /** The event does not contain the name, because it can be that of a person. */
  private async setName(tx: Transaction, accountId: string, name: string | null, by: AuditSource) {
    const changed = await (name === null
      ? tx.run(REMOVE_NAME, { account: accountId })
      : tx.run(SET_NAME, { account: accountId, name }));
    if (changed.length === 0) return;
    const target = publicId('acc', accountId);
    await this.audit.record(tx, { ...by, accountId, action: 'account.renamed', target });
  }
}
