/**
 * Thousands of callers waiting for an answer in one process: what is alive of each in its memory (its connection and its
 * request with it), whether they hold database connections meanwhile, and how soon a caller has its answer once its prediction is settled (by `completed_at`, before
 * the commit), by the process it waits in and by another one. What settles is a cancel, one at a time.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { measureLoad } from '../load.mjs';
import { enqueue } from '../queue.mjs';
import { bearer, poll, pollsOf } from '../requests.mjs';
import { figure } from '../row.mjs';
import { CUSTOMERS } from '../seed.mjs';
import { quantile } from '../statistics.mjs';
import { residentMb } from '../usage.mjs';
import { openWaits } from '../waits.mjs';

const TELLS_MEMORY = {
  PLUGINS: fileURLToPath(new URL('../engine/memory-plugin.mjs', import.meta.url)),
  NODE_OPTIONS: '--expose-gc',
};
const WARM_UP_REQUESTS = 10_000;
const EACH = { text: '≤ 20 KB', reached: (row) => row.value <= 20 };
const HELD = { text: 'none', reached: (row) => row.value === 0 };
const within = (ms) => ({ text: `p50 ≤ ${ms} ms`, reached: (row) => row.p50 <= ms });

/** Sessions of the service that are doing something or are in a transaction. */
const BUSY = `
select count(*)::int as busy from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'
`;
/** Requests that were let in so far: a poll that waits has been. */
const ADMITTED = `select sum(requests)::int as requests from rate_windows where subject like 'key:%'`;

export const longPolls = { name: 'long-polls', measure };

async function measure(bench) {
  const { waiting, woken, secrets } = bench;
  const { client, url: databaseUrl } = await bench.database();
  const here = await bench.service({ roles: 'api', databaseUrl, settings: TELLS_MEMORY });
  const elsewhere = await bench.service({ roles: 'api', databaseUrl });
  await warmUp(secrets, here, elsewhere);
  const predictions = await enqueue(client, { count: waiting, model: 'bench-nothing' });
  const asked = predictions.map(({ id, account }) => ({ id, secret: secrets.get(account)[0] }));

  const before = await aliveIn(here);
  const admitted = await one(client, ADMITTED, 'requests');
  const waits = openWaits(
    here.url,
    asked.map(({ secret, id }) => poll(secret, id)),
  );
  bench.after(() => waits.close());
  while ((await one(client, ADMITTED, 'requests')) < admitted + waiting) await sleep(20);
  const held = await fewestBusy(client);
  const each = ((await aliveIn(here)) - before) / waiting / 1024;

  const size = waiting.toLocaleString('en');
  const lines = [
    figure(
      `${size} long polls waiting in one process: memory of each`,
      'KB',
      each,
      { memory: residentMb(here.pid) },
      EACH,
    ),
    figure('the same: database connections held', '', held, {}, HELD),
  ];
  for (const [where, service, target] of [
    ['by its own process', here, within(20)],
    ['by another process', elsewhere, within(250)],
  ]) {
    const times = [];
    for (let turn = 0; turn < woken; turn++) times.push(await wake(service.url, asked.pop(), waits));
    const quantiles = { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
    lines.push(figure(`the same: settled ${where} → answered`, 'ms', null, quantiles, target));
  }
  return lines;
}

/** @returns bytes that are alive: the heap, and what belongs to it outside. */
async function aliveIn({ told }) {
  told.send('memory');
  const [{ memory }] = await once(told, 'message');
  return memory.heapUsed + memory.external;
}

/** Everything is compiled, and pools have their size. */
async function warmUp(secrets, ...services) {
  const requests = pollsOf(secrets, 1, CUSTOMERS);
  for (const service of services) await measureLoad(service, { requests, amount: WARM_UP_REQUESTS });
}

/** Waiters look for themselves every second, for a moment: what is held is what is never given back in two seconds. */
async function fewestBusy(client) {
  let fewest = Infinity;
  for (const until = performance.now() + 2_000; performance.now() < until; await sleep(20)) {
    fewest = Math.min(fewest, await one(client, BUSY, 'busy'));
  }
  return fewest;
}

/** @returns milliseconds from the settlement to the answer. */
async function wake(url, { id, secret }, waits) {
  const answered = waits.answerOf(id);
  const path = `/api/generate/pred_${id.replaceAll('-', '')}/cancel`;
  const answer = await fetch(url + path, { method: 'POST', headers: bearer(secret) });
  const { completedAt } = await answer.json();
  const { at, status } = await answered;
  if (status !== 'failed') throw new Error(`a waiting caller was told ${status}`);
  return at - Date.parse(completedAt);
}

async function one(client, text, column) {
  return (await client.query(text)).rows[0][column];
}
