/** Every statement about past predictions. Filters are conditions of `addFilters`, with their values after those named here. */
import { columns } from '../database/index.js';
import { PREDICTION_COLUMNS, type PredictionEntity, type PredictionRow } from '../generation/index.js';

export type HistoryRow = PredictionRow & {
  input: Record<string, unknown>;
  key_id: string | null;
  env: 'live' | 'test';
};

const HISTORY_COLUMNS = `${PREDICTION_COLUMNS}, ${columns<PredictionEntity>('input', 'key_id', 'env')}`;

/** With microseconds, as text: a JavaScript date would lose the last three digits and with them the place in the list. */
export type PlacedRow = HistoryRow & { created_exact: string };

/** LIST_PREDICTIONS: lists predictions of an account, newest first. An index of `predictions_history*` serves filters and order. */
export const LIST_PREDICTIONS = (conditions: string, limit: number) => `
select ${HISTORY_COLUMNS},
  to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_exact
from predictions where ${conditions}
order by created_at desc, id desc limit ${limit}
`;

export type OwnedRow = HistoryRow & { provider: string };

/** LIST_ALL_PREDICTIONS: lists predictions of all accounts in the order of their ids, newest first. The primary key serves the order. */
export const LIST_ALL_PREDICTIONS = (conditions: string, limit: number) => `
select ${HISTORY_COLUMNS}, ${columns<PredictionEntity>('provider')}
from predictions where ${conditions}
order by id desc limit ${limit}
`;

/** FIND_REQUEST: what prediction $2 of account $1 was asked for. */
export const FIND_REQUEST = `
select ${columns<PredictionEntity>('input', 'key_id', 'env')} from predictions where account_id = $1 and id = $2
`;

/** What predictions are added up by. $4 of days: the beginning of each, in order. */
const PARTS = {
  model: 'model_key',
  key: 'key_id::text',
  day: '(width_bucket(created_at, $4::timestamptz[]) - 1)::text',
} as const;

export interface SpendingRow {
  part: string | null;
  charged: string;
  refunded: string;
  predictions: number;
  processing: number;
  completed: number;
}

/** ADD_UP_SPENDING: adds up the predictions of account $1 created in [$2, $3) by model, key or day (the place of the day in $4, from 0). */
export const ADD_UP_SPENDING = (by: keyof typeof PARTS) => `
select ${PARTS[by]} as part, sum(cost) as charged, coalesce(sum(cost) filter (where status = 'failed'), 0) as refunded,
  count(*)::int as predictions, count(*) filter (where status = 'processing')::int as processing,
  count(*) filter (where status = 'completed')::int as completed
from predictions where account_id = $1 and created_at >= $2 and created_at < $3
group by 1
`;
