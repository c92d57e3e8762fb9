import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import type { ClaimedPrediction } from '../prediction.js';
import type { FreeCapacity } from './free-capacity.js';
import {
  CLAIM_SUSPECT,
  COUNT_ISOLATED_CRASH,
  HAS_DUE_SUSPECTS,
  type IsolatedCrash,
  UNMARK_SUSPECT,
} from './suspect.queue.sql.js';

@Injectable()
export class SuspectQueue {
  constructor(private readonly database: Database) {}

  async hasDue(free: FreeCapacity[]): Promise<boolean> {
    const [row] = await this.database.run(HAS_DUE_SUSPECTS, capacitiesOf(free));
    return row!.found;
  }

  /** Null when no suspect is due. */
  async claim(
    free: FreeCapacity[],
    workerId: number,
    leaseSeconds: number,
  ): Promise<ClaimedPrediction | null> {
    const claim = { ...capacitiesOf(free), worker: workerId, leaseSeconds };
    const [row] = await this.database.run(CLAIM_SUSPECT, claim);
    return row ?? null;
  }

  /** @returns the prediction that the crashed process ran, if any. */
  async countCrash(workerId: number): Promise<IsolatedCrash[]> {
    return this.database.run(COUNT_ISOLATED_CRASH, { worker: workerId });
  }

  /** A suspect that passed a step returns to the normal queue once. */
  async unmark({ id, fence }: { id: string; fence: number }): Promise<void> {
    await this.database.run(UNMARK_SUSPECT, { id, fence });
  }
}

const capacitiesOf = (free: FreeCapacity[]) => ({
  engines: free.map(({ provider }) => provider),
  submits: free.map(({ submits }) => submits),
  polls: free.map(({ polls }) => polls),
  placeLimits: free.map(({ placeLimit }) => placeLimit ?? null),
});
