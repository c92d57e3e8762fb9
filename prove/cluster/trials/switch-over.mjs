// H2: planned switch-overs under load. A caller that repeats its requests with their Idempotency-Key sees no error and is served again
// within 5 s.
import { spread, underLoad } from '../traffic.mjs';

const GAP_MS = 5_000;

export default {
  name: 'H2',
  title: 'planned switch-over under load',
  seconds: 500,
  async run(context) {
    const switches = context.count({ gate: 1, short: 5, long: 100 });
    const gaps = [];
    const resumed = [];
    return underLoad(context, async (cluster, traffic) => {
      while (gaps.length < switches) {
        const startedAt = performance.now();
        const candidate = await cluster.switchOver();
        await cluster.until('the new leader', async () => (await cluster.leader()) === candidate, 120_000);
        const until = performance.now();
        await traffic.untilProgress();
        const { servedMs, resumedMs } = traffic.outage(startedAt, until);
        gaps.push(servedMs);
        resumed.push(resumedMs);
        context.log(`${candidate} leads: ${gaps.at(-1)} ms without an acknowledgement`);
        await cluster.untilHealthy();
        context.progress(gaps.length, switches);
      }
      if (traffic.lost.length > 0) context.fail('connections of callers were cut', traffic.lost.slice(0, 10));
      if (Math.max(...gaps) > context.within(GAP_MS)) context.late('the gap was too long', gaps);
      return {
        'switch-overs': switches,
        's to the first served request, p50 (worst)': spread(gaps),
        's to the first resumed prediction, p50 (worst)': spread(resumed),
      };
    });
  },
};
