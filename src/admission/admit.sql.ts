/**
 * Admits everything that arrived together in one statement: who calls (keys), whether they may (scopes), and whether
 * there is room (both budgets). What it guarantees:
 *
 * - Exact: the budget rows are locked before the clock is read and before anything is counted, in one order over all
 *   processes, so no two batches count from the same state and none waits for another in a circle.
 * - Never more than N in any sliding 60 s: 61 one-second buckets always cover the last 60 s whole.
 * - Both or neither: a request refused by one budget leaves the other as it was; a 403 consumes none.
 * - Immediate revocation: keys are read in this statement, which starts after the request arrived.
 *
 * $1 order, $2 SHA-256 of the secret, $3 scopes that would do (comma-separated), $4 caller's address: one element
 * per request. $5 the platform's limit, $6 what it is counted over.
 */
export const ADMIT = `
with call as (
  select * from unnest($1::int[], $2::bytea[], $3::text[], $4::text[]) as c (ord, hash, required, address)
),
known as materialized (
  select c.ord, k.id as key_id, k.account_id, k.env, k.scopes, k.rate_limit,
    'key:' || k.id as key_subject,
    case $6::text when 'account' then 'account:' || k.account_id when 'ip' then 'ip:' || c.address else 'platform' end as platform_subject,
    k.scopes && string_to_array(c.required, ',') as allowed
  from call c join api_keys k on k.secret_hash = c.hash and k.revoked_at is null
),
budget as materialized (
  select w.subject, w.head, w.buckets from rate_windows w
  where w.subject in (select key_subject from known union select platform_subject from known)
  order by w.subject for update
),
moment as materialized (
  select extract(epoch from clock_timestamp()) as exact,
    greatest(floor(extract(epoch from clock_timestamp()))::bigint, newest) as second
  from (select coalesce(max(head), 0) as newest from budget) locked
),
spent as materialized (
  select b.subject, b.head, b.buckets, m.second, coalesce(s.used, 0) as used, s.oldest
  from budget b cross join moment m cross join lateral (
    select sum(n) as used, min(at) as oldest
    from (select n, b.head - (b.head - (i - 1) + 61) % 61 as at from unnest(b.buckets) with ordinality u (n, i)) aged
    where n > 0 and at > m.second - 61
  ) s
),
ranked as (
  select n.*, k.used as key_used, k.oldest as key_oldest, p.used as platform_used, p.oldest as platform_oldest,
    k.subject is not null and p.subject is not null as prepared,
    case when allowed then row_number() over (partition by n.key_id, allowed order by n.ord) end as key_rank
  from known n left join spent k on k.subject = n.key_subject left join spent p on p.subject = n.platform_subject
),
judged as (
  select *, prepared and allowed and key_used + key_rank <= rate_limit as within_key,
    case when prepared and allowed and key_used + key_rank <= rate_limit
      then row_number() over (partition by platform_subject, prepared and allowed and key_used + key_rank <= rate_limit order by ord) end as platform_rank
  from ranked
),
verdict as materialized (
  select *, case
      when not prepared then 'unprepared'
      when not allowed then 'forbidden'
      when not within_key then 'key'
      when platform_used + platform_rank > $5::bigint then 'platform'
      else 'admitted' end as verdict
  from judged
),
consumed as (
  select subject, sum(calls) as calls, sum(admitted) as admitted from (
    select key_subject as subject, count(*) as calls, count(*) filter (where verdict = 'admitted') as admitted
    from verdict where prepared group by key_subject
    union all
    select platform_subject, 0, count(*) filter (where verdict = 'admitted') from verdict where prepared group by platform_subject
  ) both_budgets group by subject
),
written as (
  update rate_windows w set
    head = s.second,
    buckets = array(
      select case when s.head - (s.head - (i - 1) + 61) % 61 > s.second - 61 then n else 0 end
        + case when i - 1 = s.second % 61 then c.admitted::int else 0 end
      from unnest(s.buckets) with ordinality u (n, i) order by i),
    requests = w.requests + c.calls,
    last_used_at = case when c.calls > 0 then clock_timestamp() else w.last_used_at end
  from consumed c join spent s on s.subject = c.subject
  where w.subject = c.subject and (c.calls > 0 or c.admitted > 0)
)
select v.ord, v.verdict, v.key_id, v.account_id, v.env, v.scopes, v.rate_limit, v.platform_subject,
  greatest(0, v.rate_limit - v.key_used - coalesce(v.key_rank, 0))::int as remaining,
  ceil(coalesce(v.key_oldest, m.second) + 61 - m.exact)::int as key_reset,
  ceil(coalesce(v.platform_oldest, m.second) + 61 - m.exact)::int as platform_reset
from verdict v cross join moment m
`;

/** Makes the rows of budgets seen for the first time: an account's or an address's share of the platform. */
export const PREPARE_BUDGETS = `
insert into rate_windows (subject) select distinct unnest($1::text[]) on conflict (subject) do nothing
`;
