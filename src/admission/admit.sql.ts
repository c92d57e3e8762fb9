import { SUSPENSION_OF } from '../accounts/index.js';
import { KEY_BUDGET, OPERATOR_BUDGET, USABLE_KEY, USABLE_OPERATOR_KEY } from '../keys/index.js';
import {
  countUpdate,
  newestEpoch,
  type RowOfStatement,
  sql,
  type SqlTypes,
  statement,
} from '../platform/database/index.js';
import { COUNTED_SECONDS } from '../platform/limits/index.js';

/**
 * Seconds that a budget may be ahead of the clock. After a smaller step back the budget continues in its newest second. A budget further
 * ahead was written by a wrong clock: its whole window is counted as of now.
 */
const AHEAD_SECONDS = 5;

export const newestBudget = (subject: string) => newestEpoch('budgets', 'subject', subject);

/** The rows are the buckets of a budget: `n` requests in bucket `i`, which counts the second `at`. */
export const aged = (budget: string) => `(
          select n, i, ${budget}.head - (${budget}.head - (i - 1) + ${COUNTED_SECONDS}) % ${COUNTED_SECONDS} as at
          from unnest(${budget}.buckets) with ordinality u (n, i)
        ) aged`;

/**
 * Evaluates a batch of requests in one statement: caller (key or account), permission (address, suspension, scopes) and room in both
 * budgets, the caller's own and the platform's. Guarantees:
 *
 * - Exact: the budget rows are locked before the clock is read and before anything is counted, in one order over all processes. No two
 *   batches count from the same state, and no two batches deadlock.
 * - Never more than N in any window: the one-second buckets of a budget always cover the last one.
 * - A budget in the future (the clock was ahead and stepped back) delays a caller by a window at most: it is moved to now with the sum of
 *   its window, also by a request that it rejects, and no other budget of the batch moves with it.
 * - Both or neither: a request rejected by one budget leaves the other unchanged; a 403 consumes none.
 * - Immediate revocation, every other change of a key, and suspension of an account: keys and suspensions are read in this statement, which
 *   starts after the request arrived.
 * - A key and its predecessor share one budget, that of the first key of the chain. Its row counts the requests of that key only; those of
 *   the others (`is_successor`) are counted by `KeyUses`.
 *
 * A budget is one row, whose updates also begin its epochs: no lookup can find the row before and count in it again. A statement that
 * waited for the row's lock gets the row's latest version, of the epoch that its snapshot sees (`seen`) or of a later one.
 *
 * Buckets are shifted when a budget is first used in a second; within that second one bucket is incremented. `earlier` is the sum of the
 * other buckets, stored with its second (`earlier_at`): past seconds cannot change, so the sum is either right or of another second, and is
 * then computed from the buckets.
 *
 * Keys and budgets are read by index lookups (lateral joins); a plain join can become a sequential scan.
 *
 * - callers: the requests with a valid credential, the subjects of both budgets, `allowed`, `address_allowed` and `is_suspended`.
 * - locked_budgets: the budget rows, locked in the order of their subjects, with `headroom`, the smallest use at which a request of this
 *   batch can be rejected.
 * - clock: database time after the locks; not before the newest second of any budget that is less than 5 s ahead.
 * - used: per budget, requests of the current second (`latest`) and of the other buckets (`earlier`), and the oldest bucket where a
 *   rejection is possible.
 * - ranked_calls: each request with the use of both budgets and its rank within the own one.
 * - ranked_in_platform: the requests within their own budget, ranked within the platform's.
 * - verdicts: `unprepared` (a budget has no row yet), `forbidden`, `key`, `platform` or `admitted`.
 * - consumed_budgets: requests to count and admitted requests, per budget.
 * - consumed_uses: them beside the use of the budget. A full join cannot be planned as a nested loop, which the planner would choose
 *   because it underestimates both CTEs (1 row). A budget whose requests all lack the other budget has no `calls`.
 * - updated_budgets: writes the buckets.
 *
 * @param callers the query of the first CTE; `key_subject` names the caller's own budget, also when that is an account's.
 */
