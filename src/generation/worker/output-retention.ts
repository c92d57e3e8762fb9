import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../catalogue/index.js';
import { Coalescer, Database, sql, statement } from '../../platform/database/index.js';

const FIND_PLANS = statement('generation.find-plans', {
  parameters: { predictions: sql.uuid.array },
  row: { id: sql.uuid, plan: sql.text },
  isPrepared: true,
  text: `
select p.id, a.plan from predictions p join accounts a on a.id = p.account_id where p.id = any($predictions::uuid[])
`,
});

/**
 * The retention is that of the plan when the outputs are stored, and not longer than `OUTPUT_RETENTION_DAYS`. A later plan does not change
 * it, because callers have links that contain their expiry.
 */
@Injectable()
export class OutputRetention {
  /** Completions that arrive together are one read. */
  private readonly plans: Coalescer<string, string | undefined>;

  constructor(
    private readonly catalogue: Catalogue,
    database: Database,
  ) {
    this.plans = new Coalescer(
      async (ids) => {
        const rows = await database.run(FIND_PLANS, { predictions: ids });
        const plans = new Map(rows.map(({ id, plan }) => [id, plan]));
        return ids.map((id) => plans.get(id));
      },
      { maxBatch: 200 },
    );
  }

  /** Reads the account's plan only if some plan has a retention. */
  async daysOf(predictionId: string): Promise<number> {
    const confirming = this.catalogue.confirm();
    if (confirming) await confirming;
    const { plans } = this.catalogue;
    if (!plans.boundRetention) return plans.mostRetentionDays;
    return plans.retentionDaysOf((await this.plans.call(predictionId)) ?? plans.defaultKey);
  }
}
