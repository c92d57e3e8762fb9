/** The statements of a walk over the ledger: each sums every entry once, in the order of ids. */
import { sql } from '../../platform/database/index.js';

/** The tables of positions. Each has one row, which a part locks. */
type WalkPosition = 'summary_position' | 'overview_position';

/** A row of `positionOf`: the last summed entry, and whether there are newer ones. */
export const POSITION = { entries_to: sql.bigint, is_behind: sql.boolean };

/** Returns the text of the statement that reads a position. */
export const positionOf = (position: WalkPosition) => `
select entries_to, (select coalesce(max(id), 0) from ledger_transfers) > entries_to as is_behind from ${position}
`;

/** The parameters and the row of `sumPart`. */
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
