/** Every statement about past predictions. Filters are conditions of `addFilters`, with their values after those named here. */
import {
  IS_MISDATED,
  PREDICTION_COLUMNS,
  type PredictionEntity,
  type PredictionRow,
} from '../generation/index.js';
import { columns, type RowOf } from '../platform/database/index.js';

/** Only administrators see `provider`, the engine. */
export type HistoryRow = PredictionRow & RowOf<PredictionEntity, 'input' | 'key_id' | 'env' | 'provider'>;

export const HISTORY_COLUMNS = `${PREDICTION_COLUMNS}, ${columns<PredictionEntity>('input', 'key_id', 'env', 'provider')}`;

/** `created_exact` in UTC, as PostgreSQL formats it: a JavaScript date would lose the microseconds and with them the place in the list. */
export type PlacedRow = HistoryRow & { created_exact: string };

/** LIST_PREDICTIONS: lists predictions of an account, newest first. An index of `predictions_history*` serves filters and order. */
export const LIST_PREDICTIONS = (conditions: string, limit: number) => `
select ${HISTORY_COLUMNS}, (created_at at time zone 'utc')::text as created_exact
from predictions where ${conditions}
order by created_at desc, id desc limit ${limit}
`;

/** LIST_ALL_PREDICTIONS: lists predictions of all accounts in the order of their ids, newest first. The primary key serves the order. */
export const LIST_ALL_PREDICTIONS = (conditions: string, limit: number) => `
select ${HISTORY_COLUMNS}
from predictions where ${conditions}
order by id desc limit ${limit}
`;

/** `offset 0` keeps the conditions of a list out of the scan: with them the planner would read another index in whole. */
export const MISDATED_PREDICTIONS = `(select * from predictions where ${IS_MISDATED} offset 0) as misdated`;

/**
 * LIST_ALL_PREDICTIONS_BY_TIME: as LIST_ALL_PREDICTIONS, for conditions on `created_at`. Parameters: those of the conditions.
 * The range of ids contains every matching row that is not misdated, so the primary key serves times and order.
 * - misdated_ids: the misdated rows outside the range, from their own index.
 */
export const LIST_ALL_PREDICTIONS_BY_TIME = (conditions: string, idRange: string, limit: number) => `
with misdated_ids as materialized (
  select id from ${MISDATED_PREDICTIONS} where ${conditions} and not (${idRange}) order by id desc limit ${limit}
)
(select ${HISTORY_COLUMNS}
 from predictions where ${conditions} and ${idRange} order by id desc limit ${limit})
union all
(select ${HISTORY_COLUMNS}
 from predictions where id = any(array(select id from misdated_ids)))
order by id desc limit ${limit}
`;

/** FIND_KEYS_ACCOUNT: the account of key $1. */
export const FIND_KEYS_ACCOUNT = `select account_id from api_keys where id = $1`;

/**
 * FIND_TIME: the time of prediction $1 as text, because a JavaScript date would lose the microseconds. It may have been removed
 * since it was the last row of a page.
 */
export const FIND_TIME = `
select created_at::text from predictions where id = $1
union all
select created_at::text from removed_predictions where id = $1
`;

/** FIND_REQUEST: what prediction $2 of account $1 was asked for. */
export const FIND_REQUEST = `
select ${columns<PredictionEntity>('input', 'key_id', 'env')} from predictions where account_id = $1 and id = $2
`;
