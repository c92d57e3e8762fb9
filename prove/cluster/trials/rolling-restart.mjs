// H5: all programs are restarted sequentially under load, as docs/high-availability.md describes: etcd, the standbys, the leader after a
// switch-over, the workers and the API processes, each with the HAProxy of its host, and the load balancer. No connection of a caller
// is reset and no prediction fails.
import { restartDatabase, restartServices } from '../rolling-restart.mjs';
import { underLoad } from '../traffic.mjs';

export default {
  name: 'H5',
  title: 'rolling restart of everything under load',
  seconds: 420,
  largerTiers: true,
  async run(context) {
    const rounds = context.count({ gate: 1, short: 1, long: 20 });
    let restarts = 0;
    let longest = 0;
    return underLoad(context, async (cluster, traffic) => {
      const step = async (what, work) => {
        const startedAt = performance.now();
        await work();
        await traffic.untilProgress();
        restarts += 1;
        const gap = traffic.outage(startedAt).servedMs;
        longest = Math.max(longest, gap);
        context.log(`${what} restarted: ${gap} ms without an acknowledgement`);
      };
      for (let round = 0; round < rounds; round += 1) {
        await restartDatabase(cluster, step);
        await restartServices(context, cluster, step);
      }
      if (traffic.lost.length > 0)
        context.fail('connections of callers were reset', traffic.lost.slice(0, 10));
      return { rounds, restarts, resets: 0, 'longest ms without an acknowledgement': longest };
    }).then((report) => {
      if (report.n['failed and refunded'] > 0) context.fail('predictions failed', report.n);
      return report;
    });
  },
};
