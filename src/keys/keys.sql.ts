import {
  announcingEnd,
  CREDENTIAL_ENDED_CHANNEL,
  rowOf,
  type RowOfStatement,
  sql,
  statement,
} from '../platform/database/index.js';
import { ApiKeyEntity } from './api-key.entity.js';

export const KEY_STATUSES = ['active', 'retiring', 'disabled', 'expired', 'revoked'] as const;
/** Whether requests with a key are admitted (active, retiring), and if not, why. */
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** `is_ended`: of the pages of ended keys, neither with a place nor in grace. */
const RECORD_ROW = {
  ...rowOf(
    ApiKeyEntity,
    ...([
      'id',
      'account_id',
      'name',
      'env',
      'last_four',
      'scopes',
      'rate_limit',
      'created_at',
      'revoked_at',
    ] as const),
    ...([
      'expires_at',
      'allowed_models',
      'allowed_ips',
      'metadata',
      'replaces',
      'replaced_by',
      'retires_at',
    ] as const),
  ),
  is_disabled: sql.boolean,
  has_place: sql.boolean,
  is_ended: sql.boolean,
  status: sql.text.as<KeyStatus>(),
  requests: sql.bigint,
  last_used_at: sql.timestamptz.orNull,
};

/** @param keys a table of keys. */
const RECORD = (keys: string) => `
select k.id, k.account_id, k.name, k.env, k.last_four, k.scopes, k.rate_limit, k.created_at, k.revoked_at, k.expires_at,
  k.allowed_models, k.allowed_ips, k.metadata, k.replaces, k.replaced_by, k.retires_at,
  k.disabled_at is not null as is_disabled, k.place is not null as has_place,
  (k.revoked_at is not null or k.place is null) and (k.retires_at is null or k.retires_at <= statement_timestamp()) as is_ended,
  case when k.revoked_at is not null and (k.retires_at is null or k.retires_at <= statement_timestamp()) then 'revoked'
    when k.expires_at <= statement_timestamp() then 'expired'
    when k.disabled_at is not null then 'disabled'
    when k.retires_at is not null then 'retiring'
    else 'active' end as status,
  coalesce(w.requests, 0) as requests, w.last_used_at
from ${keys} k left join lateral (
  select requests, last_used_at from budgets b where b.subject = 'key:' || k.id order by b.epoch desc limit 1
) w on true
`;

/** Ended keys per page: they have no bound, whereas an account has at most 20 keys with a place, and a predecessor of each. */
export const ENDED_PER_PAGE = 500;

/** An account with more keys may have more ended keys than a page. */
export const MOST_OF_ONE_PAGE = 520;

/** Returns at most one key more than `MOST_OF_ONE_PAGE` of each account. An account counts once, because two callers may ask at once. */
export const LIST = statement('keys.list', {
  parameters: { accounts: sql.uuid.array },
  row: RECORD_ROW,
  isPrepared: true,
  text: `${RECORD(`(select distinct account from unnest($accounts::uuid[]) as a (account)) as of cross join lateral (
  select * from api_keys where account_id = of.account order by created_at desc, id desc limit ${MOST_OF_ONE_PAGE + 1}
)`)} order by k.created_at desc, k.id desc`,
});

export type KeyRow = RowOfStatement<typeof LIST>;

/** Includes the one after the page. */
const ENDED = (condition: string) => `
  (select * from api_keys where ${condition} and (revoked_at is not null or place is null)
     and (retires_at is null or retires_at <= statement_timestamp())
   order by created_at desc, id desc limit ${ENDED_PER_PAGE + 1})`;

/** The keys of an account that have a place, their predecessors in grace, and its newest ended keys, newest first. */
export const LIST_FIRST = statement('keys.list-first', {
  parameters: { account: sql.uuid },
  row: RECORD_ROW,
  text: `${RECORD(`(
  select * from api_keys where account_id = $account and revoked_at is null and place is not null
  union all
  select p.* from api_keys s join api_keys p on p.id = s.replaces
  where s.account_id = $account and s.revoked_at is null and s.place is not null and p.retires_at > statement_timestamp()
  union all ${ENDED('account_id = $account')}
)`)} order by k.created_at desc, k.id desc`,
});

