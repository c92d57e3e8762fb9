/**
 * Seconds that a budget may be ahead of the clock. A clock that steps back by less is waited for: the budget goes on in
 * its newest second. One that is further ahead was written by a wrong clock: its whole window is counted as of now.
 */
const AHEAD_SECONDS = 5;

/** A budget's buckets: `n` requests in place `i`, which is that of the second `at`. */
export const aged = (budget: string) => `(
          select n, i, ${budget}.head - (${budget}.head - (i - 1) + 61) % 61 as at
          from unnest(${budget}.buckets) with ordinality u (n, i)
        ) aged`;

/**
 * Admits everything that arrived together in one statement: who calls (keys), whether they may (scopes), and whether
 * there is room (both budgets: the caller's own and the platform's). What it guarantees:
 *
 * - Exact: the budget rows are locked before the clock is read and before anything is counted, in one order over all
 *   processes, so no two batches count from the same state and none waits for another in a circle.
 * - Never more than N in any sliding 60 s: 61 one-second buckets always cover the last 60 s whole.
 * - Never more than 60 s of caution: a budget from the future (the clock was ahead and stepped back) is moved to now with
 *   the sum of its window, also by a request that it refuses, and takes no other budget of the batch along.
 * - Both or neither: a request refused by one budget leaves the other as it was; a 403 consumes none.
 * - Immediate revocation: keys are read in this statement, which starts after the request arrived.
 *
 * Buckets are moved on when a budget is first used in a second; after that, all of them are of the last 60 s and one is
 * counted up. The sum of the others, `earlier`, is kept with the second it is of: no second that is over can change, so
 * it is never wrong, only missing, and then the buckets are added up.
 *
 * Keys and budgets are looked up one by one by their index: joined, the planner would read the whole of a small table.
 *
 * @param known who called, each with the subjects of both budgets (`key_subject` is the caller's own, whoever that is)
 * and whether they may. $1 is the order, one element per request; $5 the platform's limit, $6 what it is counted over.
 */
const judge = (known: string) => `
with known as materialized (
${known}
),
budget as materialized (
  select w.*, s.plenty from (
    select subject, min(most) - count(*) as plenty
    from (select key_subject, rate_limit from known union all select platform_subject, $5::bigint from known) s (subject, most)
    group by subject order by subject
  ) s cross join lateral (
    select subject, head, buckets, earlier, earlier_at from rate_windows w where w.subject = s.subject for update
  ) w
),
moment as materialized (
  select extract(epoch from clock_timestamp()) as exact,
    greatest(floor(extract(epoch from clock_timestamp()))::bigint, newest) as second
  from (
    select max(head) filter (where head <= extract(epoch from statement_timestamp()) + ${AHEAD_SECONDS}) as newest from budget
  ) locked
),
spent as materialized (
  select subject, second, gap, earlier, latest,
    case when earlier + latest >= plenty
      then case when gap < 0 then second else (select min(at) from ${aged('b')} where n > 0 and at > second - 61) end end as oldest
  from (
    select b.subject, b.head, b.buckets, b.plenty, m.second, m.second - b.head as gap,
      case when b.head = m.second then b.buckets[m.second % 61 + 1] else 0 end as latest,
      case
        when b.earlier_at = b.head and b.head = m.second then b.earlier
        when b.earlier_at = b.head and b.head = m.second - 1
          then b.earlier + b.buckets[b.head % 61 + 1] - b.buckets[m.second % 61 + 1]
        else (select coalesce(sum(n), 0) from ${aged('b')} where at > m.second - 61 and at < m.second or b.head > m.second)
      end as earlier
    from budget b cross join moment m offset 0
  ) b
),
ranked as (
  select n.*, k.earlier + k.latest as key_used, k.oldest as key_oldest,
    p.earlier + p.latest as platform_used, p.oldest as platform_oldest,
    k.subject is not null and p.subject is not null as prepared,
    case when allowed then row_number() over (partition by n.key_subject, allowed order by n.ord) end as key_rank
  from known n left join spent k on k.subject = n.key_subject left join spent p on p.subject = n.platform_subject
),
judged as (
  select *, prepared and allowed and key_used + key_rank <= rate_limit as within_key,
    case when prepared and allowed and key_used + key_rank <= rate_limit
      then row_number() over (partition by platform_subject, prepared and allowed and key_used + key_rank <= rate_limit order by ord) end as platform_rank
  from ranked
),
verdict as materialized (
  select *, greatest(0, rate_limit - key_used - coalesce(key_rank, 0))::int as remaining, case
      when not prepared then 'unprepared'
      when not allowed then 'forbidden'
      when not within_key then 'key'
      when platform_used + platform_rank > $5::bigint then 'platform'
      else 'admitted' end as verdict
  from judged
),
consumed as (
  select s.subject, sum(s.calls) as calls, (count(*) filter (where v.verdict = 'admitted'))::int as admitted
  from verdict v cross join lateral (values (v.key_subject, 1), (v.platform_subject, 0)) s (subject, calls)
  where v.prepared group by s.subject
),
written as (
  update rate_windows w set
    head = s.second,
    earlier = case when s.gap < 0 then 0 else s.earlier end,
    earlier_at = s.second,
    buckets = case when s.gap between 0 and 1
      then w.buckets[:s.second % 61] || s.latest + c.admitted || w.buckets[s.second % 61 + 2:]
      else array(
        select case when i - 1 = s.second % 61 then c.admitted + case when s.gap < 0 then s.earlier else 0 end::int
          when s.gap > 0 and at > s.second - 61 then n else 0 end
        from ${aged('w')} order by i) end,
    requests = w.requests + c.calls,
    last_used_at = case when c.calls > 0 then clock_timestamp() else w.last_used_at end
  from consumed c join spent s on s.subject = c.subject
  where w.subject = c.subject and (c.calls > 0 or c.admitted > 0 or s.gap < 0)
)
select v.ord, v.verdict, v.key_id, v.account_id, v.env, array_to_string(v.scopes, ',') as scopes, v.rate_limit, v.remaining,
  case when v.verdict = 'unprepared' then v.key_subject end as key_subject,
  case when v.verdict = 'unprepared' then v.platform_subject end as platform_subject,
  ceil(coalesce(v.key_oldest, m.second) + 61 - m.exact)::int as key_reset,
  ceil(coalesce(v.platform_oldest, m.second) + 61 - m.exact)::int as platform_reset
from verdict v cross join moment m
`;

