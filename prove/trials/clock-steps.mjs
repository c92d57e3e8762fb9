// Clocks: the workers' and the database's step by a minute and by an hour, both ways, in the middle of work. Work of a
// worker whose clock steps goes on as if nothing had happened, and so does all work when the database's clock steps back.
// What was written while the database's clock was ahead costs nobody more than a minute, also what a silent worker holds
// and what waits for an engine whose circuit is open. Nothing is paid twice, and no limit is passed by a step back.
//
// A step of the database's clock forwards ends leases and deadlines early: such work may fail and be refunded.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { LoadClient } from '../harness/callers/client.mjs';
import { certainlyOver } from '../harness/checks/sliding-window.mjs';
import { FAKETIME } from '../harness/database/database-clock.mjs';

const LEASE_SECONDS = 3;
const MINUTE = 60;
const HOUR = 3_600;
const KINDS = ['idempotent', 'lookup', 'none'];
const PER_KIND = 3;
const PROBE_LIMIT = 20;
/** A window of 60 s, its last whole second, and the seconds that a budget may be ahead. */
const LONGEST_REFUSAL_SECONDS = 66;
const LONGEST_DELAY_MS = 60_000;
const GIVE_UP_MS = 75_000;

export default {
  name: 'C1',
  title: 'clocks that step: of workers and of the database, by a minute and by an hour, both ways',
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
      await aheadForAMoment(trial, round % 2 === 0 ? HOUR : 2 * MINUTE);
      await stepBack(trial, -HOUR);
      await stepBack(trial, -HOUR - MINUTE);
      await stepForward(trial, 0);
      context.progress(round + 1, rounds);
    }
    const doubled = await cluster.engine.doubled();
    if (doubled.length > 0) context.fail('an engine was paid twice', doubled);
    const checks = await watch.finish();
    await client.close();
    const clock = FAKETIME ? 'libfaketime' : 'functions that stand in';
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

/** @returns ids of predictions that their engines have */
async function begin({ client, cluster, n }, kinds, order) {
  const wanted = kinds.flatMap((kind) => new Array(PER_KIND).fill(`chaos-${kind}`));
  const ids = await Promise.all(wanted.map((modelKey) => client.create({ modelKey, ...order })));
  n.predictions += ids.length;
  for (let state = {}; ids.some((id) => !state[id]); state = await cluster.engine.state()) await sleep(20);
  return ids;
}

const ends = ({ client }, ids) => Promise.all(ids.map((id) => client.follow(id)));

/** Each is completed by the attempt that was under way when the clock stepped. */
function mustBeUndisturbed(trial, what, bodies) {
  const lost = bodies.filter(({ status, attempts }) => status !== 'completed' || attempts !== 1);
  return lost.length === 0
    ? null
    : { what, lost: lost.map(({ status, attempts, error }) => ({ status, attempts, error })) };
}

/** A machine that is too busy to renew a lease loses work too: then the same without a step says so. */
async function judge(trial, lost, calm) {
  if (!lost) return;
  const beside = mustBeUndisturbed(trial, 'calm', await calm());
  if (beside) trial.context.late('work was lost, but also without a step of a clock', { lost, beside });
  trial.context.fail('work was lost because a clock stepped', lost);
}

/** The clocks of all processes step while their submits are under way, each by its own, twice, a lease apart. */
async function stepWorkers(trial) {
  const { cluster } = trial;
  const work = () => begin(trial, ['none'], { submitMs: (2 * LEASE_SECONDS + 3) * 1_000 });
  const stepAll = async (steps) => {
    cluster.services.forEach((service, at) =>
      service.tell({ clockAheadMs: steps[at % steps.length] * 1_000 }),
    );
    trial.n.steps += cluster.services.length;
    await sleep((LEASE_SECONDS + 1) * 1_000);
  };
  const ids = await work();
  await stepAll([-HOUR, -MINUTE, -HOUR]);
  await stepAll([MINUTE, HOUR, MINUTE]);
  const lost = mustBeUndisturbed(trial, 'the clocks of processes stepped', await ends(trial, ids));
  for (const service of cluster.services) service.tell({ clockAheadMs: 0 });
  await judge(trial, lost, async () => ends(trial, await work()));
}

