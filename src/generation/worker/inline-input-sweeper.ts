import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Database, isDatabaseUnavailable } from '../../platform/database/index.js';
import { Sweeper } from '../../platform/schedule/index.js';
import { InlineInputs } from '../creation/inline-inputs.js';
import { LEFTOVERS, MAX_LEFTOVERS } from '../creation/inline-inputs.sql.js';

const FIRST_POSITION = { id: '00000000-0000-0000-0000-000000000000', created_at: '-infinity' };

/** Removes leftovers of a killed process, of an older release or of a failed removal. Usually the settlement has removed the files. */
@Injectable()
export class InlineInputSweeper extends Sweeper {
  constructor(
    registry: SchedulerRegistry,
    private readonly database: Database,
    private readonly inputs: InlineInputs,
  ) {
    super(registry, 'remove-inline-inputs');
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    await this.removeLeftovers(isStopping);
  }

  /** A failed removal does not stop the others. @returns the number of predictions with leftovers. */
  async removeLeftovers(isStopping = () => false): Promise<number> {
    let found = 0;
    for (let last = FIRST_POSITION; !isStopping();) {
      const rows = await this.database.run(LEFTOVERS, { createdAt: last.created_at, id: last.id });
      found += rows.length;
      if (rows.length > 0)
        await this.inputs.remove(rows.map(({ id }) => id)).catch((error: unknown) => {
          if (isDatabaseUnavailable(error)) throw error;
          this.logger.warn(`could not remove inline files: ${String(error)}`);
        });
      if (rows.length < MAX_LEFTOVERS) break;
      last = rows.at(-1)!;
    }
    return found;
  }
}
