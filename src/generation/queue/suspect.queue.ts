import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import type { ClaimedPrediction } from '../prediction.js';
import type { FreeCapacity } from './free-capacity.js';
import {
  CLAIM_SUSPECT,
  COUNT_ISOLATED_CRASH,
  HAS_DUE_SUSPECTS,
  UNMARK_SUSPECT,
} from './suspect.queue.sql.js';

export interface IsolatedCrash {
  id: string;
  crashes: number;
  isolated_crashes: number;
}

/** Runs the statements about suspects: predictions with so many crashes that they must not run beside others. */
@Injectable()
export class SuspectQueue {
  constructor(private readonly database: Database) {}

  async hasDue(free: FreeCapacity[]): Promise<boolean> {
    const [row] = await this.database.prepared<{ found: boolean }>('has-due-suspects', HAS_DUE_SUSPECTS, [
      ...columnsOf(free),
    ]);
    return row!.found;
  }

  /** Claims one suspect; null when none is due. */
  async claim(
    free: FreeCapacity[],
    workerId: number,
    leaseSeconds: number,
  ): Promise<ClaimedPrediction | null> {
    const values = [...columnsOf(free), workerId, leaseSeconds];
    const [row] = await this.database.prepared<ClaimedPrediction>('claim-suspect', CLAIM_SUSPECT, values);
    return row ?? null;
  }

  /** Counts the crash of an isolated process. @returns the prediction that it ran, if any. */
  async countCrash(workerId: number): Promise<IsolatedCrash[]> {
    return this.database.prepared<IsolatedCrash>('count-isolated-crash', COUNT_ISOLATED_CRASH, [workerId]);
  }

  /** Returns a suspect that passed a step to the normal queue, once. */
  async unmark({ id, fence }: { id: string; fence: number }): Promise<void> {
    await this.database.prepared('unmark-suspect', UNMARK_SUSPECT, [id, fence]);
  }
}

const columnsOf = (free: FreeCapacity[]): [string[], number[], number[], (number | null)[]] => [
  free.map(({ provider }) => provider),
  free.map(({ submits }) => submits),
  free.map(({ polls }) => polls),
  free.map(({ placeLimit }) => placeLimit ?? null),
];
