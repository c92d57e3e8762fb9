/**
 * Lookups of rows that many statements update. While a snapshot is held (a backup, a forgotten session), PostgreSQL keeps
 * every version of a row, and a lookup by its key alone visits all of them. Such a row has a generation, which its index ends
 * with. A new generation is a new index entry, after all others of the key, and a lookup begins there: it visits the versions
 * of one generation only (decisions 22 and 43).
 */

/** Updates of one generation: of 64 updates, 63 write no index. */
export const GENERATION_UPDATES = 64;

/**
 * Returns SQL for the newest generation of a row that the statement's snapshot sees, as rows (`seen`): none or one. What locks
 * or updates the row looks for this generation or a later one: a statement that waited for the row's lock gets its latest version.
 *
 * `<=` in place of `=` makes the planner expect many rows and read the index backwards to the first. Expecting one, it would
 * read all entries of the key with a bitmap scan and sort them.
 * @param column the first column of the primary key, which ends with the generation.
 * @param key SQL expression.
 * @param also a column whose value in the snapshot is returned too, as `<column>_seen`.
 */
export const newestGeneration = (table: string, column: string, key: string, also?: string) => `(
    select generation as seen${also ? `, ${also} as ${also}_seen` : ''} from (
      select ${column}, generation${also ? `, ${also}` : ''} from ${table} newest
      where newest.${column} <= ${key} order by newest.${column} desc, newest.generation desc limit 1
    ) newest where newest.${column} = ${key}
  )`;

/** Returns the assignments of an update that count it, and begin a generation with each 64th. @param alias of the updated row. */
export const countUpdate = (alias: string) =>
  `generation = ${alias}.generation + (${alias}.updates >= ${GENERATION_UPDATES - 1})::int,
    updates = case when ${alias}.updates >= ${GENERATION_UPDATES - 1} then 0 else ${alias}.updates + 1 end`;
