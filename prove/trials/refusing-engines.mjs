// E4: one tenant sends only requests that engines refuse, at an engine of every adapter: unknown models, 403 and 402 for a single request,
// invalid input, refused content. Other tenants use the same models meanwhile. No circuit opens, because the engines' own checks pass.
// Each refused prediction is refunded, and every prediction of the other tenants completes. Calm and attacked periods alternate, and the
// median of the rounds' ratios counts: the p99 of the others' creates, and of the time until their results, is at most three times the
// calm p99. The rounds of the gate are short and share the machine with other trials, so it compares medians and accepts four times.
import { setTimeout as sleep } from 'node:timers/promises';
import { LoadClient } from '../harness/callers/client.mjs';
import { REFUSAL_WORDS, REFUSING_ENGINES, RefusingEngines } from '../harness/engines/refusing-engines.mjs';

const ENGINES = Object.values(REFUSING_ENGINES);
/** Concurrent requests of the refused tenant at each engine. */
const AT_ONCE = 3;
const STATISTICS = { gate: ['median', 4], short: ['p99', 3], long: ['p99', 3] };
/** Smaller differences are timer noise. */
const LEAST_MS = 25;
const CIRCUIT_POLL_MS = 100;

export default {
  name: 'E4',
  title:
    'one tenant sends what engines refuse, at every adapter: no circuit opens, and the others do not wait',
  seconds: 40,
  async run(context) {
    const engines = new RefusingEngines();
    try {
      await engines.start();
      return { n: await refuse(context, engines) };
    } finally {
      await engines.stop();
    }
  },
};

async function refuse(context, engines) {
  const rounds = { gate: 3, short: 5, long: 9 }[context.tier];
  const [statistic, mostRatio] = STATISTICS[context.tier];
  const roundMs = context.count({ gate: 2_000, short: 8_000, long: 30_000 });
  const cluster = await context.startCluster({
    processes: { api: 1, worker: 2 },
    plugin: false,
    env: engines.env,
  });
  const [refusedKey] = await context.makeKeys(cluster.database, {});
  const others = await context.makeKeys(cluster.database, { accounts: 4 });
  const client = new LoadClient(cluster.apis, [refusedKey, ...others], context.random.fork('client'), {
    connections: 64,
  });
  const watch = context.watch({ cluster, client });
  const bench = { context, cluster, client, tally: { refused: 0, completed: 0 } };
  const circuits = watchCircuits(bench);
  const measureOthers = (work) => runBeside(bench, others, work);
  // Warms up: cold code is slower.
  await measureOthers(() => sleep(roundMs));
  const seen = [];
  let before = await measureOthers(() => sleep(roundMs));
  for (let round = 0; round < rounds; round += 1) {
    const beside = await measureOthers(() => attack(bench, refusedKey, roundMs));
    const after = await measureOthers(() => sleep(roundMs));
    const ratioOf = (what) =>
      Math.max(beside[what][statistic], LEAST_MS) /
      Math.max((before[what][statistic] + after[what][statistic]) / 2, LEAST_MS);
    seen.push({ before, beside, after, create: ratioOf('create'), result: ratioOf('result') });
    before = after;
    context.progress(round + 1, rounds);
  }
  await circuits.stop();
  const figures = {};
  for (const what of ['create', 'result']) {
    const ratio = seen.map((one) => one[what]).sort((a, b) => a - b)[Math.floor(rounds / 2)];
    figures[`${statistic} of a ${what}, beside to calm`] = ratio.toFixed(1);
    if (ratio > mostRatio)
      context.late(`other tenants waited ${ratio.toFixed(1)} times as long for a ${what}`, seen);
  }
  const { checks, checksMissed } = await watch.finish();
  if (client.wrong.length > 0) context.fail('answers', client.wrong);
  await client.close();
  return {
    ...{ adapters: ENGINES.length, 'ways to refuse': REFUSAL_WORDS.length, ...bench.tally, ...figures },
    ...{ 'checks of circuits': circuits.checks, checks, checksMissed },
  };
}

/** Fails the trial when a circuit is open or an operation is not offered. */
function watchCircuits({ context, cluster }) {
  const state = { checks: 0, isOver: false, problem: null };
  const loop = (async () => {
    while (!state.isOver && !state.problem) {
      const rows = await cluster.database.query(
        'select provider, failures, open_until, reason from provider_circuits where open_until is not null',
      );
      state.checks += 1;
      if (rows.length > 0) state.problem = rows;
      await sleep(CIRCUIT_POLL_MS);
    }
  })();
  return {
    get checks() {
      return state.checks;
    },
    async stop() {
      state.isOver = true;
      await loop;
      if (state.problem)
        context.fail('a circuit is open although the engine’s own check passes', state.problem);
    },
  };
}

/** Measures the other tenants while `work` runs. @returns milliseconds: {create: {median, p99}, result: {median, p99}} */
async function runBeside(bench, keys, work) {
  const times = { create: [], result: [] };
  let isOver = false;
  const loops = keys.flatMap((key) =>
    ENGINES.map(async ({ modelKey }) => {
      while (!isOver) {
        const sent = performance.now();
        const id = await create(bench, key, { modelKey, prompt: 'a lighthouse at dawn' });
        times.create.push(performance.now() - sent);
        const { status, error } = await final(bench, key, id);
        if (status !== 'completed')
          bench.context.fail('a prediction of another tenant was not completed', { modelKey, status, error });
        times.result.push(performance.now() - sent);
        bench.tally.completed += 1;
        await sleep(50);
      }
    }),
  );
  await Promise.race([work().finally(() => (isOver = true)), Promise.all(loops)]);
  await Promise.all(loops);
  return { create: figuresOf(times.create), result: figuresOf(times.result) };
}

function figuresOf(times) {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)];
  return { median: at(0.5), p99: at(0.99), count: times.length };
}

/** Sends requests that are refused, at every engine, for `milliseconds`. */
async function attack(bench, key, milliseconds) {
  const end = performance.now() + milliseconds;
  let turns = 0;
  await Promise.all(
    ENGINES.flatMap(({ modelKey }) =>
      Array.from({ length: AT_ONCE }, async () => {
        while (performance.now() < end) {
          const word = REFUSAL_WORDS[(turns += 1) % REFUSAL_WORDS.length];
          const id = await create(bench, key, { modelKey, prompt: `a picture, ${word}` });
          const { status, error, creditCost, creditsRefunded } = await final(bench, key, id);
          if (status !== 'failed' || creditsRefunded !== creditCost)
            bench.context.fail('a refusal was not refunded', {
              modelKey,
              word,
              status,
              error,
              creditsRefunded,
            });
          bench.tally.refused += 1;
        }
      }),
    ),
  );
}

async function create({ client, context }, key, body) {
  for (;;) {
    const answer = await client.request('POST', '/api/generate', { key, body });
    if (answer?.status === 201) return JSON.parse(answer.text).predictionId;
    if (answer?.status === 400 || answer?.status === 402)
      context.fail('a model is not offered any more, or a price is wrong', { body, text: answer.text });
    await sleep(20);
  }
}

async function final({ client }, key, id) {
  for (;;) {
    const answer = await client.request('GET', `/api/generate/status/${id}?wait=20`, { key });
    if (answer?.status !== 200) {
      await sleep(20);
      continue;
    }
    const now = JSON.parse(answer.text);
    if (now.status !== 'processing') return now;
  }
}
