/** Statements about sign-ins (`sign_in_families`) and their refresh tokens. Each is a transaction or part of the caller's. */
import { MEMBERSHIP_OF } from '../../accounts/index.js';
import { announcingEnd } from '../../database/index.js';
import type { AccountRole } from '../../http/index.js';

export interface FamilyRow {
  family_id: string;
  user_id: string;
  /** Null: the user's own account. */
  account_id: string | null;
  expires_at: Date;
}

/**
 * Begins a sign-in with its first refresh token.
 * $1 family, $2 user, $3 days until it expires, $4 hash of the token, $5 address, $6 user agent.
 *
 * - removed_families: deletes the user's expired sign-ins; no sweeper does.
 * - new_families: the sign-in.
 * - new_tokens: its first token.
 */
export const BEGIN = `
with removed_families as (
  delete from sign_in_families where user_id = $2::uuid and expires_at < clock_timestamp()
),
new_families as (
  insert into sign_in_families (id, user_id, expires_at, address, user_agent)
  values ($1, $2::uuid, clock_timestamp() + make_interval(days => $3), $5, $6)
  returning id as family_id, user_id, account_id, expires_at
),
new_tokens as (
  insert into refresh_tokens (hash, family_id) select $4::bytea, family_id from new_families
)
select * from new_families
`;

/**
 * Marks a refresh token as used and stores its successor. Of two concurrent uses the second waits for the row lock of the
 * first, finds `used_at` set, and returns no row.
 * $1 hash of the given token, $2 hash of the next one.
 *
 * - used_tokens: the given token, if it is unused and its sign-in is active.
 * - next_tokens: its successor.
 */
export const ROTATE = `
with used_tokens as (
  update refresh_tokens t set used_at = clock_timestamp() from sign_in_families f
  where t.hash = $1 and t.used_at is null and f.id = t.family_id
    and f.ended_at is null and f.expires_at > clock_timestamp()
  returning t.family_id, f.user_id, f.account_id, f.expires_at
),
next_tokens as (
  insert into refresh_tokens (hash, family_id) select $2::bytea, family_id from used_tokens
)
select * from used_tokens
`;

/**
 * Ends the sign-in of a token that was already used. Runs after ROTATE, so that it sees a use just committed.
 * $1 hash of the token.
 */
export const END_OF_REUSED = announcingEnd(`
  update sign_in_families f set ended_at = clock_timestamp() from refresh_tokens t
  where t.hash = $1 and t.used_at is not null and f.id = t.family_id and f.ended_at is null returning f.id
`);

/** Ends the sign-in of a token, used or not. $1 hash of the token. */
export const END_BY_TOKEN = announcingEnd(`
  update sign_in_families f set ended_at = clock_timestamp() from refresh_tokens t
  where t.hash = $1 and f.id = t.family_id and f.ended_at is null returning f.id
`);

/** Ends one sign-in. $1 family. */
export const END = announcingEnd(
  'update sign_in_families set ended_at = clock_timestamp() where id = $1 and ended_at is null returning id',
);

/** Ends the sign-ins of a user but one. $1 user, $2 the family to keep, or null. */
export const END_OTHERS = announcingEnd(`
  update sign_in_families set ended_at = clock_timestamp()
  where user_id = $1 and id is distinct from $2::uuid and ended_at is null returning id
`);

/**
 * Ends the sign-ins of a user in an account. $1 user, $2 account. Sign-ins that name no account are in the user's own.
 */
export const END_IN_ACCOUNT = announcingEnd(`
  update sign_in_families f set ended_at = clock_timestamp() from users u
  where f.user_id = $1 and u.id = f.user_id and coalesce(f.account_id, u.account_id) = $2 and f.ended_at is null
  returning f.id
`);

/**
 * Begins a sign-in that continues another one in an account of the user: same end, address and user agent.
 * $1 family, $2 the other family, $3 account, $4 hash of the token.
 *
 * - new_families: the sign-in.
 * - new_tokens: its first token.
 */
export const CONTINUE = `
with new_families as (
  insert into sign_in_families (id, user_id, account_id, expires_at, address, user_agent)
  select $1, user_id, $3::uuid, expires_at, address, user_agent from sign_in_families where id = $2::uuid
  returning id as family_id, user_id, account_id, expires_at
),
new_tokens as (
  insert into refresh_tokens (hash, family_id) select $4::bytea, family_id from new_families
)
select * from new_families
`;

export interface CallerRow {
  family_id: string;
  user_id: string;
  account_id: string;
  role: 'user' | 'admin';
  account_role: AccountRole;
}

/**
 * Reads the users of active sign-ins, each with the account and the role in it. $1 families. An ended or unknown sign-in has no
 * row, nor has one of a user who does not belong to the account any more. The limits force an index lookup per user; a plain join
 * can become a sequential scan.
 */
export const FIND_CALLERS = `
select f.id as family_id, f.user_id, coalesce(f.account_id, u.account_id) as account_id, u.role, m.account_role
from sign_in_families f cross join lateral (select account_id, role from users where id = f.user_id limit 1) u
  cross join lateral ${MEMBERSHIP_OF('f.user_id', 'coalesce(f.account_id, u.account_id)')} m
where f.id = any($1::uuid[]) and f.ended_at is null and f.expires_at > clock_timestamp()
`;
