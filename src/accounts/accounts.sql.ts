import { IS_EXPIRY_DUE } from '../credits/index.js';
import { columns, rowOf, sql, statement } from '../platform/database/index.js';
import { AccountEntity } from './account.entity.js';
import { SUSPENSION_OF } from './suspensions.sql.js';
import { type Role, UserEntity } from './user.entity.js';

/**
 * Opens an account with its first user: both rows or neither (that the account exists is checked at the end of the statement).
 * `signupCredits` wait for the verified email, in thousandths. Returns a row when it has opened one. The trigger `users_become_owners`
 * makes the user its owner.
 * - new_users: the user; no row when the email or the (issuer, subject) is taken, which unique indexes decide.
 */
export const OPEN_ACCOUNT = statement('accounts.open', {
  parameters: {
    user: sql.uuid,
    account: sql.uuid,
    email: sql.text.orNull,
    passwordHash: sql.text.orNull,
    issuer: sql.text.orNull,
    subject: sql.text.orNull,
    plan: sql.text,
    role: sql.text,
    signupCredits: sql.bigint,
  },
  text: `
with new_users as (
  insert into users (id, account_id, email, password_hash, issuer, subject, role, email_verified_at, signup_credits)
  values ($user, $account, $email, $passwordHash, $issuer, $subject, $role, null, $signupCredits)
  on conflict do nothing
  returning account_id
)
insert into accounts (id, plan) select account_id, $plan from new_users returning id
`,
});

export const OPEN_ACCOUNT_WITHOUT_USER = statement('accounts.open-without-user', {
  parameters: { account: sql.uuid, plan: sql.text },
  text: 'insert into accounts (id, plan) values ($account, $plan)',
});

/** Runs after LOCK_WALLET. What names the account is committed before, or waits for the end of the transaction. */
export const HOLD_ACCOUNT = statement('accounts.hold', {
  parameters: { account: sql.uuid },
  text: 'select from accounts where id = $account for update',
});

/**
 * Returns the account and the credits that waited for the email, or no row when the email is verified already.
 * - unverified_users: the user, locked. Of two concurrent statements the second waits for the lock and finds no row.
 */
export const VERIFY_EMAIL = statement('accounts.verify-email', {
  parameters: { user: sql.uuid },
  row: rowOf(UserEntity, 'account_id', 'signup_credits'),
  text: `
with unverified_users as (
  select id, account_id, signup_credits from users
  where id = $user and email is not null and email_verified_at is null for no key update
)
update users u set email_verified_at = clock_timestamp(), signup_credits = 0
from unverified_users v where u.id = v.id
returning v.account_id, v.signup_credits
`,
});

export const SET_PASSWORD = statement('accounts.set-password', {
  parameters: { user: sql.uuid, passwordHash: sql.text },
  row: rowOf(UserEntity, 'account_id'),
  text: 'update users set password_hash = $passwordHash where id = $user returning account_id',
});

/**
 * Returns the role before.
 * - locked_users: the user as it was; the lock makes concurrent changes follow each other.
 */
export const SET_ROLE = statement('accounts.set-role', {
  parameters: { user: sql.uuid, role: sql.text },
  row: { ...rowOf(UserEntity, 'account_id'), earlier: sql.text.as<Role>() },
  text: `
with locked_users as materialized (
  select id, role from users where id = $user for update
)
update users u set role = $role from locked_users l where u.id = l.id
returning u.account_id, l.role as earlier
`,
});

/** `is_due`: expired credits are still in the balance. */
export const ACCOUNT_ROW = {
  ...rowOf(AccountEntity, 'id', 'plan', 'created_at'),
  balance: sql.bigint,
  held: sql.bigint,
  is_due: sql.boolean,
  active_keys: sql.integer,
  suspended: sql.boolean,
  deleted_at: sql.timestamptz.orNull,
  external_id: sql.text.orNull,
  name: sql.text.orNull,
  users: sql.jsonb.as<{ id: string; email: string | null; role: Role }[]>(),
};

/** Lists newest first. Parameters: those of the conditions. */
export const LIST_ACCOUNTS = (conditions: string, limit: number) => `
select ${columns<AccountEntity>('id', 'plan', 'created_at')}, w.balance, w.held, ${IS_EXPIRY_DUE} as is_due,
  (select count(*)::int from api_keys k where k.account_id = a.id and k.revoked_at is null
     and (k.expires_at is null or k.expires_at > statement_timestamp())) as active_keys,
  exists ${SUSPENSION_OF('a.id')} as suspended,
  (select requested_at from account_deletions d where d.account_id = a.id) as deleted_at,
  (select external_id from account_references r where r.account_id = a.id) as external_id,
  (select name from account_names n where n.account_id = a.id) as name,
  (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'role', u.role) order by u.created_at), '[]')
   from users u where u.account_id = a.id and u.issuer is distinct from 'deleted') as users
from accounts a cross join lateral (
  select balance, held, credits_expire_at from wallets where account_id = a.id order by epoch desc limit 1) w
where ${conditions}
order by a.id desc limit ${limit}
`;

export const FIRST_EMAILS = statement('accounts.first-emails', {
  parameters: { accounts: sql.uuid.array },
  row: { account_id: sql.uuid, email: sql.text.orNull },
  text: `
select a.id as account_id, (select u.email from users u where u.account_id = a.id order by u.created_at, u.id limit 1) as email
from unnest($accounts::uuid[]) as a (id)
`,
});

/** A condition on `LIST_ACCOUNTS`: a page of suspended accounts. Parameters: those of `next`, which selects suspensions. */
export const IN_SUSPENDED = (next: string, limit: number) => `id = any(array(
  select account_id from suspended_accounts where ${next} order by account_id desc limit ${limit}))`;

/** @param account SQL expression. */
export const HAS_SUSPENSION = (account: string, isSuspended: boolean) =>
  `${isSuspended ? '' : 'not '}exists (select from suspended_accounts s where s.account_id = ${account})`;

/** @param account SQL expression. */
export const HAS_EXTERNAL_ID = (account: string, externalId: string) =>
  `${account} = (select account_id from account_references where external_id = ${externalId})`;

/** @param account SQL expression. */
export const HAS_PLAN = (account: string, plan: string) =>
  `exists (select from accounts p where p.id = ${account} and p.plan = ${plan})`;

/** A condition on `LIST_ACCOUNTS`. */
export const HAS_USER = 'id = (select account_id from users where id = ?)';

/** The newest users are read before the index of emails, because an ordinary text fills its page from them. */
const NEWEST = 2_000;

/**
 * A condition on `LIST_ACCOUNTS`: a page of accounts with a user whose email contains a text. Parameters: the text and its parts as
 * placeholders, and those of `next`, which selects users.
 * - newest_users: the newest users.
 * - newest_accounts: accounts of those with the text. A full page needs nothing else.
 * - found_accounts: accounts of all users with the text. The index `users_email_parts` finds the emails that have all its parts.
 */
export const HAS_EMAIL_PART = (text: string, parts: string, next: string, limit: number) => `id = any(array(
  with newest_users as materialized (
    select account_id, email from users where ${next} order by account_id desc limit ${NEWEST}
  ),
  newest_accounts as materialized (
    select distinct account_id from newest_users where position(${text} in email) > 0 order by account_id desc limit ${limit}
  ),
  found_accounts as materialized (
    select distinct account_id from users
    where (select count(*) from newest_accounts) < ${limit}
      and text_parts(email) @> ${parts}::text[] and position(${text} in email) > 0 and ${next}
    order by account_id desc limit ${limit}
  )
  select account_id from newest_accounts union select account_id from found_accounts))`;
