import { Injectable } from '@nestjs/common';
import { Database } from '../database/index.js';
import { ADD_UP_SPENDING, type SpendingRow } from './history.sql.js';

/** What some of an account's predictions came to. Thousandths of a credit. */
export interface SpendingPart {
  /** Model key; key id as in the database (null: the dashboard); or the place of a day among those asked for, from 0. */
  part: string | null;
  charged: bigint;
  /** Given back of what was charged, because they failed. */
  refunded: bigint;
  predictions: number;
  processing: number;
  completed: number;
  failed: number;
}

/**
 * What an account's predictions cost it. Read from the predictions and not from the ledger, which has no index by time
 * (one would cost every charge): each is charged its cost exactly once and given it back if and only if it failed, and
 * the verification of the ledger checks just that. So charge and refund both count at the time it was started.
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
   * The same by days. @param days when each begins, in order and not empty; the last one ends at `to`.
   * @returns only days on which something was started.
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
