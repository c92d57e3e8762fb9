// H8: under load through PgBouncer in transaction mode, the ledger is verified repeatedly, the timers of two machines run concurrently,
// and every command of the CLI runs. Then all programs are restarted sequentially. Callers get no error except 503, and every process
// starts. A command that leaves settings or locks in a session of the pooler would violate one of these.
import { HttpCaller } from '../../harness/callers/http-caller.mjs';
import { runCommand, runEveryCommand, TIMER } from '../commands.mjs';
import { restartDatabase, restartServices } from '../rolling-restart.mjs';
import { SignedIn } from '../signed-in.mjs';
import { underLoad } from '../traffic.mjs';

const HOSTS = ['api1', 'api2'];

export default {
  name: 'H8',
  title: 'verification, every command and the timers through PgBouncer under load, then a rolling restart',
  seconds: 400,
  largerTiers: true,
  async run(context) {
    const cluster = await context.startCluster();
    await cluster.untilHealthy();
    await cluster.startPoolers();
    const report = await underLoad(context, (_, traffic) => workThroughPoolers(context, cluster, traffic));
    await cluster.stopPoolers();
    return report;
  },
};

async function workThroughPoolers(context, cluster, traffic) {
  const verifications = context.count({ gate: 2, short: 10, long: 50 });
  const rounds = context.count({ gate: 1, short: 1, long: 10 });
  const caller = new HttpCaller(cluster.front.base);
  const person = await SignedIn.register(caller);
  for (let n = 0; n < verifications; n += 1) {
    await runCommand(context, cluster, HOSTS[n % HOSTS.length], ['ledger', 'verify']);
    await Promise.all(HOSTS.map((host) => runCommand(context, cluster, host, TIMER)));
    context.progress(n + 1, verifications);
  }
  let commands = 0;
  for (let round = 0; round < rounds; round += 1)
    commands += await runEveryCommand(context, cluster, HOSTS[round % HOSTS.length], person);
  await caller.close();
  await traffic.untilProgress();
  let restarts = 0;
  const step = async (what, work) => {
    await work();
    await traffic.untilProgress();
    restarts += 1;
    context.log(`${what} restarted`);
  };
  if (context.tier !== 'gate') await restartDatabase(cluster, step);
  await restartServices(context, cluster, step);
  return {
    verifications,
    'runs of the timers': verifications * HOSTS.length,
    'other commands': commands,
    restarts,
    'responses of 500 and more, but 503': 0,
  };
}