/** Returns newest first, older than `key`. */
export const LIST_OLDER = statement('keys.list-older', {
  parameters: { account: sql.uuid, key: sql.uuid },
  row: RECORD_ROW,
  text: `${RECORD(
    ENDED(`account_id = $account
    and (created_at, id) < ((select created_at from api_keys where id = $key and account_id = $account), $key::uuid)`),
  )} order by k.created_at desc, k.id desc`,
});

export const LIST_SOME = statement('keys.list-some', {
  parameters: { account: sql.uuid, keys: sql.uuid.array },
  row: RECORD_ROW,
  text: `${RECORD('api_keys')} where k.account_id = $account and k.id = any($keys::uuid[])`,
});

const FIND_TEXT = `${RECORD('api_keys')} where k.id = $key and k.account_id = $account`;

export const FIND = statement('keys.find', {
  parameters: { key: sql.uuid, account: sql.uuid },
  row: RECORD_ROW,
  text: FIND_TEXT,
});

/**
 * A transaction locks a key before its predecessor, and expired keys of an account in the order of their ids. The lock lasts until it ends.
 * A create, which holds the account, may refer to a locked key.
 */
export const LOCK = statement('keys.lock', {
  parameters: { key: sql.uuid, account: sql.uuid },
  row: RECORD_ROW,
  text: `${FIND_TEXT} for no key update of k`,
});

/** No job has to run when a key expires: its place is free for the next statement that needs one. */
const FREE_PLACE = `
expired_keys as materialized (
  select id, replaces from api_keys
  where account_id = $account::uuid and revoked_at is null and place is not null and expires_at <= clock_timestamp()
  order by id for no key update
),
freed_places as (
  update api_keys k set place = null from expired_keys e where k.id = e.id returning k.id
),
ended_predecessors as (
  update api_keys k set revoked_at = clock_timestamp(), retires_at = null
  from expired_keys e where k.id = e.replaces and k.retires_at > clock_timestamp() returning k.id
),
free_places as (
  select min(p) as place from generate_series(1, 20) p
  where not exists (
    select from api_keys where account_id = $account::uuid and place = p and revoked_at is null
      and (expires_at is null or expires_at > clock_timestamp()))
    and (select count(*) from freed_places) >= 0
)`;

/**
 * Creates a key in the lowest free place of its account, with the row that counts its requests. Returns the place that was tried and
 * whether the key was created.
 * - expired_keys: the keys that have expired and still have a place, locked.
 * - freed_places: takes their places.
 * - ended_predecessors: ends what they replaced, so that the number of usable keys stays bounded.
 * - free_places: the lowest free place, null when all 20 are taken. Reads what the statement found, so expired keys are free.
 * - created_keys: the key. The index `api_keys_active_place_unique` decides between two for one place; the loser waits for the winner's
 *   commit, gets no row and asks again.
 * - counted_keys: its row in `budgets`.
 */
export const CREATE = statement('keys.create', {
  parameters: {
    id: sql.uuid,
    account: sql.uuid,
    name: sql.text,
    env: sql.text,
    lastFour: sql.text,
    hash: sql.bytea,
    scopes: sql.text.array,
    rateLimit: sql.integer,
    expiresAt: sql.timestamptz.orNull,
    allowedModels: sql.text.array.orNull,
    allowedIps: sql.inet.array.orNull,
    metadata: sql.jsonb,
  },
  row: { place: sql.integer.orNull, is_created: sql.boolean },
  text: `
with${FREE_PLACE},
created_keys as (
  insert into api_keys (id, account_id, name, env, last_four, secret_hash, scopes, rate_limit, expires_at, allowed_models,
    allowed_ips, metadata, place)
  select $id::uuid, $account::uuid, $name, $env, $lastFour, $hash::bytea, $scopes::text[], $rateLimit::integer, $expiresAt::timestamptz,
    $allowedModels::text[], $allowedIps::inet[], $metadata::jsonb, f.place
  from free_places f where f.place is not null
  on conflict (account_id, place) where revoked_at is null do nothing
  returning id
),
counted_keys as (
  insert into budgets (subject) select 'key:' || id from created_keys
)
select f.place, k.id is not null as is_created from free_places f left join created_keys k on true
`,
});

/**
 * Gives a key, which had expired, the lowest free place. A concurrent statement that takes the same place
 * first makes it fail with a unique violation. CTEs as in `CREATE`.
 * - expired_keys, freed_places, ended_predecessors, free_places: see `CREATE`.
 */
