/** Builds an index in a migration without stopping writes to a large table. */
import type { QueryRunner } from 'typeorm';

/** A table up to this size is indexed in well under a second, in which its writes wait. */
const SMALL_BYTES = 32 * 1024 * 1024;
const ATTEMPTS = 10;
const DEADLOCK_DETECTED = '40P01';

const FIND = `
  select i.indisvalid as is_valid, pg_relation_size(to_regclass($2)) > $3 as is_large
  from (select) one left join pg_index i on i.indexrelid = to_regclass($1)
`;

/**
 * Creates the index `name` on `table`, concurrently when the table is large. The migration must have `transaction = false`.
 * May run again after it was killed: an index that a killed build left invalid is dropped first. A start of an earlier
 * release waits for the migration lock in a statement, which a concurrent build waits for in turn; PostgreSQL cancels one
 * of both as a deadlock, so the build is repeated.
 * @param definition what follows the name of the table: columns and condition.
 */
export async function buildIndex(
  runner: QueryRunner,
  {
    name,
    table,
    definition,
    isUnique = false,
  }: { name: string; table: string; definition: string; isUnique?: boolean },
  smallBytes = SMALL_BYTES,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const rows = (await runner.query(FIND, [name, table, smallBytes])) as {
      is_valid: boolean | null;
      is_large: boolean;
    }[];
    const { is_valid: isValid, is_large: isLarge } = rows[0]!;
    if (isValid) return;
    if (isValid === false) await runner.query(`drop index if exists ${name}`);
    try {
      await runner.query(
        `create ${isUnique ? 'unique ' : ''}index ${isLarge ? 'concurrently ' : ''}${name} on ${table} ${definition}`,
      );
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK_DETECTED || attempt >= ATTEMPTS) throw error;
    }
  }
}
