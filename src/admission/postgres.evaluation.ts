import type { Config } from '../platform/config/index.js';
import { byOrdinal, type Database } from '../platform/database/index.js';
import { CREATE_BUDGETS, type EvaluatedRow } from './admit.sql.js';
import type { CallerKind } from './callers.js';
import { Evaluation, type Verdict } from './evaluation.js';
import type { KeyUses } from './key-uses.js';

/** One statement looks up the callers, evaluates and counts. */
export class PostgresEvaluation extends Evaluation {
  constructor(
    private readonly uses: KeyUses,
    private readonly database: Database,
    private readonly config: Config,
  ) {
    super();
  }

  override async evaluate<C>(kind: CallerKind<C>, calls: C[]): Promise<(Verdict | null)[]> {
    const rows = byOrdinal(await this.run(kind, calls), calls.length);
    const unprepared = rows.filter(isUnprepared);
    let second: (EvaluatedRow | null)[] = [];
    if (unprepared.length > 0) {
      const subjects = unprepared.flatMap((row) => [row.key_subject!, row.platform_subject!]);
      await this.database.run(CREATE_BUDGETS, { subjects });
      // Only the unprepared calls are retried: the others have already consumed their budget.
      const retried = calls.filter((_, index) => isUnprepared(rows[index]!));
      second = byOrdinal(await this.run(kind, retried), retried.length);
    }
    return rows.map((row) => {
      const verdict = (isUnprepared(row) ? (second.shift() ?? null) : row) as (EvaluatedRow & Verdict) | null;
      if (verdict?.is_successor) this.uses.count(`${kind.credential}:${verdict.key_id}`);
      return verdict;
    });
  }

  private run<C>({ admit }: CallerKind<C>, calls: C[]): Promise<EvaluatedRow[]> {
    return this.database.run(admit, { calls, limits: this.config.limits });
  }
}

const isUnprepared = (row: EvaluatedRow | null): row is EvaluatedRow => row?.verdict === 'unprepared';
