// E2: a queue of a hundred thousand predictions of a thousand tenants. The cost of claims, creates, statuses with queue position and
// cancels must not grow with the queue. Each cost is first measured with a short queue, in the same process and minute. Then the
// prediction of a new tenant must start within one fair round: after at most two predictions of each other tenant.
import { setTimeout as sleep } from 'node:timers/promises';
import { LoadClient } from '../harness/callers/client.mjs';

const TENANTS = 1_000;
const SAMPLES = 60;
/** Maximum ratio to the short queue, and an allowance for a busy machine. */
const MOST = 4;
const SPARE_MS = 60;
const MODEL = 'chaos-idempotent';
const WEIGHT = 1_000;

/** Inserts predictions as the service does: charged, with ledger entries, in the fair order of each account. */
const FILL = `
with jobs as (
  select gen_random_uuid() as id, a.id as account_id, a.ord, n, row_number() over () as at
  from unnest($1::uuid[]) with ordinality as a (id, ord) cross join generate_series($2::int, $3::int) as n
),
made as (
  insert into predictions (id, account_id, env, model_key, model, modality, operation, provider, input, cost, weight, fair_tag, deadline_at)
  select id, account_id, 'live', '${MODEL}', 'chaos/idempotent', 'image', 'text-to-image', '${MODEL}',
    '{"prompt": "in line", "runMs": 0}', 1000, ${WEIGHT}, (n - 1) * ${WEIGHT}, clock_timestamp() + interval '1 day'
  from jobs
),
charged as (
  update wallets a set balance = a.balance - c.count * 1000, held = a.held + c.count * 1000, fair_tag = $3 * ${WEIGHT}
  from (select account_id, count(*) as count from jobs group by account_id) c where a.account_id = c.account_id
)
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
select j.account_id, j.id, 'charge', 'wallet', 'held', 1000, a.balance - (j.n - $2 + 1) * 1000
from jobs j join wallets a on a.account_id = j.account_id order by j.account_id, j.n
`;

export default {
  name: 'E2',
  title: 'a queue of 100,000 predictions of 1,000 tenants: latency of claims, creates, statuses and cancels',
  seconds: 40,
  async run(context) {
    const each = context.count({ gate: 10, short: 100, long: 300 });
    const cluster = await context.startCluster({ processes: { api: 1, worker: 1 }, startServices: false });
    const [api] = cluster.apis;
    const [worker] = cluster.workers;
    await api.start();
    const { database } = cluster;
    const tenants = await context.makeKeys(database, { accounts: TENANTS });
    const callers = await context.makeKeys(database, { accounts: 4 });
    const client = new LoadClient([api], callers, context.random.fork('client'));
    const queue = new Queue(context, client, database, tenants);

    await queue.fill(1, 1);
    await queue.measure();
    const calm = await queue.measure();
    for (let from = 2; from <= each; from += 10) await queue.fill(from, Math.min(each, from + 9));
    await database.query('analyze predictions');
    await queue.measure();
    const long = await queue.measure();
    context.log(
      `p90 in ms, and rows read per sample, ${TENANTS} waiting: ${JSON.stringify(calm)}; ${TENANTS * each}: ${JSON.stringify(long)}`,
    );
    if (long.rows > 3 * calm.rows + 1_000)
      context.fail('a create, two statuses and a cancel read more rows in a long queue', { calm, long });
    for (const [what, ms] of Object.entries(long)) {
      if (what === 'rows') continue;
      if (ms > MOST * calm[what] + SPARE_MS)
        context.late(`${what} took too long in a long queue`, { calm: calm[what], long: ms });
    }
    const before = await queue.startedBeforeNewTenant(worker);
    const watch = context.watch({ cluster, client });
    const checks = await watch.finish();
    if (client.wrong.length > 0) context.fail('answers', client.wrong);
    await client.close();
    const figures = Object.keys(long).map((what) => [
      `${what === 'rows' ? 'rows read' : `${what} ms`} (short, long)`,
      `${calm[what]}, ${long[what]}`,
    ]);
    return {
      n: {
        waiting: TENANTS * each,
        tenants: TENANTS,
        'started before a new tenant': before,
        ...checks,
        ...Object.fromEntries(figures),
      },
    };
  },
};

class Queue {
  constructor(context, client, database, tenants) {
    Object.assign(this, { context, client, database, tenants });
  }

  async fill(from, to) {
    await this.database.query(FILL, [this.tenants.map(({ accountId }) => accountId), from, to]);
  }

  /** Sends the requests sequentially. @returns 90th percentiles in milliseconds, and rows read per sample */
  async measure() {
    const times = { create: [], status: [], 'status at the end': [], cancel: [] };
    const readBefore = await this.rowsRead();
    const timed = async (what, send) => {
      const answer = await send();
      if (!answer || answer.status >= 400) this.context.fail(`${what} in a long queue`, answer?.text);
      times[what].push(answer.ms);
      return answer.body;
    };
    const [{ id: last, secret }] = await this.last();
    for (let at = 0; at < SAMPLES; at += 1) {
      const key = this.client.keys[at % this.client.keys.length];
      const body = { modelKey: MODEL, runMs: 0 };
      const { predictionId } = await timed('create', () =>
        this.client.request('POST', '/api/generate', { key, body }),
      );
      const path = `/api/generate/status/${predictionId}`;
      await timed('status', () => this.client.request('GET', path, { key }));
      await timed('status at the end', () =>
        this.client.request('GET', `/api/generate/status/${last}`, { key: { secret } }),
      );
      // A cached queue position expires after a while: this makes the next status read the queue again.
      await sleep(10);
      await timed('cancel', () =>
        this.client.request('POST', `/api/generate/${predictionId}/cancel`, { key }),
      );
    }
    const p90 = (list) => Math.round(list.sort((a, b) => a - b)[Math.floor(list.length * 0.9)]);
    const rows = Math.round(((await this.rowsRead()) - readBefore) / SAMPLES);
    return { rows, ...Object.fromEntries(Object.entries(times).map(([what, list]) => [what, p90(list)])) };
  }

  /** Returns the rows of predictions read by all statements so far; idle sessions report them within a second. */
  async rowsRead() {
    await sleep(1_500);
    const [{ count }] = await this.database.query(
      `select (seq_tup_read + idx_tup_fetch)::float8 as count from pg_stat_user_tables where relname = 'predictions'`,
    );
    return count;
  }

  /** Returns the last prediction of the queue, and a key of its account. */
  async last() {
    const rows = await this.database.query(
      `select 'pred_' || replace(id::text, '-', '') as id, account_id from predictions
       where status = 'processing' order by fair_tag desc, id desc limit 1`,
    );
    const { secret } = this.tenants.find(({ accountId }) => accountId === rows[0].account_id);
    return [{ id: rows[0].id, secret }];
  }

  /** @returns how many predictions were started between a new tenant's create and its start */
  async startedBeforeNewTenant(worker) {
    await worker.start();
    await sleep(1_000);
    const [key] = this.client.keys;
    const id = await this.client.create({ modelKey: MODEL, runMs: 0 }, { key });
    const text = `select count(*)::int as count from predictions p where started_at is not null and started_at between
      (select created_at from predictions where id = $1) and (select started_at from predictions where id = $1)`;
    await this.client.follow(id);
    const [{ count }] = await this.database.query(text, [id.replace(/^pred_/, '')]);
    if (count > 2 * TENANTS)
      this.context.fail('a new tenant waited longer than one fair round', { started: count });
    await worker.stop();
    return count;
  }
}