const evaluate = (callers: string) => `
with callers as materialized (
${callers}
),
locked_budgets as materialized (
  select w.*, s.headroom from (
    select subject, min(most) - count(*) as headroom
    from (select key_subject, rate_limit from callers union all select platform_subject, $platformLimit::bigint from callers) s (subject, most)
    group by subject order by subject
  ) s cross join lateral ${newestBudget('s.subject')} n cross join lateral (
    select subject, n.seen, head, buckets, earlier, earlier_at from budgets w
    where w.subject = s.subject and w.epoch >= n.seen for update
  ) w
),
clock as materialized (
  select extract(epoch from clock_timestamp()) as exact,
    greatest(floor(extract(epoch from clock_timestamp()))::bigint, newest) as second
  from (
    select max(head) filter (where head <= extract(epoch from statement_timestamp()) + ${AHEAD_SECONDS}) as newest from locked_budgets
  ) locked
),
used as materialized (
  select subject, seen, second, gap, earlier, latest,
    case when earlier + latest >= headroom
      then case when gap < 0 then second else (select min(at) from ${aged('b')} where n > 0 and at > second - ${COUNTED_SECONDS}) end end as oldest
  from (
    select b.subject, b.seen, b.head, b.buckets, b.headroom, t.second, t.second - b.head as gap,
      case when b.head = t.second then b.buckets[t.second % ${COUNTED_SECONDS} + 1] else 0 end as latest,
      case
        when b.earlier_at = b.head and b.head = t.second then b.earlier
        when b.earlier_at = b.head and b.head = t.second - 1
          then b.earlier + b.buckets[b.head % ${COUNTED_SECONDS} + 1] - b.buckets[t.second % ${COUNTED_SECONDS} + 1]
        else (select coalesce(sum(n), 0) from ${aged('b')} where at > t.second - ${COUNTED_SECONDS} and at < t.second or b.head > t.second)
      end as earlier
    from locked_budgets b cross join clock t offset 0
  ) b
),
ranked_calls as (
  select n.*, k.earlier + k.latest as key_used, k.oldest as key_oldest,
    p.earlier + p.latest as platform_used, p.oldest as platform_oldest,
    k.subject is not null and p.subject is not null as prepared,
    case when allowed then row_number() over (partition by n.key_subject, allowed order by n.ord) end as key_rank
  from callers n left join used k on k.subject = n.key_subject left join used p on p.subject = n.platform_subject
),
ranked_in_platform as (
  select *, prepared and allowed and key_used + key_rank <= rate_limit as within_key,
    case when prepared and allowed and key_used + key_rank <= rate_limit
      then row_number() over (partition by platform_subject, prepared and allowed and key_used + key_rank <= rate_limit order by ord) end as platform_rank
  from ranked_calls
),
verdicts as materialized (
  select *, greatest(0, rate_limit - key_used - coalesce(key_rank, 0))::int as remaining, case
      when not prepared then 'unprepared'
      when not allowed then 'forbidden'
      when not within_key then 'key'
      when platform_used + platform_rank > $platformLimit::bigint then 'platform'
      else 'admitted' end as verdict
  from ranked_in_platform
),
consumed_budgets as (
  select s.subject, sum(s.calls) as calls, (count(*) filter (where v.verdict = 'admitted'))::int as admitted
  from verdicts v cross join lateral (values (v.key_subject, case when v.is_successor then 0 else 1 end), (v.platform_subject, 0)) s (subject, calls)
  where v.prepared group by s.subject
),
consumed_uses as materialized (
  select s.*, c.calls, c.admitted from consumed_budgets c full join used s on s.subject = c.subject
),
updated_budgets as (
  update budgets w set
    ${countUpdate('w')},
    head = s.second,
    earlier = case when s.gap < 0 then 0 else s.earlier end,
    earlier_at = s.second,
    buckets = case when s.gap between 0 and 1
      then w.buckets[:s.second % ${COUNTED_SECONDS}] || s.latest + s.admitted || w.buckets[s.second % ${COUNTED_SECONDS} + 2:]
      else array(
        select case when i - 1 = s.second % ${COUNTED_SECONDS} then s.admitted + case when s.gap < 0 then s.earlier else 0 end::int
          when s.gap > 0 and at > s.second - ${COUNTED_SECONDS} then n else 0 end
        from ${aged('w')} order by i) end,
    requests = w.requests + s.calls,
    last_used_at = case when s.calls > 0 then clock_timestamp() else w.last_used_at end
  from consumed_uses s
  where w.subject = s.subject and w.epoch >= s.seen and s.calls is not null and (s.calls > 0 or s.admitted > 0 or s.gap < 0)
)
select v.ord, v.verdict, v.key_id, v.account_id, v.env, array_to_string(v.scopes, ',') as scopes, v.rate_limit, v.remaining,
  v.allowed_models, v.address_allowed, v.is_suspended, v.is_successor,
  case when v.verdict = 'unprepared' then v.key_subject end as key_subject,
  case when v.verdict = 'unprepared' then v.platform_subject end as platform_subject,
  ceil(coalesce(v.key_oldest, t.second) + ${COUNTED_SECONDS} - t.exact)::int as key_reset,
  ceil(coalesce(v.platform_oldest, t.second) + ${COUNTED_SECONDS} - t.exact)::int as platform_reset
from verdicts v cross join clock t
`;

