// K7: the process that runs a listener is killed with SIGKILL at every await of its rounds while predictions are created, and a second
// process takes over. Every event is delivered, the events of a prediction in order, and never by both processes at once.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { publicIdOf } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';

const PLUGINS = ['engine-plugin', 'event-plugin']
  .map((name) => fileURLToPath(new URL(`../harness/engines/${name}.mjs`, import.meta.url)))
  .join(',');
const POINTS = ['CLAIM_LISTENER', 'NEWEST_EVENT', 'IS_PASSED', 'READ_EVENTS', 'handle', 'ADVANCE'];
const PHASES = ['before', 'sent', 'after'];
const CELLS = POINTS.flatMap((point) => PHASES.map((phase) => ({ point, phase })));
/** The minimum: this trial consists mostly of takeovers. */
const LEASE_SECONDS = 2;
const CATCH_UP_MS = 30_000;

const ENDS = {
  completed: ['prediction.completed'],
  failed: ['prediction.failed', 'credits.refunded'],
};

export default {
  name: 'K7',
  title: 'kill -9 at every await of a listener’s round, beside one that always fails',
  seconds: 60,
  async run(context) {
    const rounds = context.count({ gate: 1, short: 1, long: 10 });
    const cells = context.sample(CELLS, { gate: 4 });
    const cluster = await context.startCluster({
      startServices: false,
      processes: { api: 1, worker: 2 },
      restart: true,
    });
    const file = join(cluster.directory, 'events');
    for (const service of cluster.services)
      Object.assign(service.env, { PLUGINS, CHAOS_EVENTS: file, LEASE_SECONDS: String(LEASE_SECONDS) });
    await Promise.all(cluster.services.map((service) => service.start()));
    await untilHeld(cluster);
    const keys = await context.makeKeys(cluster.database, { accounts: 3 });
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'));
    const watch = context.watch({ cluster, client });
    const created = [];
    let kills = 0;
    for (const cell of Array.from({ length: rounds }, () => cells).flat()) {
      await killAt(context, { cluster, client, cell, created });
      context.progress((kills += 1), cells.length * rounds);
    }
    await Promise.all(created.map((id) => client.follow(id)));
    await untilHandled(context, cluster);
    const lines = await linesOf(file);
    const delivered = await checkDeliveries(context, cluster, lines);
    const checks = await watch.finish();
    if (cluster.unexpectedExits.some(({ signal }) => signal !== 'SIGKILL'))
      context.fail('a process exited unexpectedly', cluster.unexpectedExits);
    await client.close();
    return { n: { kills, predictions: created.length, ...delivered, ...checks } };
  },
};

/** Creates predictions until the process that runs the listener has died at the await. */
async function killAt(context, { cluster, client, cell, created }) {
  await Promise.all(cluster.workers.map((worker) => worker.untilReady()));
  const isClaim = cell.point === 'CLAIM_LISTENER';
  let death = null;
  const deaths = cluster.workers.map((worker) =>
    new Promise((resolve) => worker.once('exit', resolve)).then((exit) => (death = exit)),
  );
  await Promise.all(cluster.workers.map((worker) => worker.send({ armEvents: cell })));
  // The other process is disarmed at once, or none would be left to take over.
  const timeout = sleep(20_000).then(() => context.fail('the crash point was not reached', cell));
  const creating = (async () => {
    while (!death) {
      const order = { modelKey: 'chaos-idempotent', runMs: context.random.between(0, 50) };
      created.push(await client.create(order));
      await sleep(isClaim ? 100 : 20);
    }
  })();
  await Promise.race([Promise.race(deaths), timeout]);
  await Promise.all(
    cluster.workers.map((worker) => worker.isRunning && worker.send({ armEvents: { point: null } })),
  ).catch(() => {});
  if (death.signal !== 'SIGKILL') context.fail('a worker ended otherwise', { cell, death });
  await creating;
}

async function untilHeld(cluster) {
  for (;;) {
    const rows = await cluster.database.query(
      `select 1 from event_listeners where lease_until > clock_timestamp()`,
    );
    if (rows.length === 2) return;
    await sleep(50);
  }
}

/** Resolves when the listener has handled every event. Requires that the failing listener has not. */
async function untilHandled(context, cluster) {
  const startedAt = performance.now();
  for (;;) {
    const [state] = await cluster.database.query(`
      select (select position from event_listeners where name = 'chaos-events') as position,
        (select position from event_listeners where name = 'chaos-failing') as failing, (select max(position) from events) as newest`);
    if (BigInt(state.position) >= BigInt(state.newest)) {
      if (BigInt(state.failing) >= BigInt(state.position)) context.fail('a failed event was skipped', state);
      return;
    }
    if (performance.now() - startedAt > context.within(CATCH_UP_MS))
      context.late('the listener did not catch up', state);
    await sleep(50);
  }
}

async function linesOf(file) {
  const text = await readFile(file, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function checkDeliveries(context, cluster, lines) {
  const orderOf = new Map();
  const seen = new Set();
  let newest = 0;
  let deliveries = 0;
  let open = null;
  for (const line of lines) {
    if (line.begins) open = line.pid;
    // A call in a killed process has no end; the next process begins a call. A later line of the killed process is a violation.
    else if (line.pid !== open) context.fail('two processes were in a call of the listener', line);
    if (!line.id) continue;
    deliveries += 1;
    if (seen.has(line.id)) continue;
    seen.add(line.id);
    const position = parseInt(line.id.slice(4), 10);
    if (position < newest) context.fail('an event was delivered after a later one', line);
    newest = position;
    if (line.predictionId)
      orderOf.set(line.predictionId, [...(orderOf.get(line.predictionId) ?? []), line.kind]);
  }
  const recorded = await cluster.database.query('select position from events');
  const lost = recorded.filter(({ position }) => !seen.has(`evt_${position}`));
  if (lost.length > 0) context.fail(`${lost.length} events were lost`, lost.slice(0, 10));
  const predictions = await cluster.database.query('select id, status from predictions');
  for (const { id, status } of predictions) {
    const expected = ['prediction.accepted', 'credits.charged', 'prediction.started', ...ENDS[status]];
    const heard = orderOf.get(publicIdOf('pred', id)) ?? [];
    if (heard.join() !== expected.join())
      context.fail('the events of a prediction are not complete, or not in order', { id, heard, expected });
  }
  return { events: seen.size, 'delivered again': deliveries - seen.size, lost: 0 };
}
