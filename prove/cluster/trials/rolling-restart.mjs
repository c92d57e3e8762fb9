// H5: everything is restarted, one after the other, under load, as docs/high-availability.md says: etcd, the standbys, the leader
// after a switch-over, the workers and the API processes, each with the HAProxy of its host, and the load balancer. No connection of a caller is
// reset and no prediction fails.
import { underLoad } from '../traffic.mjs';

export default {
  name: 'H5',
  title: 'rolling restart of everything under load',
  seconds: 420,
  async run(context) {
    const rounds = context.count({ gate: 1, short: 1, long: 20 });
    let restarts = 0;
    let longest = 0;
    return underLoad(context, async (cluster, traffic) => {
      const step = async (what, work) => {
        const startedAt = performance.now();
        await work();
        await traffic.flows();
        restarts += 1;
        const gap = traffic.outage(startedAt).servedMs;
        longest = Math.max(longest, gap);
        context.log(`${what} restarted: ${gap} ms without an acknowledgement`);
      };
      for (let round = 0; round < rounds; round += 1) {
        for (const [name, etcd] of cluster.etcd)
          await step(name, async () => {
            await etcd.stop();
            etcd.start();
            await cluster.until(name, () => cluster.isEtcdHealthy(name), 60_000);
          });
        const leader = await cluster.leader();
        for (const name of cluster.patroni.keys())
          if (name !== leader) await step(name, () => restartNode(cluster, name));
        await step(`${leader} (after a switch-over)`, async () => {
          const next = await cluster.switchOver();
          await cluster.until('the new leader', async () => (await cluster.leader()) === next, 120_000);
          await cluster.untilHealthy();
          await restartNode(cluster, leader);
        });
        for (const service of cluster.workers)
          await step(service.name, () => restart(context, cluster, service));
        for (const service of cluster.apis)
          await step(service.name, async () => {
            await cluster.drain(service.name);
            await restart(context, cluster, service);
            await cluster.undrain(service.name);
            await cluster.untilServed();
          });
        await step('the load balancer', async () => {
          cluster.proxies.get('lb').signal('SIGUSR2');
          await cluster.untilServed();
        });
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

async function restartNode(cluster, name) {
  await cluster.restartNode(name);
  await cluster.untilHealthy();
}

/** Restarts a process of the service, and the HAProxy of its host while it is stopped. */
async function restart(context, cluster, service) {
  const exit = await service.terminate();
  if (exit.code !== 0) context.fail(`${service.name} ended with ${exit.signal ?? exit.code}`);
  const proxy = cluster.proxies.get(service.name);
  await proxy.stop();
  proxy.start();
  await service.start();
}
