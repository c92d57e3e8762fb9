// H6: the release before and this one side by side on one database of the cluster, both serving: this one starts and migrates under
// the load of the other, the leader is switched over and killed, then the processes of the release before stop. No acknowledgement
// is lost, whichever release gave it. The migrations meet a table of ten million predictions, and hold up no caller for long.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { UUID_V7 } from '../../../dist/testing/database/uuid-v7.js';
import { LoadClient } from '../../harness/callers/client.mjs';
import { DirectDatabase } from '../../harness/cluster/cluster.mjs';
import { earlierRelease } from '../../harness/cluster/earlier-release.mjs';
import { fillAccount } from '../../harness/database/large-account.mjs';
import { longestPause } from '../traffic.mjs';

const DATABASE = 'releases';
const PORT = 3100;
const CALLERS = 8;
const KINDS = ['idempotent', 'lookup', 'none'];
/** Predictions that the migrations meet; each has two entries of the ledger. */
const ROWS = { gate: 20_000, short: 10_000_000, long: 10_000_000 };
/** Longest time without an acknowledged create while the new release migrates. */
const PAUSE_MS = 5_000;

export default {
  name: 'H6',
  title: 'the previous release and this one on one database of the cluster, whose leader changes',
  seconds: 450,
  largerTiers: true,
  async run(context) {
    const sideBySideMs = context.count({ gate: 20, short: 120, long: 600 }) * 1_000;
    const { main, plugin } = await earlierRelease();
    const cluster = await context.startCluster();
    await cluster.untilHealthy();
    await cluster.createDatabase(DATABASE);
    const database = new DirectDatabase(cluster.urlOf(DATABASE));
    const settings = cluster.settings(DATABASE);
    const make = (name, roles, host, release = {}) =>
      cluster.makeService(
        { name, roles, host, port: roles === 'api' ? PORT : PORT + 1, ...release },
        settings,
      );
    const earlier = { main, env: { PLUGINS: plugin } };
    const before = [
      make('earlier-api', 'api', 'api1', earlier),
      make('earlier-worker', 'worker', 'worker1', earlier),
    ];
    const now = [make('new-api', 'api', 'api2'), make('new-worker', 'worker', 'worker2')];
    try {
      return await serve(context, { cluster, database, before, now, sideBySideMs });
    } finally {
      await Promise.all([...before, ...now].map((service) => service.stop()));
      await database.end();
    }
  },
};

async function serve(context, { cluster, database, before, now, sideBySideMs }) {
  const { random } = context;
  const rows = context.count(ROWS);
  await fill(context, cluster, before[0], database, rows);
  for (const service of before) await service.start();
  const schema = await migrations(database);
  const keys = await context.makeKeys(database, { accounts: 3, keysEach: 3 });
  const created = [];
  const client = new LoadClient([before[0], now[0]], keys, random.fork('client'), {
    onAnswer({ method, status }) {
      if (method === 'POST' && status === 201) created.push(performance.now());
    },
  });
  const watch = context.watch({ cluster: { database, engine: cluster.engine }, client });
  const kinds = random.fork('kinds');
  const stopping = new AbortController();
  const load = client.run({
    ...{ total: Infinity, concurrency: CALLERS, signal: stopping.signal },
    make: () => ({ modelKey: `chaos-${kinds.pick(KINDS)}`, runMs: kinds.between(0, 800) }),
  });
  load.catch(() => {});
  await acknowledged(client, CALLERS);
  const migratingAt = performance.now();
  for (const service of now) await service.start();
  const migratedAt = performance.now();
  const migrated = (await migrations(database)) - schema;
  await acknowledged(client, CALLERS);
  const pauseMs = longestPause(created, migratingAt, migratedAt);
  if (pauseMs > context.within(PAUSE_MS)) context.late('the migrations held up the callers', { pauseMs });
  const startedAt = performance.now();
  const candidate = await cluster.switchOver();
  await cluster.until('the new leader', async () => (await cluster.leader()) === candidate, 120_000);
  await cluster.untilHealthy();
  await cluster.killNode(candidate);
  await cluster.until(
    'a new leader',
    async () => ![null, candidate].includes(await cluster.leader()),
    120_000,
  );
  cluster.startNode(candidate);
  await cluster.untilHealthy();
  await sleep(Math.max(0, sideBySideMs - (performance.now() - startedAt)));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  await acknowledged(client, CALLERS);
  for (const service of before) {
    const exit = await service.terminate();
    if (exit.code !== 0) context.fail(`${service.name} ended with ${exit.signal ?? exit.code}`);
  }
  await acknowledged(client, CALLERS);
  stopping.abort();
  await load;
  const checks = await watch.finish();
  const exits = [...before, ...now].flatMap(({ unexpectedExits }) => unexpectedExits);
  if (exits.length > 0) context.fail('a process exited unexpectedly', exits);
  const [counts] = await database.query(
    `select count(*)::int as all, count(*) filter (where status = 'processing')::int as processing from predictions`,
  );
  if (counts.processing > 0) context.fail('predictions are not final', counts);
  await client.close();
  return {
    n: {
      migrations: migrated,
      'predictions in the table': rows,
      's of the migrations': Math.round((migratedAt - migratingAt) / 1000),
      'ms without an acknowledgement meanwhile': pauseMs,
      'seconds side by side': seconds,
      'leaders changed': 2,
      predictions: counts.all,
      ...checks,
    },
  };
}

/** Fills the tables of the earlier release's schema, while nothing serves: the secondary indexes are built afterwards. */
async function fill(context, cluster, service, database, rows) {
  await service.start();
  await service.terminate();
  const keys = await context.makeKeys(database, { keysEach: 4, credits: rows * 3 });
  await database.query(UUID_V7);
  // Without the time limits of the pool.
  const session = new pg.Client({ connectionString: cluster.urlOf(DATABASE) });
  await session.connect();
  try {
    const query = async (text, values) => (await session.query(text, values)).rows;
    await query('set synchronous_commit = local');
    const account = { accountId: keys[0].accountId, keyIds: keys.map(({ id }) => id), rows };
    await fillAccount({ query }, account, context.progress);
  } finally {
    await session.end();
  }
}

const migrations = async (database) =>
  (await database.query('select count(*)::int as n from migrations'))[0].n;

/** Resolves when so many more predictions were acknowledged. */
async function acknowledged(client, count) {
  const enough = client.predictions.size + count;
  while (client.predictions.size < enough) await sleep(50);
}
