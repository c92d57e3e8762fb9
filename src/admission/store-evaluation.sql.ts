/** The statements of admission with a replaced `LimitStore`. */
import { SUSPENSION_OF } from '../accounts/index.js';
import { KEY_BUDGET, USABLE_KEY } from '../keys/index.js';
import { countUpdate } from '../platform/database/index.js';
import { newestBudget } from './admit.sql.js';

export interface KeyRow {
  ord: number;
  key_id: string;
  account_id: string;
  env: 'live' | 'test';
  /** Comma-separated. */
  scopes: string;
  rate_limit: number;
  allowed_models: string[] | null;
  address_allowed: boolean;
  is_suspended: boolean;
  allowed: boolean;
  /** The id in the subject of its budget. */
  budget_id: string;
}

/**
 * Looks up the keys of requests. It starts after the requests have arrived, so that a revoked key or a suspended account is
 * rejected at once. Takes no lock. $1 ordinals, $2 SHA-256 of the secrets, $3 accepted scopes (comma-separated, any one is enough),
 * $4 addresses (see `plainAddress`).
 */
export const FIND_KEYS = `
select c.ord, k.id as key_id, k.account_id, k.env, array_to_string(k.scopes, ',') as scopes, k.rate_limit, k.allowed_models,
  k.address_allowed, s.is_suspended is not null as is_suspended,
  k.address_allowed and s.is_suspended is null and k.scopes && string_to_array(c.required, ',') as allowed,
  ${KEY_BUDGET} as budget_id
from unnest($1::int[], $2::bytea[], $3::text[], $4::text[]) as c (ord, hash, required, address)
  cross join lateral (
    select *, allowed_ips is null or coalesce(c.address::inet <<= any(allowed_ips), false) as address_allowed
    from api_keys where secret_hash = c.hash and ${USABLE_KEY} limit 1
  ) k left join lateral ${SUSPENSION_OF('k.account_id')} s on true
`;

/**
 * Returns the ordinals of suspended accounts among those that requests of signed-in users name. $1 ordinals, $2 accounts,
 * $3 whether a suspended account may not make the request.
 */
export const FIND_SUSPENDED = `
select c.ord from unnest($1::int[], $2::uuid[], $3::bool[]) as c (ord, account_id, is_active_only)
  cross join lateral ${SUSPENSION_OF('c.account_id and c.is_active_only')} s
`;

/**
 * Adds the uses of keys to the rows of their budgets, which count them without a replaced store too. Returns the subjects with
 * a row. $1 subjects, $2 requests, $3 milliseconds since the last of them.
 *
 * - uses: the uses, in the order in which the admission statement locks rows, so that no two statements deadlock.
 * - locked_budgets: their rows, locked.
 */
export const ADD_USES = `
with uses as materialized (
  select * from unnest($1::text[], $2::bigint[], $3::float8[]) u (subject, requests, age) order by subject
),
locked_budgets as materialized (
  select w.subject, w.seen, u.requests, clock_timestamp() - make_interval(secs => u.age / 1000) as last_used_at
  from uses u cross join lateral ${newestBudget('u.subject')} n cross join lateral (
    select subject, n.seen from budgets b where b.subject = u.subject and b.epoch >= n.seen for update
  ) w
)
update budgets w set
  ${countUpdate('w')},
  requests = w.requests + l.requests,
  last_used_at = greatest(w.last_used_at, l.last_used_at)
from locked_budgets l where w.subject = l.subject and w.epoch >= l.seen
returning w.subject
`;

/**
 * Returns the ids in the subjects of budgets of an account's keys that can have been used within the last 60 s, each with its
 * keys. $1 account.
 */
export const FIND_RECENT_KEYS = `
select ${KEY_BUDGET}::text as id, array_agg(k.id::text) as keys from api_keys k
where account_id = $1::uuid and (revoked_at is null or revoked_at > clock_timestamp() - interval '2 minutes')
group by 1
`;
