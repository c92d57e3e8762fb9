// H3: links fail under load: cut in both directions, cut in one direction (half-open), with loss, with a delay. No acknowledged work is
// lost during and after the fault; requests that do not need the link are served during the fault.
import { setTimeout as sleep } from 'node:timers/promises';
import { spread, underLoad } from '../traffic.mjs';

const FAULT_MS = { gate: 10_000, short: 20_000, long: 30_000 };
const LOSS_PERCENT = 10;
const DELAY_MS = 300;
/** Time limit until both API processes are served after the repair of a link: half-open sessions end within 10 s (session.ts). */
const RECOVERED_MS = 30_000;

/** Name → (network, leader, standbys) → the fault. The gate runs the first two. */
const FAULTS = {
  'leader from its standbys': async ({ network, leader, standbys }) => {
    for (const standby of standbys) await network.cut(leader, standby);
  },
  'API from leader': ({ network, leader }) => network.cut('api1', leader),
  'worker from leader': ({ network, leader }) => network.cut('worker1', leader),
  'worker from engine': ({ network }) => network.cut('worker1', 'engine'),
  'half-open, API to leader': ({ network, leader }) => network.cutOneWay('api1', leader),
  'half-open, leader to API': ({ network, leader }) => network.cutOneWay(leader, 'api1'),
  'half-open, leader to standbys': async ({ network, leader, standbys }) => {
    for (const standby of standbys) await network.cutOneWay(leader, standby);
  },
  [`loss of ${LOSS_PERCENT} % at the leader`]: ({ network, leader }) => network.lose(leader, LOSS_PERCENT),
  [`delay of ${DELAY_MS} ms between API, worker and leader`]: async ({ network, leader }) => {
    for (const host of ['api1', 'worker1']) await network.delay(host, leader, 5432, DELAY_MS);
  },
};

export default {
  name: 'H3',
  title: 'links cut, half-open, with loss or delay, under load',
  seconds: 400,
  async run(context) {
    const each = context.count({ gate: 1, short: 1, long: 30 });
    const names = context.tier === 'gate' ? Object.keys(FAULTS).slice(0, 2) : Object.keys(FAULTS);
    const figures = {};
    const recovered = [];
    return underLoad(context, async (cluster, traffic) => {
      const { network } = cluster;
      try {
        for (const name of names) {
          const served = [];
          const resumed = [];
          while (served.length < each) {
            const leader = await cluster.leader();
            const standbys = ['pg1', 'pg2', 'pg3'].filter((one) => one !== leader);
            const faultAt = performance.now();
            await FAULTS[name]({ network, leader, standbys });
            await sleep(FAULT_MS[context.tier]);
            const healedAt = performance.now();
            await network.heal();
            await traffic.untilProgress();
            await cluster.untilServed();
            recovered.push(performance.now() - healedAt);
            const { servedMs, resumedMs } = traffic.outage(faultAt, healedAt);
            served.push(servedMs);
            resumed.push(resumedMs);
            context.log(
              `${name}: ${servedMs} ms without an acknowledgement, ${resumedMs} ms without a finished prediction`,
            );
            await cluster.untilHealthy();
          }
          figures[`${name}: s to served, to resumed, p50 (worst)`] = `${spread(served)}, ${spread(resumed)}`;
        }
      } finally {
        await network.heal();
      }
      if (Math.max(...recovered) > context.within(RECOVERED_MS))
        context.late('both API processes were not served in time after the repair of a link', recovered);
      return { cuts: recovered.length, ...figures, 's to whole again, p50 (worst)': spread(recovered) };
    });
  },
};
