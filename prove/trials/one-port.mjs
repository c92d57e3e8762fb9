// G2: several processes on one port (PROCESSES=3) under keep-alive load. An API process and a worker are killed, then all processes are
// replaced (SIGHUP), then the service is stopped (SIGTERM). A kill leaves no request hanging, a replacement resets no sent request, every
// acknowledged prediction becomes final and is paid once, and no process remains.
import { setTimeout as sleep } from 'node:timers/promises';
import { NewConnections } from '../harness/callers/new-connections.mjs';
import { SteadyLoad } from '../harness/callers/steady-load.mjs';
import { alive, membersOf } from '../harness/cluster/process-list.mjs';

const BACK_MS = 5_000;
const EXIT_MS = 10_000;
const POLL_MS = 50;
/** A request that no process holds or resets hangs until this timeout of its caller. */
const HUNG_MS = 15_000;
const GIVE_UP_MS = 240_000;

export default {
  name: 'G2',
  title: 'several processes on one port: killed, replaced and stopped under keep-alive load',
  seconds: 20,
  largerTiers: true,
  async run(context) {
    const rounds = context.count({ gate: 1, short: 5, long: 100 });
    const cluster = await context.startCluster({
      processes: [{ name: 'one-port', roles: 'api,worker', env: { PROCESSES: '3' } }],
    });
    const [service] = cluster.services;
    const keys = await context.makeKeys(cluster.database, { accounts: 2, keysEach: 5 });
    let isReplacing = false;
    const load = new SteadyLoad(cluster.apis, keys, context.random.fork('client'), {
      runMs: 200,
      about: () => ({ isReplacing }),
    });
    const { client, lost } = load;
    const watch = context.watch({ cluster, client });
    const newConnections = new NewConnections(cluster.apis[0].base, { giveUpMs: context.within(HUNG_MS) });
    load.start();
    newConnections.start();
    const back = [];
    let replaced = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const name of ['api-1', 'worker-1']) {
        await load.untilProgress();
        const pid = membersOf(service.pid)[name];
        // Frozen before the kill, the process certainly has connections that it never accepts.
        process.kill(pid, 'SIGSTOP');
        await newConnections.untilProgress();
        process.kill(pid, 'SIGKILL');
        const killedAt = performance.now();
        await until(() => (membersOf(service.pid)[name] ?? pid) !== pid);
        back.push(performance.now() - killedAt);
      }
      await load.untilProgress();
      const before = membersOf(service.pid);
      isReplacing = true;
      service.signal('SIGHUP');
      await until(() => {
        const now = membersOf(service.pid);
        const areNew = Object.keys(before).every((name) => (now[name] ?? before[name]) !== before[name]);
        return areNew && alive(Object.values(before)).length === 0;
      });
      isReplacing = false;
      replaced += Object.keys(before).length;
      context.progress(round + 1, rounds);
    }
    await Promise.all([load.stop(), newConnections.stop()]);
    const checks = await watch.finish();
    const paidAgain = Object.entries(await cluster.engine.state()).filter(([, { paid }]) => paid > 1);
    const pids = [service.pid, ...Object.values(membersOf(service.pid))];
    const exit = await service.terminate();
    const figures = {
      kills: back.length,
      replaced,
      predictions: client.predictions.size,
      'lost by kills': lost.filter((one) => !one.isReplacing).length,
      'lost by replacing': lost.filter((one) => one.isReplacing).length,
      'new connections': newConnections.answered,
      hung: newConnections.hung,
      'slowest start again ms': Math.round(Math.max(...back)),
      'exit ms': Math.round(exit.ms),
    };
    if (figures['lost by replacing'] > 0)
      context.fail(
        'sent requests were reset while processes were replaced',
        lost.filter((one) => one.isReplacing),
      );
    if (figures.hung > 0) context.fail('requests hung because a process was killed', figures);
    if (paidAgain.length > 0) context.fail('the engine was paid twice', paidAgain.slice(0, 10));
    if (exit.code !== 0) context.fail(`the service ended with ${exit.signal ?? exit.code}`);
    const left = alive(pids);
    if (left.length > 0) context.fail('processes remained', left);
    if (exit.ms > context.within(EXIT_MS)) context.late('the service took too long to end', exit);
    if (figures['slowest start again ms'] > context.within(BACK_MS))
      context.late('a killed process was started again too late', back);
    await client.close();
    return { n: { ...figures, ...checks } };
  },
};

async function until(condition) {
  const deadline = performance.now() + GIVE_UP_MS;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`still waiting after ${GIVE_UP_MS} ms: ${condition}`);
    await sleep(POLL_MS);
  }
}
