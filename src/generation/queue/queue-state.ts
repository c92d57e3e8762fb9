/** Reads the queue and what was settled lately, for administrators. Its reads are bounded and share the lane of lists. */
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import { ENGINE_FAILURES, MAX_COUNTED, QUEUE, SETTLEMENTS } from './queue-state.sql.js';

export interface Queue {
  /** False: there are more predictions than were counted, and the counts are of those with the nearest deadlines. */
  isComplete: boolean;
  engines: {
    provider: string;
    waiting: number;
    running: number;
    oldest_waiting_seconds: number | null;
  }[];
  /** Those with the most waiting predictions. `account_id` as in the database. */
  accounts: { account_id: string; waiting: number; oldest_waiting_seconds: number }[];
}

export interface SettledCount {
  seconds: number;
  completed: number;
  failed: number;
  is_estimate: boolean;
}

export interface EngineFailures {
  provider: string;
  settled: number;
  failed: number;
}

/** One owner per list: a list that takes its time does not use up that of the others. */
const OWNERS = { queue: 'system.queue', settled: 'system.settled', failures: 'system.failures' };

@Injectable()
export class QueueState {
  constructor(private readonly database: Database) {}

  async queue(): Promise<Queue> {
    const [row] = await this.database.list<Queue & { counted: number }>(OWNERS.queue, QUEUE);
    const { counted, engines, accounts } = row!;
    return { isComplete: counted <= MAX_COUNTED, engines, accounts };
  }

  /** Counts what was settled in each of the last `windows` seconds. */
  async settled(windows: readonly number[]): Promise<SettledCount[]> {
    return this.database.list<SettledCount>(OWNERS.settled, SETTLEMENTS, [windows]);
  }

  /** Counts failures among the newest settlements of the last hour, by engine; 1,000 settlements at most. */
  async engineFailures(): Promise<EngineFailures[]> {
    return this.database.list<EngineFailures>(OWNERS.failures, ENGINE_FAILURES);
  }
}
