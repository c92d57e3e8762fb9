import { rowOf, sql, statement } from '../../platform/database/index.js';
import { knownPredictions } from '../known-predictions.sql.js';
import { COUNT_FINDINGS, FINDING, findings } from '../ledger-findings.sql.js';
import { OverviewPositionEntity } from './overview-position.entity.js';
import {
  AMOUNTS,
  ENTRY_COLUMNS,
  FIGURES_OF,
  LENGTH_OF,
  MOVEMENTS,
  placedEntries,
  startOf,
} from './overview-sums.sql.js';

const array = (names: readonly string[]) => `array[${names.map((name) => `'${name}'`).join(', ')}]`;

/** The last entry in the sums, for OVERVIEW_VERIFIED when the walk that begins now has ended. */
export const SUMMED_OVERVIEW = statement('credits.summed-overview', {
  parameters: {},
  row: rowOf(OverviewPositionEntity, 'entries_to'),
  text: 'select entries_to from overview_position',
});

/**
 * Verifies the first hour after `after` that has an entry after `verifiedTo`, and the day of `after` when that hour is in another one.
 * After the last hour: the sums in all. It adds up the entries up to the position, in one snapshot with it.
 *
 * The error codes of removed predictions are not known any more: of failures, the number is compared, and that each code has no
 * fewer than the predictions that are still there.
 *
 * - hours: the hour; null after the last.
 * - recorded_sums: its rows of overview_sums. The lateral joins here and below force index lookups.
 * - entries: the summed entries of the predictions created in it by the accounts that it has, and its other entries.
 * - placed_entries: with their figures.
 * - expected_sums: what the rows should be.
 * - left_days: the day of `after`, if the walk leaves it.
 * - compared_overview: rows beside what they should be, as text; null when there is no such row.
 * - part: the figures of the part.
 */
export const OVERVIEW = statement('credits.verify-overview', {
  parameters: { after: sql.timestamptz, verifiedTo: sql.bigint },
  row: { hour_to: sql.timestamptz.orNull, findings_total: sql.bigint, ...FINDING, subject: sql.text.orNull },
  text: `
with hours as materialized (
  select min(s.starts_at) as starts_at from unnest(${array(AMOUNTS)}) f (figure) cross join lateral (
    select starts_at from overview_sums
    where span = 'hour' and figure = f.figure and starts_at > $after::timestamptz and last_entry > $verifiedTo::bigint
    order by starts_at limit 1) s
),
recorded_sums as materialized (
  select s.* from hours h cross join unnest(${array([...AMOUNTS, 'account', 'failure'])}) f (figure) cross join lateral (
    select figure, value, entries, amount, first_entry, last_entry from overview_sums
    where span = 'hour' and figure = f.figure and starts_at = h.starts_at offset 0) s
),
entries as materialized (
  select e.* from hours h cross join recorded_sums a cross join lateral (
    ${knownPredictions(['id'], `account_id = a.value::uuid and created_at >= h.starts_at and created_at < h.starts_at + ${LENGTH_OF.hour}`)} offset 0) p
  cross join lateral (
    select ${ENTRY_COLUMNS} from ledger_transfers
    where prediction_id = p.id and id <= (select entries_to from overview_position) offset 0) e
  where a.figure = 'account'
  union all
  select e.* from hours h
  cross join (select min(first_entry) as first, max(last_entry) as last from recorded_sums where figure = any (${array(MOVEMENTS)})) r
  cross join lateral (
    select ${ENTRY_COLUMNS} from ledger_transfers
    where id between r.first and r.last and prediction_id is null
      and created_at >= h.starts_at and created_at < h.starts_at + ${LENGTH_OF.hour} offset 0) e
),
placed_entries as materialized (${placedEntries('entries')}
),
expected_sums as materialized (
  select g.figure, g.value, count(*) as entries, sum(e.amount) as amount
  from placed_entries e cross join lateral ${FIGURES_OF} group by 1, 2
),
left_days as materialized (
  select ${startOf(LENGTH_OF.day, '$after::timestamptz')} as starts_at from hours
  where ${startOf(LENGTH_OF.day, '$after::timestamptz')} is distinct from ${startOf(LENGTH_OF.day, 'starts_at')}
),
compared_overview as materialized (
  select (select starts_at::text from hours) as starts_at, figure, value, r.sums as recorded, e.sums as expected
  from (select figure, value, row(entries, amount)::text as sums from recorded_sums where figure <> 'failure') r
  full join (select figure, value, row(entries, amount)::text as sums from expected_sums where figure <> 'failure') e
    using (figure, value)
  union all
  select (select starts_at::text from hours), 'failure', 'any',
    (select row(coalesce(sum(entries), 0), coalesce(sum(amount), 0))::text from recorded_sums where figure = 'failure'),
    (select row(coalesce(sum(entries), 0), coalesce(sum(amount), 0))::text from expected_sums where figure = 'failure')
  union all
  select (select starts_at::text from hours), 'failure', e.value, r.entries::text, greatest(r.entries, e.entries)::text
  from (select * from expected_sums where figure = 'failure' and value <> '') e
  left join (select * from recorded_sums where figure = 'failure') r using (value)
  union all
  select 'day ' || d.starts_at, figure, value, recorded, expected
  from left_days d cross join lateral (
    select figure, value, r.sums as recorded, e.sums as expected from (
      select figure, value, row(entries, amount)::text as sums from overview_sums
      where span = 'day' and figure = any (${array([...AMOUNTS, 'account', 'failure'])}) and starts_at = d.starts_at) r
    full join (
      select figure, value, row(sum(entries)::bigint, sum(amount)::bigint)::text as sums from overview_sums
      where span = 'hour' and figure = any (${array([...AMOUNTS, 'account', 'failure'])})
        and starts_at >= d.starts_at and starts_at < d.starts_at + ${LENGTH_OF.day}
      group by 1, 2) e using (figure, value)) compared
  union all
  select 'all', figure, value, r.sums, e.sums
  from (
    select figure, value, row(entries, amount)::text as sums from overview_sums
    where span = 'all' and (select starts_at from hours) is null) r
    full join (
      select figure, value, row(sum(entries)::bigint, sum(amount)::bigint)::text as sums from overview_sums
      where span = 'day' and figure = any (${array([...AMOUNTS, 'failure'])}) and (select starts_at from hours) is null
      group by 1, 2) e using (figure, value)
),
${findings('overview')},
part as materialized (
  select (select starts_at from hours) as hour_to, (select count(*) from findings) as findings_total
),
${COUNT_FINDINGS}`,
});

export const OVERVIEW_VERIFIED = statement('credits.overview-verified', {
  parameters: { verifiedTo: sql.bigint },
  text: 'update ledger_checkpoint set overview_to = $verifiedTo returning *',
});
