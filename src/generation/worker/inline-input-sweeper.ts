import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Database, isDatabaseUnavailable } from '../../database/index.js';
import { Sweeper } from '../../schedule/index.js';
import { InlineInputs } from '../store/inline-inputs.js';
import { LEFTOVERS, LEFTOVERS_AT_ONCE } from '../store/inline-inputs.sql.js';

const ROUND_MS = 60_000;
const START = { id: '00000000-0000-0000-0000-000000000000', created_at: '-infinity' };

/**
 * Removes files that came inside requests and that no processing prediction needs: leftovers of a killed process, of an
 * older version or of a failed removal. Usually there are none: files are removed when their prediction is settled.
 */
@Injectable()
export class InlineInputSweeper extends Sweeper {
  constructor(
    registry: SchedulerRegistry,
    private readonly database: Database,
    private readonly inputs: InlineInputs,
  ) {
    super(registry, 'remove-inline-inputs', ROUND_MS);
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    await this.removeLeftovers(isStopping);
  }

  /** Files that cannot be removed do not stop the others. @returns how many predictions had leftovers. */
  async removeLeftovers(isStopping = () => false): Promise<number> {
    let found = 0;
    for (let last = START; !isStopping();) {
      const rows = await this.database.query<typeof START>(LEFTOVERS, [last.created_at, last.id]);
      found += rows.length;
      if (rows.length > 0)
        await this.inputs.remove(rows.map(({ id }) => id)).catch((error: unknown) => {
          if (isDatabaseUnavailable(error)) throw error;
          this.logger.warn(`files of a prediction could not be removed: ${String(error)}`);
        });
      if (rows.length < LEFTOVERS_AT_ONCE) break;
      last = rows.at(-1)!;
    }
    return found;
  }
}
