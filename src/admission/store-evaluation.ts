import type { Config } from '../config/index.js';
import type { Database } from '../database/index.js';
import { type ApiKeyCall, byOrdinal, type DashboardCall, type Verdict } from './admission-calls.js';
import { DASHBOARD_RATE_LIMIT } from './budget-headers.js';
import type { GuardedLimitStore } from './guarded-limit-store.js';
import type { KeyUses } from './key-uses.js';
import type { Budget, BudgetRequest, BudgetVerdict } from './limit-store.js';
import { FIND_KEYS, type KeyRow } from './store-evaluation.sql.js';

/** Of a signed-in user, who has no key. All requests are counted here, so none as of a successor. */
const WITHOUT_KEY = {
  key_id: '',
  env: 'live',
  scopes: '',
  allowed_models: null,
  address_allowed: true,
  is_successor: false,
  key_subject: '',
  platform_subject: '',
} as const;

/** Evaluates batches of requests with a replaced `LimitStore`: one statement looks up the keys, one call takes the budgets. */
export class StoreEvaluation {
  constructor(
    private readonly store: GuardedLimitStore,
    private readonly uses: KeyUses,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** @throws 503 when the store fails. */
  async evaluateApiKeys(calls: ApiKeyCall[]): Promise<(Verdict | null)[]> {
    const rows = await this.database.prepared<KeyRow>('find-keys', FIND_KEYS, [
      calls.map((_, index) => index),
      calls.map((call) => call.hash),
      calls.map((call) => call.scopes.join(',')),
      calls.map((call) => call.address),
    ]);
    for (const { key_id } of rows) this.uses.count(key_id);
    // In the order of arrival: a database may return the rows in any.
    rows.sort((a, b) => a.ord - b.ord);
    const requests = rows.map((row): BudgetRequest => ({
      own: { subject: `key:${row.budget_id}`, limit: row.rate_limit },
      platform: this.platformBudget(row.account_id, calls[row.ord]!.source),
      isCounted: row.allowed,
    }));
    const results = await this.store.take(requests);
    const verdicts = rows.map(({ allowed, budget_id: _, ...row }, index): Verdict => ({
      ...WITHOUT_KEY,
      ...row,
      ...stateOf(results[index]!, allowed),
    }));
    return byOrdinal(verdicts, calls.length);
  }

  /** @throws 503 when the store fails. */
  async evaluateAccounts(calls: DashboardCall[]): Promise<(Verdict | null)[]> {
    const requests = calls.map(({ accountId, source }): BudgetRequest => ({
      own: { subject: `dashboard:${accountId}`, limit: DASHBOARD_RATE_LIMIT },
      platform: this.platformBudget(accountId, source),
      isCounted: true,
    }));
    const results = await this.store.take(requests);
    return calls.map(({ accountId }, ord) => ({
      ...WITHOUT_KEY,
      ord,
      account_id: accountId,
      rate_limit: DASHBOARD_RATE_LIMIT,
      ...stateOf(results[ord]!, true),
    }));
  }

  private platformBudget(accountId: string, source: string): Budget {
    const { platform: limit, per } = this.config.limits;
    const subject = per === 'account' ? `account:${accountId}` : per === 'ip' ? `ip:${source}` : 'platform';
    return { subject, limit };
  }
}

function stateOf({ verdict, remaining, resetSeconds }: BudgetVerdict, isAllowed: boolean) {
  return {
    verdict: !isAllowed ? ('forbidden' as const) : verdict === 'own' ? ('key' as const) : verdict,
    remaining,
    key_reset: resetSeconds,
    platform_reset: resetSeconds,
  };
}
