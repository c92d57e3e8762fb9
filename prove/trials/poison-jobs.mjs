// K6: jobs that kill their worker with SIGKILL run among normal jobs of other accounts; the workers are restarted. Every normal job
// completes, however often its worker was killed. Each poison job fails with a refund after at most five crashes.
import { fileURLToPath } from 'node:url';
import { uuidOf } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';

const PLUGIN = fileURLToPath(new URL('../harness/engines/poison-plugin.mjs', import.meta.url));
const MAX_CRASHES = 5;
const KILLS = ['submit', 'poll', 'file'];
const NORMAL_ACCOUNTS = 4;

export default {
  name: 'K6',
  title: 'jobs that kill their worker fail alone; all other jobs complete',
  seconds: 40,
  largerTiers: true,
  async run(context) {
    const rounds = context.count({ gate: 1, short: 3, long: 50 });
    const cluster = await context.startCluster({
      processes: { api: 1, worker: 2 },
      restart: true,
      env: { PLUGINS: PLUGIN, WORKER_CONCURRENCY: '8', LEASE_SECONDS: '15' },
    });
    const keys = await context.makeKeys(cluster.database, { accounts: NORMAL_ACCOUNTS + 1 });
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'));
    const watch = context.watch({ cluster, client });
    const counts = { 'normal jobs': 0, completed: 0, 'poison jobs': 0, refunded: 0, 'most crashes': 0 };
    for (let round = 0; round < rounds; round += 1) {
      await runRound(context, { cluster, client, keys, counts });
      context.progress(round + 1, rounds);
    }
    const checks = await watch.finish();
    counts['workers killed'] = cluster.workers.reduce(
      (sum, { unexpectedExits }) => sum + unexpectedExits.length,
      0,
    );
    if (counts['workers killed'] === 0)
      context.fail('no worker was killed: the trial proves nothing', counts);
    const others = cluster.unexpectedExits.filter(({ signal }) => signal !== 'SIGKILL');
    if (others.length > 0) context.fail('a process exited unexpectedly', others);
    await client.close();
    return { n: { ...counts, ...checks } };
  },
};

/** Creates 100 normal jobs of all kinds with the poison jobs among the first of them. */
async function runRound(context, { cluster, client, keys, counts }) {
  const random = context.random.fork('jobs');
  const [attacker, ...others] = keys;
  const normal = [];
  const poison = [];
  for (let at = 0; at < 100; at += 1) {
    const order = { modelKey: 'chaos-poison', runMs: random.between(100, 2_500), polled: at % 2 === 0 };
    normal.push(await client.create(order, { key: others[at % others.length] }));
    if (at % 10 === 9 && poison.length < KILLS.length) {
      const kills = KILLS[poison.length];
      const bad = { modelKey: 'chaos-poison', runMs: 100, polled: kills !== 'submit', kills };
      poison.push(await client.create(bad, { key: attacker }));
    }
  }
  await Promise.all([...normal, ...poison].map((id) => client.follow(id)));
  const rows = await cluster.database.query(
    `select id, status, error_code, error_internal, crashes from predictions where id = any($1::uuid[])`,
    [[...normal, ...poison].map(uuidOf)],
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const failed = normal.map((id) => rowOf.get(uuidOf(id))).filter(({ status }) => status !== 'completed');
  if (failed.length > 0) context.fail(`${failed.length} normal jobs failed`, failed);
  for (const row of poison.map((id) => rowOf.get(uuidOf(id)))) {
    const crashes = row.crashes + (row.status === 'failed' ? 1 : 0);
    if (row.status !== 'failed' || row.error_code !== 'internal_error')
      context.fail('a poison job did not fail', row);
    if (crashes > MAX_CRASHES) context.fail(`a poison job killed ${crashes} processes`, row);
    counts['most crashes'] = Math.max(counts['most crashes'], crashes);
  }
  counts['normal jobs'] += normal.length;
  counts.completed += normal.length - failed.length;
  counts['poison jobs'] += poison.length;
  counts.refunded += poison.filter((id) => client.predictions.get(id).body.creditsRefunded === 1).length;
  if (counts.refunded !== counts['poison jobs']) context.fail('a poison job was not refunded', counts);
}
