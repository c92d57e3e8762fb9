// K1: random kill -9 of workers (75 %) and API processes (25 %) while callers create predictions and follow them to their end. Killed
// processes are restarted at once. Invariants I1 to I11 must hold.
import { LoadClient } from '../harness/callers/client.mjs';
import { Killer } from '../harness/cluster/killer.mjs';

const CLASSES = ['idempotent', 'lookup', 'none'];

export default {
  name: 'K1',
  title: 'random kill -9 of workers and API processes under load',
  seconds: 230,
  async run(context) {
    const kills = context.count({ gate: 12, short: 300, long: 5_000 });
    const predictions = context.count({ gate: 100, short: 2_000, long: 50_000 });
    const { random } = context;
    const cluster = await context.startCluster({ processes: { api: 2, worker: 4 }, restart: true });
    await cluster.engine.faults({ loseAnswer: 0.02, busy: 0.02 });
    const keys = await context.makeKeys(cluster.database, { accounts: 5, keysEach: 4 });
    const client = new LoadClient(cluster.apis, keys, random.fork('client'));
    const watch = context.watch({ cluster, client });
    const killer = new Killer(cluster, random.fork('killer'), { everyMs: [250, 400], spare: 1 });
    const kinds = random.fork('kinds');
    let done = 0;
    const report = () => context.progress(Math.min(killer.kills, kills) + done, kills + predictions);
    const work = client.run({
      total: predictions,
      concurrency: 64,
      make: () => ({
        modelKey: `chaos-${kinds.pick(CLASSES)}`,
        runMs: kinds.between(0, 1500),
        submitMs: kinds.between(0, 150),
      }),
      onDone: () => ((done += 1), report()),
    });
    await Promise.all([killer.run(kills, report), work]);
    const checks = await watch.finish();
    const [counts] = await cluster.database.query(
      `select count(*)::int as all, count(*) filter (where status = 'completed')::int as completed, count(*) filter (where status = 'failed')::int as failed from predictions`,
    );
    if (counts.completed + counts.failed !== counts.all) context.fail('predictions are not final', counts);
    if (cluster.unexpectedExits.length > 0)
      context.fail('a process exited unexpectedly', cluster.unexpectedExits);
    await client.close();
    return {
      n: {
        kills: killer.kills,
        'of ready processes': killer.serving,
        predictions: counts.all,
        completed: counts.completed,
        'failed and refunded': counts.failed,
        ...checks,
      },
    };
  },
};
