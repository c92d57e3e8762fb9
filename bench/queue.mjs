/** Fills the queue of a database with charged predictions in one transaction, and measures how fast they are settled. */
import { CUSTOMERS, numberOf, uuid } from './seed.mjs';
import { clocksOf } from './usage.mjs';

/** Creates $1 predictions of the model $2, spread over all accounts, each with its charge in the ledger. */
const FILL = `
with created_predictions as (
  insert into predictions (id, account_id, key_id, env, model_key, model, modality, operation, provider, input, cost,
    fair_tag, deadline_at)
  select uuidv7(), ${uuid('a', `1 + n % ${CUSTOMERS}`)}, ${uuid('c', `(1 + n % ${CUSTOMERS}) * 32 + 1`)}, 'live', $2::text,
    replace($2::text, '-', '/'), 'image', 'text-to-image', 'bench', '{"prompt": "a lighthouse on a cliff at dusk"}', 1000,
    n, clock_timestamp() + interval '1 hour'
  from generate_series(1, $1::int) n
  returning id, account_id, cost
),
debited_accounts as (
  update wallets a set balance = balance - t.cost, held = held + t.cost
  from (select account_id, sum(cost) as cost from created_predictions group by account_id) t where a.account_id = t.account_id
  returning a.account_id as id, a.balance + t.cost as before
)
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
select account_id, m.id, 'charge', 'wallet', 'held', cost, w.before - sum(cost) over (partition by account_id order by m.id)
from created_predictions m join debited_accounts w on w.id = m.account_id order by account_id, m.id
returning prediction_id as id, ${numberOf('account_id')} as account
`;

/** Creates predictions. @returns id and account number of each. */
export async function enqueue(client, { count, model }) {
  return (await client.query(FILL, [count, model])).rows;
}

/** Counts the predictions created since $1, the final ones and their transfers, with the first start and the last end. */
const VERIFY = `
select count(*)::int as made, count(*) filter (where p.status <> 'processing')::int as ended,
  (select count(*)::int from ledger_transfers l where l.kind in ('capture', 'refund') and l.created_at >= $1) as settled,
  extract(epoch from min(p.started_at)) * 1000 as first, extract(epoch from max(p.completed_at)) * 1000 as last
from predictions p where p.provider = 'bench' and p.created_at >= $1
`;

/**
 * Fills the queue once and measures from the first prediction that is begun to the last that is settled.
 * @param begin prepares the workers and returns a function that resolves when all predictions are settled, optionally with the
 * time of the first start (milliseconds since 1970). @param notify statement that runs in the filling transaction.
 * @returns perSecond, and processor time per prediction in microseconds, without filling and checking.
 * @throws when a prediction is not settled exactly once.
 */
export async function drainOnce(client, server, { count, model, notify = '', begin }) {
  const { rows: clock } = await client.query('select clock_timestamp() as now');
  await client.query('begin');
  await enqueue(client, { count, model });
  if (notify) await client.query(notify);
  const before = clocksOf(server);
  const waitUntilSettled = begin();
  await client.query('commit');
  const firstAt = await waitUntilSettled();
  const after = clocksOf(server);
  const { rows } = await client.query(VERIFY, [clock[0].now]);
  const [{ made, ended, settled, first, last }] = rows;
  if (made !== count || ended !== count || settled !== count) {
    throw new Error(`of ${made} predictions ${ended} are final and ${settled} have a transfer`);
  }
  const each = (name) => (before[name] === null ? null : ((after[name] - before[name]) * 1e6) / count);
  const seconds = (Number(last) - (firstAt ?? Number(first))) / 1000;
  return { perSecond: count / seconds, cpuServer: each('server'), cpuDatabase: each('database') };
}

/** Watches our own workers: notifies them as `WorkSignal` does, and counts the notifications of settlements. */
export async function watchOwn(client) {
  let left = 0;
  let done = () => {};
  await client.query('listen offprint_settled');
  client.on('notification', ({ payload }) => {
    left -= payload.split(',').length;
    if (left <= 0) done();
  });
  return (count) => ({
    notify: 'notify offprint_work',
    begin: () => {
      left = count;
      const over = new Promise((resolve) => (done = resolve));
      return () => over;
    },
  });
}
