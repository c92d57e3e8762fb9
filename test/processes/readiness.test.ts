/** A running process that cannot work: 503 at /health/ready and to callers, and recovery by itself. */
import pg from 'pg';
import { call, newCaller } from '../support/client.js';
import { type EmbeddedDatabase, startPostgres } from '../support/postgres.js';
import { refusal } from '../support/refusals.js';
import {
  endServices,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
  until,
} from '../support/service-process.js';

let server: EmbeddedDatabase;
let service: ServiceProcess;
let operator: pg.Client;
let url: URL;
beforeAll(async () => {
  server = await startPostgres({ directory: await temporaryDirectory(), database: 'readiness' });
  url = new URL(server.url);
  service = await spawnService({ DATABASE_URL: server.url });
  operator = new pg.Client({ connectionString: server.url });
  await operator.connect();
});
afterAll(async () => {
  await operator.end();
  await service.end('SIGTERM');
  await server.stop();
});
afterAll(endServices);

const readiness = () => call(service.base, 'GET', '/health/ready');
const becomes = (status: number) => until(async () => (await readiness()).status === status);
/** Settings of a database or role apply to new sessions. */
const endSessions = () =>
  operator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like 'offprint%'`,
  );
/** Ends those, too, that were being opened when the setting changed. */
const loseSessions = async () => {
  await endSessions();
  await becomes(503);
  await endSessions();
};

it('503: the database is read-only, as a standby after a failover', async () => {
  const { key } = await newCaller(service.base);
  await operator.query('alter database readiness set default_transaction_read_only = on');
  await loseSessions();
  const checks = expect.objectContaining({ database: 'down', storage: 'up' });
  expect((await readiness()).body).toEqual(refusal(503, 'service_unavailable', { checks }));
  const body = { modelKey: 'embedded-fault', mode: 'ok' };
  expect((await call(service.base, 'POST', '/api/generate', { token: key, body })).status).toBe(503);
  await operator.query('set default_transaction_read_only = off');
  await operator.query('alter database readiness reset default_transaction_read_only');
  await endSessions();
  await becomes(200);
});

it('503: the password of its role was changed; callers get 503 too; recovers with the right password', async () => {
  const { key, person } = await newCaller(service.base);
  await operator.query(`alter role ${url.username} password 'another'`);
  await loseSessions();
  const asked = [
    call(service.base, 'GET', '/api/credits/balance', { token: key }),
    call(service.base, 'GET', '/api/generate/history', { token: key }),
    call(service.base, 'GET', '/api/auth/me', { token: person.accessToken }),
    call(service.base, 'POST', '/api/auth/login', {
      body: { email: person.email, password: person.password },
    }),
  ];
  for (const { status, body } of await Promise.all(asked)) {
    expect(status).toBe(503);
    expect(body).toEqual(refusal(503, 'service_unavailable'));
  }
  await operator.query(`alter role ${url.username} password '${url.password}'`);
  await becomes(200);
  expect((await call(service.base, 'GET', '/api/credits/balance', { token: key })).status).toBe(200);
});

it('503: new sessions are rejected while older ones still work', async () => {
  const { key } = await newCaller(service.base);
  const ask = () => call(service.base, 'GET', '/api/credits/balance', { token: key });
  await operator.query(`alter role ${url.username} password 'another'`);
  // More concurrent requests than open connections: some need a new session.
  await until(async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, ask));
    return answers.some(({ status }) => status === 503) || (await readiness()).status === 503;
  });
  await becomes(503);
  await operator.query(`alter role ${url.username} password '${url.password}'`);
  await becomes(200);
});
