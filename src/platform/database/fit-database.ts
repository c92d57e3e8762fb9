/**
 * Checks at the start, before anything is written, that the service can live in a database: PostgreSQL's version, the encoding, and that
 * no other program has tables, types or functions there by the names of the service's own.
 */
import { SetupError } from '@offprint/postgres';
import type { QueryRunner } from 'typeorm';
import { FUNCTIONS, RELATIONS } from './relations.js';

/** The lowest of docs/operating.md. */
export const LOWEST_VERSION = 14;

const MIGRATIONS_TABLE = 'migrations';
const FIRST_MIGRATION = 'Baseline1765000000000';

/** The first and the last migration of the schemas before the baseline. */
const FIRST_BEFORE_BASELINE = 'InitialSchema1763000000000';
export const LAST_BEFORE_BASELINE = 'RejectedPayments1764911193000';

/** The schema of the service. A name is parsed like an identifier: without quotes "Own" would be own. */
const OURS = 'quote_ident(current_schema())::regnamespace';

interface Facts {
  database: string;
  version: number;
  encoding: string;
  schema: string | null;
}

/** @throws {SetupError} with one sentence. */
export async function requireFitDatabase(session: Pick<QueryRunner, 'query'>): Promise<void> {
  const [facts] = (await session.query(
    `select current_database() as database, current_setting('server_version_num')::int / 10000 as version,
            current_setting('server_encoding') as encoding, current_schema() as schema`,
  )) as [Facts];
  const { database, version, encoding, schema } = facts;
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

/** Returns the names of tables, types and functions that stand where the first migration would create its own. */
async function findForeign(
  session: Pick<QueryRunner, 'query'>,
  migrations: string[] | null,
): Promise<string[]> {
  const names = migrations?.length === 0 ? RELATIONS : [...RELATIONS, MIGRATIONS_TABLE];
  const rows = (await session.query(
    `select relname as name from pg_class where relnamespace = ${OURS} and relname = any ($1)
     union select typname from pg_type where typnamespace = ${OURS} and typname = any ($1)
     union select proname from pg_proc where pronamespace = ${OURS} and proname = any ($2) order by 1`,
    [names, FUNCTIONS],
  )) as { name: string }[];
  return rows.map(({ name }) => name);
}

/** Returns the migrations that have run here, of whatever program; null without a table of TypeORM's form. */
async function namesOfMigrations(session: Pick<QueryRunner, 'query'>): Promise<string[] | null> {
  const columns = (await session.query(
    `select from pg_attribute where attname in ('name', 'timestamp') and attrelid =
       (select oid from pg_class where relname = $1 and relnamespace = ${OURS})`,
    [MIGRATIONS_TABLE],
  )) as unknown[];
  if (columns.length < 2) return null;
  // A start that was killed may have left it empty.
  const rows = (await session.query(`select name from ${MIGRATIONS_TABLE}`)) as { name: string }[];
  return rows.map(({ name }) => name);
}
