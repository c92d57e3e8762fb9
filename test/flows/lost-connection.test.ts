/** A connection that is lost while it is checked out for long work: that work fails, and the process continues. */
import { Database, isDatabaseUnavailable } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call } from '../support/client.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ ROLES: 'api' })));
afterAll(() => app.close());

const PID = 'select pg_backend_pid() as pid';

it.each([
  ['between two statements', async () => undefined],
  [
    'in the middle of a statement',
    async (run: (text: string) => Promise<unknown>) => run('select pg_sleep(60)'),
  ],
])('fails only its own work when it ends %s', async (_when, during) => {
  const database = app.app.get(Database);
  const work = database.withClient(async (client) => {
    const { rows } = await client.query<{ pid: number }>(PID);
    const gone = new Promise<void>((resolve) => client.once('end', resolve));
    const busy = during((text) => client.query(text));
    await database.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    await gone;
    await busy;
    await client.query('select 1');
  });
  await expect(work).rejects.toThrow();
  expect((await call(app.base, 'GET', '/health/ready')).status).toBe(200);
});

it.each(['a statement', 'the commit'])(
  '%s of a transaction whose connection was lost is a 503',
  async (next) => {
    const database = app.app.get(Database);
    const work = database.transaction(async (tx) => {
      const [session] = await tx.query<{ pid: number }>(PID);
      const client = await (tx.manager.queryRunner!.connect() as Promise<{
        once: (...of: unknown[]) => void;
      }>);
      const gone = new Promise<void>((resolve) => client.once('end', resolve));
      await app.database.query('select pg_terminate_backend($1)', [session!.pid]);
      await gone;
      if (next === 'a statement') await tx.query('select 1');
    });
    const error = await work.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect([String(error), isDatabaseUnavailable(error)]).toEqual([String(error), true]);
  },
);

it('tests fail what asks for a second connection of the pool inside a transaction', async () => {
  const database = app.app.get(Database);
  const second = 'a transaction asks for a second connection of the pool';
  await expect(database.transaction(() => database.query('select 1'))).rejects.toThrow(second);
  await expect(database.transaction(() => database.manager.query('select 1'))).rejects.toThrow(second);
  await expect(
    database.transaction(() => database.transaction((tx) => tx.query('select 1'))),
  ).rejects.toThrow(second);
  // Not afterwards, nor at another pool.
  await database.transaction(() => app.database.query('select 1'));
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
});

it('a probe of idle connections survives the end of one of them', async () => {
  const database = app.app.get(Database);
  await Promise.all(Array.from({ length: 4 }, () => database.query('select pg_sleep(0.05)')));
  const ends = database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'offprint' and pid <> pg_backend_pid()`,
  );
  await Promise.allSettled([database.dropUnanswering(), ends]);
  await database.dropUnanswering();
  expect((await call(app.base, 'GET', '/health/ready')).status).toBe(200);
});
