/** The statements about operator keys. */
import type { RowOf } from '../../platform/database/index.js';
import type { OperatorKeyEntity } from './operator-key.entity.js';

export const OPERATOR_KEY_STATUSES = ['active', 'expired', 'revoked'] as const;
export type OperatorKeyStatus = (typeof OPERATOR_KEY_STATUSES)[number];

/** The columns of `RECORD`. `requests` is bigint, given as text. */
export interface OperatorKeyRow extends RowOf<
  OperatorKeyEntity,
  | 'id'
  | 'name'
  | 'last_four'
  | 'scopes'
  | 'allowed_ips'
  | 'created_by'
  | 'created_at'
  | 'expires_at'
  | 'revoked_at'
> {
  created_by_email: string | null;
  status: OperatorKeyStatus;
  requests: string;
  last_used_at: Date | null;
}

/** USABLE_OPERATOR_KEY: a condition on `operator_keys`: requests with the key are not rejected with 401. */
export const USABLE_OPERATOR_KEY = `revoked_at is null and (expires_at is null or expires_at > statement_timestamp())`;

/** OPERATOR_BUDGET: the subject of the budget of the operator key `k`. */
export const OPERATOR_BUDGET = `'operator:' || k.id`;

/** RECORD: operator keys with their counters. */
const RECORD = `
select k.id, k.name, k.last_four, k.scopes, k.allowed_ips, k.created_by, k.created_at, k.expires_at,
  (select u.email from users u where u.id = k.created_by) as created_by_email,
  k.revoked_at, case when k.revoked_at is not null then 'revoked' when k.expires_at <= statement_timestamp() then 'expired' else 'active' end as status,
  coalesce(w.requests, 0) as requests, w.last_used_at
from operator_keys k left join lateral (
  select requests, last_used_at from budgets b where b.subject = ${OPERATOR_BUDGET} order by b.epoch desc limit 1
) w on true
`;

/** LIST: operator keys, newest first, older than the id $1 unless it is null; $2 at most. */
export const LIST = `${RECORD} where $1::uuid is null or k.id < $1::uuid order by k.id desc limit $2`;

/** FIND: operator key $1. */
export const FIND = `${RECORD} where k.id = $1`;

/** LOCK: operator key $1, locked until the end of the transaction. */
export const LOCK = `${FIND} for no key update of k`;

/** LOCK_CREATION: lets one transaction at a time create operator keys, so that their number stays bounded. */
export const LOCK_CREATION = `select pg_advisory_xact_lock(hashtextextended('operator_keys', 0))`;

/**
 * CREATE: creates an operator key unless there are $8 usable ones, with the row that counts its requests.
 * $1 id, $2 name, $3 last four, $4 hash, $5 scopes, $6 expiry, $7 allowed addresses, $9 administrator who creates it.
 * - created_keys: the key.
 * - counted_keys: its row in `budgets`.
 */
export const CREATE = `
with created_keys as (
  insert into operator_keys (id, name, last_four, secret_hash, scopes, expires_at, allowed_ips, created_by)
  select $1::uuid, $2, $3, $4::bytea, $5::text[], $6::timestamptz, $7::inet[], $9::uuid
  where (select count(*) from operator_keys where ${USABLE_OPERATOR_KEY}) < $8::int
  returning id
),
counted_keys as (
  insert into budgets (subject) select ${OPERATOR_BUDGET} from created_keys k
)
select id from created_keys
`;
