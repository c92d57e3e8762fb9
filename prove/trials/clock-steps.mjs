// C1: clock steps of workers and of the database by a minute and by an hour, in both directions, during work. A step of a worker's clock
// and a backward step of the database's clock do not affect running work. Timestamps from a time when the database's clock was ahead
// delay no request or prediction by more than a minute, including leases of a frozen worker and predictions of an engine with an open
// circuit. No engine is paid twice, and no backward step exceeds a limit.
//
// A forward step of the database's clock expires leases and deadlines early: such work may fail and be refunded.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { COUNTED_SECONDS } from '../../dist/platform/limits/index.js';
import { uuidOf } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';
import { certainlyOver } from '../harness/checks/sliding-window.mjs';
import { FAKETIME } from '../harness/database/database-clock.mjs';

const LEASE_SECONDS = 3;
const MINUTE = 60;
const HOUR = 3_600;
const KINDS = ['idempotent', 'lookup', 'none'];
const PER_KIND = 3;
const PROBE_LIMIT = 20;
/** A window with its last whole second, and the seconds that a budget may be ahead. */
const LONGEST_REFUSAL_SECONDS = COUNTED_SECONDS + 5;
const LONGEST_DELAY_MS = 60_000;
const GIVE_UP_MS = 75_000;

export default {
  name: 'C1',
  title: 'clock steps of workers and of the database, by a minute and by an hour, both ways',
  seconds: 35,
  async run(context) {
    const cluster = await context.startCluster({
      processes: { api: 1, worker: 2 },
      env: { LEASE_SECONDS: String(LEASE_SECONDS), WORKER_CONCURRENCY: '40' },
      movableClock: true,
    });
    const keys = await context.makeKeys(cluster.database, { keysEach: 2 });
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'));
    const watch = context.watch({ cluster, client });
    const trial = { context, cluster, client, watch, n: { steps: 0, predictions: 0 }, slowestMs: 0 };
    const rounds = context.count({ gate: 1, short: 8, long: 120 });
    for (let round = 0; round < rounds; round += 1) {
      await stepWorkers(trial);
      await stepAheadTemporarily(trial, round % 2 === 0 ? HOUR : 2 * MINUTE);
      await stepBack(trial, -HOUR);
      await stepBack(trial, -HOUR - MINUTE);
      await stepForward(trial, 0);
      context.progress(round + 1, rounds);
    }
    const doubled = await cluster.engine.doubled();
    if (doubled.length > 0) context.fail('an engine was paid twice', doubled);
    const checks = await watch.finish();
    await client.close();
    const clock = FAKETIME ? 'libfaketime' : 'replaced clock functions';
    return {
      n: { ...trial.n, ...checks },
      notes: [
        `the database's clock was moved by ${clock}`,
        `longest delay by a clock that was ahead: ${Math.round(trial.slowestMs)} ms`,
      ],
    };
  },
};

const move = (trial, seconds) => ((trial.n.steps += 1), trial.cluster.moveDatabaseClock(seconds));

/** @returns ids of predictions that have been submitted to their engines */
async function begin({ client, cluster, n }, kinds, order) {
  const wanted = kinds.flatMap((kind) => new Array(PER_KIND).fill(`chaos-${kind}`));
  const ids = await Promise.all(wanted.map((modelKey) => client.create({ modelKey, ...order })));
  n.predictions += ids.length;
  for (let state = {}; ids.some((id) => !state[id]); state = await cluster.engine.state()) await sleep(20);
  return ids;
}

const ends = ({ client }, ids) => Promise.all(ids.map((id) => client.follow(id)));

/** Returns the predictions that were not completed by the attempt that ran during the step. */
function findLostWork(trial, what, bodies) {
  const lost = bodies.filter(({ status, attempts }) => status !== 'completed' || attempts !== 1);
  return lost.length === 0
    ? null
    : { what, lost: lost.map(({ status, attempts, error }) => ({ status, attempts, error })) };
}

/** Repeats lost work without a step: on a machine that is too busy to renew leases, work is lost without a step too. */
async function checkLostWork(trial, lost, calm) {
  if (!lost) return;
  const beside = findLostWork(trial, 'calm', await calm());
  if (beside) trial.context.late('work was lost with and without a clock step', { lost, beside });
  trial.context.fail('work was lost because a clock stepped', lost);
}

/** Steps the clocks of all processes, each by another amount, twice, a lease apart, while submits are running. */
async function stepWorkers(trial) {
  const { cluster } = trial;
  const work = () => begin(trial, ['none'], { submitMs: (2 * LEASE_SECONDS + 3) * 1_000 });
  const stepAll = async (steps) => {
    cluster.services.forEach((service, at) =>
      service.send({ clockAheadMs: steps[at % steps.length] * 1_000 }),
    );
    trial.n.steps += cluster.services.length;
    await sleep((LEASE_SECONDS + 1) * 1_000);
  };
  const ids = await work();
  await stepAll([-HOUR, -MINUTE, -HOUR]);
  await stepAll([MINUTE, HOUR, MINUTE]);
  const lost = findLostWork(trial, 'clock steps of processes', await ends(trial, ids));
  for (const service of cluster.services) service.send({ clockAheadMs: 0 });
  await checkLostWork(trial, lost, async () => ends(trial, await work()));
}

/** Workers compare their clock with the database's once a second. */
const CLOCK_CHECKED_MS = 2_500;

