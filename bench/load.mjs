/** Puts load on a server and reads what it cost: answers per second, time per answer, processor time per answer. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { clocksOf } from './usage.mjs';

export const CONNECTIONS = 64;
const WORKER = fileURLToPath(new URL('load-worker.mjs', import.meta.url));

/**
 * @param server { url, pid, postmasterPid }
 * @param load { requests, seconds } or { requests, amount }; see load-worker.mjs.
 * @returns perSecond; p50 and p99 in milliseconds; cpuServer and cpuDatabase in microseconds per request.
 * @throws when anything but 2xx came back: the speed of refusals is no result.
 */
export async function measureLoad(server, load) {
  const before = clocksOf(server);
  const { refused, statuses, requests, ...sample } = await drive({
    url: server.url,
    connections: CONNECTIONS,
    ...load,
  });
  const after = clocksOf(server);
  if (refused > 0 || requests === 0) {
    throw new Error(`${refused} of ${requests} requests failed: ${JSON.stringify(statuses)}`);
  }
  const perRequest = (name) =>
    before[name] === null ? null : ((after[name] - before[name]) * 1e6) / requests;
  return { ...sample, cpuServer: perRequest('server'), cpuDatabase: perRequest('database') };
}

/** Runs the load generator once. @param job see load-worker.mjs. @returns what it measured. */
export async function drive(job) {
  const worker = fork(WORKER, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  worker.send(job);
  const [answer] = await Promise.race([
    once(worker, 'message'),
    once(worker, 'exit').then(([code]) => {
      throw new Error(`the load generator ended without an answer (${code})`);
    }),
  ]);
  return answer;
}
