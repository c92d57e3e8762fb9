// Restarts parts of the cluster sequentially, as docs/high-availability.md describes. `step(what, work)` runs each restart.

/** Restarts each etcd, each standby, and the leader after a switch-over. */
export async function restartDatabase(cluster, step) {
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
}

/** Restarts each worker and each API process, with the HAProxy and the PgBouncer of its host, and the load balancer. */
export async function restartServices(context, cluster, step) {
  for (const service of cluster.workers) await step(service.name, () => restart(context, cluster, service));
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

async function restartNode(cluster, name) {
  await cluster.restartNode(name);
  await cluster.untilHealthy();
}

/** Restarts a process of the service and, while it is stopped, the proxy and the pooler on its host. */
async function restart(context, cluster, service) {
  const exit = await service.terminate();
  if (exit.code !== 0) context.fail(`${service.name} ended with ${exit.signal ?? exit.code}`);
  for (const program of [cluster.proxies.get(service.name), cluster.poolers.get(service.name)]) {
    await program?.stop();
    program?.start();
  }
  await service.start();
}
