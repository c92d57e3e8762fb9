// U1: the previous release and this one on one database, as during a rolling upgrade. The previous release serves; this release starts and
// migrates under its load; both serve while processes of either are killed; then the previous release stops. All invariants hold
// throughout, responses do not depend on the release, and each release can finish predictions that the other has accepted.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { LoadClient } from '../harness/callers/client.mjs';
import { earlierRelease } from '../harness/cluster/earlier-release.mjs';
import { Killer } from '../harness/cluster/killer.mjs';

const CLASSES = ['idempotent', 'lookup', 'none'];
const KEY_LIMIT = 60;

export default {
  name: 'U1',
  title: 'the previous release and this one on one database',
  seconds: 45,
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
      { name: 'api', roles: 'api' },
      { name: 'worker', roles: 'worker' },
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
  const client = new LoadClient(cluster.apis, keys, random.fork('client'));
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
  await Promise.all(now.map((service) => service.start()));
  const migrated = (await migrations(cluster)) - schema;

  const kills = context.count({ gate: 5, short: 40, long: 500 });
  const killer = new Killer(cluster, random.fork('killer'), { everyMs: [400, 900], spare: 1 });
  await killer.run(kills, () => context.progress(killer.kills, kills));
  await Promise.all(cluster.services.map((service) => service.untilReady()));
  const replayed = await replayAcross(context, client, cluster);
  const admitted = await limitAcross(context, client, cluster, limited);
  for (const service of before) {
    service.restart = false;
    const exit = await service.terminate();
    if (exit.code !== 0) context.fail(`${service.name} ended with ${exit.signal ?? exit.code}`);
  }
  await sleep(500);
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
    kills: killer.kills,
    predictions: counts.all,
    'replayed by the other release': replayed,
    [`admitted of a limit of ${KEY_LIMIT}`]: admitted,
    ...checks,
  };
}

const migrations = async (cluster) =>
  (await cluster.database.query('select count(*)::int as n from migrations'))[0].n;

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
