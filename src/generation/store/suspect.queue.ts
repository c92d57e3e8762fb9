import { Injectable } from '@nestjs/common';
import { Database } from '../../database/index.js';
import type { ClaimedPrediction } from './prediction.js';
import type { Room } from './prediction.queue.js';
import { CLAIM_SUSPECT, COUNT_ISOLATED_CRASH, HAS_DUE_SUSPECTS, TRUST_AGAIN } from './suspect.queue.sql.js';

export interface IsolatedCrash {
  id: string;
  crashes: number;
  isolated_crashes: number;
}

/** The statements about suspects: predictions that have been in too many crashes to run beside others. */
@Injectable()
export class SuspectQueue {
  constructor(private readonly database: Database) {}

  async hasDue(room: Room[]): Promise<boolean> {
    const [row] = await this.database.prepared<{ found: boolean }>('has-due-suspects', HAS_DUE_SUSPECTS, [
      ...columnsOf(room),
    ]);
    return row!.found;
  }

  async claim(room: Room[], workerId: number, leaseSeconds: number): Promise<ClaimedPrediction | null> {
    const values = [...columnsOf(room), workerId, leaseSeconds];
    const [row] = await this.database.prepared<ClaimedPrediction>('claim-suspect', CLAIM_SUSPECT, values);
    return row ?? null;
  }

  /** @returns what the process was running: one prediction, or none. */
  async countCrash(workerId: number): Promise<IsolatedCrash[]> {
    return this.database.prepared<IsolatedCrash>('count-isolated-crash', COUNT_ISOLATED_CRASH, [workerId]);
  }

  async trustAgain({ id, fence }: { id: string; fence: number }): Promise<void> {
    await this.database.prepared('trust-suspect-again', TRUST_AGAIN, [id, fence]);
  }
}

const columnsOf = (room: Room[]): [string[], number[], number[]] => [
  room.map(({ provider }) => provider),
  room.map(({ places }) => places),
  room.map(({ polls }) => polls),
];
