// S6: the shared store of results fails in every way: cut connections, hanging requests, slow responses, errors, a full disk, missing
// permissions, a missing bucket, and false success (200 with a page, without storing). Engines finish meanwhile, and a worker is killed.
// No paid result is discarded: every prediction completes with the engine's file when the store is back, and no engine runs a prediction
// twice. While the store is unavailable, all other requests are served without an error (creates, statuses, lists, balances, cancels,
// readiness); requests for files are answered 503.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { uuidOf } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';
import { HttpCaller, inParallel } from '../harness/callers/http-caller.mjs';
import { MODES, ObjectStore } from '../harness/storage/object-store.mjs';

const ENGINE = fileURLToPath(new URL('../harness/engines/engine-plugin.mjs', import.meta.url));
const S3 = fileURLToPath(new URL('../../packages/s3-storage/dist/index.js', import.meta.url));
const CLASSES = ['idempotent', 'lookup', 'none'];
const CALLS_AT_ONCE = 4;
const PAUSE_MS = 100;
/** Maximum time of a response while the store is unavailable, except for files. */
const MOST_MS = 5_000;
/** Modes that are always tried; in the gate the seed selects the others. */
const KINDS = ['hanging', 'lying'];

export default {
  name: 'S6',
  title:
    'the store of results away, slow, hanging, full or lying: no paid result is discarded, and everything but files is served',
  seconds: 60,
  async run(context) {
    const store = new ObjectStore();
    const endpoint = await store.start();
    try {
      return { n: await goAway(context, store, endpoint) };
    } finally {
      await store.stop();
    }
  },
};

async function goAway(context, store, endpoint) {
  const awayMs = { gate: 5_000, short: 30_000, long: 300_000 }[context.tier];
  const perMode = context.count({ gate: 9, short: 24, long: 60 });
  const others = Object.keys(MODES).filter((name) => !KINDS.includes(name));
  const modes = [...KINDS, ...context.sample(others, { gate: 2 })];
  const cluster = await context.startCluster({
    processes: { api: 1, worker: 2 },
    restart: true,
    env: {
      ...{ PLUGINS: `${ENGINE},${S3}`, S3_ENDPOINT: endpoint, S3_BUCKET: 'outputs', S3_DOWNLOADS: 'stream' },
      ...{ S3_ACCESS_KEY_ID: 'trial', S3_SECRET_ACCESS_KEY: 'trial-secret', S3_CHECKSUM: 'none' },
      S3_TIMEOUT_SECONDS: '2',
    },
  });
  const [key] = await context.makeKeys(cluster.database, {});
  const client = new LoadClient(cluster.apis, [key], context.random.fork('client'));
  const watch = context.watch({ cluster, client });
  const caller = new HttpCaller(cluster.apis[0].base, { connections: 16 });
  const bench = { context, cluster, store, client, caller, key, tally: { completed: 0, calls: 0, 503: 0 } };
  bench.earlier = await finished(bench, await client.create({ modelKey: 'chaos-idempotent' }, { key }));
  for (const [at, name] of modes.entries()) {
    await tryMode(bench, name, { awayMs, perMode });
    context.progress(at + 1, modes.length);
  }
  const engine = Object.values(await cluster.engine.state());
  const repeated = engine.filter(({ paid }) => paid > 1);
  if (repeated.length > 0) context.fail('a prediction was run again although its result was there', repeated);
  const { checks, checksMissed } = await watch.finish();
  if (client.wrong.length > 0) context.fail('answers', client.wrong);
  await Promise.all([caller.close(), client.close()]);
  const away = { 'requests to the store while away': store['requests while away'] };
  return {
    modes: modes.length,
    'seconds each': awayMs / 1000,
    ...bench.tally,
    ...away,
    checks,
    checksMissed,
  };
}

