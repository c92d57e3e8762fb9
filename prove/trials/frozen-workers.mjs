// Zombies: a worker is frozen (SIGSTOP) in the middle of its submits for longer than its lease, others take over and
// finish, and it wakes up (SIGCONT) with the engine's answers in its hands. Not one of its writes may land.
import { setTimeout as sleep } from 'node:timers/promises';
import { uuidOf } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';

const LEASE_SECONDS = 2;
const PER_ROUND = 10;

export default {
  name: 'K3',
  title: 'zombies: workers frozen beyond their lease write nothing when they wake',
  async run(context) {
    const total = context.count({ gate: 8, short: 20, long: 500 });
    const env = { LEASE_SECONDS: String(LEASE_SECONDS), WORKER_CONCURRENCY: '40' };
    const cluster = await context.startCluster({ processes: { api: 1, worker: 2 }, env });
    const keys = await context.makeKeys(cluster.database, { keysEach: 2 });
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'));
    const watch = context.watch({ cluster, client });
    const counts = { zombies: 0, 'late writes tried': 0, stale: 0 };
    for (let round = 0; counts.zombies < total; round += 1) {
      await freezeAndWake(context, { cluster, client, round, counts });
      context.progress(counts.zombies, total);
    }
    const checks = await watch.finish();
    if (counts.stale > 0) context.fail('a stale write landed', counts);
    if (counts['late writes tried'] < counts.zombies)
      context.fail('a zombie did not try to write: the trial has not shown it', counts);
    await client.close();
    return { n: { ...counts, ...checks } };
  },
};

async function freezeAndWake(context, { cluster, client, round, counts }) {
  const zombie = cluster.workers[round % 2];
  const heir = cluster.workers[(round + 1) % 2];
  const writes = [];
  const hear = ({ write }) => write && writes.push(write);
  zombie.on('message', hear);
  zombie.tell({ trace: true });
  heir.signal('SIGSTOP'); // all of them go to the one that will be the zombie
  const order = { modelKey: 'chaos-idempotent', submitMs: 1_500, runMs: 10 };
  const ids = await Promise.all(Array.from({ length: PER_ROUND }, () => client.create(order)));
  const uuids = ids.map(uuidOf);
  const look = () =>
    cluster.database.query(
      'select id, fence, leased_by, status from predictions where id = any($1::uuid[])',
      [uuids],
    );
  // The engine has all of them: no statement of the zombie's is under way when it is frozen.
  for (let state = {}; ids.some((id) => !state[id]); state = await cluster.engine.state()) await sleep(20);
  zombie.signal('SIGSTOP');
  heir.signal('SIGCONT');
  const frozen = new Map((await look()).map(({ id, fence }) => [id, fence]));
  const heard = writes.length;
  // Taken over: another fence, or settled already by the heir.
  while ((await look()).some(({ id, fence }) => fence <= frozen.get(id))) await sleep(50);
  const before = new Map((await look()).map((row) => [row.id, row]));
  zombie.signal('SIGCONT');
  await Promise.all(ids.map((id) => client.follow(id)));
  await sleep(300);
  zombie.off('message', hear);
  zombie.tell({ trace: false });
  const late = writes.slice(heard).filter(({ id, fence }) => frozen.get(id) === fence);
  counts.zombies += ids.length;
  counts['late writes tried'] += late.length;
  const stale = late.filter(({ hit }) => hit);
  counts.stale += stale.length;
  if (stale.length > 0) context.fail('a stale write landed', { stale, before: [...before.values()] });
}
