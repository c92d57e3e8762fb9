// H1: expensive lists of one account must not slow down other accounts. 24 callers use a filter that reads all 120,000 predictions of
// their account; it has more kinds of predictions than the index of filtered lists covers. Meanwhile another tenant reads its balance,
// compared with its undisturbed latency. Then eight tenants poll at full speed, compared with their rate without lists.
import { setTimeout as sleep } from 'node:timers/promises';
import { LoadClient } from '../harness/callers/client.mjs';

const CALLERS = 24;
/** Maximum slowdown of the tenant: two lists run at a time, on two cores. */
const RATIO = 10;
/** Shorter undisturbed latencies are not compared. */
const LEAST_MS = 30;

/** Model keys: more than `MOST_KINDS` of src/history/filtered-list.sql.ts. */
const KINDS = 600;
const POLLERS = 8;
/** Minimum share of polls per second that others keep beside the lists. In the gate other trials run beside this one. */
const POLLS_KEPT = { gate: 0, short: 0.8, long: 0.8 };
/**
 * Maximum mean number of lists of one account that PostgreSQL runs concurrently. Without a share of time it would be two. On an idle
 * machine the gate's lists are so short that their share of time hardly bounds them.
 */
const RUNNING = { gate: 1.6, short: 0.8, long: 0.8 };
const SAMPLE_MS = 25;
/** An account may save four seconds of time for its lists (read-lane.ts); two at once use them up first. */
const SAVED_MS = 6_000;
const POLLING_MS = { gate: 1_500, short: 6_000, long: 20_000 };

export default {
  name: 'H1',
  title: 'balances and polls of tenants while 24 callers list 120,000 predictions of another',
  async run(context) {
    const rows = context.count({ gate: 120_000, short: 300_000, long: 500_000 });
    const reads = context.count({ gate: 60, short: 300, long: 2_000 });
    const cluster = await context.startCluster({ processes: { api: 1 }, plugin: false });
    const pollingMs = context.count(POLLING_MS);
    const keys = await context.makeKeys(cluster.database, { accounts: 2 + POLLERS, rateLimit: 6000 });
    const [heavy, light, ...tenants] = keys;
    await writePredictions(cluster.database, heavy, rows);
    for (const tenant of tenants) await writePredictions(cluster.database, tenant, 1);
    const polled = await predictionsOf(cluster.database, tenants);
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'), {
      connections: CALLERS + POLLERS + 1,
    });
    try {
      await balances(context, client, light, 20);
      await polls(context, client, polled, 500); // Warms up.
      const polledBefore = await polls(context, client, polled, pollingMs / 2);
      const calm = percentile90(await balances(context, client, light, reads));
      const begunAt = performance.now();
      const load = { over: false, listed: 0, refused: 0 };
      const callers = Promise.all(
        Array.from({ length: CALLERS }, () => keepListing(context, client, heavy, load)),
      );
      callers.catch(() => {}); // It is awaited below.
      const beside = percentile90(await balances(context, client, light, reads));
      await sleep(Math.max(0, begunAt + SAVED_MS - performance.now()));
      const [polledBeside, running] = await Promise.all([
        polls(context, client, polled, pollingMs),
        runningLists(cluster.database, pollingMs),
      ]);
      load.over = true;
      await callers;
      const polledCalm = (polledBefore + (await polls(context, client, polled, pollingMs / 2))) / 2;
      if (load.listed === 0) context.fail('no list was answered beside the balances', load);
      const bound = Math.max(calm, LEAST_MS) * RATIO;
      if (beside > bound) context.late('lists of one tenant delay another tenant', { calm, beside, bound });
      const kept = polledBeside / polledCalm;
      if (running > RUNNING[context.tier])
        context.late('lists of one account use more than their share', { running });
      if (kept < POLLS_KEPT[context.tier])
        context.late('lists of one tenant slow down polls of other tenants', {
          polledBeside,
          polledCalm,
          kept,
        });
      const shown = (ms) => Math.round(ms * 10) / 10;
      return {
        n: {
          predictions: rows,
          balances: reads,
          'lists answered': load.listed,
          'lists rejected (503)': load.refused,
          'undisturbed p90 ms': shown(calm),
          'p90 ms with lists': shown(beside),
          'lists that ran at once': Math.round(running * 100) / 100,
          'polls per s undisturbed': Math.round(polledCalm),
          'of them with lists': Math.round(kept * 100) / 100,
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
     select uuidv7(make_interval(secs => -n)), $1, $2, 'live', 'painted-' || n % ${KINDS}, 'painted', 'image', 'text-to-image', 'embedded', '{}', 0,
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
    const answer = await client.request('GET', '/api/credits/balance', { key });
    if (answer?.status !== 200)
      context.fail('a balance was rejected', { status: answer?.status, text: answer?.text });
    taken.push(answer.ms);
    context.progress(at + 1, count);
  }
  return taken;
}

/** @returns one prediction of each tenant: {key, id} */
async function predictionsOf(database, tenants) {
  const rows = await database.query(
    `select account_id, replace(id::text, '-', '') as id from predictions where account_id = any($1::uuid[])`,
    [tenants.map(({ accountId }) => accountId)],
  );
  return rows.map(({ account_id: accountId, id }) => ({
    key: tenants.find((tenant) => tenant.accountId === accountId),
    id: `pred_${id}`,
  }));
}

/** Each tenant polls sequentially. @returns polls per second of all */
async function polls(context, client, polled, milliseconds) {
  const until = performance.now() + milliseconds;
  let answered = 0;
  const poll = async ({ key, id }) => {
    while (performance.now() < until) {
      const answer = await client.request('GET', `/api/generate/status/${id}`, { key });
      if (answer?.status !== 200)
        context.fail('a poll was rejected', { status: answer?.status, text: answer?.text });
      answered += 1;
    }
  };
  await Promise.all(polled.map(poll));
  return (answered * 1000) / milliseconds;
}

/** @returns the mean number of list statements that PostgreSQL runs concurrently */
async function runningLists(database, milliseconds) {
  const until = performance.now() + milliseconds;
  let [samples, running] = [0, 0];
  while (performance.now() < until) {
    const [{ count }] = await database.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state = 'active' and query like '%env = $%'`,
    );
    samples += 1;
    running += count;
    await sleep(SAMPLE_MS);
  }
  return running / samples;
}

/** No prediction matches the filter, so that each request reads all predictions of the account. */
async function keepListing(context, client, key, load) {
  while (!load.over) {
    const answer = await client.request('GET', '/api/generate/history?env=test', { key });
    if (answer?.status === 200) load.listed += 1;
    else if (answer?.status === 503 && answer.headers['retry-after']) load.refused += 1;
    else context.fail('a list was neither answered nor rejected with 503', answer?.text);
  }
}

const percentile90 = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.9)];
