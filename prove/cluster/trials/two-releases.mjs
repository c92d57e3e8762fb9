// H6: the previous release and this one serve side by side on one database of the cluster. This release starts and migrates under the
// load of the previous one, the leader is switched over and killed, and then the processes of the previous release stop. No
// acknowledgement of either release is lost. The database has ten million predictions and a session that reads them in long
// transactions, as a backup does. The migrations may delay callers only briefly.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { UUID_V7 } from '../../../dist/testing/database/uuid-v7.js';
import { LoadClient } from '../../harness/callers/client.mjs';
import { DirectDatabase } from '../../harness/cluster/cluster.mjs';
import { earlierRelease } from '../../harness/cluster/earlier-release.mjs';
import { fillAccount } from '../../harness/database/large-account.mjs';
import { CATALOGUE } from '../failover-cluster.mjs';
import { longestPause } from '../traffic.mjs';

const DATABASE = 'releases';
const PORT = 3100;
const CALLERS = 8;
const KINDS = ['idempotent', 'lookup', 'none'];
/** Predictions in the table before the migrations; each has two ledger entries. */
const ROWS = { gate: 20_000, short: 10_000_000, long: 10_000_000 };
/** Longest time without an acknowledged create while the new release migrates. */
const PAUSE_MS = 5_000;
/** Duration of a transaction of the reading session, which locks the tables that it has read until its end. */
const READING_MS = 8_000;
const BETWEEN_READS_MS = 1_000;
/** Time in which the earlier release serves alone, for comparison. */
const ALONE_MS = 10_000;

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
    // The earlier release knows no packs.
    const earlier = { main, env: { PLUGINS: plugin, CATALOGUE_DIR: CATALOGUE } };
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
  const filled = await fill(context, cluster, before[0], database, rows);
  const checked = await checkedDatabase(cluster, database, filled);
  for (const service of before) await service.start();
  const schema = await migrations(database);
  const keys = await context.makeKeys(database, { accounts: 3, keysEach: 3 });
  const created = [];
  const client = new LoadClient([before[0], now[0]], keys, random.fork('client'), {
    onAnswer({ method, status }) {
      if (method === 'POST' && status === 201) created.push(performance.now());
    },
  });
  const watch = context.watch({ cluster: { database: checked, engine: cluster.engine }, client });
  const kinds = random.fork('kinds');
  const stopping = new AbortController();
  const load = client.run({
    ...{ total: Infinity, concurrency: CALLERS, signal: stopping.signal },
    make: () => ({ modelKey: `chaos-${kinds.pick(KINDS)}`, runMs: kinds.between(0, 800) }),
  });
  load.catch(() => {});
  await acknowledged(client, CALLERS);
  const aloneAt = performance.now();
  await sleep(ALONE_MS);
  const reading = new AbortController();
  const reader = readInLongTransactions(database, reading.signal);
  reader.catch(() => {});
  const migratingAt = performance.now();
  try {
    for (const service of now) await service.start();
  } finally {
    reading.abort();
  }
  const migratedAt = performance.now();
  const reads = await reader;
  const migrated = (await migrations(database)) - schema;
  await acknowledged(client, CALLERS);
  const pauseMs = longestPause(created, migratingAt, migratedAt);
  const beforeMs = longestPause(created, aloneAt, migratingAt);
  context.log(`longest pause ${pauseMs} ms, ${beforeMs} ms before; ${reads} long transactions`);
  if (pauseMs > context.within(PAUSE_MS)) context.late('the migrations delayed the callers', { pauseMs });
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
  await checked.end();
  const after = await filledRows(cluster, filled);
  if (JSON.stringify(after) !== JSON.stringify(filled.rows))
    context.fail('rows from before the migrations changed', { before: filled.rows, after });
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
      'long transactions meanwhile': reads,
      'ms without an acknowledgement meanwhile': pauseMs,
      'ms without an acknowledgement before': beforeMs,
      'seconds side by side': seconds,
      'leaders changed': 2,
      predictions: counts.all,
      ...checks,
    },
  };
}

/**
 * Fills the tables of the earlier release's schema while no process runs; builds the secondary indexes afterwards.
 * @returns the account, the last of its rows, and their sums
 */
async function fill(context, cluster, service, database, rows) {
  await service.start();
  await service.terminate();
  const keys = await context.makeKeys(database, { keysEach: 4, credits: rows * 3 });
  await database.query(UUID_V7);
  const { accountId } = keys[0];
  const session = await unlimitedSession(cluster);
  try {
    const query = async (text, values) => (await session.query(text, values)).rows;
    await query('set synchronous_commit = local');
    const account = { accountId, keyIds: keys.map(({ id }) => id), rows };
    await fillAccount({ query }, account, context.progress);
  } finally {
    await session.end();
  }
  const [last] = await database.query(
    `select (select id from predictions order by id desc limit 1) as prediction, (select max(id) from ledger_transfers) as entry`,
  );
  const filled = { accountId, last };
  return { ...filled, rows: await filledRows(cluster, filled) };
}

/** Returns a session without the time limits of the pool. */
async function unlimitedSession(cluster) {
  const session = new pg.Client({ connectionString: cluster.urlOf(DATABASE) });
  await session.connect();
  return session;
}

/** Returns the number and the total cost of the filled predictions by status. */
async function filledRows(cluster, { accountId, last }) {
  const session = await unlimitedSession(cluster);
  try {
    const { rows } = await session.query(
      `select status, count(*), sum(cost) from predictions where account_id = $1 and id <= $2 group by 1 order by 1`,
      [accountId, last.prediction],
    );
    return rows;
  } finally {
    await session.end();
  }
}

/**
 * Returns the database that the invariant checker reads each second: without the filled account, whose millions of rows would block
 * the process of the callers. Views with the tables' names select ranges of ids.
 */
async function checkedDatabase(cluster, database, { accountId, last }) {
  await database.query(`
    create schema checked;
    create view checked.accounts as select * from public.accounts where id <> '${accountId}';
    create view checked.predictions as select * from public.predictions where id > '${last.prediction}';
    create view checked.ledger_transfers as select * from public.ledger_transfers where id > ${last.entry}`);
  const options = encodeURIComponent('-c search_path=checked,public');
  return new DirectDatabase(`${cluster.urlOf(DATABASE)}?options=${options}`);
}

/** Reads both tables in sequential long transactions. @returns the number of transactions */
async function readInLongTransactions(database, signal) {
  const pause = (ms) => sleep(ms, undefined, { signal }).catch(() => {});
  let count = 0;
  while (!signal.aborted) {
    await database.snapshot(async (query) => {
      await query('select from predictions limit 1');
      await query('select from ledger_transfers limit 1');
      await pause(READING_MS);
    });
    count += 1;
    await pause(BETWEEN_READS_MS);
  }
  return count;
}

const migrations = async (database) =>
  (await database.query('select count(*)::int as n from migrations'))[0].n;

/** Resolves when `count` more predictions were acknowledged. */
async function acknowledged(client, count) {
  const enough = client.predictions.size + count;
  while (client.predictions.size < enough) await sleep(50);
}
