/** Migrations beside a transaction that stays open, such as a backup's: requests are served, and the migration ends. */
import { dropIndex, type LockWaitOptions } from '@offprint/postgres';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SetupError } from '../../src/platform/database/index.js';
import { MigrationDataSource } from '../../src/platform/database/migrate.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/service-process.js';

/** Migrations of an extension, which run as those of the service do. */
class First1900000000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<unknown> {
    return runner.query('create table first_of_test ()');
  }
  down = () => Promise.resolve();
}

class Second1900000000001 implements MigrationInterface {
  up(runner: QueryRunner): Promise<unknown> {
    return runner.query('alter table public.predictions add column second_of_test text');
  }
  down = () => Promise.resolve();
}

const [FIRST, SECOND] = [First1900000000000.name, Second1900000000001.name];
/** The longest wait of a request: what its statements have in the service. */
const REQUEST = `set statement_timeout = '2s'; update predictions set progress = progress`;
const ALTERING = `select query_start::text as began from pg_stat_activity
  where datname = current_database() and query like 'alter table public.predictions%' and wait_event_type = 'Lock'`;

let database: TestDatabase;
let reader: pg.Client;

beforeEach(async () => {
  database = await createDatabase();
  reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
});

afterEach(async () => {
  await reader.end();
  await database.drop();
});

/** Returns the names of the migrations that have run. */
async function migrate(options?: LockWaitOptions): Promise<string[]> {
  const schema = { name: 'extension', migrations: [First1900000000000, Second1900000000001] };
  const migrations = new MigrationDataSource(database.url, [], schema, options);
  await migrations.initialize();
  try {
    return (await migrations.runMigrations()).map(({ name }) => name);
  } finally {
    await migrations.destroy();
  }
}

const read = async () => {
  await reader.query('begin isolation level repeatable read');
  await reader.query('select count(*) from predictions');
};

it('serves requests while a migration waits for a table that an open transaction has read', async () => {
  await read();
  const lines: string[] = [];
  const migrating = migrate({ onWait: (line) => lines.push(line) });
  migrating.catch(() => undefined);
  const attempts = new Set<string>();
  let served = 0;
  await until(async () => {
    for (const { began } of await database.query<{ began: string }>(ALTERING)) attempts.add(began);
    await database.query(REQUEST);
    served += 1;
    return attempts.size >= 4 && lines.length > 0;
  });
  expect(served).toBeGreaterThan(4);
  await reader.query('commit');
  // The first ran before the repetitions.
  expect(await migrating).toEqual([FIRST, SECOND]);
  expect(lines).toEqual([expect.stringContaining(`${SECOND} waits to lock a table`)]);
  expect(await migrate()).toEqual([]);
});

it('names the oldest transactions when the table stays locked for too long, and runs at the next start', async () => {
  await reader.query(`set application_name = 'nightly backup'`);
  await read();
  const failed = await migrate({ lockPatienceMs: 1 }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SetupError);
  expect((failed as Error).message).toMatch(/session \d+ \(nightly backup\) for \d+ s/);
  await reader.query('commit');
  expect(await migrate()).toEqual([SECOND]);
});

it('drops an index without holding up requests, and again when the first drop was killed', async () => {
  const migrations = new MigrationDataSource(database.url);
  await migrations.initialize();
  await database.query('create index predictions_of_test on predictions (created_at)');
  const exists = async () =>
    (await database.query(`select where to_regclass('predictions_of_test') is not null`)).length > 0;
  const dropping = `from pg_stat_activity where datname = current_database() and state = 'active'
    and query like 'drop index concurrently%' and wait_event_type = 'Lock'`;
  const drop = async () => {
    const runner = migrations.createQueryRunner();
    await dropIndex(runner, 'predictions_of_test').finally(() => runner.release());
  };
  try {
    await read();
    const killed = drop().catch((error: unknown) => error);
    await until(async () => (await database.query(`select 1 ${dropping}`)).length > 0);
    await database.query(REQUEST);
    await database.query(`select pg_cancel_backend(pid) ${dropping}`);
    expect(await killed).toBeInstanceOf(Error);
    await reader.query('commit');
    expect(await exists()).toBe(true);
    await drop();
    expect(await exists()).toBe(false);
    await drop();
  } finally {
    await migrations.destroy();
  }
});
