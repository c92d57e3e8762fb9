// G1: rolling restarts. Each process in turn receives SIGTERM and is started again while callers continue on keep-alive connections. No
// sent request is reset, the engine is not paid twice, the process exits within 10 s, and another worker resumes its predictions within
// 2 s.
import { setTimeout as sleep } from 'node:timers/promises';
import { uuidOf } from '../harness/callers/accounts.mjs';
import { SteadyLoad } from '../harness/callers/steady-load.mjs';

const EXIT_MS = 10_000;
const RESUMED_MS = 2_000;

export default {
  name: 'G1',
  title: 'rolling SIGTERM of API and worker under keep-alive load',
  seconds: 53,
  async run(context) {
    const total = context.count({ gate: 4, short: 20, long: 500 });
    const cluster = await context.startCluster({ processes: { api: 2, worker: 2 } });
    const keys = await context.makeKeys(cluster.database, { accounts: 2, keysEach: 5 });
    const load = new SteadyLoad(cluster.apis, keys, context.random.fork('client'), { runMs: 300 });
    const { client, lost: resets } = load;
    const watch = context.watch({ cluster, client });
    load.start();
    const exits = [];
    const resumed = [];
    for (let round = 0; exits.length < total; round += 1) {
      const isWorker = round % 2 === 1;
      const list = isWorker ? cluster.workers : cluster.apis;
      const service = list[(round >> 1) % 2];
      const held = isWorker ? await workHeldBy(cluster, client, service) : null;
      const leaving = service.terminate();
      if (held) resumed.push(await timeToResumed(cluster, held));
      const exit = await leaving;
      exits.push(exit.ms);
      if (exit.code !== 0) context.fail(`${service.name} ended with ${exit.signal ?? exit.code}`);
      await service.start();
      context.progress(exits.length, total);
    }
    await load.stop();
    const checks = await watch.finish();
    const figures = {
      restarts: exits.length,
      predictions: client.predictions.size,
      resets: resets.length,
      'slowest exit ms': Math.round(Math.max(...exits)),
      'slowest resumed ms': Math.round(Math.max(0, ...resumed)),
    };
    if (resets.length > 0) context.fail(`${resets.length} sent requests were reset`, resets.slice(0, 10));
    const again = Object.entries(await cluster.engine.state()).filter(([, { paid }]) => paid > 1);
    if (again.length > 0) context.fail('the engine was paid twice', again.slice(0, 10));
    if (figures['slowest exit ms'] > context.within(EXIT_MS))
      context.late('a process took too long to end', exits);
    if (figures['slowest resumed ms'] > context.within(RESUMED_MS))
      context.late('work was resumed too late', resumed);
    await client.close();
    return { n: { ...figures, ...checks } };
  },
};

/** Creates a prediction that this worker claims, with a slow submit. @returns {id, fence} */
async function workHeldBy(cluster, client, worker) {
  const others = cluster.workers.filter((one) => one !== worker);
  for (const other of others) other.signal('SIGSTOP');
  const id = await client.create({ modelKey: 'chaos-idempotent', submitMs: 1_500, runMs: 0 });
  let row;
  do {
    await sleep(20);
    row = await leaseOf(cluster, id);
  } while (row.attempts === 0);
  for (const other of others) other.signal('SIGCONT');
  return { id, fence: row.fence };
}

async function timeToResumed(cluster, { id, fence }) {
  const startedAt = performance.now();
  while ((await leaseOf(cluster, id)).fence === fence) await sleep(10);
  return performance.now() - startedAt;
}

async function leaseOf(cluster, predictionId) {
  const [row] = await cluster.database.query('select fence, attempts from predictions where id = $1', [
    uuidOf(predictionId),
  ]);
  return row;
}
