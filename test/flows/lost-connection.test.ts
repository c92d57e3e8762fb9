/** A connection that is lost while it is checked out for long work: that work fails, and the process continues. */
import { Database } from '../../src/database/index.js';
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