/** Starts after the requests have arrived, so that a revoked key or a suspended account is rejected at once. Takes no lock. */
const findCallers = (callers: string) => `
select ord, key_id, account_id, env, array_to_string(scopes, ',') as scopes, rate_limit, allowed_models, address_allowed, is_suspended,
  allowed, key_subject, platform_subject, $platformLimit::bigint as platform_limit
from (${callers}) c
`;

/** Columns are null, and are not read, for callers without a key or without an account. */
const CALLER_ROW = {
  ord: sql.integer,
  key_id: sql.uuid,
  account_id: sql.uuid,
  env: sql.text.as<'live' | 'test'>(),
  /** Comma-separated. */
  scopes: sql.text,
  rate_limit: sql.integer,
  /** Keys of the only models that the key allows; null: all. */
  allowed_models: sql.text.array.orNull,
  /** False only with the verdict `forbidden`. */
  address_allowed: sql.boolean,
  /** True only with the verdict `forbidden`: the account is suspended and may not make the request. */
  is_suspended: sql.boolean,
};

const EVALUATED_ROW = {
  ...CALLER_ROW,
  verdict: sql.text.as<'unprepared' | 'admitted' | 'forbidden' | 'key' | 'platform'>(),
  remaining: sql.integer,
  is_successor: sql.boolean,
  /** An unprepared call has these subjects. */
  key_subject: sql.text.orNull,
  platform_subject: sql.text.orNull,
  key_reset: sql.integer,
  platform_reset: sql.integer,
};

const FOUND_ROW = {
  ...CALLER_ROW,
  allowed: sql.boolean,
  key_subject: sql.text,
  platform_subject: sql.text,
  platform_limit: sql.bigint,
};

/** @param callers a query of `evaluate`. */
const ofCallers = <Parameters extends SqlTypes>(kind: string, parameters: Parameters, callers: string) => ({
  admit: statement(`admission.admit-${kind}`, {
    parameters,
    row: EVALUATED_ROW,
    isPrepared: true,
    text: evaluate(callers),
  }),
  find: statement(`admission.find-${kind}`, {
    parameters,
    row: FOUND_ROW,
    isPrepared: true,
    text: findCallers(callers),
  }),
});

const PLATFORM_SUBJECT = (account: string) => `
    case $countedOver::text when 'account' then 'account:' || ${account} when 'ip' then 'ip:' || c.source else 'platform' end as platform_subject`;

