/** Each statement is a transaction or part of the caller's. */
import { MEMBERSHIP_OF, type Role } from '../../accounts/index.js';
import {
  announcingEnd,
  rowOf,
  type RowOfColumns,
  type RowOfStatement,
  sql,
  statement,
} from '../../platform/database/index.js';
import type { AccountRole } from '../../platform/http/index.js';
import { SignInFamilyEntity } from '../sessions/sign-in-family.entity.js';

const FAMILY_ROW = {
  family_id: sql.uuid,
  ...rowOf(SignInFamilyEntity, 'user_id', 'account_id', 'expires_at'),
};

export type FamilyRow = RowOfColumns<typeof FAMILY_ROW>;

/**
 * Begins a sign-in with its first refresh token. No row: the password was changed meanwhile. `passwordHash` is that of the given password,
 * or null.
 * - locked_users: the user. What changes the password ends this sign-in, or is seen here.
 * - removed_families: deletes the user's expired sign-ins; no sweeper does.
 * - new_families: the sign-in.
 * - new_tokens: its first token.
 */
export const BEGIN = statement('auth.begin-sign-in', {
  parameters: {
    family: sql.uuid,
    user: sql.uuid,
    days: sql.integer,
    hash: sql.bytea,
    address: sql.text,
    userAgent: sql.text.orNull,
    passwordHash: sql.text.orNull,
  },
  row: FAMILY_ROW,
  text: `
with locked_users as materialized (
  select id from users where id = $user::uuid and ($passwordHash::text is null or password_hash = $passwordHash::text) for share
),
removed_families as (
  delete from sign_in_families where user_id = $user::uuid and expires_at < clock_timestamp()
),
new_families as (
  insert into sign_in_families (id, user_id, expires_at, address, user_agent)
  select $family::uuid, id, clock_timestamp() + make_interval(days => $days), $address, $userAgent from locked_users
  returning id as family_id, user_id, account_id, expires_at
),
new_tokens as (
  insert into refresh_tokens (hash, family_id) select $hash::bytea, family_id from new_families
)
select * from new_families
`,
});

/**
 * Marks a refresh token as used and stores its successor, which is the same for every use. Of two concurrent uses the second waits for the
 * row lock of the first, finds `used_at` set, and returns no row.
 * - used_tokens: the given token, if it is unused and its sign-in is active.
 * - next_tokens: its successor.
 */
export const ROTATE = statement('auth.rotate-token', {
  parameters: { hash: sql.bytea, nextHash: sql.bytea },
  row: FAMILY_ROW,
  text: `
with used_tokens as (
  update refresh_tokens t set used_at = clock_timestamp() from sign_in_families f
  where t.hash = $hash and t.used_at is null and f.id = t.family_id
    and f.ended_at is null and f.expires_at > clock_timestamp()
  returning t.family_id, f.user_id, f.account_id, f.expires_at
),
next_tokens as (
  insert into refresh_tokens (hash, family_id) select $nextHash::bytea, family_id from used_tokens
)
select * from used_tokens
`,
});

/** A used token gets the same successor again for so long: two tabs, or a lost answer. */
const REPEAT = `interval '10 seconds'`;

/** Requires that the successor is valid. */
export const FIND_REPEATED = statement('auth.find-repeated-use', {
  parameters: { hash: sql.bytea, nextHash: sql.bytea },
  row: FAMILY_ROW,
  text: `
select t.family_id, f.user_id, f.account_id, f.expires_at
from refresh_tokens t join sign_in_families f on f.id = t.family_id
where t.hash = $hash and t.used_at > clock_timestamp() - ${REPEAT} and f.ended_at is null and f.expires_at > clock_timestamp()
  and exists (select from refresh_tokens n where n.hash = $nextHash and n.family_id = f.id)
`,
});

/** The sign-in `n` that continues the sign-in `f` since just now. */
const CONTINUES = `n.id = f.continued_as and f.ended_at > clock_timestamp() - ${REPEAT}
  and n.ended_at is null and n.expires_at > clock_timestamp()`;

/** The token is the newest one of the sign-in that continues. */
export const FIND_CONTINUED_BY_TOKEN = statement('auth.find-continued-by-token', {
  parameters: { hash: sql.bytea },
  row: FAMILY_ROW,
  text: `
select n.id as family_id, n.user_id, n.account_id, n.expires_at
from refresh_tokens t join sign_in_families f on f.id = t.family_id join sign_in_families n on ${CONTINUES}
where t.hash = $hash and (t.used_at is null or t.used_at > clock_timestamp() - ${REPEAT})
`,
});

export const FIND_CONTINUED = statement('auth.find-continued', {
  parameters: { family: sql.uuid, account: sql.uuid },
  row: FAMILY_ROW,
  text: `
select n.id as family_id, n.user_id, n.account_id, n.expires_at
from sign_in_families f join sign_in_families n on ${CONTINUES}
where f.id = $family and n.account_id = $account
`,
});