async function tryMode(bench, name, { awayMs, perMode }) {
  const { context, cluster, store, client, key } = bench;
  const create = (at) =>
    client.create({ modelKey: `chaos-${CLASSES[at % CLASSES.length]}`, runMs: 200 }, { key });
  const begun = await Promise.all(Array.from({ length: perMode }, (_, at) => create(at)));
  store.setMode(name);
  const end = performance.now() + awayMs;
  const calls = serveMeanwhile(bench, name, end);
  const late = await Promise.all(Array.from({ length: perMode }, (_, at) => create(at)));
  const all = [...begun, ...late, ...(await calls)];
  await untilTaken(bench, all);
  await context.random.pick(cluster.workers).kill();
  store.setMode(null);
  await inParallel(all.length, 16, async (at) => {
    await finished(bench, all[at], name);
  });
}

/**
 * Waits until the engine has accepted each prediction and the service has stored that. A worker that is killed during a submit loses the
 * response, and with an engine that does not allow a second submit the prediction then fails.
 */
async function untilTaken({ cluster }, ids) {
  const text = `select count(*)::int as count from predictions where id = any($1) and status = 'processing' and provider_ref is null`;
  for (;;) {
    const [{ count }] = await cluster.database.query(text, [ids.map(uuidOf)]);
    if (count === 0) return;
    await sleep(PAUSE_MS);
  }
}

/** Sends all other requests, which must succeed, and requests a file, which may be 503. @returns ids of the created predictions */
async function serveMeanwhile({ context, caller, client, key, earlier, tally }, name, end) {
  const token = key.secret;
  const created = [];
  const calls = [
    ['GET', '/api/credits/balance', 200],
    ['GET', '/api/models', 200],
    ['GET', '/api/generate/history?limit=5', 200],
    ['GET', `/api/generate/status/${earlier.predictionId}`, 200],
    ['GET', '/health/ready', 200],
    ['POST', '/api/generate', 201, { modelKey: 'chaos-none', runMs: 100 }],
  ];
  const { pathname, search } = new URL(earlier.outputs[0].url);
  const loop = async () => {
    while (performance.now() < end) {
      for (const [method, path, expected, body] of calls) {
        const answer = await caller.request(method, path, { token, body });
        const ms = answer.answered - answer.sent;
        tally.calls += 1;
        if (answer.status !== expected)
          context.fail(`while the store is ${name}: ${method} ${path} is ${answer.status}`, {
            text: answer.text,
            error: answer.error,
          });
        if (expected === 201) {
          const { predictionId } = JSON.parse(answer.text);
          created.push(client.acknowledge(predictionId, key, predictionId));
        }
        if (ms > context.within(MOST_MS))
          context.late(`while the store is ${name}: ${method} ${path} took ${Math.round(ms)} ms`);
      }
      await sleep(PAUSE_MS);
    }
  };
  const files = async () => {
    while (performance.now() < end) {
      const { status, text } = await caller.request('GET', `${pathname}${search}`);
      if (status === 503 || (status === 404 && MODES[name].isLikeMissing)) tally[503] += 1;
      else if (status !== 200 || !text.includes('IDAT'))
        context.fail(`while the store is ${name}: a file is ${status}`, { text });
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all([...Array.from({ length: CALLS_AT_ONCE }, loop), files()]);
  return created;
}

/** Requires that a prediction completes with the engine's file. @returns its last status */
async function finished({ context, client, cluster, caller, tally }, id, name = 'there') {
  const body = await client.follow(id);
  if (body.status !== 'completed' || body.outputs.length !== 1)
    context.fail(`a paid result was discarded: the store was ${name}`, body);
  const { pathname, search } = new URL(body.outputs[0].url);
  const { status, text } = await caller.request('GET', `${pathname}${search}`);
  if (status !== 200 || !text.includes('IDAT'))
    context.fail(`a file is missing after the store was ${name}`, {
      id,
      status,
      text: text.slice(0, 200),
    });
  const made = await fetch(`${cluster.engine.base}/results/x.png`).then((response) => response.text());
  // The pixels are the engine's; the metadata is not.
  const pixels = (png) => png.slice(png.indexOf('IDAT'), png.indexOf('IEND'));
  if (pixels(text) !== pixels(made))
    context.fail(`a file has other pixels after the store was ${name}`, { id });
  tally.completed += 1;
  return { ...body, predictionId: id };
}
