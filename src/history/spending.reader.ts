import { Injectable } from '@nestjs/common';
import { Database } from '../database/index.js';
import { ADD_UP_SPENDING, type SpendingRow } from './history.sql.js';

/** The totals of some of an account's predictions, in thousandths of a credit. */
export interface SpendingPart {
  /** The model key; the key id as in the database (null: the dashboard); or the index of a requested day, from 0. */
  part: string | null;
  charged: bigint;
  /** The part of `charged` that was refunded because predictions failed. */
  refunded: bigint;
  predictions: number;
  processing: number;
  completed: number;
  failed: number;
}

/**
 * Reads what an account's predictions cost. It reads the predictions and not the ledger, which has no index by time
 * (it would slow down every charge): each prediction is charged its cost exactly once and refunded if and only if it
 * failed, which the verification of the ledger checks. So charge and refund both count at the time of creation.
 */
@Injectable()
export class SpendingReader {
  constructor(private readonly database: Database) {}

  /** Predictions started in [from, to). */
  async by(part: 'model' | 'key', accountId: string, from: Date, to: Date): Promise<SpendingPart[]> {
    return (
      await this.database.list<SpendingRow>(accountId, ADD_UP_SPENDING(part), [accountId, from, to])
    ).map(asPart);
  }

  /**
   * Totals by day. @param days the start of each day, in order and not empty; the last day ends at `to`.
   * @returns only days with predictions.
   */
  async byDay(accountId: string, days: readonly Date[], to: Date): Promise<SpendingPart[]> {
    return (
      await this.database.list<SpendingRow>(accountId, ADD_UP_SPENDING('day'), [accountId, days[0], to, days])
    ).map(asPart);
  }
}

function asPart(row: SpendingRow): SpendingPart {
  return {
    ...row,
    charged: BigInt(row.charged),
    refunded: BigInt(row.refunded),
    failed: row.predictions - row.processing - row.completed,
  };
}
