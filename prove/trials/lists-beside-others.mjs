// One account's lists are its own affair: forty callers of a filter that reads all of its 120,000 predictions, and
// another tenant asks for its balance meanwhile. Held against the same tenant's calm of the same minute.
import { LoadClient } from '../harness/callers/client.mjs';

const CALLERS = 40;
/** How much slower the tenant may be answered beside the lists: two of them run at once, on two cores. */
const RATIO = 10;
/** Below this many milliseconds a ratio says nothing. */
const LEAST_MS = 30;

export default {
  name: 'H1',
  title: '40 callers of a list over 120,000 predictions, another tenant’s balance beside them',
  async run(context) {
    const rows = context.count({ gate: 120_000, short: 120_000, long: 500_000 });
    const reads = context.count({ gate: 60, short: 300, long: 2_000 });
    const cluster = await context.startCluster({ processes: { api: 1 }, plugin: false });
    const [heavy, light] = await context.makeKeys(cluster.database, { accounts: 2, rateLimit: 6000 });
    await writePredictions(cluster.database, heavy, rows);
    const client = new LoadClient(cluster.apis, [heavy, light], context.random.fork('client'), {
      connections: CALLERS + 8,
    });
    try {
      await balances(context, client, light, 20);
      const calm = percentile90(await balances(context, client, light, reads));
      const load = { over: false, listed: 0, refused: 0 };
      const callers = Promise.all(
        Array.from({ length: CALLERS }, () => keepListing(context, client, heavy, load)),
      );
      callers.catch(() => {}); // It is awaited below.
      const beside = percentile90(await balances(context, client, light, reads));
      load.over = true;
      await callers;
      if (load.listed === 0) context.fail('no list was answered beside the balances', load);
      const bound = Math.max(calm, LEAST_MS) * RATIO;
      if (beside > bound) context.late('a tenant waits for the lists of another', { calm, beside, bound });
      const shown = (ms) => Math.round(ms * 10) / 10;
      return {
        n: {
          predictions: rows,
          balances: reads,
          'lists answered': load.listed,
          'lists refused (503)': load.refused,
          'calm p90 ms': shown(calm),
          'beside p90 ms': shown(beside),
        },
      };
    } finally {
      await client.close();
    }
  },
};

/** Predictions that are over, without their money: nothing here is about the ledger. */
async function writePredictions(database, { accountId, id }, rows) {
  await database.query(
    `insert into predictions (id, account_id, key_id, env, model_key, model, modality, operation, provider, input, cost,
       status, outputs, output_expires_at, completed_at, fair_tag, deadline_at, created_at)
     select gen_random_uuid(), $1, $2, 'live', 'painted', 'painted', 'image', 'text-to-image', 'embedded', '{}', 0,
       'completed', '[]', now(), now(), 0, now(), now() - make_interval(secs => n)
     from generate_series(1, $3::int) n`,
    [accountId, id, rows],
  );
  await database.query('analyze predictions');
}

/** One after the other. @returns milliseconds of each */
async function balances(context, client, key, count) {
  const taken = [];
  for (let at = 0; at < count; at += 1) {
    const answer = await client.ask('GET', '/api/credits/balance', { key });
    if (answer?.status !== 200)
      context.fail('a balance was refused', { status: answer?.status, text: answer?.text });
    taken.push(answer.ms);
    context.progress(at + 1, count);
  }
  return taken;
}

/** No prediction is of this kind, so that all of the account is read for an empty page. */
async function keepListing(context, client, key, load) {
  while (!load.over) {
    const answer = await client.ask('GET', '/api/generate/history?env=test', { key });
    if (answer?.status === 200) load.listed += 1;
    else if (answer?.status === 503 && answer.headers['retry-after']) load.refused += 1;
    else context.fail('a list was neither answered nor refused with 503', answer?.text);
  }
}

const percentile90 = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.9)];
