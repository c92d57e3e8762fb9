// Database sessions that are lost without a word: nothing passes in either direction, both ends stay open, no keepalive
// notices it. Lost are the worker's listening session, the sessions of its pool, or all of them, on a database with few
// connections. The worker takes work again within 5 s, what it was running goes on, no session is left waiting for a lock,
// and an API process beside it, whose sessions are well, answers as if nothing were. While the worker cannot have a
// listening session it says 503 at /health/ready.
import { setTimeout as sleep } from 'node:timers/promises';
import { uuidOf } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';

const LISTENER = 'offprint-listener';
/** By `application_name`; in this order, because the gate has time for two. */
const LOST = { listener: LISTENER, all: undefined, pool: 'offprint' };
/** Until the worker takes work again, beyond what a calm prediction takes in the same minute. */
const AGAIN_MS = 5_000;
/** How long sessions are lost before the network finds them again: by then every probe and timeout has had its turn. */
const LOST_MS = 8_000;
/** Past this nothing is said about time any more: it has stopped. */
const STOPPED_MS = 30_000;
/** No statement waits for longer on the server, whatever became of its client. */
const WAIT_SECONDS = 4;

export default {
  name: 'D4',
  title: 'database sessions that are lost in silence, of the listener and of the pool',
  seconds: 30,
  async run(context) {
    const rounds = context.count({ gate: 2, short: 12, long: 150 });
    const cluster = await context.startCluster({
      processes: [
        { name: 'api', roles: 'api', direct: true },
        { name: 'worker', roles: 'worker' },
      ],
      proxy: true,
      databaseSettings: { max_connections: '45' },
    });
    const keys = await context.makeKeys(cluster.database, { accounts: 2 });
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'));
    const watch = context.watch({ cluster, client });
    const beside = new Beside(cluster, client, keys[0]);
    beside.start();
    const figures = { calm: [], again: [] };
    let unreadyMs;
    try {
      for (let round = 0; round < rounds; round += 1) {
        const kind = Object.keys(LOST)[round % Object.keys(LOST).length];
        const { calmMs, againMs } = await loseSessions(context, cluster, client, kind);
        figures.calm.push(calmMs);
        figures.again.push(againMs);
        beside.judge(context, kind);
        context.progress(round + 1, rounds);
      }
      unreadyMs = await unreadyWhileAbsent(context, cluster, client);
      beside.judge(context, 'absence');
    } finally {
      await beside.stop();
    }
    const checks = await watch.finish();
    if (cluster.unexpectedExits.length > 0)
      context.fail('a process ended by itself', cluster.unexpectedExits);
    await client.close();
    const over = figures.again.map((ms, at) => ms - figures.calm[at]);
    const slowest = Math.round(Math.max(...over));
    if (slowest > context.within(AGAIN_MS))
      context.late(`the worker took work again ${slowest} ms later than a calm one`, figures);
    return {
      n: {
        losses: rounds + 1,
        'ms until work goes on, slowest': slowest,
        'ms until 503 at ready': Math.round(unreadyMs),
        'answers beside': beside.answers,
        'most sessions': beside.mostSessions,
        'longest wait for a lock, ms': beside.longestWaitMs,
        ...checks,
      },
    };
  },
};

const order = (fields) => ({ modelKey: 'chaos-idempotent', runMs: 0, ...fields });

/** @returns ms until a prediction that is created now is completed */
async function timeOne(context, client) {
  const startedAt = performance.now();
  const id = await client.create(order());
  for (;;) {
    const body = await client.status(id, { wait: 1 });
    if (body?.status === 'completed') return performance.now() - startedAt;
    if (body && body.status !== 'processing') context.fail('a prediction failed', body);
    if (performance.now() - startedAt > STOPPED_MS)
      context.fail(`the worker has taken nothing for ${STOPPED_MS} ms`);
  }
}

