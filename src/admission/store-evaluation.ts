import type { Config } from '../platform/config/index.js';
import type { Database } from '../platform/database/index.js';
import {
  type ApiKeyCall,
  byOrdinal,
  type DashboardCall,
  type OperatorCall,
  type OperatorVerdict,
  type Verdict,
} from './admission-calls.js';
import { DASHBOARD_RATE_LIMIT, OPERATOR_RATE_LIMIT } from './budget-headers.js';
import type { GuardedLimitStore } from './guarded-limit-store.js';
import type { KeyUses } from './key-uses.js';
import type { Budget, BudgetRequest, BudgetVerdict } from './limit-store.js';
import { ALL_OPERATORS, ALL_OPERATORS_LIMIT, FIND_OPERATOR_KEYS } from './operator-admission.sql.js';
import { FIND_KEYS, FIND_SUSPENDED, type KeyRow } from './store-evaluation.sql.js';

interface OperatorKeyRow {
  ord: number;
  key_id: string;
  /** Comma-separated. */
  scopes: string;
  address_allowed: boolean;
  allowed: boolean;
}

/** Of a signed-in user, who has no key. All requests are counted here, so none as of a successor. */
const WITHOUT_KEY = {
  key_id: '',
  env: 'live',
  scopes: '',
  allowed_models: null,
  address_allowed: true,
  is_suspended: false,
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
    for (const { key_id } of rows) this.uses.count(`key:${key_id}`);
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
    const suspended = await this.findSuspended(calls);
    const requests = calls.map(({ accountId, source }, ord): BudgetRequest => ({
      own: { subject: `dashboard:${accountId}`, limit: DASHBOARD_RATE_LIMIT },
      platform: this.platformBudget(accountId, source),
      isCounted: !suspended.has(ord),
    }));
    const results = await this.store.take(requests);
    return calls.map(({ accountId }, ord) => ({
      ...WITHOUT_KEY,
      ord,
      account_id: accountId,
      rate_limit: DASHBOARD_RATE_LIMIT,
      is_suspended: suspended.has(ord),
      ...stateOf(results[ord]!, !suspended.has(ord)),
    }));
  }

  /** @throws 503 when the store fails. */
  async evaluateOperators(calls: OperatorCall[]): Promise<(OperatorVerdict | null)[]> {
    const rows = await this.database.prepared<OperatorKeyRow>('find-operator-keys', FIND_OPERATOR_KEYS, [
      calls.map((_, index) => index),
      calls.map((call) => call.hash),
      calls.map((call) => call.scope),
      calls.map((call) => call.address),
    ]);
    rows.sort((a, b) => a.ord - b.ord);
    const subjectOf = ({ key_id }: OperatorKeyRow) => `operator:${key_id}`;
    for (const row of rows) this.uses.count(subjectOf(row));
    const requests = rows.map((row): BudgetRequest => ({
      own: { subject: subjectOf(row), limit: OPERATOR_RATE_LIMIT },
      platform: { subject: ALL_OPERATORS, limit: ALL_OPERATORS_LIMIT },
      isCounted: row.allowed,
    }));
    const results = await this.store.take(requests);
    const verdicts = new Array<OperatorVerdict | null>(calls.length).fill(null);
    rows.forEach(({ allowed, ...row }, index) => {
      verdicts[row.ord] = { ...WITHOUT_KEY, ...row, ...stateOf(results[index]!, allowed) };
    });
    return verdicts;
  }

  /** Returns the ordinals of the calls that a suspension rejects. */
  private async findSuspended(calls: DashboardCall[]): Promise<Set<number>> {
    const rows = await this.database.prepared<{ ord: number }>('find-suspended', FIND_SUSPENDED, [
      calls.map((_, index) => index),
      calls.map((call) => call.accountId),
      calls.map((call) => call.isActiveOnly),
    ]);
    return new Set(rows.map(({ ord }) => ord));
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
