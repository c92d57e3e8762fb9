/** A copy of the database, as a dump that is restored makes it, does not run beside its original until it is told to. */
import { Client } from 'pg';
import { withAppContext } from '../../src/app.js';
import { InstallationCheck } from '../../src/operations/installation/index.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { startApp } from '../support/app.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/service-process.js';

let original: TestDatabase;
let copy: string;
let directory: string;

const asOperator = async (statement: string) => {
  const client = new Client({
    connectionString: Object.assign(new URL(original.url), { pathname: '/postgres' }).href,
  });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};
const nameOf = (url: string) => new URL(url).pathname.slice(1);

beforeAll(async () => {
  original = await createDatabase();
  const app = await startApp({}, original);
  ({ directory } = app);
  await app.close();
  copy = `${original.url}_copy`;
  await asOperator(`create database ${nameOf(copy)} template ${nameOf(original.url)}`);
});
afterAll(async () => {
  await asOperator(`drop database ${nameOf(copy)} with (force)`);
  await original.drop();
});

it('no process starts on it, whatever its role; the original goes on; a word makes it an installation', async () => {
  for (const ROLES of ['api', 'worker', 'api,worker'])
    await expect(startApp({ DATA_DIR: directory, ROLES }, copy)).rejects.toThrow(
      /^This database is a restored copy .* bucket, its engines, its limits .* offprint installation adopt --database\.$/,
    );
  // Nothing of a refused start goes on in this process.
  await until(async () => {
    const text = 'select from pg_stat_activity where datname = $1';
    return (await original.query(text, [nameOf(copy)])).length === 0;
  });
  const { JWT_SECRET } = process.env;
  const config = loadConfig({
    DATABASE_URL: copy,
    DATA_DIR: directory,
    JWT_SECRET: JWT_SECRET ?? 'x'.repeat(32),
  });
  const adopted = await withAppContext(config, (app) =>
    app.get(InstallationCheck, { strict: false }).adopt({ secret: false, storage: false, database: true }),
  );
  expect(adopted).toEqual(['the database']);
  await (await startApp({ DATA_DIR: directory }, copy)).close();
  await (await startApp({ DATA_DIR: directory }, original)).close();
});

it('a database that was never started on is nobody’s copy', async () => {
  const fresh = await createDatabase();
  const name = `${nameOf(fresh.url)}_copy`;
  await asOperator(`create database ${name} template ${nameOf(fresh.url)}`);
  await (await startApp({}, `${fresh.url}_copy`)).close();
  await asOperator(`drop database ${name} with (force)`);
  await fresh.drop();
});
