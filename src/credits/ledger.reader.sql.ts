import { columns, composition, rowOf, type RowOfColumns, sql } from '../platform/database/index.js';
import type { LedgerEntry } from './credits.dto.js';
import { knownPrediction } from './known-predictions.sql.js';
import { LedgerTransferEntity } from './ledger-transfer.entity.js';
import { quarterOf } from './summaries/summaries.sql.js';

const ENTRY_COLUMNS = `${columns<LedgerTransferEntity>('id', 'kind', 'balance_after', 'prediction_id', 'note', 'created_at')},
  case destination when 'wallet' then amount else -amount end as signed,
  (${knownPrediction(['model_key'], 'prediction_id')}) as model_key`;

const ENTRY = {
  ...rowOf(LedgerTransferEntity, 'id', 'balance_after', 'prediction_id', 'note', 'created_at'),
  ...{ kind: sql.text.as<LedgerEntry['kind']>(), signed: sql.bigint, model_key: sql.text.orNull },
};

export type LedgerRow = RowOfColumns<typeof ENTRY>;

/** Captures are left out: they move only held credits. */
export const ENTRIES = composition('credits.entries', {
  row: ENTRY,
  samples: [['$1', 'true', 1]],
  text: (account: string, conditions: string, limit: number) => `
select ${ENTRY_COLUMNS}
from ledger_transfers where account_id = ${account} and kind <> 'capture' and ${conditions}
order by id desc limit ${limit}
`,
});

/** Parameters of a statement, such as `$2`. */
export interface TimeBounds {
  from?: string;
  to?: string;
}

/**
 * Entries of old dates are found by the range of ids of their quarters of an hour, so newer ones are not read. Exact: the conditions
 * include the dates.
 *
 * - positions: up to which entry the ranges are known; every later one is read.
 * - id_ranges: the ids of the entries of that time, up to the position; null when there are none.
 */
export const ENTRIES_BETWEEN = composition('credits.entries-between', {
  row: ENTRY,
  samples: [
    ['$1', 'true', 1, { from: '$2' }],
    ['$1', 'true', 1, { from: '$2', to: '$3' }],
  ],
  text: (account: string, conditions: string, limit: number, { from, to }: TimeBounds) => `
with positions as materialized (
  select entries_to from summary_position
),
id_ranges as materialized (
  select min(first_entry) as first_entry, max(last_entry) as last_entry from ledger_quarters
  where account_id = ${account} ${from ? `and quarter >= ${quarterOf(`${from}::timestamptz`)}` : ''} ${to ? `and quarter <= ${to}::timestamptz` : ''}
)
(select ${ENTRY_COLUMNS}
 from ledger_transfers where account_id = ${account} and id > (select entries_to from positions) and kind <> 'capture' and ${conditions}
 order by id desc limit ${limit})
union all
(select ${ENTRY_COLUMNS}
 from ledger_transfers where account_id = ${account} and id <= (select entries_to from positions)
   and id between (select first_entry from id_ranges) and (select last_entry from id_ranges) and kind <> 'capture' and ${conditions}
 order by id desc limit ${limit})
order by id desc limit ${limit}
`,
});
