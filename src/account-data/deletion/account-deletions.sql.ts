/** The statements that accept the deletion of an account, and those by which workers share its erasure. */
import { announcingEnd } from '../../platform/database/index.js';

/** LOCK_USERS: the members of account $1, locked before their memberships, as removals of members do. */
export const LOCK_USERS = `
select id from users where id in (select user_id from memberships where account_id = $1) order by id for update
`;

/** Predictions that are counted at most. */
const MOST_COUNTED = 1_000;

/** COUNT_PROCESSING: the processing predictions of account $1, at most 1,000. Runs after LOCK_WALLET, so it sees every charge before it. */
export const COUNT_PROCESSING = `
select count(*)::int as count from (
  select from predictions where account_id = $1 and status = 'processing' limit ${MOST_COUNTED}) processing
`;

/** FIND_SUBSCRIBED: the titles of what account $1 is subscribed to, at most 10. Runs after LOCK_WALLET. */
export const FIND_SUBSCRIBED = `
select c.title from subscriptions s join checkouts c on c.id = s.id
where s.account_id = $1 and s.ended_at is null and s.end_requested_at is null and s.began_at is not null limit 10
`;

/** BEGIN: enters the deletion of account $1. */
export const BEGIN = 'insert into account_deletions (account_id) values ($1)';

/** END_KEYS: revokes the keys of account $1 that work, and announces it to all processes. Locks newer keys first, as rotations do. */
export const END_KEYS = announcingEnd(`
  update api_keys k set revoked_at = coalesce(k.revoked_at, clock_timestamp()), retires_at = null
  where k.id = any (array(
    select id from api_keys
    where account_id = $1 and (revoked_at is null and place is not null or retires_at > clock_timestamp())
    order by id desc for no key update))
  returning k.id
`);

/** REMOVE_INVITATIONS: deletes the invitations to account $1. */
export const REMOVE_INVITATIONS = 'delete from invitations where account_id = $1';

/** HAS_OTHER_ACCOUNT: a row when user $1 belongs to another account than $2. */
export const HAS_OTHER_ACCOUNT = 'select from memberships where user_id = $1 and account_id <> $2 limit 1';

/**
 * CLOSE_USER: takes the sign-in and the email from user $1, who belongs to no other account. The email is free at once; a
 * worker deletes the row when the sessions are gone. No provider has the issuer.
 * - closed_users: the user.
 */
export const CLOSE_USER = `
with closed_users as (
  update users set email = null, password_hash = null, email_verified_at = null, signup_credits = 0, role = 'user',
    issuer = 'deleted', subject = id::text
  where id = $1 returning id
)
delete from memberships m using closed_users u where m.user_id = u.id
`;

export interface ErasureRow {
  account_id: string;
  requested_at: Date;
  pass: number;
  step: string;
  position: unknown;
}

/**
 * CLAIM: claims the erasure that is due for the longest time, for $1 seconds. Skips what another worker is claiming; after the time
 * another worker continues what a killed one left.
 */
export const CLAIM = `
update account_deletions d set due_at = clock_timestamp() + make_interval(secs => $1)
where d.account_id = (
  select account_id from account_deletions where finished_at is null and due_at <= (select clock_timestamp())
  order by due_at limit 1 for update skip locked)
returning account_id, requested_at, pass, step, position
`;

/**
 * ADVANCE: the erasure of account $1 is in pass $2 now, at step $3 and position $4 (JSON), and stays claimed for $5 seconds. An older
 * pass of a worker that has lost its claim changes nothing.
 */
export const ADVANCE = `
update account_deletions set pass = $2, step = $3, position = $4, due_at = clock_timestamp() + make_interval(secs => $5)
where account_id = $1 and pass <= $2 and finished_at is null
`;

/** BEGIN_LAST_PASS: the last pass of account $1 begins $2 seconds after the deletion. */
export const BEGIN_LAST_PASS = `
update account_deletions set pass = 2, step = '', position = null, due_at = requested_at + make_interval(secs => $2)
where account_id = $1 and pass = 1 and finished_at is null
`;

/** FINISH: nothing of account $1 is left to erase. Returns a row once. */
export const FINISH = `
update account_deletions set finished_at = clock_timestamp(), step = '', position = null
where account_id = $1 and pass = 2 and finished_at is null returning account_id
`;
