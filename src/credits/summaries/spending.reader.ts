import { Injectable } from '@nestjs/common';
import { Database, type RowOfStatement } from '../../platform/database/index.js';
import { PREDICTIONS_SPENDING, SPENDING, type SpendingGroup, type SpendingRow } from './summaries.sql.js';

/** Amounts in thousandths of a credit. */
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

const QUARTER_MS = 900_000;

/** With more unsummed entries of the account, adding up the predictions is not slower. */
const MAX_UNSUMMED = 50_000;

/**
 * Reads what an account's predictions cost, at any moment exactly: the sums, and in the same snapshot the entries that are
 * not summed yet. Charge and refund both count at the time at which the prediction was created. At both ends of a range,
 * where it does not begin or end with a quarter of an hour, it reads the predictions.
 */
@Injectable()
export class SpendingReader {
  constructor(private readonly database: Database) {}

  /** Includes `from`, excludes `to`. */
  async by(part: 'model' | 'key', accountId: string, from: Date, to: Date): Promise<SpendingPart[]> {
    return this.read(part, accountId, from, to, []);
  }

  /** @param days the start of each day, in order and not empty; the last day ends at `to`. @returns only days with predictions. */
  async byDay(accountId: string, days: readonly Date[], to: Date): Promise<SpendingPart[]> {
    return this.read('day', accountId, days[0]!, to, days);
  }

  private async read(by: SpendingGroup, accountId: string, from: Date, to: Date, days: readonly Date[]) {
    const [first, end] = [ceilQuarter(from), floorQuarter(to)];
    const range = { account: accountId, from, to, days };
    // Days of the local mean time of before 1972 may begin within a quarter of an hour.
    if (first < end && days.slice(1).every(isQuarter)) {
      const rows = await this.database.list(accountId, SPENDING[by], {
        ...range,
        first,
        end,
        most: MAX_UNSUMMED + 1,
      });
      if (rows[0]!.unsummed <= MAX_UNSUMMED) return rows.filter(hasPredictions).map(asPart);
    }
    return (await this.database.list(accountId, PREDICTIONS_SPENDING[by], range)).map(asPart);
  }
}

const ceilQuarter = (instant: Date) => new Date(Math.ceil(instant.getTime() / QUARTER_MS) * QUARTER_MS);
const floorQuarter = (instant: Date) => new Date(Math.floor(instant.getTime() / QUARTER_MS) * QUARTER_MS);
const isQuarter = (instant: Date) => instant.getTime() % QUARTER_MS === 0;

type SummedRow = RowOfStatement<typeof SPENDING.model>;
const hasPredictions = (row: SummedRow): row is SummedRow & SpendingRow => row.predictions !== null;

function asPart({ part, charged, refunded, predictions, completed, failed }: SpendingRow): SpendingPart {
  return {
    part,
    charged: BigInt(charged),
    refunded: BigInt(refunded),
    predictions,
    processing: predictions - completed - failed,
    completed,
    failed,
  };
}
