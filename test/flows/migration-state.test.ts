/** What an administrator sees of migrations while another process migrates. */
import { buildIndex } from '@offprint/postgres';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MigrationState } from '../../src/platform/database/index.js';
import { MigrationDataSource } from '../../src/platform/database/migrate.js';
import { startApp, type TestApp } from '../support/app.js';
import { until } from '../support/service-process.js';

const ALWAYS_LARGE = -1;

class Altering1900000000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<unknown> {
    return runner.query('alter table public.predictions add column of_test text');
  }
  down = () => Promise.resolve();
}

class Indexing1900000000001 implements MigrationInterface {
  transaction = false;
  up(runner: QueryRunner): Promise<void> {
    const index = { name: 'predictions_of_test', table: 'public.predictions', definition: '(created_at)' };
    return buildIndex(runner, index, ALWAYS_LARGE);
  }
  down = () => Promise.resolve();
}

let app: TestApp;
let reader: pg.Client;

beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
  reader = new pg.Client({ connectionString: app.url });
  await reader.connect();
});
afterAll(async () => {
  await reader.end();
  await app.close();
});

const read = () => app.app.get(MigrationState, { strict: false }).read();
/** A transaction that keeps changes and builds waiting, as a backup does. */
const hold = async () => {
  await reader.query('begin isolation level repeatable read');
  await reader.query('select count(*) from predictions');
};

async function migrate(...migrations: (new () => MigrationInterface)[]): Promise<unknown> {
  const source = new MigrationDataSource(app.url, [], { name: 'extension', migrations });
  await source.initialize();
  return source
    .runMigrations()
    .catch((error: Error) => error)
    .finally(() => source.destroy());
}

it('names the one that waits for other transactions, in its pauses too, since its first attempt', async () => {
  await hold();
  const done = migrate(Altering1900000000000);
  await until(async () => (await read()).running?.state === 'waiting');
  const { running } = await read();
  expect(running).toMatchObject({ name: Altering1900000000000.name, build: null });
  const wait = `select from pg_stat_activity where query like 'alter table public.predictions%' and wait_event_type = 'Lock'`;
  for (const waits of [true, false, true])
    await until(async () => (await app.database.query(wait)).length > 0 === waits);
  expect((await read()).running).toMatchObject({ name: running!.name, startedAt: running!.startedAt });
  await reader.query('commit');
  await done;
  expect((await read()).running).toBeNull();
});

it('shows how far an index is, and what a killed build has left', async () => {
  await hold();
  const done = migrate(Altering1900000000000, Indexing1900000000001);
  await until(async () => (await read()).running?.build?.phase?.startsWith('waiting for') === true);
  expect(await read()).toMatchObject({
    running: {
      name: Indexing1900000000001.name,
      build: { index: 'predictions_of_test', percent: 0 },
    },
    invalidIndexes: [],
  });
  await app.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'offprint-migration %'`,
  );
  expect(await done).toBeInstanceOf(Error);
  await reader.query('commit');
  expect(await read()).toMatchObject({ running: null, invalidIndexes: ['predictions_of_test'] });
  await migrate(Altering1900000000000, Indexing1900000000001);
  expect((await read()).invalidIndexes).toEqual([]);
});

it('tells what is pending from what a newer release has run', async () => {
  const { applied } = await read();
  await app.database.query('delete from migrations where name = $1', [applied.at(-1)]);
  await app.database.query(
    `insert into migrations (timestamp, name) values (1999000000000, 'Later1999000000000')`,
  );
  expect(await read()).toMatchObject({
    applied: [...applied.slice(0, -1), 'Later1999000000000'],
    pending: [applied.at(-1)],
    newer: ['Later1999000000000'],
  });
});
