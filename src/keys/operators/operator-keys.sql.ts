import { rowOf, type RowOfColumns, sql, statement } from '../../platform/database/index.js';
import { OperatorKeyEntity } from './operator-key.entity.js';

export const OPERATOR_KEY_STATUSES = ['active', 'expired', 'revoked'] as const;
export type OperatorKeyStatus = (typeof OPERATOR_KEY_STATUSES)[number];

const RECORD_ROW = {
  ...rowOf(OperatorKeyEntity, 'id', 'name', 'last_four', 'scopes', 'allowed_ips', 'created_by', 'created_at'),
  ...rowOf(OperatorKeyEntity, 'expires_at', 'revoked_at'),
  created_by_email: sql.text.orNull,
  status: sql.text.as<OperatorKeyStatus>(),
  requests: sql.bigint,
  last_used_at: sql.timestamptz.orNull,
};

export type OperatorKeyRow = RowOfColumns<typeof RECORD_ROW>;

/** Requests with the key are not rejected with 401. */
export const USABLE_OPERATOR_KEY = `revoked_at is null and (expires_at is null or expires_at > statement_timestamp())`;

/** The subject of the budget of the operator key `k`. */
export const OPERATOR_BUDGET = `'operator:' || k.id`;

const RECORD = `
select k.id, k.name, k.last_four, k.scopes, k.allowed_ips, k.created_by, k.created_at, k.expires_at,
  (select u.email from users u where u.id = k.created_by) as created_by_email,
  k.revoked_at, case when k.revoked_at is not null then 'revoked' when k.expires_at <= statement_timestamp() then 'expired' else 'active' end as status,
  coalesce(w.requests, 0) as requests, w.last_used_at
from operator_keys k left join lateral (
  select requests, last_used_at from budgets b where b.subject = ${OPERATOR_BUDGET} order by b.epoch desc limit 1
) w on true
`;

/** `before` null: from the newest on. */
export const LIST = statement('keys.list-operator-keys', {
  parameters: { before: sql.uuid.orNull, limit: sql.bigint },
  row: RECORD_ROW,
  text: `${RECORD} where $before::uuid is null or k.id < $before::uuid order by k.id desc limit $limit`,
});

const FIND_TEXT = `${RECORD} where k.id = $key`;

export const FIND = statement('keys.find-operator-key', {
  parameters: { key: sql.uuid },
  row: RECORD_ROW,
  text: FIND_TEXT,
});

export const LOCK = statement('keys.lock-operator-key', {
  parameters: { key: sql.uuid },
  row: RECORD_ROW,
  text: `${FIND_TEXT} for no key update of k`,
});

/**
 * No row: there are `most` usable ones. `createdBy` is an administrator.
 * - created_keys: the key.
 * - counted_keys: the row in `budgets` that counts its requests.
 */
export const CREATE = statement('keys.create-operator-key', {
  parameters: {
    id: sql.uuid,
    name: sql.text,
    lastFour: sql.text,
    hash: sql.bytea,
    scopes: sql.text.array,
    expiresAt: sql.timestamptz.orNull,
    allowedIps: sql.inet.array.orNull,
    most: sql.integer,
    createdBy: sql.uuid.orNull,
  },
  text: `
with created_keys as (
  insert into operator_keys (id, name, last_four, secret_hash, scopes, expires_at, allowed_ips, created_by)
  select $id::uuid, $name, $lastFour, $hash::bytea, $scopes::text[], $expiresAt::timestamptz, $allowedIps::inet[], $createdBy::uuid
  where (select count(*) from operator_keys where ${USABLE_OPERATOR_KEY}) < $most::int
  returning id
),
counted_keys as (
  insert into budgets (subject) select ${OPERATOR_BUDGET} from created_keys k
)
select id from created_keys
`,
});
