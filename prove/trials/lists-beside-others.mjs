// H1: one account's expensive lists must not slow down another. Forty callers use a filter that reads all 120,000
// predictions of their account, while another tenant reads its balance; compared with its undisturbed latency.
import { LoadClient } from '../harness/callers/client.mjs';

const CALLERS = 40;
/** Maximum slowdown of the tenant: two lists run at a time, on two cores. */
const RATIO = 10;
/** Shorter undisturbed latencies are not compared. */
const LEAST_MS = 30;

export default {
  name: 'H1',
  title: 'a tenant’s balance while 40 callers list 120,000 predictions of another',
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
      if (beside > bound) context.late('lists of one tenant delay another', { calm, beside, bound });
      const shown = (ms) => Math.round(ms * 10) / 10;
      return {
        n: {
          predictions: rows,
          balances: reads,
          'lists answered': load.listed,
          'lists rejected (503)': load.refused,
          'undisturbed p90 ms': shown(calm),
          'p90 ms with lists': shown(beside),
        },
      };
    } finally {
      await client.close();
    }
  },
};

/** Inserts completed predictions without ledger entries. */
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

/** Reads the balance sequentially. @returns milliseconds of each request */
async function balances(context, client, key, count) {
  const taken = [];
  for (let at = 0; at < count; at += 1) {
    const answer = await client.ask('GET', '/api/credits/balance', { key });
    if (answer?.status !== 200)
      context.fail('a balance was rejected', { status: answer?.status, text: answer?.text });
    taken.push(answer.ms);
    context.progress(at + 1, count);
  }
  return taken;
}

/** No prediction matches the filter, so that each request reads all predictions of the account. */
async function keepListing(context, client, key, load) {
  while (!load.over) {
    const answer = await client.ask('GET', '/api/generate/history?env=test', { key });
    if (answer?.status === 200) load.listed += 1;
    else if (answer?.status === 503 && answer.headers['retry-after']) load.refused += 1;
    else context.fail('a list was neither answered nor rejected with 503', answer?.text);
  }
}

const percentile90 = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.9)];
