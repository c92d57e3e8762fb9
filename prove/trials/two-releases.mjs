// U1: an upgrade from the previous release to this one, with data and under load, and the way back. The previous release serves; this one
// starts and is killed while it migrates, several times; both serve while processes of either are killed; this release is stopped, and
// the previous one is started again on the migrated database and serves alone; then this release serves alone. All invariants hold
// throughout, an account without load stays as it is, its files can be read, responses do not depend on the release, and each
// release can finish predictions that the other has accepted.
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { publicIdOf, signUp, writeKeys } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';
import { HttpCaller } from '../harness/callers/http-caller.mjs';
import { earlierRelease } from '../harness/cluster/earlier-release.mjs';
import { Killer } from '../harness/cluster/killer.mjs';

const CLASSES = ['idempotent', 'lookup', 'none'];
const KEY_LIMIT = 60;
const PLUGINS = ['engine-plugin.mjs', 'upgrade-plugin.mjs']
  .map((name) => fileURLToPath(new URL(`../harness/engines/${name}`, import.meta.url)))
  .join(',');
/** Creates that one release must acknowledge while it serves alone. */
const ALONE = 30;
/** Applied migrations of the service and of the extension that only this release loads. */
const APPLIED = `select (select count(*)::int from migrations) + (case when to_regclass('upgrade.migrations') is null then 0 else
  (xpath('/row/c/text()', query_to_xml('select count(*) as c from upgrade.migrations', false, true, '')))[1]::text::int end) as n`;
const MIGRATING = `select from pg_stat_activity where datname = current_database() and application_name like 'offprint-migration %'`;

export default {
  name: 'U1',
  title:
    'an upgrade from the previous release under load, killed while it migrates, rolled back and repeated',
  seconds: 60,
  async run(context) {
    const earlier = await earlierRelease();
    const served = await serveSideBySide(context, earlier);
    const handed = await handOver(context, earlier);
    return { n: { ...served, ...handed } };
  },
};

async function serveSideBySide(context, { main, plugin }) {
  const { random } = context;
  const env = { PLUGINS: plugin };
  const cluster = await context.startCluster({
    processes: [
      { name: 'earlier-api', roles: 'api', main, env },
      { name: 'earlier-worker', roles: 'worker', main, env },
      { name: 'api', roles: 'api', env: { PLUGINS } },
      { name: 'worker', roles: 'worker', env: { PLUGINS } },
    ],
    restart: true,
    startServices: false,
  });
  const before = ['earlier-api', 'earlier-worker'].map((name) => cluster.service(name));
  const now = ['api', 'worker'].map((name) => cluster.service(name));
  await Promise.all(before.map((service) => service.start()));
  const schema = await migrations(cluster);

  const keys = await context.makeKeys(cluster.database, { accounts: 3, keysEach: 3 });
  const [limited] = await context.makeKeys(cluster.database, { rateLimit: KEY_LIMIT });
  const pauses = new Pauses();
  const client = new LoadClient(cluster.apis, keys, random.fork('client'), {
    onAnswer: (answer) => pauses.note(answer),
  });
  const tenant = await makeTenant(context, cluster);
  const legs = ['before'];
  const leg = async (name, ...services) => {
    for (const { base } of services) await tenant.compare(base, name);
    legs.push(name);
  };
  const watch = context.watch({ cluster, client });
  const kinds = random.fork('kinds');
  const order = () => ({
    modelKey: `chaos-${kinds.pick(CLASSES)}`,
    runMs: kinds.between(0, 1_000),
    submitMs: kinds.between(0, 150),
  });
  // This release migrates the database under the load of the previous one.
  const stopLoad = new AbortController();
  const load = client.run({ total: Infinity, concurrency: 24, signal: stopLoad.signal, make: order });
  load.catch(() => {});
  await sleep(1_000);
  const interrupted = await killMigrations(context, cluster, now);
  await Promise.all(now.map((service) => service.start()));
  const migrated = (await migrations(cluster)) - schema;
  for (const service of now) service.restart = true;
  await leg('side by side', before[0], now[0]);

  const kills = context.count({ gate: 5, short: 40, long: 500 });
  const killer = new Killer(cluster, random.fork('killer'), { everyMs: [400, 900], spare: 1 });
  await killer.run(kills, () => context.progress(killer.kills, kills));
  await Promise.all(cluster.services.map((service) => service.untilReady()));
  const replayed = await replayAcross(context, client, cluster);
  const admitted = await limitAcross(context, client, cluster, limited);
  const upgradePauseMs = pauses.longest();
  // Rolled back: the previous release starts on the migrated database, and serves alone.
  await stopAll(context, [...now, ...before]);
  await Promise.all(before.map((service) => service.start()));
  await pauses.acknowledged(ALONE);
  await leg('rolled back', before[0]);
  const rollbackPauseMs = pauses.longest();
  await Promise.all(now.map((service) => service.start()));
  await stopAll(context, before);
  await pauses.acknowledged(ALONE);
  await leg('forward again', now[0]);
  stopLoad.abort();
  await load;
  const checks = await watch.finish();
  if (cluster.unexpectedExits.length > 0)
    context.fail('a process exited unexpectedly', cluster.unexpectedExits);
  const [counts] = await cluster.database.query(
    `select count(*)::int as all, count(*) filter (where status = 'processing')::int as processing from predictions`,
  );
  if (counts.processing > 0) context.fail('predictions are not final', counts);
  await client.close();
  return {
    migrations: migrated,
    'killed while migrating': interrupted,
    kills: killer.kills,
    predictions: counts.all,
    legs: legs.length,
    'files read in each leg': tenant.files,
    'longest pause of creates, upgraded under kills, ms': upgradePauseMs,
    'stopped and rolled back, ms': rollbackPauseMs,
    'upgraded again, ms': pauses.longest(),
    'replayed by the other release': replayed,
    [`admitted of a limit of ${KEY_LIMIT}`]: admitted,
    ...checks,
  };
}