export const TAKE_PLACE = statement('keys.take-place', {
  parameters: { key: sql.uuid, account: sql.uuid },
  row: { id: sql.uuid },
  text: `
with${FREE_PLACE}
update api_keys k set place = f.place from free_places f
where k.id = $key::uuid and k.account_id = $account::uuid and f.place is not null returning k.id
`,
});

const ENDED_ROW = { id: sql.uuid, pg_notify: sql.void };

/**
 * Replaces a key, which is locked, by a new one. The replaced key works for `graceSeconds` more.
 * - retired_keys: the replaced key. Its place is free for the new one from then on.
 * - ended_predecessors: ends what the replaced key had itself replaced.
 * - created_keys: the new key, with the settings, the place and the budgets of the replaced one.
 * - counted_keys: its row in `budgets`, which counts its own requests.
 */
export const ROTATE = statement('keys.rotate', {
  parameters: {
    key: sql.uuid,
    account: sql.uuid,
    id: sql.uuid,
    lastFour: sql.text,
    hash: sql.bytea,
    graceSeconds: sql.integer,
  },
  row: ENDED_ROW,
  text: `
with retired_keys as (
  update api_keys set replaced_by = $id::uuid, revoked_at = statement_timestamp() + make_interval(secs => $graceSeconds::integer),
    retires_at = case when $graceSeconds::integer > 0 then statement_timestamp() + make_interval(secs => $graceSeconds::integer) end
  where id = $key::uuid and account_id = $account::uuid and revoked_at is null
  returning *
),
ended_predecessors as (
  update api_keys k set revoked_at = clock_timestamp(), retires_at = null
  from retired_keys r where k.id = r.replaces and k.retires_at > clock_timestamp() returning k.id
),
created_keys as (
  insert into api_keys (id, account_id, name, env, last_four, secret_hash, scopes, rate_limit, place, expires_at, disabled_at,
    allowed_models, allowed_ips, metadata, budget_id, replaces)
  select $id::uuid, account_id, name, env, $lastFour, $hash::bytea, scopes, rate_limit, place, expires_at, disabled_at,
    allowed_models, allowed_ips, metadata, coalesce(budget_id, id), id
  from retired_keys
  returning id
),
counted_keys as (
  insert into budgets (subject) select 'key:' || id from created_keys
)
select id, pg_notify('${CREDENTIAL_ENDED_CHANNEL}', id::text) from (
  select id from ended_predecessors union all select id from retired_keys where $graceSeconds::integer = 0
) ended
`,
});

/**
 * Revokes a key, which is locked and not revoked, and announces it to all processes.
 * - revoked_keys: the key.
 * - ended_predecessors: ends what it had replaced, so that no key works whose replacement is revoked.
 */
export const REVOKE = statement('keys.revoke', {
  parameters: { key: sql.uuid, account: sql.uuid },
  row: ENDED_ROW,
  text: `
with revoked_keys as (
  update api_keys set revoked_at = clock_timestamp(), retires_at = null
  where id = $key and account_id = $account returning id, replaces
),
ended_predecessors as (
  update api_keys k set revoked_at = clock_timestamp(), retires_at = null
  from revoked_keys r where k.id = r.replaces and k.retires_at > clock_timestamp() returning k.id
)
select id, pg_notify('${CREDENTIAL_ENDED_CHANNEL}', id::text) from (
  select id from revoked_keys union all select id from ended_predecessors
) ended
`,
});

/** Announces each end to all processes. Locks newer keys first, as rotations do. */
export const END_KEYS_OF_ACCOUNT = statement('keys.end-all', {
  parameters: { account: sql.uuid },
  text: announcingEnd(`
  update api_keys k set revoked_at = coalesce(k.revoked_at, clock_timestamp()), retires_at = null
  where k.id = any (array(
    select id from api_keys
    where account_id = $account and (revoked_at is null and place is not null or retires_at > clock_timestamp())
    order by id desc for no key update))
  returning k.id
`),
});

/** Lets all processes reject requests with the key. */
export const ANNOUNCE_END = statement('keys.announce-end', {
  parameters: { key: sql.text },
  text: `select pg_notify('${CREDENTIAL_ENDED_CHANNEL}', $key)`,
});
