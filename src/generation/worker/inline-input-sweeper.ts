import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Database, isDatabaseUnavailable } from '../../database/index.js';
import { Round } from '../../schedule/index.js';
import { InlineInputs } from '../store/inline-inputs.js';
import { LEFTOVERS, LEFTOVERS_AT_ONCE } from '../store/inline-inputs.sql.js';

const ROUND_MS = 60_000;
const START = { id: '00000000-0000-0000-0000-000000000000', created_at: '-infinity' };

/**
 * Removes files that came inside requests and that no processing prediction needs: what a killed process, one of an older
 * version or a failed removal left. Usually there is nothing: files are removed when their prediction is settled.
 */
@Injectable()
export class InlineInputSweeper implements OnApplicationBootstrap {
  private readonly logger = new Logger('sweeper');

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly database: Database,
    private readonly inputs: InlineInputs,
  ) {}

  onApplicationBootstrap(): void {
    new Round(this.registry, 'remove-inline-inputs', ROUND_MS, async () => {
      await this.removeLeftovers();
    });
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
      if (rows.length < LEFTOVERS_AT_ONCE) return found;
      last = rows.at(-1)!;
    }
  }
}
