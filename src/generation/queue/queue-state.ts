/** Reads the queue and what was settled lately, for administrators. Its reads are bounded and share the lane of lists. */
import { Injectable } from '@nestjs/common';
import { Database, type RowOfStatement } from '../../platform/database/index.js';
import {
  type AccountQueue,
  ENGINE_FAILURES,
  type EngineQueue,
  MAX_COUNTED,
  QUEUE,
  SETTLEMENTS,
} from './queue-state.sql.js';

export interface Queue {
  /** False: there are more predictions than were counted, and the counts are of those with the nearest deadlines. */
  isComplete: boolean;
  engines: EngineQueue[];
  /** Those with the most waiting predictions. */
  accounts: AccountQueue[];
}

/** One owner per list: a list that takes its time does not use up that of the others. */
const OWNERS = { queue: 'system.queue', settled: 'system.settled', failures: 'system.failures' };

@Injectable()
export class QueueState {
  constructor(private readonly database: Database) {}

  async queue(): Promise<Queue> {
    const [row] = await this.database.list(OWNERS.queue, QUEUE, {});
    const { counted, engines, accounts } = row!;
    return { isComplete: counted <= MAX_COUNTED, engines, accounts };
  }

  /** Counts what was settled in each of the last `windows` seconds. */
  async settled(windows: readonly number[]): Promise<RowOfStatement<typeof SETTLEMENTS>[]> {
    return this.database.list(OWNERS.settled, SETTLEMENTS, { windows });
  }

  /** Counts failures among the newest settlements of the last hour, by engine; 1,000 settlements at most. */
  async engineFailures(): Promise<RowOfStatement<typeof ENGINE_FAILURES>[]> {
    return this.database.list(OWNERS.failures, ENGINE_FAILURES, {});
  }
}
