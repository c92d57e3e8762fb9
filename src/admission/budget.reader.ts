import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import { Database } from '../database/index.js';
import { USED } from './budget.sql.js';
import { DASHBOARD_RATE_LIMIT, WINDOW_SECONDS } from './budget-headers.js';

/** What an account has used of its budgets within the window, as the next request would be counted against it. */
export interface BudgetUse {
  windowSeconds: number;
  /** `used` is this account's part: what others use of a budget that all share is nobody's business. */
  platform: { limit: number; used: number; countedOver: 'platform' | 'account' | 'ip' };
  /** What is counted of its people, without a key. */
  dashboard: { limit: number; used: number };
  /** Requests by key, as its id in the database; keys that were not used within the window are not in it. */
  keys: Map<string, number>;
}

/** Shows budgets and counts against none. */
@Injectable()
export class BudgetReader {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  async useOf(accountId: string): Promise<BudgetUse> {
    const rows = await this.database.query<{ subject: string; used: number }>(USED, [accountId]);
    const keys = new Map<string, number>();
    let dashboard = 0;
    for (const { subject, used } of rows) {
      if (subject.startsWith('key:')) keys.set(subject.slice('key:'.length), used);
      else dashboard = used;
    }
    const { platform: limit, per: countedOver } = this.config.limits;
    // Whatever is counted over a key or over the dashboard is counted over the platform as well.
    const used = [...keys.values()].reduce((sum, one) => sum + one, dashboard);
    return {
      windowSeconds: WINDOW_SECONDS,
      platform: { limit, used, countedOver },
      dashboard: { limit: DASHBOARD_RATE_LIMIT, used: dashboard },
      keys,
    };
  }
}
