/** The statements about API keys beyond updates of one row by its id. Each is its own transaction. */
import { announcingEnd } from '../database/index.js';
import type { Scope } from '../http/index.js';
import type { KeyEnv } from './key-secret.js';

/** The columns of `RECORD`. `requests` is bigint, given as text. */
export interface KeyRow {
  id: string;
  account_id: string;
  name: string;
  env: KeyEnv;
  last_four: string;
  scopes: Scope[];
  rate_limit: number;
  created_at: Date;
  revoked_at: Date | null;
  requests: string;
  last_used_at: Date | null;
}

/** RECORD: keys with their counters. @param keys a table of keys. */
const RECORD = (keys: string) => `
select k.id, k.account_id, k.name, k.env, k.last_four, k.scopes, k.rate_limit, k.created_at, k.revoked_at,
  coalesce(w.requests, 0) as requests, w.last_used_at
from ${keys} k left join lateral (
  select requests, last_used_at from budgets b where b.subject = 'key:' || k.id order by b.generation desc limit 1
) w on true
`;

/** Revoked keys per page: they have no bound, whereas an account has at most 20 active keys. */
export const REVOKED_PER_PAGE = 500;

/** An account with more keys may have more revoked keys than a page. */
export const MOST_OF_ONE_PAGE = 520;

/**
 * LIST: the keys of the accounts $1, of each at most the newest and one more than `MOST_OF_ONE_PAGE`, newest first. An account
 * that is in $1 twice, because two of its callers asked at the same time, counts once.
 */
export const LIST = `${RECORD(`(select distinct account from unnest($1::uuid[]) as a (account)) as of cross join lateral (
  select * from api_keys where account_id = of.account order by created_at desc, id desc limit ${MOST_OF_ONE_PAGE + 1}
)`)} order by k.created_at desc, k.id desc`;

/** The newest revoked keys that match a condition: those of a page and the one after it. */
const REVOKED = (condition: string) => `
  (select * from api_keys where ${condition} and revoked_at is not null
   order by created_at desc, id desc limit ${REVOKED_PER_PAGE + 1})`;

/** LIST_FIRST: the active keys of account $1 and its newest revoked keys, newest first. */
export const LIST_FIRST = `${RECORD(`(
  select * from api_keys where account_id = $1 and revoked_at is null
  union all ${REVOKED('account_id = $1')}
)`)} order by k.created_at desc, k.id desc`;

/** LIST_OLDER: the revoked keys of account $1 that are older than key $2, newest first. */
export const LIST_OLDER = `${RECORD(
  REVOKED(`account_id = $1
    and (created_at, id) < ((select created_at from api_keys where id = $2 and account_id = $1), $2::uuid)`),
)} order by k.created_at desc, k.id desc`;

/** LIST_SOME: the keys $2 of account $1. */
export const LIST_SOME = `${RECORD('api_keys')} where k.account_id = $1 and k.id = any($2::uuid[])`;

/** FIND: key $1 of account $2. */
export const FIND = `${RECORD('api_keys')} where k.id = $1 and k.account_id = $2`;

/**
 * CREATE: creates a key in the lowest free place of its account, with the row that counts its requests.
 * $1 id, $2 account, $3 name, $4 env, $5 last four, $6 hash, $7 scopes, $8 rate limit.
 * - free_places: the lowest free place, null when all 20 are taken.
 * - created_keys: the key. The index `api_keys_active_place_unique` decides between two for one place; the loser waits for
 *   the winner's commit, gets no row and asks again.
 * - counted_keys: its row in `budgets`.
 *
 * Returns one row: the place that was tried and, when it was won, the new key.
 */
export const CREATE = `
with free_places as (
  select min(p) as place from generate_series(1, 20) p
  where not exists (select from api_keys where account_id = $2::uuid and place = p and revoked_at is null)
),
created_keys as (
  insert into api_keys (id, account_id, name, env, last_four, secret_hash, scopes, rate_limit, place)
  select $1::uuid, $2::uuid, $3, $4, $5, $6::bytea, $7::text[], $8::integer, f.place from free_places f where f.place is not null
  on conflict (account_id, place) where revoked_at is null do nothing
  returning id, account_id, name, env, last_four, scopes, rate_limit, created_at, revoked_at
),
counted_keys as (
  insert into budgets (subject) select 'key:' || id from created_keys
)
select f.place, k.*, 0 as requests, null::timestamptz as last_used_at
from free_places f left join created_keys k on true
`;

/** REVOKE: revokes key $1 of account $2 and announces it to all processes. A key that is revoked already keeps its time. */
export const REVOKE = announcingEnd(`
  update api_keys set revoked_at = coalesce(revoked_at, clock_timestamp())
  where id = $1 and account_id = $2 returning id
`);
