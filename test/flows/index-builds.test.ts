/** Indexes that migrations build on large tables: beside writes, again after a kill, and beside an earlier release's start. */
import { buildIndex } from '@offprint/postgres';
import pg from 'pg';
import { MigrationDataSource } from '../../src/platform/database/migrate.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/service-process.js';

const INDEX = { name: 'predictions_of_test', table: 'predictions', definition: '(created_at)' };
const ALWAYS_LARGE = -1;

let database: TestDatabase;
let migrations: MigrationDataSource;
let other: pg.Client;

const connect = async () => {
  migrations = new MigrationDataSource(database.url);
  await migrations.initialize();
};

beforeEach(async () => {
  database = await createDatabase();
  await connect();
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
});

afterEach(async () => {
  await other.end();
  await migrations.destroy();
  await database.drop();
});

const build = async (smallBytes = ALWAYS_LARGE) => {
  const runner = migrations.createQueryRunner();
  try {
    await buildIndex(runner, INDEX, smallBytes);
  } finally {
    await runner.release();
  }
};
const isValid = async () => {
  const rows = await database.query<{ valid: boolean }>(
    `select indisvalid as valid from pg_index where indexrelid = to_regclass($1)`,
    [INDEX.name],
  );
  return rows[0]?.valid ?? null;
};
const building = `select 1 from pg_stat_activity where datname = current_database() and state = 'active'
  and query like 'create index concurrently%'`;

it('builds it once, whether the table is small or large', async () => {
  await build();
  expect(await isValid()).toBe(true);
  await build(1_000_000_000);
  await database.query(`drop index ${INDEX.name}`);
  await build(1_000_000_000);
  expect(await isValid()).toBe(true);
});

it('lets others write to a large table meanwhile, and builds an index again that a kill left invalid', async () => {
  await other.query('begin isolation level repeatable read');
  await other.query('select count(*) from predictions');
  const killed = build().catch((error: Error) => error);
  await until(async () => (await database.query(building)).length > 0);
  await until(async () => (await isValid()) === false);
  await database.query(`set statement_timeout = '2s'; update predictions set progress = 1`);
  await database.query(`select pg_terminate_backend(pid) ${building.slice('select 1'.length)}`);
  expect(await killed).toBeInstanceOf(Error);
  await other.query('rollback');
  expect(await isValid()).toBe(false);
  // A new start: the pool of the killed one may still hold the ended connection.
  await migrations.destroy();
  await connect();
  await build();
  expect(await isValid()).toBe(true);
});

it('builds it beside a start of an earlier release, which waits for the migration lock in one statement', async () => {
  const runner = migrations.createQueryRunner();
  try {
    await runner.query('select pg_advisory_lock(1)');
    const waiting = other.query('select pg_advisory_lock(1)').catch(() => undefined);
    await until(
      async () =>
        (
          await database.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
          )
        ).length > 0,
    );
    await buildIndex(runner, INDEX, ALWAYS_LARGE);
    expect(await isValid()).toBe(true);
    await runner.query('select pg_advisory_unlock_all()');
    await waiting;
  } finally {
    await runner.release();
  }
});
