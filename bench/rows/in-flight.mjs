/**
 * Measures thousands of predictions that wait at an engine, in one worker process with few slots: the memory of each, the
 * database connections and statements that polling all of them takes, and the latency of a prediction of another model. The
 * engine is a process of its own behind a shipped adapter. Every poll is an HTTP exchange, as often as for any hosted engine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BENCH_ENGINE } from '../engine/settings.mjs';
import { startProgram } from '../program.mjs';
import { create, poll, range } from '../requests.mjs';
import { figure } from '../row.mjs';
import { CUSTOMERS } from '../seed.mjs';
import { median, quantile } from '../statistics.mjs';

const ENGINE = fileURLToPath(new URL('../../test/engines/replicate.mjs', import.meta.url));
const MEMORY_PLUGIN = fileURLToPath(new URL('../engine/memory-plugin.mjs', import.meta.url));
/** Slots of the worker; waiting predictions must hold none of them. */
const WORKER_SLOTS = 4;
/** Concurrent callers that start the predictions. */
const STARTERS = 32;
const WARM_UP = 300;
/** The longest poll interval is 5 s. */
const WINDOW_MS = 5_000;
const POLL_MS = 20;
const OTHERS = 50;

const EACH = { text: '≤ 20 KB', reached: (row) => row.value <= 20 };
const MAX_BUSY = { text: '≤ 5', reached: (row) => row.value <= 5 };
const RESPONSIVE = { text: 'p50 ≤ 100 ms', reached: (row) => row.p50 <= 100 };

const AT_ENGINE = `select count(*)::int as count from predictions where provider = 'slow' and status = 'processing' and provider_ref is not null`;
const STATEMENTS =
  'select xact_commit::int as count from pg_stat_database where datname = current_database()';
const BUSY = `
select count(*)::int as count from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'
`;

export const inFlight = { name: 'in-flight', measure };

async function measure(bench) {
  const { waiting, calmSeconds, secrets, log } = bench;
  const engine = await startEngine(bench);
  const { client, url: databaseUrl } = await bench.database();
  const service = await bench.service({
    roles: 'api,worker',
    databaseUrl,
    settings: {
      ...BENCH_ENGINE,
      PLUGINS: `${BENCH_ENGINE.PLUGINS},${MEMORY_PLUGIN}`,
      NODE_OPTIONS: '--expose-gc',
      WORKER_CONCURRENCY: String(WORKER_SLOTS),
      BENCH_SLOW_URL: `${engine.url}/v1`,
      BENCH_SLOW_KEY: 'a-secret-of-an-engine-in-the-benchmark',
    },
  });
  const start = (count) => startMany(service.url, secrets, count);
  const count = async (text) => (await client.query(text)).rows[0].count;
  const allAtEngine = async (number) => {
    while ((await count(AT_ENGINE)) < number) await sleep(POLL_MS);
  };

  await start(WARM_UP);
  await allAtEngine(WARM_UP);
  await completeOthers(service.url, secrets, OTHERS);
  const before = await memoryOf(service);
  await start(waiting);
  await allAtEngine(WARM_UP + waiting);
  log(`${waiting} are at the engine`);
  await sleep(calmSeconds * 1000); // poll intervals grow: measures after they have reached their maximum

  const { polls, statements, busy } = await watchPolls({ engine, count });
  const others = await completeOthers(service.url, secrets, OTHERS);
  const after = await memoryOf(service);
  const each = (after.rss - before.rss) / 1024 / waiting;

  const size = waiting.toLocaleString('en');
  const memory = after.rss / 1024 ** 2;
  const heap = `heap: ${((after.heapUsed - before.heapUsed) / 1024 / waiting).toFixed(1)} KB each`;
  return [
    figure(
      `${size} predictions waiting at an engine, a worker of ${WORKER_SLOTS} places: memory of each`,
      'KB',
      each,
      { memory, note: heap },
      EACH,
    ),
    figure(
      'the same: database connections busy, mean',
      '',
      busy.mean,
      { note: `at most ${busy.most}` },
      MAX_BUSY,
    ),
    figure('the same: statements', '/s', statements, { note: `for ${Math.round(polls)} polls/s` }),
    figure('the same: another model’s prediction, sent → seen completed', 'ms', null, others, RESPONSIVE),
  ];
}

/** Measures polls, statements and busy connections per second while the service only polls. */
async function watchPolls({ engine, count }) {
  await engine.ask('DELETE', 'state');
  const before = await count(STATEMENTS);
  const startedAt = performance.now();
  const samples = [];
  while (performance.now() - startedAt < WINDOW_MS) {
    samples.push(await count(BUSY));
    await sleep(POLL_MS);
  }
  const statements = (await count(STATEMENTS)) - before - samples.length;
  const seconds = (performance.now() - startedAt) / 1000;
  const { requests } = await engine.ask('GET', 'state');
  const polls = requests.filter(({ isPoll }) => isPoll).length;
  const mean = samples.reduce((sum, busy) => sum + busy, 0) / samples.length;
  return {
    polls: polls / seconds,
    statements: statements / seconds,
    busy: { mean, most: Math.max(...samples) },
  };
}

async function startEngine(bench) {
  const program = await startProgram(ENGINE);
  bench.after(program.stop);
  const { url } = JSON.parse(program.first);
  const ask = async (method, path, body) => {
    const answer = await fetch(`${url}/__${path}`, { method, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} /__${path}: ${answer.status}`);
    return answer.json();
  };
  await ask('PUT', 'fault', { kind: 'never-done', times: null });
  return { url, ask };
}

/** Starts predictions spread over all accounts. */
async function startMany(url, secrets, count) {
  let next = 0;
  const starter = async () => {
    while (next < count) {
      const [secret] = secrets.get(1 + (next++ % CUSTOMERS));
      await fetchJson(url, create(secret, { modelKey: 'bench-slow', prompt: 'a lighthouse' }));
    }
  };
  await Promise.all(range(1, STARTERS).map(starter));
}

/** Completes predictions one after the other. @returns quantiles of the callers' waits, in milliseconds. */
async function completeOthers(url, secrets, count) {
  const times = [];
  for (let at = 0; at < count; at++) {
    const [secret] = secrets.get(1 + at);
    const startedAt = performance.now();
    const { predictionId } = await fetchJson(url, create(secret, { modelKey: 'bench-picture' }));
    const request = poll(secret, predictionId.slice('pred_'.length));
    const { status } = await fetchJson(url, { ...request, path: `${request.path}?wait=30` });
    if (status !== 'completed') throw new Error(`the prediction is ${status}`);
    times.push(performance.now() - startedAt);
  }
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** Returns the median of several readings after a full garbage collection, because memory of polls varies. */
async function memoryOf({ child }) {
  const readings = [];
  for (let reading = 0; reading < 5; reading++) {
    const answer = new Promise((resolve) => {
      const onMessage = (message) => {
        if (!message.memory) return;
        child.off('message', onMessage);
        resolve(message.memory);
      };
      child.on('message', onMessage);
    });
    child.send('memory');
    readings.push(await answer);
    await sleep(200);
  }
  const of = (name) => median(readings.map((reading) => reading[name]));
  return { rss: of('rss'), heapUsed: of('heapUsed') };
}

async function fetchJson(url, { path, ...request }) {
  const answer = await fetch(url + path, request);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}
