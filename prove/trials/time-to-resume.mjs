// K4: time from kill -9 of a worker until another worker claims its prediction: through the advisory lock, which ends with the worker's
// session, and, on a second cluster without that detection, through the 15 s lease alone.
import { setTimeout as sleep } from 'node:timers/promises';
import { uuidOf } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';

const BY_LOCK_MS = 1_500;
const BY_LEASE_MS = 20_000;
/** After this wait the trial logs what the database's sessions wait for. */
const SLOW_MS = 2_000;
const ORDER = { modelKey: 'chaos-idempotent', submitMs: 30_000, runMs: 10 };

export default {
  name: 'K4',
  title: 'time from kill -9 until work is resumed, by advisory lock and by lease alone',
  seconds: 60,
  async run(context) {
    const rounds = context.count({ gate: 3, short: 20, long: 500 });
    const leaseKills = context.count({ gate: 1, short: 2, long: 20 });
    const withLock = await context.startCluster({ processes: { api: 1, worker: 5 }, restart: true });
    const leaseOnly = await context.startCluster({
      processes: { api: 1, worker: leaseKills + 1 },
      env: { CHAOS_NO_PRESENCE: '1', LEASE_SECONDS: '15' },
    });
    const timesByLease = killAndTime(context, leaseOnly, { victims: leaseOnly.workers.slice(1) });
    timesByLease.catch(() => {});
    const times = [];
    for (let round = 0; times.length < rounds; round += 1) {
      const victims = [0, 1].map((at) => withLock.workers[(2 * round + at) % withLock.workers.length]);
      times.push(...(await killAndTime(context, withLock, { victims, isByLock: true })));
      context.progress(times.length, rounds);
    }
    const byLease = await timesByLease;
    const sorted = times.toSorted((a, b) => a - b);
    const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1];
    const slowest = Math.max(...byLease);
    const figures = {
      'kills, by lock': times.length,
      'p50 ms': Math.round(sorted[sorted.length >> 1]),
      'p99 ms': Math.round(p99),
      'kills, by lease': byLease.length,
      'slowest ms': Math.round(slowest),
    };
    if (slowest < BY_LOCK_MS * 2)
      context.fail('the lock was still effective: the lease was not measured', figures);
    if (p99 > context.within(BY_LOCK_MS))
      context.late(`resumed after ${Math.round(p99)} ms by the lock`, figures);
    if (slowest > context.within(BY_LEASE_MS))
      context.late(`resumed after ${Math.round(slowest)} ms by the lease`, figures);
    return { n: figures };
  },
};

/** Gives each victim a prediction, kills it, and waits until other workers claim them. @returns ms, one per victim */
async function killAndTime(context, cluster, { victims, isByLock = false }) {
  const [api] = cluster.apis;
  const client = new LoadClient(
    [api],
    await context.makeKeys(cluster.database),
    context.random.fork('client'),
  );
  await Promise.all(cluster.workers.map((worker) => worker.untilReady()));
  const others = cluster.workers.filter((worker) => !victims.includes(worker));
  const held = [];
  for (const victim of victims) {
    const rest = cluster.workers.filter((worker) => worker !== victim);
    for (const worker of rest) worker.signal('SIGSTOP');
    const id = uuidOf(await client.create(ORDER));
    let row;
    do {
      await sleep(10);
      row = await leaseOf(cluster, id);
    } while (row.attempts === 0);
    held.push({ victim, id, fence: row.fence });
    for (const worker of rest) worker.signal('SIGCONT');
  }
  if (others.length === 0) throw new Error('no worker is left');
  const killedAt = performance.now();
  const ended = Promise.all(victims.map((victim) => victim.kill()));
  const times = await Promise.all(
    held.map(async ({ id, fence }) => {
      let logged = false;
      while ((await leaseOf(cluster, id)).fence === fence) {
        if (!logged && isByLock && performance.now() - killedAt > SLOW_MS) {
          logged = true;
          await logSessions(context, cluster, `${id} is not resumed after ${SLOW_MS} ms`);
        }
        await sleep(10);
      }
      return performance.now() - killedAt;
    }),
  );
  await ended;
  await client.close();
  return times;
}

/** Logs what every session of the database does or waits for. */
async function logSessions(context, cluster, why) {
  const rows = await cluster.database.query(
    `select pid, application_name, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by,
       round(extract(epoch from clock_timestamp() - query_start) * 1000)::int as query_ms,
       round(extract(epoch from clock_timestamp() - xact_start) * 1000)::int as transaction_ms, left(query, 80) as query
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() order by query_start`,
  );
  context.log(`${why}; sessions:\n${rows.map((row) => `  ${JSON.stringify(row)}`).join('\n')}`);
}

async function leaseOf(cluster, id) {
  const [row] = await cluster.database.query('select fence, attempts from predictions where id = $1', [id]);
  return row;
}
