import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config, Database, Round } from 'offprint';
import { REMOVE_RECORDS } from './request-records.sql.js';
import { ROUNDS } from './rounds.js';

const BATCH_ROWS = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Removes records in batches; with `REQUEST_LOG_DAYS=0` all of them. A stop ends a run between two batches. */
@Injectable()
export class RequestSweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private rounds?: Round;
  private isStopping = false;

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  onApplicationBootstrap(): void {
    const { everyMs } = ROUNDS['remove-request-records'];
    this.rounds = new Round(this.registry, { name: 'remove-request-records', everyMs }, () => this.sweep());
  }

  /** Joins a run in progress. @throws the error of the run. */
  async round(): Promise<void> {
    await this.rounds?.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.rounds?.stop();
  }

  private async sweep(): Promise<void> {
    // Each batch starts behind the one before: until a vacuum, the index still has the entries of removed records.
    let from = FIRST_ID;
    for (let removed = BATCH_ROWS; removed === BATCH_ROWS && !this.isStopping;) {
      const { days } = this.config.requestLog;
      const [row] = await this.database.run(REMOVE_RECORDS, { days, most: BATCH_ROWS, from });
      removed = row!.removed;
      from = row!.last ?? from;
    }
  }
}
