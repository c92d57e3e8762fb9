import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Database, type Runnable } from '../platform/database/index.js';
import { Sweeper } from '../platform/schedule/index.js';
import { DELETE_EXPIRED, DELETE_SURPLUS } from './attempt-limits.sql.js';

const BATCH_ROWS = 1_000;
/** About 30 MB. A subject whose row was deleted starts with an empty window. */
export const MAX_ROWS = 100_000;

@Injectable()
export class AttemptLimitsSweeper extends Sweeper {
  constructor(
    registry: SchedulerRegistry,
    private readonly database: Database,
  ) {
    super(registry, 'attempt-limits');
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    await this.deleteAll(DELETE_EXPIRED, { most: BATCH_ROWS }, isStopping);
    await this.deleteAll(DELETE_SURPLUS, { kept: MAX_ROWS, most: BATCH_ROWS }, isStopping);
  }

  /** Each batch is a short transaction. */
  private async deleteAll<Values>(
    statement: Runnable<Values, object>,
    values: NoInfer<Values>,
    isStopping: () => boolean,
  ): Promise<void> {
    for (let deleted = BATCH_ROWS; deleted === BATCH_ROWS && !isStopping();) {
      deleted = (await this.database.run(statement, values)).length;
    }
  }
}
