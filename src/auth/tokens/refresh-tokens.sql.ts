/** Statements about sign-ins (`sign_in_families`) and their refresh tokens. Each is a transaction or part of the caller's. */
import { MEMBERSHIP_OF } from '../../accounts/index.js';
import { announcingEnd, type RowOf } from '../../platform/database/index.js';
import type { AccountRole } from '../../platform/http/index.js';
import type { SignInFamilyEntity } from '../sessions/sign-in-family.entity.js';

export interface FamilyRow extends RowOf<SignInFamilyEntity, 'user_id' | 'account_id' | 'expires_at'> {
  family_id: string;
}

/**
 * Begins a sign-in with its first refresh token. No row: the password was changed meanwhile.
 * $1 family, $2 user, $3 days until it expires, $4 hash of the token, $5 address, $6 user agent, $7 hash of the password that was given, or null.
 *
 * - locked_users: the user. What changes the password ends this sign-in, or is seen here.
 * - removed_families: deletes the user's expired sign-ins; no sweeper does.
 * - new_families: the sign-in.
 * - new_tokens: its first token.
 */
export const BEGIN = `
with locked_users as materialized (
  select id from users where id = $2::uuid and ($7::text is null or password_hash = $7::text) for share
),
removed_families as (
  delete from sign_in_families where user_id = $2::uuid and expires_at < clock_timestamp()
),
new_families as (
  insert into sign_in_families (id, user_id, expires_at, address, user_agent)
  select $1::uuid, id, clock_timestamp() + make_interval(days => $3), $5, $6 from locked_users
  returning id as family_id, user_id, account_id, expires_at
),
new_tokens as (
  insert into refresh_tokens (hash, family_id) select $4::bytea, family_id from new_families
)
select * from new_families
`;

/**
 * Marks a refresh token as used and stores its successor, which is the same for every use. Of two concurrent uses the second waits for the row lock of the
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

/** A token that was used is accepted again for so long, and gets the same successor: two tabs, or an answer that was lost. */
const REPEAT = `interval '10 seconds'`;

/** Reads the sign-in of a token that was used just now, whose successor is valid. $1 hash of the token, $2 hash of the successor. */
export const FIND_REPEATED = `
select t.family_id, f.user_id, f.account_id, f.expires_at
from refresh_tokens t join sign_in_families f on f.id = t.family_id
where t.hash = $1 and t.used_at > clock_timestamp() - ${REPEAT} and f.ended_at is null and f.expires_at > clock_timestamp()
  and exists (select from refresh_tokens n where n.hash = $2 and n.family_id = f.id)
`;

/** The sign-in `n` that continues the sign-in `f` since just now. */
const CONTINUES = `n.id = f.continued_as and f.ended_at > clock_timestamp() - ${REPEAT}
  and n.ended_at is null and n.expires_at > clock_timestamp()`;

/** Reads the sign-in that continues that of a token since just now. The token is its newest one. $1 hash of the token. */
export const FIND_CONTINUED_BY_TOKEN = `
select n.id as family_id, n.user_id, n.account_id, n.expires_at
from refresh_tokens t join sign_in_families f on f.id = t.family_id join sign_in_families n on ${CONTINUES}
where t.hash = $1 and (t.used_at is null or t.used_at > clock_timestamp() - ${REPEAT})
`;

/** Reads the sign-in that continues another one in an account since just now. $1 family, $2 account. */
export const FIND_CONTINUED = `
select n.id as family_id, n.user_id, n.account_id, n.expires_at
from sign_in_families f join sign_in_families n on ${CONTINUES}
where f.id = $1 and n.account_id = $2
`;

/** LOCK_USER_OF: locks the user of the sign-in of a token. $1 hash of the token. No row: the token is unknown. */
export const LOCK_USER_OF = `
select id from users where id = (
  select f.user_id from refresh_tokens t join sign_in_families f on f.id = t.family_id where t.hash = $1)
for no key update
`;

/**
 * Ends sign-ins and those that continue them. Runs after a lock of the user, under which sign-ins are continued: it sees all of them.
 *
 * - ended_families: the sign-ins, one after another.
 *
 * @param first selects `id` and `continued_as` of the first ones.
 */
const endOf = (first: string) =>
  announcingEnd(`
  with recursive ended_families as (
    ${first}
    union
    select n.id, n.continued_as from ended_families e join sign_in_families n on n.id = e.continued_as
  )
  update sign_in_families set ended_at = clock_timestamp()
  where id in (select id from ended_families) and ended_at is null returning id
`);

/** @param which of the token `t` with the hash $1 and its sign-in `f`. */
const endOfToken = (which: string) =>
  endOf(`select f.id, f.continued_as from refresh_tokens t join sign_in_families f on f.id = t.family_id
    where t.hash = $1 and ${which}`);

/** Ends the sign-in of a token that has a successor. Runs after ROTATE, so that it sees a use just committed. $1 hash of the token. */
export const END_OF_REUSED = endOfToken('(t.used_at is not null or f.continued_as is not null)');

/** Ends the sign-in of a token, used or not. $1 hash of the token. */
export const END_BY_TOKEN = endOfToken('true');

/** Ends one sign-in. $1 family. */
export const END = endOf('select id, continued_as from sign_in_families where id = $1');

/** Ends a sign-in that another one continues. $1 family, $2 the other family. */
export const END_CONTINUED = announcingEnd(`
  update sign_in_families set ended_at = clock_timestamp(), continued_as = $2::uuid
  where id = $1 and ended_at is null returning id
`);

/** Ends the sign-ins of a user but one. Runs after a lock of the user. $1 user, $2 the family to keep, or null. */
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

/** The caller of a sign-in `f`, with the account and the role in it. The limits force an index lookup per user; a plain join can become a sequential scan. */
const CALLER = `
select f.id as family_id, f.user_id, coalesce(f.account_id, u.account_id) as account_id, u.role, m.account_role
from sign_in_families f cross join lateral (select account_id, role from users where id = f.user_id limit 1) u
  cross join lateral ${MEMBERSHIP_OF('f.user_id', 'coalesce(f.account_id, u.account_id)')} m
`;

/**
 * Reads the users of active sign-ins. $1 families. An ended or unknown sign-in has no row, nor has one of a user who does not belong to
 * the account any more.
 */
export const FIND_CALLERS = `${CALLER}
where f.id = any($1::uuid[]) and f.ended_at is null and f.expires_at > clock_timestamp()
`;

/** Reads the user of a sign-in that another one continues since just now. $1 family. */
export const FIND_CONTINUED_CALLER = `${CALLER}
join sign_in_families n on ${CONTINUES} where f.id = $1
`;