/** No row: the token is unknown. */
export const LOCK_USER_OF = statement('auth.lock-user-of-token', {
  parameters: { hash: sql.bytea },
  text: `
select id from users where id = (
  select f.user_id from refresh_tokens t join sign_in_families f on f.id = t.family_id where t.hash = $hash)
for no key update
`,
});

/**
 * Ends sign-ins and those that continue them. Runs after a lock of the user, under which sign-ins are continued, so it sees all of them.
 * - ended_families: the sign-ins, one after another.
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

/** @param which of the token `t` with the hash `$hash` and its sign-in `f`. */
const endOfToken = (which: string) =>
  endOf(`select f.id, f.continued_as from refresh_tokens t join sign_in_families f on f.id = t.family_id
    where t.hash = $hash and ${which}`);

/** The token has a successor. Runs after ROTATE, so that it sees a use just committed. */
export const END_OF_REUSED = statement('auth.end-of-reused-token', {
  parameters: { hash: sql.bytea },
  text: endOfToken('(t.used_at is not null or f.continued_as is not null)'),
});

export const END_BY_TOKEN = statement('auth.end-by-token', {
  parameters: { hash: sql.bytea },
  text: endOfToken('true'),
});

export const END = statement('auth.end-sign-in', {
  parameters: { family: sql.uuid },
  text: endOf('select id, continued_as from sign_in_families where id = $family'),
});

export const END_CONTINUED = statement('auth.end-continued', {
  parameters: { family: sql.uuid, next: sql.uuid },
  text: announcingEnd(`
  update sign_in_families set ended_at = clock_timestamp(), continued_as = $next::uuid
  where id = $family and ended_at is null returning id
`),
});

/** Runs after a lock of the user. */
export const END_OTHERS = statement('auth.end-other-sign-ins', {
  parameters: { user: sql.uuid, kept: sql.uuid.orNull },
  text: announcingEnd(`
  update sign_in_families set ended_at = clock_timestamp()
  where user_id = $user and id is distinct from $kept::uuid and ended_at is null returning id
`),
});

/** Sign-ins that name no account are in the user's own. */
export const END_IN_ACCOUNT = statement('auth.end-in-account', {
  parameters: { user: sql.uuid, account: sql.uuid },
  text: announcingEnd(`
  update sign_in_families f set ended_at = clock_timestamp() from users u
  where f.user_id = $user and u.id = f.user_id and coalesce(f.account_id, u.account_id) = $account and f.ended_at is null
  returning f.id
`),
});

/**
 * Keeps the end, address and user agent of the continued sign-in.
 * - new_families: the sign-in.
 * - new_tokens: its first token.
 */
export const CONTINUE = statement('auth.continue-sign-in', {
  parameters: { next: sql.uuid, family: sql.uuid, account: sql.uuid, hash: sql.bytea },
  row: FAMILY_ROW,
  text: `
with new_families as (
  insert into sign_in_families (id, user_id, account_id, expires_at, address, user_agent)
  select $next, user_id, $account::uuid, expires_at, address, user_agent from sign_in_families where id = $family::uuid
  returning id as family_id, user_id, account_id, expires_at
),
new_tokens as (
  insert into refresh_tokens (hash, family_id) select $hash::bytea, family_id from new_families
)
select * from new_families
`,
});

const CALLER_ROW = {
  family_id: sql.uuid,
  user_id: sql.uuid,
  account_id: sql.uuid,
  role: sql.text.as<Role>(),
  account_role: sql.text.as<AccountRole>(),
};

/** The limits force an index lookup per user; a plain join can become a sequential scan. */
const CALLER = `
select f.id as family_id, f.user_id, coalesce(f.account_id, u.account_id) as account_id, u.role, m.account_role
from sign_in_families f cross join lateral (select account_id, role from users where id = f.user_id limit 1) u
  cross join lateral ${MEMBERSHIP_OF('f.user_id', 'coalesce(f.account_id, u.account_id)')} m
`;

/** An ended or unknown sign-in has no row, nor has one of a user who does not belong to the account any more. */
export const FIND_CALLERS = statement('auth.find-callers', {
  parameters: { families: sql.uuid.array },
  row: CALLER_ROW,
  isPrepared: true,
  text: `${CALLER}
where f.id = any($families::uuid[]) and f.ended_at is null and f.expires_at > clock_timestamp()
`,
});

export type CallerRow = RowOfStatement<typeof FIND_CALLERS>;

export const FIND_CONTINUED_CALLER = statement('auth.find-continued-caller', {
  parameters: { family: sql.uuid },
  row: CALLER_ROW,
  text: `${CALLER}
join sign_in_families n on ${CONTINUES} where f.id = $family
`,
});