const SEEN_MS = 2_500;

/** The database's clock is ahead for a moment: whatever is written meanwhile lies in the future when it is right again. */
async function aheadForAMoment(trial, ahead) {
  const { cluster, context, client } = trial;
  const probe = await probeKey(trial);
  const before = await begin(trial, KINDS, { runMs: 6_000, submitMs: 500 });
  // Deadlines that a step puts into the past are not overdue yet (I10).
  await trial.watch.pause();
  await move(trial, ahead);
  const meanwhile = await begin(trial, KINDS, { runMs: 6_000, submitMs: 500 });
  // Workers compare clocks once a second: each has seen this one.
  await sleep(SEEN_MS);
  await useUp(trial, probe);
  const silent = cluster.workers[1];
  silent.signal('SIGSTOP'); // with what it has just renewed, by the wrong clock
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
  if (refused.status !== 429 && refused.status !== 200) context.fail('a probe', refused);
  if (seconds > LONGEST_REFUSAL_SECONDS)
    context.fail(`a caller is refused for ${seconds} s`, refused.headers);
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
    context.fail(`${GIVE_UP_MS} ms after the clock was right again some are not final`, details);
  }
  const delayMs = performance.now() - rightAt;
  trial.slowestMs = Math.max(trial.slowestMs, delayMs);
  silent.signal('SIGCONT');
  await forgotten.end();
  if (delayMs > LONGEST_DELAY_MS) context.late('a clock that was ahead delayed predictions', { delayMs });
}

/** A session that locks a row and is forgotten, before the step: PostgreSQL would end it after 10 s by the clock that was ahead. */
async function lockRow({ cluster }, predictionId) {
  const session = new pg.Client(cluster.postgres.url);
  session.on('error', () => undefined);
  await session.connect();
  await session.query(`set idle_in_transaction_session_timeout = '10s'`);
  await session.query('begin');
  const id = predictionId.replace(/^pred_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  await session.query('select from predictions where id = $1 for update', [id]);
  return session;
}

/** The database's clock steps back and stays there: work goes on, and the limit of a minute holds across the step. */
async function stepBack(trial, to) {
  const { context } = trial;
  const probe = await probeKey(trial);
  const admitted = [...(await useUp(trial, probe, PROBE_LIMIT / 2))];
  const ids = await begin(trial, KINDS, { runMs: 1_500, submitMs: 1_500 });
  await move(trial, to);
  admitted.push(...(await useUp(trial, probe)));
  const lost = mustBeUndisturbed(trial, 'the database’s clock stepped back', await ends(trial, ids));
  await judge(trial, lost, async () =>
    ends(trial, await begin(trial, KINDS, { runMs: 1_500, submitMs: 1_500 })),
  );
  const over = certainlyOver(admitted, PROBE_LIMIT);
  if (over > 0) context.fail(`I13: ${over} more than ${PROBE_LIMIT} in a minute across a step back`);
}

/** Leases and deadlines are over early then; whatever becomes of the work, it is paid once and its money is in order. */
async function stepForward(trial, to) {
  const ids = await begin(trial, KINDS, { runMs: 1_500, submitMs: 1_500 });
  await trial.watch.pause();
  await move(trial, to);
  await ends(trial, ids);
  trial.watch.watch();
}

/** A key of an account of its own with a small budget. */
async function probeKey({ context, cluster }) {
  const [key] = await context.makeKeys(cluster.database, { rateLimit: PROBE_LIMIT });
  return key;
}

const balance = ({ client }, key) => client.ask('GET', '/api/credits/balance', { key });

/** Asks more often than the budget allows, or so often. @returns when each that was admitted was sent and answered */
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
