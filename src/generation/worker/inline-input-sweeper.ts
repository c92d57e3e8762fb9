import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Config } from '../../config/index.js';
import { Database, isDatabaseUnavailable } from '../../database/index.js';
import { InlineInputs } from '../store/inline-inputs.js';

const ROUND_MS = 60_000;
const BATCH = 200;
/** No request takes this long between its files and its prediction. */
const LEFTOVER_MINUTES = 10;

/** The clock is read once, or the index could not be searched by it. */
const LEFTOVERS = `
select i.prediction_id as id, i.created_at::text as created_at from inline_inputs i
where (i.created_at, i.prediction_id) > ($1::timestamptz, $2::uuid)
  and i.created_at <= (select clock_timestamp()) - interval '${LEFTOVER_MINUTES} minutes'
  and not exists (select from predictions p where p.id = i.prediction_id and p.status = 'processing')
order by i.created_at, i.prediction_id limit ${BATCH}
`;
const START = { id: '00000000-0000-0000-0000-000000000000', created_at: '-infinity' };

/**
 * Removes files that came inside requests and that no processing prediction needs: what a killed process, one of an older
 * version or a failed removal left. Usually there is nothing: files are removed when their prediction is settled.
 */
@Injectable()
export class InlineInputSweeper {
  private readonly logger = new Logger('sweeper');

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly inputs: InlineInputs,
  ) {}

  @Interval(ROUND_MS)
  async round(): Promise<void> {
    if (!this.config.roles.has('worker')) return;
    try {
      await this.removeLeftovers();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }

  /** One that cannot be removed keeps none of the others. @returns how many were found. */
  async removeLeftovers(): Promise<number> {
    let found = 0;
    for (let last = START; ;) {
      const rows = await this.database.query<typeof START>(LEFTOVERS, [last.created_at, last.id]);
      found += rows.length;
      if (rows.length > 0)
        await this.inputs.remove(rows.map(({ id }) => id)).catch((error: unknown) => {
          if (isDatabaseUnavailable(error)) throw error;
          this.logger.warn(`files of a prediction could not be removed: ${String(error)}`);
        });
      if (rows.length < BATCH) return found;
      last = rows.at(-1)!;
    }
  }
}