const migrations = async (cluster) => (await cluster.database.query(APPLIED))[0].n;

/** Measures how long no create was acknowledged. */
class Pauses {
  #longestMs = 0;
  count = 0;

  note({ method, path, status }) {
    if (method !== 'POST' || path !== '/api/generate' || status !== 201) return;
    const now = performance.now();
    if (this.last) this.#longestMs = Math.max(this.#longestMs, now - this.last);
    this.last = now;
    this.count += 1;
  }

  /** @returns the longest pause since the last call */
  longest() {
    const longest = Math.round(this.#longestMs);
    this.#longestMs = 0;
    return longest;
  }

  async acknowledged(more) {
    const target = this.count + more;
    while (this.count < target) await sleep(20);
  }
}

/** Starts this release and kills it while it migrates, once in a random moment of each start. @returns how many were migrating */
async function killMigrations(context, cluster, services) {
  const random = context.random.fork('migrations');
  let interrupted = 0;
  for (const service of services) service.restart = false;
  const kills = context.count({ gate: 3, short: 12, long: 60 });
  for (let at = 0; at < kills; at += 1) {
    const starting = services.map((service) => service.start().catch(() => {}));
    const isMigrating = async () => (await cluster.database.query(MIGRATING)).length > 0;
    while (!(await isMigrating()) && !services.some(({ isReady }) => isReady)) await sleep(5);
    await sleep(random.between(0, 600));
    if (await isMigrating()) interrupted += 1;
    await Promise.all(services.map((service) => service.kill()));
    await Promise.all(starting);
  }
  return interrupted;
}

async function stopAll(context, services) {
  for (const service of services) service.restart = false;
  for (const { service, exit } of await Promise.all(
    services.map(async (service) => ({ service, exit: await service.terminate() })),
  ))
    if (exit.code !== 0) context.fail(`${service.name} ended with ${exit.signal ?? exit.code}`);
}

/** An account without load: lots that expire, a key, predictions with files, a failed and a cancelled one. */
async function makeTenant(context, cluster) {
  const { base } = cluster.service('earlier-api');
  const caller = new HttpCaller(base);
  const { accountId, userId, accessToken: token } = await signUp(caller);
  await cluster.database.query(`update users set role = 'admin' where id = $1`, [userId]);
  for (const days of [30, 60])
    await caller.expect(201, 'POST', '/api/admin/credits/grants', {
      token,
      headers: { 'idempotency-key': `lot of ${days} days` },
      body: {
        ...{ accountId: publicIdOf('acc', accountId), amount: 500, note: 'a lot' },
        expiresAt: new Date(Date.now() + days * 86_400_000).toISOString(),
      },
    });
  const [key] = await writeKeys(
    (text, values) => cluster.database.query(text, values),
    [{ accountId, scopes: ['write', 'read', 'billing'] }],
  );
  const client = new LoadClient(cluster.apis, [key], context.random.fork('tenant'));
  const create = (more) => client.create({ modelKey: 'chaos-idempotent', runMs: 50, ...more }, { base });
  const ids = await Promise.all([create(), create(), create(), create({ behaviour: 'refuse' })]);
  const cancelled = await create({ runMs: 60_000 });
  await client.request('POST', `/api/generate/${cancelled}/cancel`, { key, base });
  ids.push(cancelled);
  await Promise.all(ids.map((id) => client.follow(id, { base })));
  const tenant = { files: 0 };
  const read = async (from) => {
    const balance = await client.request('GET', '/api/credits/balance', { key, base: from });
    const ends = [];
    for (const id of ids) ends.push(await readEnd(client, id, from));
    tenant.files = ends.filter(({ file }) => file).length;
    const { balance: credits, expiring } = balance.body;
    return JSON.stringify({ credits, expiring, ends });
  };
  const expected = await read(base);
  if (tenant.files === 0 || !expected.includes('"expiring":[{'))
    context.fail('the account without load has no file or no lot', expected);
  tenant.compare = async (from, leg) => {
    const found = await read(from);
    if (found !== expected) context.fail(`an account without load changed: ${leg}`, { found, expected });
  };
  return tenant;
}

/** @returns the final state of a prediction, and the hash of its file */
async function readEnd(client, id, base) {
  const { status, outputUrl } = await client.follow(id, { base });
  if (!outputUrl) return { status, file: null };
  const { pathname, search } = new URL(outputUrl, base);
  const answer = await fetch(`${base}${pathname}${search}`);
  const content = Buffer.from(await answer.arrayBuffer());
  return { status, file: `${answer.status} ${createHash('sha256').update(content).digest('hex')}` };
}

/** Sends one Idempotency-Key to one release, then to the other: it must create one prediction. */
async function replayAcross(context, client, cluster) {
  const [first, second] = [cluster.service('earlier-api'), cluster.service('api')];
  let replayed = 0;
  for (const [one, other] of [
    [first, second],
    [second, first],
  ]) {
    const key = client.keys[0];
    const idempotencyKey = randomUUID();
    const body = { modelKey: 'chaos-idempotent', runMs: 100 };
    const id = await client.create(body, { key, idempotencyKey, base: one.base });
    const again = await client.create(body, { key, idempotencyKey, base: other.base });
    if (id !== again) context.fail('one Idempotency-Key, two predictions', { id, again });
    await client.follow(id, { base: other.base });
    replayed += 1;
  }
  return replayed;
}

/** Sends requests to both releases: a key's limit must hold over both. */
async function limitAcross(context, client, cluster, key) {
  const bases = [cluster.service('earlier-api').base, cluster.service('api').base];
  const answers = await Promise.all(
    Array.from({ length: KEY_LIMIT * 3 }, (_, at) =>
      client.request('GET', '/api/credits/balance', { key, base: bases[at % 2] }),
    ),
  );
  const admitted = answers.filter((answer) => answer?.status === 200).length;
  if (admitted > KEY_LIMIT) context.fail('a limit was exceeded', { admitted, limit: KEY_LIMIT });
  if (admitted < KEY_LIMIT) context.fail('a limit was not used up', { admitted, limit: KEY_LIMIT });
  return admitted;
}

/** Sends a picture inside the request to one release; a worker of the other runs the prediction. */
async function handOver(context, { main }) {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#884422' } })
    .png()
    .toBuffer();
  const body = {
    modelKey: 'embedded-upscale',
    imageUrl: `data:image/png;base64,${picture.toString('base64')}`,
  };
  let handed = 0;
  for (const [accepts, runs] of [
    [main, undefined],
    [undefined, main],
  ]) {
    const cluster = await context.startCluster({
      processes: [
        { name: 'api', roles: 'api', main: accepts },
        { name: 'worker', roles: 'worker', main: runs },
      ],
      plugin: false,
    });
    const keys = await context.makeKeys(cluster.database);
    const client = new LoadClient(cluster.apis, keys, context.random.fork(`hand over ${handed}`));
    const watch = context.watch({ cluster, client });
    const end = await client.follow(await client.create(body));
    if (end.status !== 'completed')
      context.fail('a release could not run a prediction that the other release accepted', end);
    await watch.finish();
    await client.close();
    await cluster.stop();
    handed += 1;
  }
  return { 'pictures handed over': handed };
}
