/** The statements of a walk over the ledger: each sums every entry once, in the order of ids. */

/** The tables of positions. Each has one row, which a part locks. */
export type WalkPosition = 'summary_position' | 'overview_position';

/** Returns `entries_to`, the last summed entry, and whether there are newer ones. */
export const positionOf = (position: WalkPosition) => `
select entries_to, (select coalesce(max(id), 0) from ledger_transfers) > entries_to as is_behind from ${position}
`;

/**
 * Sums the entries after the position, up to $1, at most $2 of them, and moves the position, all or nothing. No row: another process is
 * summing, because it holds the lock of the position.
 *
 * - positions: the position, locked. A waiting statement would only repeat the work, so it skips.
 * - entries: the entries of the part.
 * - part: where the part ends: at $1 when it has fewer entries than $2.
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
  where id > (select entries_to from positions) and id <= $1::bigint order by id limit $2::int
),
${folds},
part as materialized (
  select case when count(*) < $2::int then $1::bigint else max(id) end as entries_to from entries
)
update ${position} p set entries_to = greatest(p.entries_to, t.entries_to)
from part t where exists (select from positions) returning p.entries_to
`;
