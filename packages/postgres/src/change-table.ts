/** Indexes and foreign keys that a migration adds without stopping the requests that use the table. */
import type { QueryRunner } from 'typeorm';
import { queryableOfRunner } from './queryable.js';
import { sql } from './sql-type.js';
import { statement } from './statement.js';

/** A table up to this size is indexed in well under a second, in which its writes wait. */
const SMALL_BYTES = 32 * 1024 * 1024;
const ATTEMPTS = 10;
const DEADLOCK_DETECTED = '40P01';

const FIND_INDEX = statement('postgres.find-index', {
  parameters: { index: sql.text, table: sql.text, smallBytes: sql.bigint },
  row: { is_valid: sql.boolean.orNull, is_large: sql.boolean },
  text: `
  select i.indisvalid as is_valid, pg_relation_size(to_regclass($table)) > $smallBytes as is_large
  from (select) one left join pg_index i on i.indexrelid = to_regclass($index)
`,
});

const FIND_CONSTRAINT = statement('postgres.find-constraint', {
  parameters: { name: sql.name, table: sql.text },
  text: 'select from pg_constraint where conname = $name and conrelid = to_regclass($table)',
});

interface NewIndex {
  name: string;
  table: string;
  /** Columns and condition. */
  definition: string;
  isUnique?: boolean;
}

/**
 * Creates the index `name` on `table`, concurrently when the table is large. The migration must have `transaction = false`. May run again
 * after it was killed: an index that a killed build left invalid is dropped first. A start of an earlier release waits for the migration
 * lock in a statement, which a concurrent build waits for in turn; PostgreSQL cancels one of both as a deadlock, so the build is repeated.
 */
export async function buildIndex(
  runner: QueryRunner,
  { name, table, definition, isUnique = false }: NewIndex,
  smallBytes = SMALL_BYTES,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const [found] = await queryableOfRunner(runner).run(FIND_INDEX, { index: name, table, smallBytes });
    const { is_valid: isValid, is_large: isLarge } = found!;
    if (isValid) return;
    try {
      if (isValid === false) await runner.query(DROP(name));
      const create = isUnique ? 'create unique index' : 'create index';
      if (isLarge) await runner.query(`${create} concurrently ${name} on ${table} ${definition}`);
      else await inTransaction(runner, `${create} ${name} on ${table} ${definition}`);
      return;
    } catch (error) {
      if (!isRepeatable(error, attempt)) throw error;
    }
  }
}

/**
 * Drops the index `name`, concurrently, because a plain drop waits for every open transaction that has read the table, with requests behind
 * it. The migration must have `transaction = false`. May run again after it was killed.
 */
export async function dropIndex(runner: QueryRunner, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runner.query(DROP(name));
      return;
    } catch (error) {
      if (!isRepeatable(error, attempt)) throw error;
    }
  }
}

interface NewForeignKey {
  name: string;
  table: string;
  definition: string;
}

/**
 * Adds the foreign key `name` to `table`, and compares the rows afterwards, beside writes. The migration must have
 * `transaction = false`. May run again after it was killed.
 */
export async function addForeignKey(
  runner: QueryRunner,
  { name, table, definition }: NewForeignKey,
): Promise<void> {
  const found = await queryableOfRunner(runner).run(FIND_CONSTRAINT, { name, table });
  if (found.length === 0)
    await inTransaction(
      runner,
      `alter table ${table} add constraint ${name} foreign key ${definition} not valid`,
    );
  await inTransaction(runner, `alter table ${table} validate constraint ${name}`);
}

const DROP = (name: string) => `drop index concurrently if exists ${name}`;

const isRepeatable = (error: unknown, attempt: number) =>
  (error as { code?: string }).code === DEADLOCK_DETECTED && attempt < ATTEMPTS;

/** Runs a statement that locks a table in a transaction, whose lock waits are bounded (`lock-waits.ts`). */
export async function inTransaction(runner: QueryRunner, statement: string): Promise<void> {
  await runner.startTransaction();
  try {
    await runner.query(statement);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}