/** Moves the database's clock ahead for a while; timestamps from that time are in the future afterwards. */
async function stepAheadTemporarily(trial, ahead) {
  const { cluster, context, client } = trial;
  const probe = await probeKey(trial);
  const before = await begin(trial, KINDS, { runMs: 6_000, submitMs: 500 });
  // I10 would report the deadlines that the step puts into the past.
  await trial.watch.pause();
  await move(trial, ahead);
  const meanwhile = await begin(trial, KINDS, { runMs: 6_000, submitMs: 500 });
  await sleep(CLOCK_CHECKED_MS);
  await useUp(trial, probe);
  const silent = cluster.workers[1];
  silent.signal('SIGSTOP'); // The worker holds leases that it has renewed by the wrong clock.
  await cluster.database.query(
    `insert into provider_circuits (provider, failures, open_until, reason)
     values ('chaos-idempotent', 3, clock_timestamp() + interval '5 s', 'trial')
     on conflict (provider) do update set failures = 3, open_until = excluded.open_until`,
  );
  const forgotten = await lockRow(trial, meanwhile[0]);
  await move(trial, 0);
  const rightAt = performance.now();
  trial.watch.watch();
  const refused = await balance(trial, probe);
  const seconds = Number(refused.headers['retry-after'] ?? 0);
  if (refused.status !== 429 && refused.status !== 200) context.fail('an unexpected status', refused);
  if (seconds > LONGEST_REFUSAL_SECONDS)
    context.fail(`a caller is rejected for ${seconds} s`, refused.headers);
  const after = Promise.all(KINDS.map((kind) => client.create({ modelKey: `chaos-${kind}`, runMs: 100 })));
  const all = [...before, ...meanwhile, ...(await after)];
  const bound = sleep(GIVE_UP_MS, 'late', { ref: false });
  if ((await Promise.race([ends(trial, all), bound])) === 'late') {
    const waiting = `select provider, count(*), max(run_at - clock_timestamp()) as wait, max(lease_until - clock_timestamp()) as lease
      from predictions where status = 'processing' group by provider`;
    const locked = `select pid, application_name, state, wait_event, backend_start, state_change, pg_blocking_pids(pid) as blocked_by, left(query, 300) as query
      from pg_stat_activity where datname = current_database() and (state <> 'idle' or pid in (select unnest(pg_blocking_pids(a.pid)) from pg_stat_activity a))`;
    const details = {
      waiting: await cluster.database.query(waiting),
      sessions: await cluster.database.query(locked),
    };
    context.fail(`predictions are not final ${GIVE_UP_MS} ms after the clock was corrected`, details);
  }
  const delayMs = performance.now() - rightAt;
  trial.slowestMs = Math.max(trial.slowestMs, delayMs);
  silent.signal('SIGCONT');
  await forgotten.end();
  if (delayMs > LONGEST_DELAY_MS) context.late('a clock that was ahead delayed predictions', { delayMs });
}

/**
 * Opens a session that locks a row and never ends its transaction. The service ends it after the step back: its timeout of 10 s counts by
 * the wrong clock. Before the step nothing may end it; the server's log says what did.
 */
async function lockRow({ cluster, context }, predictionId) {
  const session = new pg.Client(cluster.postgres.url);
  session.on('error', () => undefined);
  await session.connect();
  await session.query(`set idle_in_transaction_session_timeout = '10s'`);
  await session.query('begin');
  try {
    await session.query('select from predictions where id = $1 for update', [uuidOf(predictionId)]);
  } catch (error) {
    context.fail(`a session that locks a row: ${error.message}`, cluster.postgres.lastLogLines());
  }
  return session;
}

/** Steps the database's clock back: work continues, and a limit holds across the step. */
async function stepBack(trial, to) {
  const { context } = trial;
  const probe = await probeKey(trial);
  const admitted = [...(await useUp(trial, probe, PROBE_LIMIT / 2))];
  const ids = await begin(trial, KINDS, { runMs: 1_500, submitMs: 1_500 });
  await move(trial, to);
  admitted.push(...(await useUp(trial, probe)));
  const lost = findLostWork(trial, 'a step back of the database’s clock', await ends(trial, ids));
  await checkLostWork(trial, lost, async () =>
    ends(trial, await begin(trial, KINDS, { runMs: 1_500, submitMs: 1_500 })),
  );
  const over = certainlyOver(admitted, PROBE_LIMIT);
  if (over > 0) context.fail(`I13: ${over} more than ${PROBE_LIMIT} in a window across a step back`);
}

/** Steps the database's clock forwards: work may fail, but is paid once, and the invariants hold. */
async function stepForward(trial, to) {
  const ids = await begin(trial, KINDS, { runMs: 1_500, submitMs: 1_500 });
  await trial.watch.pause();
  await move(trial, to);
  await ends(trial, ids);
  trial.watch.watch();
}

/** Creates an account and its key with a small rate limit. */
async function probeKey({ context, cluster }) {
  const [key] = await context.makeKeys(cluster.database, { rateLimit: PROBE_LIMIT });
  return key;
}

const balance = ({ client }, key) => client.request('GET', '/api/credits/balance', { key });

/** Sends `times` requests, by default more than the limit. @returns when each admitted one was sent and answered */
async function useUp(trial, key, times = PROBE_LIMIT + 5) {
  const admitted = [];
  await Promise.all(
    Array.from({ length: times }, async () => {
      const sent = performance.now();
      const answer = await balance(trial, key);
      if (answer?.status === 200) admitted.push({ sent, answered: performance.now() });
    }),
  );
  return admitted;
}
