/**
 * Measures thousands of long polls waiting in one process: the live memory of each (with its connection and request), the
 * database connections that they hold, and the time from a settlement (`completed_at`, before the commit) to the response, when
 * the same process settles and when another one does. Predictions are settled by a cancel, one at a time.
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

const MEMORY_SETTINGS = {
  PLUGINS: fileURLToPath(new URL('../engine/memory-plugin.mjs', import.meta.url)),
  NODE_OPTIONS: '--expose-gc',
};
const WARM_UP_REQUESTS = 10_000;
const EACH = { text: '≤ 20 KB', reached: (row) => row.value <= 20 };
const HELD = { text: 'none', reached: (row) => row.value === 0 };
const within = (ms) => ({ text: `p50 ≤ ${ms} ms`, reached: (row) => row.p50 <= ms });

/** Counts sessions of the service that are active or in a transaction. */
const BUSY = `
select count(*)::int as busy from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'
`;
/** Counts the admitted requests; a waiting poll is one of them. */
const ADMITTED = `select sum(requests)::int as requests from budgets where subject like 'key:%'`;

export const longPolls = { name: 'long-polls', measure };

async function measure(bench) {
  const { waiting, woken, secrets } = bench;
  const { client, url: databaseUrl } = await bench.database();
  const here = await bench.service({ roles: 'api', databaseUrl, settings: MEMORY_SETTINGS });
  const elsewhere = await bench.service({ roles: 'api', databaseUrl });
  await warmUp(secrets, here, elsewhere);
  const predictions = await enqueue(client, { count: waiting, model: 'bench-nothing' });
  const polled = predictions.map(({ id, account }) => ({ id, secret: secrets.get(account)[0] }));

  const before = await liveBytesOf(here);
  const admitted = await one(client, ADMITTED, 'requests');
  const waits = openWaits(
    here.url,
    polled.map(({ secret, id }) => poll(secret, id)),
  );
  bench.after(() => waits.close());
  while ((await one(client, ADMITTED, 'requests')) < admitted + waiting) await sleep(20);
  const held = await minimumBusy(client);
  const each = ((await liveBytesOf(here)) - before) / waiting / 1024;

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
    for (let turn = 0; turn < woken; turn++)
      times.push(await cancelAndMeasure(service.url, polled.pop(), waits));
    const quantiles = { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
    lines.push(figure(`the same: settled ${where} → answered`, 'ms', null, quantiles, target));
  }
  return lines;
}

/** Returns live bytes: the heap and its external memory. */
async function liveBytesOf({ child }) {
  child.send('memory');
  const [{ memory }] = await once(child, 'message');
  return memory.heapUsed + memory.external;
}

/** Warms up: the hot code is compiled and pools have their full size. */
async function warmUp(secrets, ...services) {
  const requests = pollsOf(secrets, 1, CUSTOMERS);
  for (const service of services) await measureLoad(service, { requests, amount: WARM_UP_REQUESTS });
}

/** Returns the minimum of busy sessions over two seconds. Waiting polls query the database briefly every second. */
async function minimumBusy(client) {
  let minimum = Infinity;
  for (const until = performance.now() + 2_000; performance.now() < until; await sleep(20)) {
    minimum = Math.min(minimum, await one(client, BUSY, 'busy'));
  }
  return minimum;
}

/** Cancels a prediction. @returns milliseconds from the settlement to the response of its poll. */
async function cancelAndMeasure(url, { id, secret }, waits) {
  const answered = waits.answerOf(id);
  const path = `/api/generate/pred_${id.replaceAll('-', '')}/cancel`;
  const answer = await fetch(url + path, { method: 'POST', headers: bearer(secret) });
  const { completedAt } = await answer.json();
  const { at, status } = await answered;
  if (status !== 'failed') throw new Error(`a waiting caller received ${status}`);
  return at - Date.parse(completedAt);
}

async function one(client, text, column) {
  return (await client.query(text)).rows[0][column];
}
