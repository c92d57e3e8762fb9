// K3: a worker is frozen (SIGSTOP) during its submits for longer than its lease, another worker takes over its predictions,
// and the first one continues (SIGCONT) and receives the engine's responses. None of its writes may take effect.
import { setTimeout as sleep } from 'node:timers/promises';
import { uuidOf } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';

const LEASE_SECONDS = 2;
const PER_ROUND = 10;

/** Maximum wait for the writes of a resumed worker. */
const LATE_MS = 10_000;

export default {
  name: 'K3',
  title: 'workers frozen beyond their lease: their late writes have no effect',
  async run(context) {
    const total = context.count({ gate: 8, short: 20, long: 500 });
    const env = { LEASE_SECONDS: String(LEASE_SECONDS), WORKER_CONCURRENCY: '40' };
    const cluster = await context.startCluster({ processes: { api: 1, worker: 2 }, env });
    const keys = await context.makeKeys(cluster.database, { keysEach: 2 });
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'));
    const watch = context.watch({ cluster, client });
    const counts = { 'frozen predictions': 0, 'late writes tried': 0, stale: 0 };
    for (let round = 0; counts['frozen predictions'] < total; round += 1) {
      await freezeAndWake(context, { cluster, client, round, counts });
      context.progress(counts['frozen predictions'], total);
    }
    const checks = await watch.finish();
    if (counts.stale > 0) context.fail('a stale write took effect', counts);
    if (counts['late writes tried'] < counts['frozen predictions'])
      context.fail('a frozen worker did not try to write: the trial proves nothing', counts);
    await client.close();
    return { n: { ...counts, ...checks } };
  },
};

async function freezeAndWake(context, { cluster, client, round, counts }) {
  const frozenWorker = cluster.workers[round % 2];
  const successor = cluster.workers[(round + 1) % 2];
  const writes = [];
  const onMessage = ({ write }) => write && writes.push(write);
  frozenWorker.on('message', onMessage);
  frozenWorker.send({ trace: true });
  successor.signal('SIGSTOP'); // The other worker claims all predictions.
  const order = { modelKey: 'chaos-idempotent', submitMs: 1_500, runMs: 10 };
  const ids = await Promise.all(Array.from({ length: PER_ROUND }, () => client.create(order)));
  const uuids = ids.map(uuidOf);
  const rows = () =>
    cluster.database.query(
      'select id, fence, leased_by, status from predictions where id = any($1::uuid[])',
      [uuids],
    );
  // The engine has all submits, so the worker runs no statement when it is frozen.
  for (let state = {}; ids.some((id) => !state[id]); state = await cluster.engine.state()) await sleep(20);
  frozenWorker.signal('SIGSTOP');
  successor.signal('SIGCONT');
  const frozen = new Map((await rows()).map(({ id, fence }) => [id, fence]));
  const writesBefore = writes.length;
  // Taken over: another fence, or already settled by the other worker.
  while ((await rows()).some(({ id, fence }) => fence <= frozen.get(id))) await sleep(50);
  const before = new Map((await rows()).map((row) => [row.id, row]));
  frozenWorker.signal('SIGCONT');
  await Promise.all(ids.map((id) => client.follow(id)));
  const lateOnes = () => writes.slice(writesBefore).filter(({ id, fence }) => frozen.get(id) === fence);
  // On a busy machine the worker resumes late.
  const end = performance.now() + LATE_MS;
  while (lateOnes().length < ids.length && performance.now() < end) await sleep(50);
  frozenWorker.off('message', onMessage);
  frozenWorker.send({ trace: false });
  const late = lateOnes();
  counts['frozen predictions'] += ids.length;
  counts['late writes tried'] += late.length;
  const stale = late.filter(({ hit }) => hit);
  counts.stale += stale.length;
  if (stale.length > 0) context.fail('a stale write took effect', { stale, before: [...before.values()] });
}
