import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../platform/config/index.js';
import { Database, type RowOfStatement } from '../platform/database/index.js';
import { WINDOW_SECONDS } from '../platform/limits/index.js';
import { FIND_BUDGET_USE, FIND_RECENT_KEYS } from './budget.sql.js';
import { DASHBOARD_RATE_LIMIT } from './callers.js';
import { GuardedLimitStore } from './guarded-limit-store.js';

/** Uses are within the window that the next request would be counted in. */
export interface BudgetUse {
  windowSeconds: number;
  /** `used` is the use of this account only, also of a budget that all accounts share. */
  platform: { limit: number; used: number; countedOver: 'platform' | 'account' | 'ip' };
  /** Includes all signed-in users of the account. */
  dashboard: { limit: number; used: number };
  /** Requests by id of the key (a UUID), with those of keys that share its budget. Keys without any are missing. */
  keys: Map<string, number>;
}

/** Counts nothing. */
@Injectable()
export class BudgetReader {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    // Null unless a `LimitStore` replaces the budgets of the database.
    @Inject(GuardedLimitStore) private readonly store: GuardedLimitStore | null = null,
  ) {}

  /** @throws 503 when a replaced `LimitStore` fails. */
  async useOf(accountId: string): Promise<BudgetUse> {
    const rows = this.store
      ? await this.readStore(this.store, accountId)
      : await this.database.run(FIND_BUDGET_USE, { account: accountId });
    const keys = new Map<string, number>();
    let dashboard = 0;
    for (const row of rows) {
      for (const key of row.keys) keys.set(key, row.used);
      if (row.subject.startsWith('dashboard:')) dashboard = row.used;
    }
    const { platform: limit, per: countedOver } = this.config.limits;
    // Every request in a key's or the dashboard's budget also counts in the platform's.
    const used = rows.reduce((sum, row) => sum + row.used, 0);
    return {
      windowSeconds: WINDOW_SECONDS,
      platform: { limit, used, countedOver },
      dashboard: { limit: DASHBOARD_RATE_LIMIT, used: dashboard },
      keys,
    };
  }

  private async readStore(
    store: GuardedLimitStore,
    accountId: string,
  ): Promise<RowOfStatement<typeof FIND_BUDGET_USE>[]> {
    const budgets = await this.database.run(FIND_RECENT_KEYS, { account: accountId });
    const rows = [
      ...budgets.map(({ id, keys }) => ({ subject: `key:${id}`, keys })),
      { subject: `dashboard:${accountId}`, keys: [] },
    ];
    const counts = await store.used(rows.map(({ subject }) => subject));
    return rows.map((row, index) => ({ ...row, used: counts[index]! })).filter(({ used }) => used > 0);
  }
}
