import {
  type BeforeApplicationShutdown,
  Injectable,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Database, Round } from 'offprint';
import { REMOVE_OLD } from './retries.sql.js';

const BATCH_ROWS = 500;
const ROUND = { name: 'remove-openai-answers', everyMs: 60_000 };

/** Removes answers and images after a day, in batches. A stop ends a run between two of them. */
@Injectable()
export class RetriesSweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private rounds?: Round;
  private isStopping = false;

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly database: Database,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds = new Round(this.registry, ROUND, () => this.sweep());
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
    for (let removed = BATCH_ROWS; removed >= BATCH_ROWS && !this.isStopping;) {
      const [row] = await this.database.run(REMOVE_OLD, { most: BATCH_ROWS });
      removed = row!.removed;
    }
  }
}

/** Runs in processes with the role `worker`. */
@Module({ providers: [RetriesSweeper] })
export class RetriesRemovalModule {}
