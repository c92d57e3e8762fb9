/** Reads of administrators are bounded and share the lane of lists. */
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
  accounts: AccountQueue[];
}

/** One owner per list, so that a slow list does not use up the time of the others. */
const OWNERS = { queue: 'system.queue', settled: 'system.settled', failures: 'system.failures' };

@Injectable()
export class QueueState {
  constructor(private readonly database: Database) {}

  async queue(): Promise<Queue> {
    const [row] = await this.database.list(OWNERS.queue, QUEUE, {});
    const { counted, engines, accounts } = row!;
    return { isComplete: counted <= MAX_COUNTED, engines, accounts };
  }

  async settled(windows: readonly number[]): Promise<RowOfStatement<typeof SETTLEMENTS>[]> {
    return this.database.list(OWNERS.settled, SETTLEMENTS, { windows });
  }

  /** Reads 1,000 settlements of the last hour at most. */
  async engineFailures(): Promise<RowOfStatement<typeof ENGINE_FAILURES>[]> {
    return this.database.list(OWNERS.failures, ENGINE_FAILURES, {});
  }
}
