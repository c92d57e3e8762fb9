// H1: every process of the leader's machine is killed with -9 under load. The synchronous standby takes over. Requests are served and
// predictions continue without an operator, and the old leader returns as a standby. No acknowledgement is lost.
import { setTimeout as sleep } from 'node:timers/promises';
import { spread, underLoad } from '../traffic.mjs';

/** ttl + 2 × loop_wait of deploy/patroni/patroni.yml, and the promotion. */
const SERVED_MS = 35_000;

export default {
  name: 'H1',
  title: 'the leader’s machine killed with -9 under load',
  seconds: 600,
  async run(context) {
    const kills = context.count({ gate: 1, short: 5, long: 200 });
    const served = [];
    const resumed = [];
    return underLoad(context, async (cluster, traffic) => {
      while (served.length < kills) {
        const before = await cluster.leader();
        const faultAt = performance.now();
        await cluster.killNode(before);
        await cluster.until(
          'a new leader',
          async () => ![null, before].includes(await cluster.leader()),
          120_000,
        );
        const until = performance.now();
        await traffic.untilProgress();
        const { servedMs, resumedMs } = traffic.outage(faultAt, until);
        served.push(servedMs);
        resumed.push(resumedMs);
        context.log(
          `${before} killed: ${servedMs} ms without an acknowledgement, ${resumedMs} ms without a finished prediction`,
        );
        cluster.startNode(before);
        await cluster.untilHealthy();
        await sleep(context.random.between(0, 2_000));
        context.progress(served.length, kills);
      }
      if (Math.max(...served) > context.within(SERVED_MS)) context.late('served too late', served);
      return {
        kills,
        's to the first served request, p50 (worst)': spread(served),
        's to the first resumed prediction, p50 (worst)': spread(resumed),
      };
    });
  },
};
