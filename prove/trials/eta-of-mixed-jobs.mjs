// E3: accuracy of `queue.etaSeconds`. Jobs of very different durations, which are equal in the catalogue, run once each, so that the
// service measures them. Then two accounts put a mixed backlog into a queue with few places. The trial compares the estimate in the
// first status of each waiting prediction with its real time.
import { setTimeout as sleep } from 'node:timers/promises';
import { LoadClient } from '../harness/callers/client.mjs';

/** Milliseconds at the engine: during the submit, which holds a place of the worker, and after it. */
const KINDS = [
  { submitMs: 100, runMs: 0 },
  { submitMs: 400, runMs: 300 },
  { submitMs: 1_000, runMs: 0 },
  { submitMs: 1_500, runMs: 4_000 },
  { submitMs: 3_000, runMs: 1_000 },
];
const LEARNING_ROUNDS = 2;
/** Longer than a process caches the durations and the queue. */
const LEARNED_MS = 7_000;
const CONCURRENCY = 3;
const FACTOR = 2;
const SPARE_SECONDS = 3;
const SHARE = 0.8;

export default {
  name: 'E3',
  title: 'the estimated time of waiting predictions in a backlog of mixed durations',
  seconds: 45,
  async run(context) {
    const backlog = context.count({ gate: 40, short: 80, long: 300 });
    const cluster = await context.startCluster({
      processes: { api: 1, worker: 2 },
      env: { WORKER_CONCURRENCY: String(CONCURRENCY) },
    });
    const keys = await context.makeKeys(cluster.database, { accounts: 2 });
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'), { connections: 64 });
    const watch = context.watch({ cluster, client });
    const body = (kind) => ({ modelKey: 'chaos-idempotent', prompt: 'a backlog', ...kind });

    await learn(client, body);
    await sleep(LEARNED_MS);
    const kinds = context.random.fork('order');
    const ids = await Promise.all(
      Array.from({ length: backlog }, () => client.create(body(kinds.pick(KINDS)))),
    );
    const announced = await Promise.all(ids.map((id) => announcement(client, id)));
    const waited = announced.filter(({ eta }) => eta !== undefined);
    const errors = await Promise.all(waited.map((one) => comparison(client, one)));
    const share = errors.filter((one) => one.isAccurate).length / errors.length;
    const checks = await watch.finish();
    await client.close();
    if (waited.length < backlog / 2)
      context.fail('most of the backlog should have waited', { waited: waited.length, backlog });
    if (share < SHARE) context.late('the estimates are too inaccurate', { share, errors });
    return {
      n: {
        backlog,
        'predictions with an estimate': waited.length,
        'within a factor of 2 or 3 s': `${(100 * share).toFixed(0)} %`,
        'real time by estimate: median, 90 %': quantiles(errors),
        ...checks,
      },
    };
  },
};

async function learn(client, body) {
  for (let round = 0; round < LEARNING_ROUNDS; round += 1) {
    await client.run({ total: KINDS.length, make: (index) => body(KINDS[index]) });
  }
}

/** Reads the first status that has a position. */
async function announcement(client, id) {
  let status = await client.status(id);
  if (status?.status === 'processing' && !status.queue) {
    await sleep(1_100);
    status = await client.status(id);
  }
  return { id, at: Date.now(), eta: status?.queue?.etaSeconds };
}

async function comparison(client, { id, at, eta }) {
  const { completedAt } = await client.follow(id);
  const took = (Date.parse(completedAt) - at) / 1000;
  return { eta, took, isAccurate: isAccurate(eta, took) };
}

function isAccurate(eta, took) {
  return Math.abs(eta - took) <= SPARE_SECONDS || (took <= FACTOR * eta && eta <= FACTOR * took);
}

function quantiles(errors) {
  const ratios = errors.map(({ eta, took }) => took / eta).sort((a, b) => a - b);
  return [0.5, 0.9].map((share) => ratios[Math.floor(share * ratios.length)].toFixed(2)).join(', ');
}
