/** Each statement reads a bounded number of rows, whatever the length of the queue. */
import { sql, statement } from '../../platform/database/index.js';

export interface EngineQueue {
  provider: string;
  waiting: number;
  running: number;
  oldest_waiting_seconds: number | null;
}

/** As in the database. */
export interface AccountQueue {
  account_id: string;
  waiting: number;
  oldest_waiting_seconds: number;
}

/** Bounds predictions that a reading counts one by one, and entries of the ledger. */
export const MAX_COUNTED = 10_000;
const MAX_ACCOUNTS = 20;
const MAX_ENGINES = 100;
const MAX_SETTLEMENTS = 1_000;

/**
 * Processing predictions by engine, and the accounts with the most waiting ones. waiting: no worker has begun it.
 *
 * - counted_predictions: those with the nearest deadlines, by an index scan; one more than the bound shows that there are more.
 * - engines: their counts, and the age of the oldest waiting one.
 * - longest_queues: the accounts with the most waiting ones among them.
 */
export const QUEUE = statement('generation.queue', {
  parameters: {},
  row: {
    counted: sql.integer,
    engines: sql.jsonb.as<EngineQueue[]>(),
    accounts: sql.jsonb.as<AccountQueue[]>(),
  },
  text: `
with counted_predictions as materialized (
  select provider, account_id, created_at, started_at is null as is_waiting from predictions
  where status = 'processing' order by deadline_at limit ${MAX_COUNTED + 1}
),
engines as (
  select provider, count(*) filter (where is_waiting)::int as waiting, count(*) filter (where not is_waiting)::int as running,
    extract(epoch from clock_timestamp() - min(created_at) filter (where is_waiting))::float8 as oldest_waiting_seconds
  from counted_predictions group by provider order by count(*) desc, provider limit ${MAX_ENGINES}
),
longest_queues as (
  select account_id, count(*)::int as waiting,
    extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest_waiting_seconds
  from counted_predictions where is_waiting group by account_id order by count(*) desc, account_id limit ${MAX_ACCOUNTS}
)
select (select count(*)::int from counted_predictions) as counted,
  (select coalesce(jsonb_agg(e), '[]') from engines e) as engines,
  (select coalesce(jsonb_agg(a), '[]') from longest_queues a) as accounts
`,
});

/**
 * Counts captures and refunds in the last seconds of each window. Where the newest entries of the ledger do not reach back to its start,
 * estimates: the ids since the start, times the share among the newest entries.
 *
 * - newest_entries: by an index scan.
 * - reach: whether these are all entries, their number and oldest time, and the number of captures and refunds among them.
 * - window_starts: the first id of each window; null when the entries reach back far enough.
 * - searches: the steps of its binary search over the ids, each an index lookup.
 */
export const SETTLEMENTS = statement('generation.settlements', {
  parameters: { windows: sql.integer.array },
  row: { seconds: sql.integer, is_estimate: sql.boolean, completed: sql.float8, failed: sql.float8 },
  text: `
with recursive newest_entries as materialized (
  select id, kind, created_at from ledger_transfers order by id desc limit ${MAX_COUNTED}
),
reach as materialized (
  select count(*)::int as entries, min(created_at) as since, max(id) as last_id,
    count(*) filter (where kind = 'capture') as captures, count(*) filter (where kind = 'refund') as refunds
  from newest_entries
),
searches as (
  select w.seconds, 0::bigint as low, r.last_id as high
  from unnest($windows::int[]) as w (seconds) cross join reach r
  where r.entries = ${MAX_COUNTED} and r.since > clock_timestamp() - make_interval(secs => w.seconds)
  union all
  select s.seconds, case when m.is_before then m.middle else s.low end, case when m.is_before then s.high else m.middle end
  from searches s cross join lateral (
    select (s.low + s.high) / 2 as middle, coalesce((select l.created_at < now() - make_interval(secs => s.seconds)
      from ledger_transfers l where l.id >= (s.low + s.high) / 2 order by l.id limit 1), false) as is_before
  ) m
  where s.high - s.low > 1
),
window_starts as (
  select seconds, max(low) as before from searches group by seconds
)
select w.seconds, s.before is not null as is_estimate,
  case when s.before is null
    then (select count(*) from newest_entries where kind = 'capture' and created_at > now() - make_interval(secs => w.seconds))
    else round((r.last_id - s.before)::float8 * r.captures / r.entries) end::float8 as completed,
  case when s.before is null
    then (select count(*) from newest_entries where kind = 'refund' and created_at > now() - make_interval(secs => w.seconds))
    else round((r.last_id - s.before)::float8 * r.refunds / r.entries) end::float8 as failed
from unnest($windows::int[]) as w (seconds) cross join reach r left join window_starts s on s.seconds = w.seconds
order by w.seconds
`,
});

/**
 * Counts the newest settlements within an hour by engine, and the failed ones. A cancelled prediction does not count.
 *
 * - newest_entries: by an index scan.
 * - newest_settlements: by their predictions' ids.
 */
export const ENGINE_FAILURES = statement('generation.engine-failures', {
  parameters: {},
  row: { provider: sql.text, settled: sql.integer, failed: sql.integer },
  text: `
with newest_entries as materialized (
  select id, kind, prediction_id, created_at from ledger_transfers order by id desc limit ${MAX_COUNTED}
),
newest_settlements as materialized (
  select prediction_id from newest_entries
  where kind in ('capture', 'refund') and created_at > now() - interval '1 hour'
  order by id desc limit ${MAX_SETTLEMENTS}
)
select p.provider, count(*)::int as settled, count(*) filter (where p.status = 'failed')::int as failed
from newest_settlements s cross join lateral (
  select provider, status, error_code from predictions where id = s.prediction_id offset 0
) p
where p.error_code is distinct from 'cancelled'
group by p.provider
`,
});
