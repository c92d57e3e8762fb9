import type { Config } from '../platform/config/index.js';
import { byOrdinal, type Database } from '../platform/database/index.js';
import type { CallerKind } from './callers.js';
import { Evaluation, type Verdict } from './evaluation.js';
import type { GuardedLimitStore } from './guarded-limit-store.js';
import type { KeyUses } from './key-uses.js';
import type { BudgetVerdict } from './limit-store.js';

/** One statement looks up the callers; one call of the replaced `LimitStore` takes their budgets. */
export class StoreEvaluation extends Evaluation {
  constructor(
    private readonly store: GuardedLimitStore,
    private readonly uses: KeyUses,
    private readonly database: Database,
    private readonly config: Config,
  ) {
    super();
  }

  override async evaluate<C>(kind: CallerKind<C>, calls: C[]): Promise<(Verdict | null)[]> {
    const { find, credential } = kind;
    const rows = await this.database.run(find, { calls, limits: this.config.limits });
    if (credential !== null) for (const { key_id } of rows) this.uses.count(`${credential}:${key_id}`);
    // Sorts by arrival: a database may return the rows in any order.
    rows.sort((a, b) => a.ord - b.ord);
    const results = await this.store.take(
      rows.map((row) => ({
        own: { subject: row.key_subject, limit: row.rate_limit },
        platform: { subject: row.platform_subject, limit: Number(row.platform_limit) },
        isCounted: row.allowed,
      })),
    );
    const verdicts = rows.map((row, index) => ({ ...row, ...stateOf(results[index]!, row.allowed) }));
    return byOrdinal(verdicts, calls.length);
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
