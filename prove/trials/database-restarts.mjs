// D1: PostgreSQL is stopped in immediate mode (a crash) and restarted every few seconds while callers create and follow predictions and
// processes are killed. No process exits unexpectedly, no acknowledged work is lost, and the first request succeeds within 2 s after
// the server accepts connections.
import { setTimeout as sleep } from 'node:timers/promises';
import { LoadClient } from '../harness/callers/client.mjs';
import { Killer } from '../harness/cluster/killer.mjs';

const FIRST_SUCCESS_MS = 2_000;

export default {
  name: 'D1',
  title: 'PostgreSQL stopped in immediate mode and restarted, under load and kills',
  seconds: 52,
  async run(context) {
    const outages = context.count({ gate: 3, short: 10, long: 500 });
    const { random } = context;
    // One API process and one worker are not killed: the time to the first success is measured at them.
    const steady = [
      { name: 'api-steady', roles: 'api' },
      { name: 'worker-steady', roles: 'worker' },
    ];
    const killed = [
      { name: 'api-killed', roles: 'api' },
      { name: 'worker-killed', roles: 'worker' },
    ];
    const cluster = await context.startCluster({ processes: [...steady, ...killed], restart: true });
    const keys = await context.makeKeys(cluster.database, { accounts: 4, keysEach: 2 });
    const client = new LoadClient(cluster.apis, keys, random.fork('client'));
    const watch = context.watch({ cluster, client });
    const victims = { apis: cluster.apis.slice(1), workers: cluster.workers.slice(1) };
    const killer = new Killer(victims, random.fork('killer'), { everyMs: [2_500, 5_000] });
    const stopLoad = new AbortController();
    const kinds = random.fork('kinds');
    const work = Promise.all([
      client.run({
        total: Infinity,
        concurrency: 16,
        signal: stopLoad.signal,
        make: () => ({
          modelKey: `chaos-${kinds.pick(['idempotent', 'lookup', 'none'])}`,
          runMs: kinds.between(0, 1_000),
        }),
      }),
      killer.run(Infinity),
    ]);
    work.catch(() => {});
    const times = [];
    while (times.length < outages) {
      times.push(await outage(context, cluster, keys, random));
      context.progress(times.length, outages);
    }
    killer.stop();
    stopLoad.abort();
    await work;
    const checks = await watch.finish();
    const slowest = Math.round(Math.max(...times));
    if (cluster.unexpectedExits.length > 0)
      context.fail('a process exited unexpectedly', cluster.unexpectedExits);
    await client.close();
    if (slowest > context.within(FIRST_SUCCESS_MS))
      context.late(`the first success came ${slowest} ms after PostgreSQL accepted`, times);
    return {
      n: {
        outages: times.length,
        kills: killer.kills,
        predictions: client.predictions.size,
        'slowest first success ms': slowest,
        ...checks,
      },
    };
  },
};

/** @returns ms from the first accepted connection to the first create that the steady process acknowledges */
async function outage(context, cluster, keys, random) {
  await sleep(random.between(2_000, 4_000));
  await cluster.postgres.stopImmediate();
  await sleep(random.between(200, 1_500));
  const client = new LoadClient([cluster.service('api-steady')], keys, random.fork('probe'), {
    connections: 4,
  });
  const starting = cluster.postgres.start();
  const [acceptedAt, succeededAt] = await Promise.all([
    cluster.postgres.acceptedAt(),
    firstSuccess(client),
    starting,
  ]);
  await client.close();
  return Math.max(0, succeededAt - acceptedAt);
}

async function firstSuccess(client) {
  for (;;) {
    const answer = await client.request('POST', '/api/generate', {
      key: client.random.pick(client.keys),
      body: { modelKey: 'chaos-idempotent', runMs: 0 },
    });
    if (answer?.status === 201) return performance.now();
    await sleep(25);
  }
}
