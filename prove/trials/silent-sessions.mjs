// D4: half-open database sessions: no data passes in either direction, both ends stay open, and no keepalive detects it. The fault affects
// the worker's listening session, the sessions of its pool, or all of them, on a database with few connections. The worker claims work
// again within 5 s, its running work continues, no session keeps waiting for a lock, and an API process with intact sessions is not
// affected. While the worker has no listening session, /health/ready returns 503.
import { setTimeout as sleep } from 'node:timers/promises';
import { uuidOf } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';

const LISTENER = 'offprint-listener';
/** Affected sessions → their `application_name`. The gate tries the first two. */
const LOST = { listener: LISTENER, all: undefined, pool: 'offprint' };
/** Time limit until the worker claims work again, in addition to the undisturbed duration of a prediction. */
const AGAIN_MS = 5_000;
/** How long sessions stay half-open: longer than every probe and timeout. */
const LOST_MS = 8_000;
/** A worker that has claimed nothing for this long counts as stopped. */
const STOPPED_MS = 30_000;
/** Maximum lock wait of a statement on the server, even without its client. */
const WAIT_SECONDS = 4;

export default {
  name: 'D4',
  title: 'half-open database sessions of the listener and of the pool',
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
    const beside = new UnaffectedProcess(cluster, client, keys[0]);
    beside.start();
    const figures = { calm: [], again: [] };
    let unreadyMs;
    try {
      for (let round = 0; round < rounds; round += 1) {
        const kind = Object.keys(LOST)[round % Object.keys(LOST).length];
        const { calmMs, againMs } = await loseSessions(context, cluster, client, kind);
        figures.calm.push(calmMs);
        figures.again.push(againMs);
        beside.check(context, kind);
        context.progress(round + 1, rounds);
      }
      unreadyMs = await unreadyWhileAbsent(context, cluster, client);
      beside.check(context, 'absence');
    } finally {
      await beside.stop();
    }
    const checks = await watch.finish();
    if (cluster.unexpectedExits.length > 0)
      context.fail('a process exited unexpectedly', cluster.unexpectedExits);
    await client.close();
    const over = figures.again.map((ms, at) => ms - figures.calm[at]);
    const slowest = Math.round(Math.max(...over));
    if (slowest > context.within(AGAIN_MS))
      context.late(`the worker claimed work ${slowest} ms later than an undisturbed one`, figures);
    return {
      n: {
        losses: rounds + 1,
        'slowest ms until work continues': slowest,
        'ms until /health/ready is 503': Math.round(unreadyMs),
        'responses of the other process': beside.answers,
        'most sessions': beside.mostSessions,
        'longest lock wait ms': beside.longestWaitMs,
        ...checks,
      },
    };
  },
};

const order = (fields) => ({ modelKey: 'chaos-idempotent', runMs: 0, ...fields });

/** Creates a prediction. @returns ms until it is completed */
async function timeOne(context, client) {
  const startedAt = performance.now();
  const id = await client.create(order());
  for (;;) {
    const body = await client.status(id, { wait: 1 });
    if (body?.status === 'completed') return performance.now() - startedAt;
    if (body && body.status !== 'processing') context.fail('a prediction failed', body);
    if (performance.now() - startedAt > STOPPED_MS)
      context.fail(`the worker has claimed nothing for ${STOPPED_MS} ms`);
  }
}

/** @returns ms of an undisturbed prediction, and of the slowest one that was created while sessions were half-open */
async function loseSessions(context, cluster, client, kind) {
  const calmMs = await timeOne(context, client);
  // A slow submit: the worker must keep its lease meanwhile.
  const underWay = await client.create(order({ submitMs: LOST_MS + 1_000 }));
  while ((await rowOf(cluster, underWay)).attempts === 0) await sleep(10);
  if (cluster.proxy.freeze({ only: LOST[kind] }) === 0) throw new Error(`no session to lose: ${kind}`);
  let againMs = 0;
  for (const until = performance.now() + LOST_MS; performance.now() < until; await sleep(100))
    againMs = Math.max(againMs, await timeOne(context, client));
  await client.follow(underWay);
  const row = await rowOf(cluster, underWay);
  if (row.status !== 'completed' || row.attempts !== 1 || row.crashes !== 0)
    context.fail(`a prediction that ran while sessions were lost (${kind}) was disturbed`, row);
  cluster.proxy.resetFrozen();
  return { calmMs, againMs };
}

/** Makes the listening session half-open and prevents a new one. @returns ms until /health/ready is 503 */
async function unreadyWhileAbsent(context, cluster, client) {
  const [worker] = cluster.workers;
  cluster.proxy.freezeNew = LISTENER;
  cluster.proxy.freeze({ only: LISTENER });
  const ms = await untilReady(context, worker, 503);
  const other = await readiness(cluster.apis[0]);
  if (other !== 200) context.fail(`an API process is not ready because a worker is not: ${other}`);
  cluster.proxy.freezeNew = false;
  cluster.proxy.resetFrozen();
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

/** Observes an unaffected API process with its own sessions, and the locks of the server. */
class UnaffectedProcess {
  answers = 0;
  refused = [];
  mostSessions = 0;
  longestWaitMs = 0;

  constructor(cluster, client, key) {
    Object.assign(this, { cluster, client, key });
  }

  start() {
    this.running = true;
    this.loops = [this.sendRequests(), this.sampleSessions()];
  }

  async sendRequests() {
    const { key } = this;
    while (this.running) {
      const answer = await this.client.request('GET', '/api/credits/balance', { key });
      this.answers += 1;
      if (answer?.status !== 200 && answer?.status !== 429) this.refused.push(answer?.status ?? 'no answer');
      await sleep(25);
    }
  }

  async sampleSessions() {
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

  check(context, kind) {
    const { refused, longestWaitMs } = this;
    if (longestWaitMs > WAIT_SECONDS * 1000)
      context.fail(`a session waited ${longestWaitMs} ms for a lock (${kind})`);
    if (refused.length > 0)
      context.fail(`a healthy API process rejected ${refused.length} requests (${kind})`, refused);
  }

  async stop() {
    this.running = false;
    await Promise.all(this.loops);
  }
}
