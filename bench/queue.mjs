/** Fills the line of a database with predictions that have been charged for, all at once, and says when they are over. */
import { CUSTOMERS, numberOf, uuid } from './seed.mjs';
import { clocksOf } from './usage.mjs';

/** $1 how many, $2 model key: spread over all accounts, each with its charge in the ledger. */
const FILL = `
with made as (
  insert into predictions (id, account_id, key_id, env, model_key, model, modality, operation, provider, input, cost,
    fair_tag, deadline_at)
  select uuidv7(), ${uuid('a', `1 + n % ${CUSTOMERS}`)}, ${uuid('c', `(1 + n % ${CUSTOMERS}) * 32 + 1`)}, 'live', $2::text,
    replace($2::text, '-', '/'), 'image', 'text-to-image', 'bench', '{"prompt": "a lighthouse on a cliff at dusk"}', 1000,
    n, clock_timestamp() + interval '1 hour'
  from generate_series(1, $1::int) n
  returning id, account_id, cost
),
wallet as (
  update accounts a set balance = balance - t.cost, held = held + t.cost
  from (select account_id, sum(cost) as cost from made group by account_id) t where a.id = t.account_id
  returning a.id, a.balance + t.cost as before
)
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
select account_id, m.id, 'charge', 'wallet', 'held', cost, w.before - sum(cost) over (partition by account_id order by m.id)
from made m join wallet w on w.id = m.account_id order by account_id, m.id
returning prediction_id as id, ${numberOf('account_id')} as account
`;

/** @returns id and account (its number) of each. */
export async function enqueue(client, { count, model }) {
  return (await client.query(FILL, [count, model])).rows;
}

/** What became of them: all of them settled, each by exactly one transfer, within this time. */
const AFTERWARDS = `
select count(*)::int as made, count(*) filter (where p.status <> 'processing')::int as ended,
  (select count(*)::int from ledger_transfers l where l.kind in ('capture', 'refund') and l.created_at >= $1) as settled,
  extract(epoch from min(p.started_at)) * 1000 as first, extract(epoch from max(p.completed_at)) * 1000 as last
from predictions p where p.provider = 'bench' and p.created_at >= $1
`;

/**
 * One fill of the line, from the first prediction that is begun to the last that is settled.
 * @param begin makes whoever works on them begin (`tell` runs in the transaction that fills) and gives a promise of
 * their being settled; its value may say when the first was begun, in milliseconds since 1970, else the predictions do.
 * @returns perSecond, and what each took of both processors (microseconds), the filling and the checking not counted.
 * @throws when any of them is not settled, or not once.
 */
export async function drainOnce(client, server, { count, model, tell = '', begin }) {
  const { rows: clock } = await client.query('select clock_timestamp() as now');
  await client.query('begin');
  await enqueue(client, { count, model });
  if (tell) await client.query(tell);
  const before = clocksOf(server);
  const whenBegun = begin();
  await client.query('commit');
  const firstAt = await whenBegun();
  const after = clocksOf(server);
  const { rows } = await client.query(AFTERWARDS, [clock[0].now]);
  const [{ made, ended, settled, first, last }] = rows;
  if (made !== count || ended !== count || settled !== count) {
    throw new Error(`of ${made} predictions ${ended} ended and ${settled} were settled`);
  }
  const each = (name) => (before[name] === null ? null : ((after[name] - before[name]) * 1e6) / count);
  const seconds = (Number(last) - (firstAt ?? Number(first))) / 1000;
  return { perSecond: count / seconds, cpuServer: each('server'), cpuDatabase: each('database') };
}

/** For our own workers: they are told by a message as `WorkSignal` sends it, and every settlement is announced. */
export async function watchOwn(client) {
  let left = 0;
  let done = () => {};
  await client.query('listen offprint_settled');
  client.on('notification', ({ payload }) => {
    left -= payload.split(',').length;
    if (left <= 0) done();
  });
  return (count) => ({
    tell: 'notify offprint_work',
    begin: () => {
      left = count;
      const over = new Promise((resolve) => (done = resolve));
      return () => over;
    },
  });
}
