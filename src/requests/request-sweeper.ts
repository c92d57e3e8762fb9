import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../platform/config/index.js';
import { Database } from '../platform/database/index.js';
import { Sweeper } from '../platform/schedule/index.js';
import { REMOVE_RECORDS } from './request-records.sql.js';

const BATCH_ROWS = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Removal {
  removed: number;
  last: string | null;
}

/** Removes the records of requests that are older than `REQUEST_LOG_DAYS`, in batches; with 0 days all of them. */
@Injectable()
export class RequestSweeper extends Sweeper {
  constructor(
    registry: SchedulerRegistry,
    private readonly config: Config,
    private readonly database: Database,
  ) {
    super(registry, 'remove-request-records');
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    // Each batch starts behind the one before: until a vacuum, the index still has the entries of removed records.
    let from = FIRST_ID;
    for (let removed = BATCH_ROWS; removed === BATCH_ROWS && !isStopping();) {
      const values = [this.config.requestLog.days, BATCH_ROWS, from];
      const [row] = await this.database.query<Removal>(REMOVE_RECORDS, values);
      removed = row!.removed;
      from = row!.last ?? from;
    }
  }
}