/** @returns ms of a calm prediction, and of the slowest that was created while the sessions were lost */
async function loseSessions(context, cluster, client, kind) {
  const calmMs = await timeOne(context, client);
  // The engine takes its time over this one: the worker holds its lease meanwhile.
  const underWay = await client.create(order({ submitMs: LOST_MS + 1_000 }));
  while ((await rowOf(cluster, underWay)).attempts === 0) await sleep(10);
  if (cluster.proxy.freeze({ only: LOST[kind] }) === 0) throw new Error(`no session to lose: ${kind}`);
  let againMs = 0;
  for (const until = performance.now() + LOST_MS; performance.now() < until; await sleep(100))
    againMs = Math.max(againMs, await timeOne(context, client));
  await client.follow(underWay);
  const row = await rowOf(cluster, underWay);
  if (row.status !== 'completed' || row.attempts !== 1 || row.crashes !== 0)
    context.fail(`what was under way when the sessions were lost (${kind}) was not simply finished`, row);
  cluster.proxy.forget();
  return { calmMs, againMs };
}

/** The listening session is lost and no new one can be had; everything else is well. @returns ms until 503 */
async function unreadyWhileAbsent(context, cluster, client) {
  const [worker] = cluster.workers;
  cluster.proxy.deaf = LISTENER;
  cluster.proxy.freeze({ only: LISTENER });
  const ms = await untilReady(context, worker, 503);
  const other = await readiness(cluster.apis[0]);
  if (other !== 200) context.fail(`an API process is not ready because a worker is not: ${other}`);
  cluster.proxy.deaf = false;
  cluster.proxy.forget();
  await untilReady(context, worker, 200);
  await timeOne(context, client);
  return ms;
}

async function untilReady(context, service, wanted) {
  const startedAt = performance.now();
  while ((await readiness(service)) !== wanted) {
    if (performance.now() - startedAt > STOPPED_MS)
      context.fail(`/health/ready of ${service.name} is not ${wanted} after ${STOPPED_MS} ms`);
    await sleep(50);
  }
  return performance.now() - startedAt;
}

const readiness = async (service) => (await fetch(`${service.base}/health/ready`)).status;

async function rowOf(cluster, id) {
  const text = 'select status, attempts, crashes, fence from predictions where id = $1';
  return (await cluster.database.query(text, [uuidOf(id)]))[0];
}

/** What must not notice: a process with sessions of its own, and the server. */
class Beside {
  answers = 0;
  refused = [];
  mostSessions = 0;
  longestWaitMs = 0;

  constructor(cluster, client, key) {
    Object.assign(this, { cluster, client, key });
  }

  start() {
    this.running = true;
    this.lanes = [this.ask(), this.look()];
  }

  async ask() {
    const { key } = this;
    while (this.running) {
      const answer = await this.client.ask('GET', '/api/credits/balance', { key });
      this.answers += 1;
      if (answer?.status !== 200 && answer?.status !== 429) this.refused.push(answer?.status ?? 'no answer');
      await sleep(25);
    }
  }

  async look() {
    const text = `select count(*)::int as sessions, coalesce(max(extract(epoch from clock_timestamp() - query_start) * 1000)
        filter (where state = 'active' and wait_event_type = 'Lock'), 0)::int as waits
      from pg_stat_activity where application_name like 'offprint%'`;
    while (this.running) {
      const [{ sessions, waits }] = await this.cluster.database.query(text);
      this.mostSessions = Math.max(this.mostSessions, sessions);
      this.longestWaitMs = Math.max(this.longestWaitMs, waits);
      await sleep(100);
    }
  }

  judge(context, kind) {
    const { refused, longestWaitMs } = this;
    if (longestWaitMs > WAIT_SECONDS * 1000)
      context.fail(`a session waited ${longestWaitMs} ms for a lock (${kind})`);
    if (refused.length > 0)
      context.fail(`a healthy API process refused ${refused.length} calls (${kind})`, refused);
  }

  async stop() {
    this.running = false;
    await Promise.all(this.lanes);
  }
}
