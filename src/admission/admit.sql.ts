/**
 * Admits everything that arrived together in one statement: who calls (keys), whether they may (scopes), and whether
 * there is room (both budgets: the caller's own and the platform's). What it guarantees:
 *
 * - Exact: the budget rows are locked before the clock is read and before anything is counted, in one order over all
 *   processes, so no two batches count from the same state and none waits for another in a circle.
 * - Never more than N in any sliding 60 s: 61 one-second buckets always cover the last 60 s whole.
 * - Both or neither: a request refused by one budget leaves the other as it was; a 403 consumes none.
 * - Immediate revocation: keys are read in this statement, which starts after the request arrived.
 *
 * Buckets are moved on when a budget is first used in a second; after that, all of them are of the last 60 s and one is
 * counted up.
 *
 * @param known who called, each with the subjects of both budgets (`key_subject` is the caller's own, whoever that is)
 * and whether they may. $1 is the order, one element per request; $5 the platform's limit, $6 what it is counted over.
 */
const judge = (known: string) => `
with known as materialized (
${known}
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
    buckets = case when s.head = s.second
      then s.buckets[:s.second % 61] || s.buckets[s.second % 61 + 1] + c.admitted::int || s.buckets[s.second % 61 + 2:]
      else array(
        select case when s.head - (s.head - (i - 1) + 61) % 61 > s.second - 61 then n else 0 end
          + case when i - 1 = s.second % 61 then c.admitted::int else 0 end
        from unnest(s.buckets) with ordinality u (n, i) order by i) end,
    requests = w.requests + c.calls,
    last_used_at = case when c.calls > 0 then clock_timestamp() else w.last_used_at end
  from consumed c join spent s on s.subject = c.subject
  where w.subject = c.subject and (c.calls > 0 or c.admitted > 0)
)
select v.ord, v.verdict, v.key_id, v.account_id, v.env, v.scopes, v.rate_limit, v.key_subject, v.platform_subject,
  greatest(0, v.rate_limit - v.key_used - coalesce(v.key_rank, 0))::int as remaining,
  ceil(coalesce(v.key_oldest, m.second) + 61 - m.exact)::int as key_reset,
  ceil(coalesce(v.platform_oldest, m.second) + 61 - m.exact)::int as platform_reset
from verdict v cross join moment m
`;

const PLATFORM_SUBJECT = (account: string) => `
    case $6::text when 'account' then 'account:' || ${account} when 'ip' then 'ip:' || c.address else 'platform' end as platform_subject`;

/** Requests with a key. $2 SHA-256 of the secret, $3 scopes that would do (comma-separated), $4 caller's address. */
export const ADMIT = judge(`
  select c.ord, k.id as key_id, k.account_id, k.env, k.scopes, k.rate_limit,
    'key:' || k.id as key_subject,${PLATFORM_SUBJECT('k.account_id')},
    k.scopes && string_to_array(c.required, ',') as allowed
  from unnest($1::int[], $2::bytea[], $3::text[], $4::text[]) as c (ord, hash, required, address)
    join api_keys k on k.secret_hash = c.hash and k.revoked_at is null
`);

/** Requests of signed-in people. $2 account, $3 requests per window that each account may make, $4 caller's address. */
export const ADMIT_PEOPLE = judge(`
  select c.ord, null::uuid as key_id, c.account_id, null::text as env, null::text[] as scopes, $3::int as rate_limit,
    'dashboard:' || c.account_id as key_subject,${PLATFORM_SUBJECT('c.account_id')},
    true as allowed
  from unnest($1::int[], $2::uuid[], $4::text[]) as c (ord, account_id, address)
`);

/** Makes the rows of budgets seen for the first time: an account's own, an account's or an address's share of the platform. */
export const PREPARE_BUDGETS = `
insert into rate_windows (subject) select distinct unnest($1::text[]) on conflict (subject) do nothing
`;
