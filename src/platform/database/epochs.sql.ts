/**
 * While a snapshot is held (a backup, a forgotten session), PostgreSQL keeps every version of a row, and a lookup by its key alone visits
 * all of them. A row that many statements update has an epoch, with which its index ends. A new epoch is a new index entry, after all
 * others of the key, and a lookup begins there: it visits the versions of one epoch only (docs/decisions/ledger-and-wallets.md).
 */

/** Of 64 updates, 63 write no index. */
export const EPOCH_UPDATES = 64;

/**
 * Returns SQL for the newest epoch of a row that the statement's snapshot sees, as rows (`seen`): none or one. A lock or update of the row
 * must use this epoch or a later one: a statement that waited for the row's lock gets its latest version.
 *
 * `<=` in place of `=` makes the planner expect many rows and read the index backwards to the first. Expecting one, it would read all
 * entries of the key with a bitmap scan and sort them.
 * @param column the first column of the primary key, which ends with the epoch. @param key SQL expression.
 * @param also a column whose value in the snapshot is returned too, as `<column>_seen`.
 */
export const newestEpoch = (table: string, column: string, key: string, also?: string) => `(
    select epoch as seen${also ? `, ${also} as ${also}_seen` : ''} from (
      select ${column}, epoch${also ? `, ${also}` : ''} from ${table} newest
      where newest.${column} <= ${key} order by newest.${column} desc, newest.epoch desc limit 1
    ) newest where newest.${column} = ${key}
  )`;

/** Each 64th update begins an epoch. @param alias of the updated row. */
export const countUpdate = (alias: string) =>
  `epoch = ${alias}.epoch + (${alias}.updates >= ${EPOCH_UPDATES - 1})::int,
    updates = case when ${alias}.updates >= ${EPOCH_UPDATES - 1} then 0 else ${alias}.updates + 1 end`;
