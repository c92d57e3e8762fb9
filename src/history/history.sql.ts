/** Every statement about past predictions. Filters are conditions of `addFilters`, with their values after those named here. */
import { columns } from '../database/index.js';
import { PREDICTION_COLUMNS, type PredictionEntity, type PredictionRow } from '../generation/index.js';

export type HistoryRow = PredictionRow & {
  input: Record<string, unknown>;
  key_id: string | null;
  env: 'live' | 'test';
};

export const HISTORY_COLUMNS = `${PREDICTION_COLUMNS}, ${columns<PredictionEntity>('input', 'key_id', 'env')}`;

/** `created_exact` in UTC, as PostgreSQL formats it: a JavaScript date would lose the microseconds and with them the place in the list. */
export type PlacedRow = HistoryRow & { created_exact: string };

/** LIST_PREDICTIONS: lists predictions of an account, newest first. An index of `predictions_history*` serves filters and order. */
export const LIST_PREDICTIONS = (conditions: string, limit: number) => `
select ${HISTORY_COLUMNS}, (created_at at time zone 'utc')::text as created_exact
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

/**
 * MISDATED: the condition of the index `predictions_misdated`. `created_at` and the time in the id are more than 5 minutes
 * apart, because the clocks of the process and of the database were. Takes the first 32 of the 48 bits of the id's
 * milliseconds: units of 65.536 s.
 */
const MISDATED = `(created_at - to_timestamp(('x' || left(id::text, 8))::bit(32)::bigint * 65.536::float8))
  not between interval '-5 minutes' and interval '5 minutes'`;

/** `offset 0` keeps the conditions of a list out of the scan: with them the planner would read another index in whole. */
const MISDATED_PREDICTIONS = `(select * from predictions where ${MISDATED} offset 0) as misdated`;

/**
 * LIST_ALL_PREDICTIONS_BY_TIME: as LIST_ALL_PREDICTIONS, for conditions on `created_at`. Parameters: those of the conditions.
 * The range of ids contains every matching row that is not misdated, so the primary key serves times and order.
 * - misdated_ids: the misdated rows outside the range, from their own index.
 */
export const LIST_ALL_PREDICTIONS_BY_TIME = (conditions: string, idRange: string, limit: number) => `
with misdated_ids as materialized (
  select id from ${MISDATED_PREDICTIONS} where ${conditions} and not (${idRange}) order by id desc limit ${limit}
)
(select ${HISTORY_COLUMNS}, ${columns<PredictionEntity>('provider')}
 from predictions where ${conditions} and ${idRange} order by id desc limit ${limit})
union all
(select ${HISTORY_COLUMNS}, ${columns<PredictionEntity>('provider')}
 from predictions where id = any(array(select id from misdated_ids)))
order by id desc limit ${limit}
`;

/**
 * LIST_PREDICTIONS_BY_ID: lists predictions of one account in the order of their ids, newest first. Parameters: those of the
 * conditions, which name the account. No index has that order for an account; the one by `created_at` has almost.
 * @param before a condition on `created_at` that every row before the page's start meets unless it is misdated.
 * @param drift twice the largest distance between id and `created_at`, as an interval.
 * - newest_predictions: as many as a page has by `created_at`.
 * - oldest_times: a time that no row of the page precedes. Without a full page: the beginning.
 * - dated_ids: all since then, more than the page.
 * - misdated_ids: the misdated rows, from their own index.
 */
export const LIST_PREDICTIONS_BY_ID = (conditions: string, before: string, drift: string, limit: number) => `
with newest_predictions as materialized (
  select created_at from predictions where ${conditions} and ${before} and not (${MISDATED})
  order by created_at desc, id desc limit ${limit}
),
oldest_times as materialized (
  select case when count(*) = ${limit} then min(created_at) - interval '${drift}' else '-infinity' end as at from newest_predictions
),
dated_ids as materialized (
  select id from predictions
  where ${conditions} and ${before} and not (${MISDATED}) and created_at >= (select at from oldest_times)
),
misdated_ids as materialized (
  select id from ${MISDATED_PREDICTIONS} where ${conditions} order by id desc limit ${limit}
)
select ${HISTORY_COLUMNS}, ${columns<PredictionEntity>('provider')} from predictions
where id = any(array(
  select id from (select id from dated_ids union all select id from misdated_ids) ids order by id desc limit ${limit}))
order by id desc
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
