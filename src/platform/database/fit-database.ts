/** Runs before anything is written. No other program may have tables, types or functions by the names of the service's own. */
import { type Queryable, queryableOfRunner, SetupError } from '@offprint/postgres';
import type { QueryRunner } from 'typeorm';
import {
  FIND_MIGRATION_COLUMNS,
  FIND_TAKEN_NAMES,
  LIST_MIGRATIONS,
  MIGRATIONS_TABLE,
  READ_FACTS,
} from './fit-database.sql.js';
import { FUNCTIONS, RELATIONS } from './relations.js';

/** In docs/operating.md too. */
export const LOWEST_VERSION = 14;

const FIRST_MIGRATION = 'Baseline1765000000000';

/** The schemas before the baseline had these. */
const FIRST_BEFORE_BASELINE = 'InitialSchema1763000000000';
export const LAST_BEFORE_BASELINE = 'RejectedPayments1764911193000';

/** @throws {SetupError} with one sentence. */
export async function requireFitDatabase(runner: Pick<QueryRunner, 'query'>): Promise<void> {
  const session = queryableOfRunner(runner);
  const [facts] = await session.run(READ_FACTS, {});
  const { database, version, encoding, schema } = facts!;
  if (version < LOWEST_VERSION)
    throw new SetupError(
      `The server of the database "${database}" is PostgreSQL ${version}: the service needs ${LOWEST_VERSION} or newer.`,
    );
  if (encoding !== 'UTF8')
    throw new SetupError(
      `The database "${database}" has the encoding ${encoding}, which cannot hold every text: create it with: create database "${database}" encoding 'UTF8' locale 'C' template template0.`,
    );
  if (schema === null)
    throw new SetupError(
      `No schema of the search_path exists in the database "${database}": create one that the role owns, with: create schema authorization current_user.`,
    );
  const migrations = await namesOfMigrations(session);
  if (migrations?.includes(FIRST_MIGRATION) || migrations?.includes(LAST_BEFORE_BASELINE)) return;
  if (migrations?.includes(FIRST_BEFORE_BASELINE))
    throw new SetupError(
      `The schema of the database "${database}" is older than this release can take over: first start a version whose last migration is ${LAST_BEFORE_BASELINE}.`,
    );
  const foreign = await findForeign(session, migrations);
  if (foreign.length > 0)
    throw new SetupError(
      `The database "${database}" has tables of another program (${foreign.slice(0, 5).join(', ')}) by names of the service's own: give the service a database of its own, or a schema with: alter role current_user in database "${database}" set search_path = "offprint".`,
    );
}

async function findForeign(session: Queryable, migrations: string[] | null): Promise<string[]> {
  const relations = migrations?.length === 0 ? RELATIONS : [...RELATIONS, MIGRATIONS_TABLE];
  const rows = await session.run(FIND_TAKEN_NAMES, { relations, functions: FUNCTIONS });
  return rows.map(({ name }) => name);
}

/** Null without a table of TypeORM's form. The migrations can be another program's. */
async function namesOfMigrations(session: Queryable): Promise<string[] | null> {
  const columns = await session.run(FIND_MIGRATION_COLUMNS, { table: MIGRATIONS_TABLE });
  if (columns.length < 2) return null;
  // A start that was killed may have left it empty.
  return (await session.run(LIST_MIGRATIONS, {})).map(({ name }) => name);
}