/** Any one of the accepted `scopes`, which are comma-separated, is enough. */
export const API_KEY_CALLERS = ofCallers(
  'api-keys',
  {
    ordinals: sql.integer.array,
    hashes: sql.bytea.array,
    scopes: sql.text.array,
    sources: sql.text.array,
    platformLimit: sql.bigint,
    countedOver: sql.text,
    addresses: sql.text.orNull.array,
  },
  `
  select c.ord, k.id as key_id, k.account_id, k.env, k.scopes, k.rate_limit, k.allowed_models,
    k.budget_id is not null as is_successor,
    'key:' || ${KEY_BUDGET} as key_subject,${PLATFORM_SUBJECT('k.account_id')},
    k.address_allowed and s.is_suspended is null and k.scopes && string_to_array(c.required, ',') as allowed, k.address_allowed,
    s.is_suspended is not null as is_suspended
  from unnest($ordinals::int[], $hashes::bytea[], $scopes::text[], $sources::text[], $addresses::text[])
      as c (ord, hash, required, source, address)
    cross join lateral (
      select *, allowed_ips is null or coalesce(c.address::inet <<= any(allowed_ips), false) as address_allowed
      from api_keys where secret_hash = c.hash and ${USABLE_KEY} limit 1
    ) k left join lateral ${SUSPENSION_OF('k.account_id')} s on true
`,
);

/** `activeOnly`: a suspended account may not make the request. */
export const ACCOUNT_CALLERS = ofCallers(
  'accounts',
  {
    ordinals: sql.integer.array,
    accounts: sql.uuid.array,
    limit: sql.integer,
    sources: sql.text.array,
    platformLimit: sql.bigint,
    countedOver: sql.text,
    activeOnly: sql.boolean.array,
  },
  `
  select c.ord, null::uuid as key_id, c.account_id, null::text as env, null::text[] as scopes, $limit::int as rate_limit,
    null::text[] as allowed_models, false as is_successor,
    'dashboard:' || c.account_id as key_subject,${PLATFORM_SUBJECT('c.account_id')},
    s.is_suspended is null as allowed, true as address_allowed, s.is_suspended is not null as is_suspended
  from unnest($ordinals::int[], $accounts::uuid[], $sources::text[], $activeOnly::bool[]) as c (ord, account_id, source, is_active_only)
    left join lateral ${SUSPENSION_OF('c.account_id and c.is_active_only')} s on true
`,
);

/** The budget of all operator keys together stands in the place of the platform's. */
export const OPERATOR_CALLERS = ofCallers(
  'operators',
  {
    ordinals: sql.integer.array,
    hashes: sql.bytea.array,
    limit: sql.integer,
    scopes: sql.text.array,
    platformLimit: sql.bigint,
    addresses: sql.text.orNull.array,
  },
  `
  select c.ord, k.id as key_id, null::uuid as account_id, null::text as env, k.scopes, $limit::int as rate_limit,
    null::text[] as allowed_models, false as is_successor,
    ${OPERATOR_BUDGET} as key_subject, 'operators' as platform_subject,
    k.address_allowed and c.required = any(k.scopes) as allowed, k.address_allowed, false as is_suspended
  from unnest($ordinals::int[], $hashes::bytea[], $scopes::text[], $addresses::text[]) as c (ord, hash, required, address)
    cross join lateral (
      select *, allowed_ips is null or coalesce(c.address::inet <<= any(allowed_ips), false) as address_allowed
      from operator_keys where secret_hash = c.hash and ${USABLE_OPERATOR_KEY} limit 1
    ) k
`,
);

export type EvaluatedRow = RowOfStatement<typeof API_KEY_CALLERS.admit>;
export type FoundRow = RowOfStatement<typeof API_KEY_CALLERS.find>;

/** Takes no lock and counts nothing. */
export const FIND_VALID_KEYS = statement('admission.find-valid-keys', {
  parameters: { ordinals: sql.integer.array, hashes: sql.bytea.array },
  row: { ord: sql.integer },
  isPrepared: true,
  text: `
select c.ord from unnest($ordinals::int[], $hashes::bytea[]) as c (ord, hash)
  cross join lateral (select from api_keys where secret_hash = c.hash and ${USABLE_KEY} limit 1) k
`,
});

/** A statement that was stopped between its snapshot and its insert may add a row beside one of a later epoch: no lookup finds that row. */
export const CREATE_BUDGETS = statement('admission.create-budgets', {
  parameters: { subjects: sql.text.array },
  text: `
insert into budgets (subject)
select distinct subject from unnest($subjects::text[]) s (subject)
where not exists (select from budgets b where b.subject = s.subject)
on conflict (subject, epoch) do nothing
`,
});
