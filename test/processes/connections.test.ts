/** What a process opens at most at the database, and what becomes of one that the server does not bear. */
import pg from 'pg';
import { call, finished, generate, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { type EmbeddedDatabase, startPostgres } from '../support/postgres.js';
import {
  endServices,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
  until,
} from '../support/service-process.js';

/** Of a process, as DATABASE_CONNECTIONS has it by default. */
const CONNECTIONS = 12;
/** Of three processes whose pools are full. */
const ALL_SESSIONS = 3 * (CONNECTIONS - 1);
const SERVER = { database: 'connections', settings: { max_connections: '40' } };

let directory: string;
let server: EmbeddedDatabase;
let operator: pg.Pool;
const services: ServiceProcess[] = [];
beforeAll(async () => {
  directory = await temporaryDirectory();
  server = await startPostgres({ directory, ...SERVER });
  operator = new pg.Pool({ connectionString: server.url, max: 1 });
  operator.on('error', () => undefined); // The server is restarted.
  for (let count = 0; count < 3; count += 1) services.push(await spawnService({ DATABASE_URL: server.url }));
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.end('SIGTERM')));
  await operator.end();
  await server.stop();
});
afterAll(endServices);

const SESSIONS = `
select count(*)::int as count from pg_stat_activity where application_name like 'offprint%'`;
const sessions = async () => (await operator.query<{ count: number }>(SESSIONS)).rows[0]!.count;

/**
 * Fills the pools of all processes with statements that wait for a lock, and runs predictions.
 * @returns the statuses and the most sessions seen.
 */
async function load() {
  const { person, key } = await newCaller(services[0]!.base);
  const predictions: string[] = [];
  for (const { base } of [...services, ...services])
    predictions.push(
      (await generate(base, key, { modelKey: 'embedded-fault', mode: 'ok' })).predictionId as string,
    );
  const locker = new pg.Client({ connectionString: server.url });
  await locker.connect();
  await locker.query('begin');
  await locker.query('lock table sign_in_families in exclusive mode');
  const options = { token: person.accessToken };
  const endings = services.flatMap(({ base }) =>
    Array.from({ length: 15 }, () => call(base, 'POST', '/api/auth/logout', options)),
  );
  const at = performance.now();
  let most = 0;
  // Not longer than a statement may take.
  while (most < ALL_SESSIONS && performance.now() - at < 1_200) most = Math.max(most, await sessions());
  await locker.end();
  const statuses = new Set((await Promise.all(endings)).map(({ status }) => status));
  const ends = await Promise.all(predictions.map((id) => finished(services[0]!.base, key, id)));
  return { statuses: [...statuses], ends: new Set(ends.map(({ status }) => status)), most };
}

it('three processes serve on a server of 40 connections, also after it was restarted', async () => {
  const before = await load();
  const { port } = server;
  await server.stop();
  server = await startPostgres({ directory, ...SERVER, port });
  for (const { base } of services)
    await until(async () => (await call(base, 'GET', '/health/ready')).status === 200);
  const after = await load();
  for (const { statuses, ends, most } of [before, after]) {
    expect(statuses).toEqual([204]);
    expect([...ends]).toEqual(['completed']);
    expect(most).toBe(ALL_SESSIONS);
  }
  expect(services.map((service) => service.log()).join('')).not.toMatch(
    /too many|remaining connection slots/,
  );
  console.log(`sessions of three processes: at most ${before.most}, after a restart ${after.most}`);
  await expectSoundLedger(server.url);
});

it('a fourth does not start and says why in one sentence; in place of a killed one it does', async () => {
  const refused = spawnService({ DATABASE_URL: server.url });
  await expect(refused).rejects.toThrow(
    /^the service ended before it was ready:\nPostgreSQL bears 37 connections of this service, and this process needs 12 beside the 36 of the running processes: raise max_connections [^\n]+\.\n$/,
  );
  // The declaration of a killed process ends with its sessions.
  services.pop()!.signal('SIGKILL');
  services.push(await spawnService({ DATABASE_URL: server.url }));
  await load();
});
