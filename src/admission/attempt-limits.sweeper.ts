import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Database } from '../database/index.js';
import { Sweeper } from '../schedule/index.js';
import { DELETE_EXPIRED, DELETE_SURPLUS } from './attempt-limits.sql.js';

const ROUND_MS = 30_000;
const BATCH = 1_000;
/** About 30 MB. A subject that is forgotten starts with an empty window. */
export const MAX_ROWS = 100_000;

/** Deletes attempt windows that are over, and bounds their number whatever callers send. */
@Injectable()
export class AttemptLimitsSweeper extends Sweeper {
  constructor(
    registry: SchedulerRegistry,
    private readonly database: Database,
  ) {
    super(registry, 'attempt-limits', ROUND_MS);
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    await this.deleteAll(DELETE_EXPIRED, [BATCH], isStopping);
    await this.deleteAll(DELETE_SURPLUS, [MAX_ROWS, BATCH], isStopping);
  }

  /** Short statements: each batch is one transaction. */
  private async deleteAll(statement: string, values: number[], isStopping: () => boolean): Promise<void> {
    for (let deleted = BATCH; deleted === BATCH && !isStopping();) {
      deleted = (await this.database.query(statement, values)).length;
    }
  }
}
