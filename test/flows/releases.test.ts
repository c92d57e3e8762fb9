/** Which releases may share a database: a start that may not says so in one sentence, and writes nothing. */
import { queryableOf } from '@offprint/postgres';
import pg from 'pg';
import { MIGRATIONS, ProcessList } from '../../src/platform/database/index.js';
import { migrate, MigrationDataSource } from '../../src/platform/database/migrate.js';
import { claimRelease, OLDEST_RELEASE } from '../../src/platform/database/releases.js';
import { packageVersion } from '../../src/platform/env/index.js';
import { startApp } from '../support/app.js';
import { createDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let session: pg.Client;

beforeEach(async () => {
  database = await createDatabase();
  session = new pg.Client({ connectionString: database.url });
  await session.connect();
});

afterEach(async () => {
  await session.end();
  await database.drop();
});

const oldest = async () =>
  (await session.query('select oldest_release from installation')).rows[0].oldest_release;
const setOldest = (release: string) =>
  session.query('update installation set oldest_release = $1', [release]);
const claim = (release: string) => claimRelease(queryableOf(session), release);
/** A session by which other processes see a process of `version`. */
const appear = (version: string) =>
  session.query(`select set_config('application_name', $1, false)`, [
    `offprint-listener w ${version} t2x0k0 4711 old-1`,
  ]);

it('writes which releases can follow, and never lowers it', async () => {
  expect(await oldest()).toBe(OLDEST_RELEASE);
  await claim('0.0.1');
  expect(await oldest()).toBe(OLDEST_RELEASE);
  await claim(packageVersion());
  expect(await oldest()).toBe(packageVersion());
});

it('refuses to follow a release that this one cannot follow, before it migrates', async () => {
  await setOldest('99.1.0');
  await session.query('delete from migrations where name = $1', [MIGRATIONS.at(-1)!.name]);
  await expect(migrate(database.url)).rejects.toThrow(
    `was upgraded by a release that 99.1.0 and newer can follow, and this is ${packageVersion()}: start 99.1.0 or newer, or restore the backup of before the upgrade.`,
  );
});

it('refuses to start beside an older process, by the numbers of versions, until that has ended', async () => {
  for (const version of ['0.0.9', '0.0.10-rc.1']) {
    await appear(version);
    await expect(migrate(database.url)).rejects.toThrow(
      `The process old-1/4711 is of the release ${version}, and this release serves beside ${OLDEST_RELEASE} and newer: stop every older process, then start this one again.`,
    );
  }
  for (const version of [`${OLDEST_RELEASE}-rc.1`, '0.10.0', '99.0.0']) {
    await appear(version);
    await expect(migrate(database.url)).resolves.toEqual([]);
  }
});

it('takes over a database of before this rule', async () => {
  const migrations = new MigrationDataSource(database.url);
  await migrations.initialize();
  await migrations.undoLastMigration();
  await migrations.destroy();
  await expect(claim(packageVersion())).resolves.toBeUndefined();
  await migrate(database.url);
  expect(await oldest()).toBe(OLDEST_RELEASE);
});

it('a process that became visible too late to be refused by the newer start ends itself', async () => {
  const app = await startApp({ ROLES: 'api' });
  try {
    await app.database.query(`update installation set oldest_release = '99.0.0'`);
    await expect(app.app.get(ProcessList, { strict: false }).onModuleInit()).rejects.toThrow(
      /99\.0\.0 and newer can follow/,
    );
  } finally {
    await app.close();
  }
});
