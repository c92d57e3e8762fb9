/** Sums are by hours and days in UTC: a range of whole hours is made of the days in it and of the hours at its ends. */
import { statement } from '../../platform/database/index.js';
import { knownPrediction } from '../known-predictions.sql.js';
import { PART, POSITION, positionOf, sumPart } from '../summaries/ledger-walk.sql.js';

const EPOCH = `timestamptz '1970-01-01 00:00Z'`;

/** @param length SQL expression of an interval. */
export const startOf = (length: string, instant: string) => `date_bin(${length}, ${instant}, ${EPOCH})`;

export const LENGTH_OF = { hour: `interval '1 hour'`, day: `interval '1 day'` };

export const MOVEMENTS = ['grant', 'adjustment', 'debt', 'expiry'] as const;

/** The figures of which the amounts are added up: all but `failure` and `account`, which repeat refunds and charges. */
export const AMOUNTS = ['charge', 'capture', 'refund', ...MOVEMENTS] as const;

export const ENTRY_COLUMNS = 'id, account_id, prediction_id, kind, destination, amount, created_at';

/**
 * Entries of the CTE `from` (ENTRY_COLUMNS) with the time at which they count and with what their prediction has. The lateral joins force
 * an index lookup per entry. An entry without its prediction is left out: the ledger's verification reports it.
 */
export const placedEntries = (from: string) => `
  select e.id, e.account_id, e.kind, e.destination, e.amount, p.model_key, f.error_code, coalesce(p.created_at, e.created_at) as counted_at
  from ${from} e
  left join lateral (${knownPrediction(['model_key', 'created_at'], 'e.prediction_id')}) p on true
  left join lateral (
    select error_code from predictions where e.kind = 'refund' and id = e.prediction_id limit 1) f on true
  where e.prediction_id is null or p.model_key is not null`;

/** The figures in which a placed entry `e` is. */
export const FIGURES_OF = `(
    select e.kind as figure, coalesce(e.model_key, e.destination) as value
    union all select 'failure', coalesce(e.error_code, '') where e.kind = 'refund'
    union all select 'account', e.account_id::text where e.kind = 'charge'
  ) g`;

export const OVERVIEW_POSITION = statement('credits.overview-position', {
  parameters: {},
  row: POSITION,
  text: positionOf('overview_position'),
});

/**
 * Adds up the entries of all accounts.
 *
 * - placed_entries: with the time at which they count.
 * - sums: the sums of the part, added to those of earlier parts.
 */
export const SUM_OVERVIEW_PART = statement('credits.sum-overview-part', {
  ...PART,
  text: sumPart(
    'overview_position',
    ENTRY_COLUMNS,
    `placed_entries as materialized (${placedEntries('entries')}
),
sums as (
  insert into overview_sums as s (span, figure, starts_at, value, entries, amount, first_entry, last_entry)
  select t.span, g.figure, t.starts_at, g.value, count(*), sum(e.amount), min(e.id), max(e.id)
  from placed_entries e cross join lateral ${FIGURES_OF}
  cross join lateral (values
    ('hour', ${startOf(LENGTH_OF.hour, 'e.counted_at')}), ('day', ${startOf(LENGTH_OF.day, 'e.counted_at')}), ('all', ${EPOCH})
  ) t (span, starts_at)
  where t.span <> 'all' or g.figure <> 'account'
  group by 1, 2, 3, 4
  on conflict (span, figure, starts_at, value) do update set entries = s.entries + excluded.entries,
    amount = s.amount + excluded.amount, last_entry = excluded.last_entry
)`,
  ),
});
