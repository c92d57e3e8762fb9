// H4: etcd loses its majority and regains it. Then the leader's machine is frozen until another node leads, and for a while longer, and
// resumes. No acknowledged work is lost, and the sessions of the resumed leader acknowledge no write.
import { setTimeout as sleep } from 'node:timers/promises';
import { freezeLeader } from '../frozen-leader.mjs';
import { spread, underLoad } from '../traffic.mjs';

/** Beyond ttl and loop_wait. */
const MAJORITY_MS = 30_000;
const FROZEN_PAST_TAKEOVER_MS = 25_000;

export default {
  name: 'H4',
  title: 'etcd without its majority; a frozen leader that wakes up',
  seconds: 300,
  largerTiers: true,
  async run(context) {
    const rounds = context.count({ gate: 1, short: 2, long: 50 });
    const lost = { served: [], resumed: [] };
    const frozen = { served: [], resumed: [] };
    let creates = 0;
    return underLoad(context, async (cluster, traffic, acknowledged) => {
      while (frozen.served.length < rounds) {
        await loseMajority(context, cluster, traffic, lost);
        const load = { cluster, traffic, acknowledged };
        const freeze = await freezeLeader(context, load, FROZEN_PAST_TAKEOVER_MS);
        frozen.served.push(freeze.servedMs);
        frozen.resumed.push(freeze.resumedMs);
        creates += freeze.creates;
        context.progress(frozen.served.length, rounds);
      }
      return {
        rounds,
        'etcd: s to served, p50 (worst)': spread(lost.served),
        'etcd: s to resumed, p50 (worst)': spread(lost.resumed),
        'frozen leader: s to served, p50 (worst)': spread(frozen.served),
        'frozen leader: s to resumed, p50 (worst)': spread(frozen.resumed),
        'creates acknowledged beside a frozen leader': creates,
        'writes of a woken leader acknowledged': 0,
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
  await traffic.untilProgress();
  const { servedMs, resumedMs } = traffic.outage(faultAt, until);
  times.served.push(servedMs);
  times.resumed.push(resumedMs);
  context.log(
    `etcd without its majority: ${servedMs} ms without an acknowledgement, ${resumedMs} ms without a finished prediction`,
  );
  await cluster.untilHealthy();
}
