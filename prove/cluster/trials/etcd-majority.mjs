// H4: etcd loses its majority, and gets it back; and the leader's machine is frozen for longer than its time to live, while
// another node takes over, then wakes up. Nothing acknowledged is lost, and the woken leader's sessions acknowledge nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { spread, underLoad } from '../traffic.mjs';

/** Beyond ttl and loop_wait. */
const MAJORITY_MS = 30_000;

export default {
  name: 'H4',
  title: 'etcd without its majority; a frozen leader that wakes up',
  seconds: 300,
  largerTiers: true,
  async run(context) {
    const rounds = context.count({ gate: 1, short: 2, long: 50 });
    const lost = { served: [], resumed: [] };
    const frozen = { served: [], resumed: [] };
    let stale = 0;
    return underLoad(context, async (cluster, traffic) => {
      while (frozen.served.length < rounds) {
        await loseMajority(context, cluster, traffic, lost);
        stale += await freezeLeader(context, cluster, traffic, frozen);
        context.progress(frozen.served.length, rounds);
      }
      return {
        rounds,
        'etcd: s to served, p50 (worst)': spread(lost.served),
        'etcd: s to resumed, p50 (worst)': spread(lost.resumed),
        'frozen leader: s to served, p50 (worst)': spread(frozen.served),
        'frozen leader: s to resumed, p50 (worst)': spread(frozen.resumed),
        'writes of a woken leader acknowledged': stale,
      };
    });
  },
};

async function loseMajority(context, cluster, traffic, times) {
  const faultAt = performance.now();
  for (const name of ['etcd1', 'etcd2']) await cluster.etcd.get(name).stop('SIGKILL');
  await sleep(MAJORITY_MS);
  const until = performance.now();
  for (const name of ['etcd1', 'etcd2']) cluster.etcd.get(name).start();
  await traffic.flows();
  const { servedMs, resumedMs } = traffic.outage(faultAt, until);
  times.served.push(servedMs);
  times.resumed.push(resumedMs);
  context.log(
    `etcd without its majority: ${servedMs} ms without an acknowledgement, ${resumedMs} ms without a finished prediction`,
  );
  await cluster.untilHealthy();
}

/** @returns writes on the woken leader, on a session from before, that it acknowledged although another leads */
async function freezeLeader(context, cluster, traffic, times) {
  const before = await cluster.leader();
  const session = new pg.Client({
    host: cluster.network.address(before),
    user: 'offprint',
    password: cluster.passwords.SERVICE,
    database: 'offprint',
  });
  session.on('error', () => {});
  await session.connect();
  const faultAt = performance.now();
  cluster.network.signalAll(before, 'SIGSTOP');
  // Sent to the frozen leader: it reads the statement when it wakes up.
  const late = session
    .query(`update accounts set plan = plan where id = (select id from accounts limit 1)`)
    .then(() => 1)
    .catch(() => 0);
  await cluster.until('a new leader', async () => ![null, before].includes(await cluster.leader()), 120_000);
  const until = performance.now();
  await traffic.flows();
  const { servedMs, resumedMs } = traffic.outage(faultAt, until);
  times.served.push(servedMs);
  times.resumed.push(resumedMs);
  context.log(
    `${before} frozen: ${servedMs} ms without an acknowledgement, ${resumedMs} ms without a finished prediction`,
  );
  cluster.network.signalAll(before, 'SIGCONT');
  await cluster.untilHealthy();
  const acknowledged = await late;
  await session.end().catch(() => {});
  if (acknowledged > 0) context.fail('a leader that had been replaced acknowledged a write', { before });
  return acknowledged;
}