const PLATFORM_SUBJECT = (account: string) => `
    case $6::text when 'account' then 'account:' || ${account} when 'ip' then 'ip:' || c.source else 'platform' end as platform_subject`;

/** Requests with a key. $2 SHA-256 of the secret, $3 scopes that would do (comma-separated), $4 caller's source (see `sourceOf`). */
export const ADMIT = judge(`
  select c.ord, k.id as key_id, k.account_id, k.env, k.scopes, k.rate_limit,
    'key:' || k.id as key_subject,${PLATFORM_SUBJECT('k.account_id')},
    k.scopes && string_to_array(c.required, ',') as allowed
  from unnest($1::int[], $2::bytea[], $3::text[], $4::text[]) as c (ord, hash, required, source)
    cross join lateral (
      select * from api_keys where secret_hash = c.hash and revoked_at is null limit 1
    ) k
`);

/** Requests of signed-in people. $2 account, $3 requests per window that each account may make, $4 caller's source. */
export const ADMIT_PEOPLE = judge(`
  select c.ord, null::uuid as key_id, c.account_id, null::text as env, null::text[] as scopes, $3::int as rate_limit,
    'dashboard:' || c.account_id as key_subject,${PLATFORM_SUBJECT('c.account_id')},
    true as allowed
  from unnest($1::int[], $2::uuid[], $4::text[]) as c (ord, account_id, source)
`);

/** Which of the keys with these hashes somebody has. $1 the order, $2 SHA-256 of the secrets. Takes no lock and counts nothing. */
export const KNOWN_KEYS = `
select c.ord from unnest($1::int[], $2::bytea[]) as c (ord, hash)
  cross join lateral (select from api_keys where secret_hash = c.hash and revoked_at is null limit 1) k
`;

/** Makes the rows of budgets seen for the first time: an account's own, an account's or an address's share of the platform. */
export const PREPARE_BUDGETS = `
insert into rate_windows (subject) select distinct unnest($1::text[]) on conflict (subject) do nothing
`;
