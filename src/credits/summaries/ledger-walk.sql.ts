/** A walk over the ledger sums every entry once, in the order of ids. */
import { sql } from '../../platform/database/index.js';

/** Each table has one row, which a part locks. */
type WalkPosition = 'summary_position' | 'overview_position';

/** `entries_to` is the last summed entry. */
export const POSITION = { entries_to: sql.bigint, is_behind: sql.boolean };

export const positionOf = (position: WalkPosition) => `
select entries_to, (select coalesce(max(id), 0) from ledger_transfers) > entries_to as is_behind from ${position}
`;

export const PART = {
  parameters: { to: sql.bigint, rows: sql.integer },
  row: { entries_to: sql.bigint },
};

/**
 * Sums the entries after the position, up to `$to`, at most `$rows` of them, and moves the position, all or nothing. No row: another
 * process is summing, because it holds the lock of the position.
 *
 * - positions: the position, locked. A waiting statement would only repeat the work, so it skips.
 * - entries: the entries of the part.
 * - part: where the part ends: at `$to` when it has fewer entries than `$rows`.
 *
 * @param columns of the entries, which `folds` reads.
 * @param folds CTEs that add the entries to sums.
 */
export const sumPart = (position: WalkPosition, columns: string, folds: string) => `
with positions as materialized (
  select entries_to from ${position} for update skip locked
),
entries as materialized (
  select ${columns} from ledger_transfers
  where id > (select entries_to from positions) and id <= $to::bigint order by id limit $rows::int
),
${folds},
part as materialized (
  select case when count(*) < $rows::int then $to::bigint else max(id) end as entries_to from entries
)
update ${position} p set entries_to = greatest(p.entries_to, t.entries_to)
from part t where exists (select from positions) returning p.entries_to
`;
