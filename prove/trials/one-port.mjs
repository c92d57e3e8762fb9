// G2: several processes on one port (PROCESSES=3). Callers on keep-alive connections, while an API process and a worker are
// killed, then all processes are replaced (SIGHUP), then the service is stopped (SIGTERM). Replacing resets no sent request,
// every acknowledged prediction becomes final and is paid once, and no process is left.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { LoadClient } from '../harness/callers/client.mjs';

const BACK_MS = 5_000;
const EXIT_MS = 10_000;
const POLL_MS = 20;
const GIVE_UP_MS = 240_000;

export default {
  name: 'G2',
  title: 'several processes on one port: killed, replaced and stopped under keep-alive load',
  seconds: 20,
  async run(context) {
    const rounds = context.count({ gate: 1, short: 5, long: 100 });
    const cluster = await context.startCluster({
      processes: [{ name: 'one-port', roles: 'api,worker', env: { PROCESSES: '3' } }],
    });
    const [service] = cluster.services;
    const keys = await context.makeKeys(cluster.database, { accounts: 2, keysEach: 5 });
    let isReplacing = false;
    const lost = [];
    // A failed connection attempt has sent no request.
    const onError = ({ error, ...failed }) => {
      const connecting = error.syscall === 'connect' || error.code === 'UND_ERR_CONNECT_TIMEOUT';
      if (!connecting) lost.push({ ...failed, error: String(error), isReplacing });
    };
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'), { onError });
    const watch = context.watch({ cluster, client });
    const stopLoad = new AbortController();
    const work = client.run({
      total: Infinity,
      concurrency: 16,
      signal: stopLoad.signal,
      make: (at) => ({
        modelKey: `chaos-${['idempotent', 'lookup', 'none'][at % 3]}`,
        runMs: 200,
        submitMs: at % 2 ? 20 : 0,
      }),
    });
    work.catch(() => {});
    const back = [];
    let replaced = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const name of ['api-1', 'worker-1']) {
        const pid = members(service.pid)[name];
        const killedAt = performance.now();
        process.kill(pid, 'SIGKILL');
        await until(() => (members(service.pid)[name] ?? pid) !== pid);
        back.push(performance.now() - killedAt);
      }
      // The first of them serves again before it is replaced.
      await sleep(1_000);
      const before = members(service.pid);
      isReplacing = true;
      service.signal('SIGHUP');
      await until(() => {
        const now = members(service.pid);
        const pids = new Set(Object.values(before));
        return (
          Object.keys(before).every((name) => now[name] && !pids.has(now[name])) && ![...pids].some(isAlive)
        );
      });
      isReplacing = false;
      replaced += Object.keys(before).length;
      context.progress(round + 1, rounds);
    }
    stopLoad.abort();
    await work;
    const checks = await watch.finish();
    const paidAgain = Object.entries(await cluster.engine.state()).filter(([, { paid }]) => paid > 1);
    const pids = [service.pid, ...Object.values(members(service.pid))];
    const exit = await service.terminate();
    const figures = {
      kills: back.length,
      replaced,
      predictions: client.predictions.size,
      'lost by kills': lost.filter((one) => !one.isReplacing).length,
      'lost by replacing': lost.filter((one) => one.isReplacing).length,
      'slowest start again ms': Math.round(Math.max(...back)),
      'exit ms': Math.round(exit.ms),
    };
    if (figures['lost by replacing'] > 0)
      context.fail(
        'sent requests were reset while processes were replaced',
        lost.filter((one) => one.isReplacing),
      );
    if (paidAgain.length > 0) context.fail('the engine was paid twice', paidAgain.slice(0, 10));
    if (exit.code !== 0) context.fail(`the service ended with ${exit.signal ?? exit.code}`);
    const left = pids.filter(isAlive);
    if (left.length > 0) context.fail('processes were left', left);
    if (exit.ms > context.within(EXIT_MS)) context.late('the service took too long to end', exit);
    if (figures['slowest start again ms'] > context.within(BACK_MS))
      context.late('a killed process was started again too late', back);
    await client.close();
    return { n: { ...figures, ...checks } };
  },
};

/** Returns the pids of a supervisor's processes by their names, the newest of each: while one is replaced there are two. */
function members(supervisor) {
  const found = {};
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      if (Number(parent) !== supervisor) continue;
      const [, name] = /^offprint ([\w-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? [];
      if (name && isAlive(Number(pid))) found[name] = Math.max(found[name] ?? 0, Number(pid));
    } catch {
      // It ended meanwhile.
    }
  }
  return found;
}

function isAlive(pid) {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function until(condition) {
  const deadline = performance.now() + GIVE_UP_MS;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`still waiting after ${GIVE_UP_MS} ms: ${condition}`);
    await sleep(POLL_MS);
  }
}
