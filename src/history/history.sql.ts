import { IS_MISDATED, PREDICTION_COLUMNS, PREDICTION_ROW, PredictionEntity } from '../generation/index.js';
import {
  columns,
  composition,
  rowOf,
  type RowOfColumns,
  sql,
  statement,
} from '../platform/database/index.js';

/** Only administrators see `provider`, the engine. */
export const HISTORY_ROW = {
  ...PREDICTION_ROW,
  ...rowOf(PredictionEntity, 'input', 'key_id', 'env', 'provider'),
};
export type HistoryRow = RowOfColumns<typeof HISTORY_ROW>;

export const HISTORY_COLUMNS = `${PREDICTION_COLUMNS}, ${columns<PredictionEntity>('input', 'key_id', 'env', 'provider')}`;

/** `created_exact` in UTC, as PostgreSQL formats it: a JavaScript date would lose the microseconds and with them the place in the list. */
export const PLACED_ROW = { ...HISTORY_ROW, created_exact: sql.text };
export type PlacedRow = RowOfColumns<typeof PLACED_ROW>;

/** An index of `predictions_history*` serves filters and order, newest first. */
export const LIST_PREDICTIONS = composition('history.list', {
  row: PLACED_ROW,
  samples: [
    ['account_id = $1', 21],
    [`account_id = $1 and status = 'processing' and (created_at, id) < ($2::timestamptz, $3::uuid)`, 21],
  ],
  text: (conditions: string, limit: number) => `
select ${HISTORY_COLUMNS}, (created_at at time zone 'utc')::text as created_exact
from predictions where ${conditions}
order by created_at desc, id desc limit ${limit}
`,
});

/** The primary key serves the order of ids, newest first. */
export const LIST_ALL_PREDICTIONS = composition('history.list-all', {
  row: HISTORY_ROW,
  samples: [['id < $1::uuid', 21]],
  text: (conditions: string, limit: number) => `
select ${HISTORY_COLUMNS}
from predictions where ${conditions}
order by id desc limit ${limit}
`,
});

/** `offset 0` keeps the conditions of a list out of the scan: with them the planner would read another index in whole. */
export const MISDATED_PREDICTIONS = `(select * from predictions where ${IS_MISDATED} offset 0) as misdated`;

/**
 * The range of ids contains every matching row that is not misdated, so the primary key serves times and order.
 * - misdated_ids: the misdated rows outside the range, from their own index.
 */
export const LIST_ALL_PREDICTIONS_BY_TIME = composition('history.list-all-by-time', {
  row: HISTORY_ROW,
  samples: [['created_at >= $1', 'id >= $2::uuid', 21]],
  text: (conditions: string, idRange: string, limit: number) => `
with misdated_ids as materialized (
  select id from ${MISDATED_PREDICTIONS} where ${conditions} and not (${idRange}) order by id desc limit ${limit}
)
(select ${HISTORY_COLUMNS}
 from predictions where ${conditions} and ${idRange} order by id desc limit ${limit})
union all
(select ${HISTORY_COLUMNS}
 from predictions where id = any(array(select id from misdated_ids)))
order by id desc limit ${limit}
`,
});

export const FIND_KEYS_ACCOUNT = statement('history.find-account-of-key', {
  parameters: { key: sql.uuid },
  row: { account_id: sql.uuid },
  text: 'select account_id from api_keys where id = $key',
});

/** Returns text, because a JavaScript date would lose the microseconds. The prediction may have been removed meanwhile. */
export const FIND_TIME = statement('history.find-time', {
  parameters: { prediction: sql.uuid },
  row: { created_at: sql.text },
  text: `
select created_at::text from predictions where id = $prediction
union all
select created_at::text from removed_predictions where id = $prediction
`,
});

export const FIND_REQUEST = statement('history.find-request', {
  parameters: { account: sql.uuid, prediction: sql.uuid.orNull },
  row: rowOf(PredictionEntity, 'input', 'key_id', 'env'),
  text: `
select ${columns<PredictionEntity>('input', 'key_id', 'env')} from predictions where account_id = $account and id = $prediction
`,
});
