import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Config } from '../config/index.js';
import { Database, isDatabaseUnavailable } from '../database/index.js';
import { DELETE_EXPIRED, DELETE_SURPLUS } from './attempt-limits.sql.js';

const ROUND_MS = 30_000;
const BATCH = 1_000;
/** About 30 MB. A subject that is forgotten starts with an empty window. */
export const MAX_ROWS = 100_000;

/** Deletes attempt windows that are over, and bounds their number whatever callers send. */
@Injectable()
export class AttemptLimitsSweeper {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  @Interval('attempt-limits', ROUND_MS)
  async round(): Promise<void> {
    if (!this.config.roles.has('api')) return;
    try {
      await this.deleteAll(DELETE_EXPIRED, [BATCH]);
      await this.deleteAll(DELETE_SURPLUS, [MAX_ROWS, BATCH]);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }

  /** Short statements: each batch is one transaction. */
  private async deleteAll(statement: string, values: number[]): Promise<void> {
    for (let deleted = BATCH; deleted === BATCH;) {
      deleted = (await this.database.query(statement, values)).length;
    }
  }
}
