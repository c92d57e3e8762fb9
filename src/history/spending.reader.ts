import { Injectable } from '@nestjs/common';
import { Database } from '../database/index.js';

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

interface Row {
  part: string | null;
  charged: string;
  refunded: string;
  predictions: number;
  processing: number;
  completed: number;
}

/** $4: the beginning of each day, in order; only for days. */
const PARTS = {
  model: 'model_key',
  key: 'key_id::text',
  day: '(width_bucket(created_at, $4::timestamptz[]) - 1)::text',
} as const;

const SPENDING = (by: keyof typeof PARTS) => `
select ${PARTS[by]} as part, sum(cost) as charged, coalesce(sum(cost) filter (where status = 'failed'), 0) as refunded,
  count(*)::int as predictions, count(*) filter (where status = 'processing')::int as processing,
  count(*) filter (where status = 'completed')::int as completed
from predictions where account_id = $1 and created_at >= $2 and created_at < $3
group by 1
`;

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
    return (await this.database.list<Row>(accountId, SPENDING(part), [accountId, from, to])).map(asPart);
  }

  /**
   * The same by days. @param days when each begins, in order and not empty; the last one ends at `to`.
   * @returns only days on which something was started.
   */
  async byDay(accountId: string, days: readonly Date[], to: Date): Promise<SpendingPart[]> {
    return (await this.database.list<Row>(accountId, SPENDING('day'), [accountId, days[0], to, days])).map(
      asPart,
    );
  }
}

function asPart(row: Row): SpendingPart {
  return {
    ...row,
    charged: BigInt(row.charged),
    refunded: BigInt(row.refunded),
    failed: row.predictions - row.processing - row.completed,
  };
}
