/** The statements that accept the deletion of an account, and those by which workers share its erasure. */
import { type RowOfStatement, sql, statement } from '../../platform/database/index.js';

const ACCOUNT = { account: sql.uuid };

/** Locks the members of an account before their memberships, as removals of members do. */
export const LOCK_USERS = statement('account-data.lock-users', {
  parameters: ACCOUNT,
  text: `
select id from users where id in (select user_id from memberships where account_id = $account) order by id for update
`,
});

/** Predictions that are counted at most. */
const MOST_COUNTED = 1_000;

/** Runs after `LOCK_WALLET`, so it sees every charge before it. */
export const COUNT_PROCESSING = statement('account-data.count-processing', {
  parameters: ACCOUNT,
  row: { count: sql.integer },
  text: `
select count(*)::int as count from (
  select from predictions where account_id = $account and status = 'processing' limit ${MOST_COUNTED}) processing
`,
});

/** Returns the titles of what an account is subscribed to. Runs after `LOCK_WALLET`. */
export const FIND_SUBSCRIBED = statement('account-data.find-subscribed', {
  parameters: ACCOUNT,
  row: { title: sql.text },
  text: `
select c.title from subscriptions s join checkouts c on c.id = s.id
where s.account_id = $account and s.ended_at is null and s.end_requested_at is null and s.began_at is not null limit 10
`,
});

export const BEGIN = statement('account-data.begin', {
  parameters: ACCOUNT,
  text: 'insert into account_deletions (account_id) values ($account)',
});

export const REMOVE_INVITATIONS = statement('account-data.remove-all-invitations', {
  parameters: ACCOUNT,
  text: 'delete from invitations where account_id = $account',
});

/** Returns a row when the user belongs to another account too. */
export const HAS_OTHER_ACCOUNT = statement('account-data.has-other-account', {
  parameters: { user: sql.uuid, account: sql.uuid },
  text: 'select from memberships where user_id = $user and account_id <> $account limit 1',
});

/**
 * Takes the sign-in and the email from a user who belongs to no other account. The email is free at once; a worker deletes the row
 * when the sessions are gone. No provider has the issuer.
 * - closed_users: the user.
 */
export const CLOSE_USER = statement('account-data.close-user', {
  parameters: { user: sql.uuid },
  text: `
with closed_users as (
  update users set email = null, password_hash = null, email_verified_at = null, signup_credits = 0, role = 'user',
    issuer = 'deleted', subject = id::text
  where id = $user returning id
)
delete from memberships m using closed_users u where m.user_id = u.id
`,
});

/**
 * Claims the erasure that is due for the longest time. Skips what another worker is claiming; after the seconds another worker
 * continues what a killed one left.
 */
export const CLAIM = statement('account-data.claim-erasure', {
  parameters: { seconds: sql.float8 },
  row: {
    account_id: sql.uuid,
    requested_at: sql.timestamptz,
    pass: sql.integer,
    step: sql.text,
    position: sql.jsonb.orNull.as<unknown>(),
  },
  text: `
update account_deletions d set due_at = clock_timestamp() + make_interval(secs => $seconds)
where d.account_id = (
  select account_id from account_deletions where finished_at is null and due_at <= (select clock_timestamp())
  order by due_at limit 1 for update skip locked)
returning account_id, requested_at, pass, step, position
`,
});

export type ErasureRow = RowOfStatement<typeof CLAIM>;

/**
 * Says how far an erasure is, which stays claimed for so many seconds. An older pass of a worker that has lost its claim changes
 * nothing.
 */
export const ADVANCE = statement('account-data.advance-erasure', {
  parameters: {
    account: sql.uuid,
    pass: sql.integer,
    step: sql.text,
    position: sql.jsonb.orNull,
    seconds: sql.float8,
  },
  text: `
update account_deletions set pass = $pass, step = $step, position = $position, due_at = clock_timestamp() + make_interval(secs => $seconds)
where account_id = $account and pass <= $pass and finished_at is null
`,
});

/** The last pass begins so many seconds after the deletion. */
export const BEGIN_LAST_PASS = statement('account-data.begin-last-pass', {
  parameters: { account: sql.uuid, seconds: sql.float8 },
  text: `
update account_deletions set pass = 2, step = '', position = null, due_at = requested_at + make_interval(secs => $seconds)
where account_id = $account and pass = 1 and finished_at is null
`,
});

/** Returns a row once. */
export const FINISH = statement('account-data.finish-erasure', {
  parameters: ACCOUNT,
  text: `
update account_deletions set finished_at = clock_timestamp(), step = '', position = null
where account_id = $account and pass = 2 and finished_at is null returning account_id
`,
});
