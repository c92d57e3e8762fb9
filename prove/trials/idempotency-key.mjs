// P1: one Idempotency-Key creates one prediction: with a hundred concurrent requests at two processes, with a database connection that
// is cut during the commit, and with a process that is killed between commit and response.
import { randomUUID } from 'node:crypto';
import { LoadClient } from '../harness/callers/client.mjs';

const AT_ONCE = 100;
const BODY = { modelKey: 'chaos-idempotent', runMs: 0 };

export default {
  name: 'P1',
  title: 'one Idempotency-Key: concurrent requests, cut during COMMIT, killed between COMMIT and response',
  async run(context) {
    const total = context.count({ gate: 30, short: 100, long: 1_000 });
    const kills = Math.max(1, Math.round(total * 0.05));
    const cuts = Math.max(1, Math.round(total * 0.35));
    const cluster = await context.startCluster({
      processes: { api: 2, worker: 1 },
      restart: true,
      proxy: true,
    });
    const keys = await context.makeKeys(cluster.database, { keysEach: 10 });
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'), { connections: 64 });
    const watch = context.watch({ cluster, client });
    const counts = {
      '100 concurrent': 0,
      'cut during COMMIT': 0,
      'killed after COMMIT': 0,
      'committed before the cut': 0,
    };
    const report = () =>
      context.progress(
        counts['100 concurrent'] + counts['cut during COMMIT'] + counts['killed after COMMIT'],
        total,
      );
    for (let round = 0; round < total - kills - cuts; round += 1, report()) {
      await sendConcurrently(context, client, cluster, keys[round % keys.length]);
      counts['100 concurrent'] += 1;
    }
    for (let round = 0; round < cuts; round += 1, report()) {
      if (await cutDuringCommit(context, client, cluster, round % 2 === 0))
        counts['committed before the cut'] += 1;
      counts['cut during COMMIT'] += 1;
    }
    for (let round = 0; round < kills; round += 1, report()) {
      await killAfterCommit(context, client, cluster, cluster.apis[round % 2]);
      counts['killed after COMMIT'] += 1;
    }
    const checks = await watch.finish();
    if (cluster.unexpectedExits.length > 0)
      context.fail('a process exited unexpectedly', cluster.unexpectedExits);
    await client.close();
    return { n: { ...counts, ...checks } };
  },
};

async function sendConcurrently(context, client, cluster, key) {
  const idempotencyKey = randomUUID();
  const ids = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, at) =>
      client.create(BODY, { key, idempotencyKey, base: cluster.apis[at % 2].base }),
    ),
  );
  const different = new Set(ids);
  if (different.size !== 1) context.fail('one Idempotency-Key, several predictions', [...different]);
  await expectOne(context, cluster, key, idempotencyKey, ids[0]);
}

/** Resets the database connection during a create, or between its commit and its result; the caller retries. */
async function cutDuringCommit(context, client, cluster, afterAnswer) {
  const idempotencyKey = randomUUID();
  const key = client.random.pick(client.keys);
  const [api] = cluster.apis;
  const cut = cluster.proxy.cutOn('generation.create', { afterAnswer });
  const first = client.request('POST', '/api/generate', {
    key,
    base: api.base,
    body: BODY,
    headers: { 'idempotency-key': idempotencyKey },
  });
  await cut;
  const answer = await first;
  if (answer?.status === 201)
    context.fail('the create was acknowledged although its connection was cut', answer.body);
  const committed = (await countOf(cluster, key, idempotencyKey)) === 1;
  if (afterAnswer && !committed) context.fail('the result was cut off and the commit is missing');
  const id = await client.create(BODY, { key, idempotencyKey });
  await expectOne(context, cluster, key, idempotencyKey, id);
  return committed;
}

async function killAfterCommit(context, client, cluster, api) {
  await api.untilReady();
  const acknowledged = new Promise((resolve) => api.once('message', resolve));
  api.send({ arm: { point: 'generation.create', phase: 'after', now: true } });
  await acknowledged;
  const gone = api.expectExit();
  const idempotencyKey = randomUUID();
  const [key] = client.keys;
  const first = await client.request('POST', '/api/generate', {
    key,
    base: api.base,
    body: BODY,
    headers: { 'idempotency-key': idempotencyKey },
  });
  const { signal } = await gone;
  if (first !== null || signal !== 'SIGKILL')
    context.fail('the process was not killed before its response', { first, signal });
  if ((await countOf(cluster, key, idempotencyKey)) !== 1)
    context.fail('the process was killed before its commit');
  const id = await client.create(BODY, { key, idempotencyKey });
  await expectOne(context, cluster, key, idempotencyKey, id);
}

async function countOf(cluster, key, idempotencyKey) {
  const [{ count }] = await cluster.database.query(
    'select count(*)::int as count from idempotency_keys where account_id = $1 and key = $2',
    [key.accountId, idempotencyKey],
  );
  return count;
}

async function expectOne(context, cluster, key, idempotencyKey, id) {
  const rows = await cluster.database.query(
    `select 'pred_' || replace(i.prediction_id::text, '-', '') as id, count(t.id)::int as charges
     from idempotency_keys i left join ledger_transfers t on t.prediction_id = i.prediction_id and t.kind = 'charge'
     where i.account_id = $1 and i.key = $2 group by 1`,
    [key.accountId, idempotencyKey],
  );
  if (rows.length !== 1 || rows[0].id !== id || rows[0].charges !== 1)
    context.fail('not one prediction with one charge', { rows, id });
}
