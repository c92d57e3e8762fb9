/** DATABASE_URL names a primary and its streaming standby: a failover under load, and reads that never come from the standby. */
import { balanceOf, call, finished, generate, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import {
  endServices,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
  until,
} from '../support/service-process.js';
import { DebianPostgres, Place, urlOf } from './support/debian.js';
import { Load } from './support/load.js';

const CREDITS = '100000';

let place: Place;
let first: DebianPostgres;
let second: DebianPostgres;
let url: string;
let services: ServiceProcess[];
let bases: string[];
beforeAll(async () => {
  place = await Place.make();
  first = await DebianPostgres.primary(place);
  second = await DebianPostgres.standby(first);
  await first.requireStandby();
  // The standby stands first.
  url = urlOf([second, first], '?target_session_attrs=read-write');
  const env = { DATABASE_URL: url, DATA_DIR: await temporaryDirectory(), SIGNUP_CREDITS: CREDITS };
  services = [await spawnService(env)];
  services.push(await spawnService(env));
  bases = services.map(({ base }) => base);
});
afterAll(endServices);
afterAll(async () => {
  for (const server of [first, second]) await server.stop('immediate').catch(() => undefined);
  await place.remove();
});

const readiness = (base: string) => call(base, 'GET', '/health/ready');
const ready = () =>
  until(async () => (await Promise.all(bases.map(readiness))).every(({ status }) => status === 200));

/** With its replay paused, a standby shows nothing that is new. */
async function showsWhatIsNew(standby: DebianPostgres): Promise<void> {
  await standby.query('select pg_wal_replay_pause()');
  const { key } = await newCaller(bases[0]!);
  const before = await balanceOf(bases[1]!, key);
  const { predictionId } = await generate(bases[0]!, key, { modelKey: 'embedded-fault', mode: 'ok' });
  expect((await finished(bases[1]!, key, predictionId)).status).toBe('completed');
  expect(await balanceOf(bases[1]!, key)).toBe(before - 1);
  expect(
    await standby.query(
      `select state, query from pg_stat_activity
       where application_name = 'offprint-listener' or application_name = 'offprint' and query !~ 'pg_is_in_recovery'`,
    ),
  ).toEqual([]);
  await standby.query('select pg_wal_replay_resume()');
}

/** What was accepted has come to its end, in the database of `server`. */
async function expectNothingLost(load: Load, server: DebianPostgres): Promise<string> {
  expect([...load.statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
  await until(
    async () => (await server.query("select from predictions where status = 'processing'")).length === 0,
  );
  const [found] = await server.query<{ count: number }>('select count(*)::int from predictions');
  expect(found!.count).toBeGreaterThanOrEqual(load.accepted.length);
  const kept = await Promise.all(
    load.accepted.map(
      async (id) => (await call(bases[0]!, 'GET', `/api/generate/status/${id}`, { token: key })).status,
    ),
  );
  expect(kept.filter((status) => status !== 200)).toEqual([]);
  const counts = [...load.statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  return `${load.accepted.length} accepted (${counts}); ${await expectSoundLedger(urlOf([server]))}`;
}

let key: string;

it('a read never comes from the standby, which stands first in the address', async () => {
  await showsWhatIsNew(second);
});

it('the primary crashes under load and the standby is promoted: 503 only, and no accepted prediction is lost', async () => {
  ({ key } = await newCaller(bases[0]!));
  const load = new Load(bases, key, 4);
  await until(() => load.accepted.length >= 20);
  await first.stop('immediate');
  await second.promote();
  const before = load.accepted.length;
  await until(() => load.accepted.length >= before + 20);
  await load.end();
  await ready();
  console.log(`failover: ${await expectNothingLost(load, second)}`);
});

it('the old primary comes back as a standby: nothing is read from it, and a second failover returns to it', async () => {
  first = await DebianPostgres.standby(second, first.port);
  await second.requireStandby();
  await showsWhatIsNew(first);
  const load = new Load(bases, key, 4);
  await until(() => load.accepted.length >= 20);
  await second.stop('immediate');
  await first.promote();
  const before = load.accepted.length;
  await until(() => load.accepted.length >= before + 20);
  await load.end();
  await ready();
  console.log(`second failover: ${await expectNothingLost(load, first)}`);
});

it('a primary that is made read-only is left by every session, and used again when it accepts writes', async () => {
  await first.query('alter system set default_transaction_read_only = on');
  await first.query('select pg_reload_conf()');
  const ask = () => call(bases[0]!, 'GET', '/api/credits/balance', { token: key });
  await until(async () => (await ask()).status === 503);
  expect((await readiness(bases[0]!)).status).toBe(503);
  // ALTER SYSTEM is no write: a read-only session may run it.
  await first.query('alter system reset default_transaction_read_only');
  await first.query('select pg_reload_conf()');
  await ready();
  expect((await ask()).status).toBe(200);
});
