/** Every statement about accounts and users that is more than one row by its id. */
import { IS_EXPIRY_DUE, type WalletEntity } from '../credits/index.js';
import { columns, type RowOf } from '../platform/database/index.js';
import type { AccountEntity } from './account.entity.js';
import { SUSPENSION_OF } from './suspensions.sql.js';
import type { Role } from './user.entity.js';

/**
 * OPEN_ACCOUNT: opens an account with its first user: both rows or neither (that the account exists is checked at the end of the statement).
 * $1 user, $2 account, $3 email, $4 password hash, $5 issuer, $6 subject, $7 plan, $8 role,
 * $9 sign-up credits that wait for the verified email, in thousandths.
 * - new_users: the user; no row when the email or the (issuer, subject) is taken, which unique indexes decide.
 *
 * Returns the id of the account, or no row. The trigger `users_become_owners` makes the user its owner.
 */
export const OPEN_ACCOUNT = `
with new_users as (
  insert into users (id, account_id, email, password_hash, issuer, subject, role, email_verified_at, signup_credits)
  values ($1, $2, $3, $4, $5, $6, $8, null, $9)
  on conflict do nothing
  returning account_id
)
insert into accounts (id, plan) select account_id, $7 from new_users returning id
`;

/** OPEN_ACCOUNT_WITHOUT_USER: opens the account $1 on the plan $2. */
export const OPEN_ACCOUNT_WITHOUT_USER = 'insert into accounts (id, plan) values ($1, $2)';

/** HOLD_ACCOUNT: locks account $1, after LOCK_WALLET: what names the account is committed before, or waits for the end of the transaction. */
export const HOLD_ACCOUNT = 'select from accounts where id = $1 for update';

/**
 * VERIFY_EMAIL: marks the email of user $1 as verified. Returns the account and the credits that waited for it, or no row when
 * the email is verified already.
 * - unverified_users: the user, locked. Of two concurrent statements the second waits for the lock and finds no row.
 */
export const VERIFY_EMAIL = `
with unverified_users as (
  select id, account_id, signup_credits from users
  where id = $1 and email is not null and email_verified_at is null for no key update
)
update users u set email_verified_at = clock_timestamp(), signup_credits = 0
from unverified_users v where u.id = v.id
returning v.account_id, v.signup_credits
`;

/** SET_PASSWORD: stores the password hash $2 of the user $1. */
export const SET_PASSWORD = 'update users set password_hash = $2 where id = $1 returning account_id';

/**
 * SET_ROLE: sets the role $2 of the user $1. Returns the role before.
 * - locked_users: the user as it was; the lock makes concurrent changes follow each other.
 */
export const SET_ROLE = `
with locked_users as materialized (
  select id, role from users where id = $1 for update
)
update users u set role = $2 from locked_users l where u.id = l.id
returning u.account_id, l.role as earlier
`;

export interface AccountRow
  extends RowOf<AccountEntity, 'id' | 'plan' | 'created_at'>, RowOf<WalletEntity, 'balance' | 'held'> {
  /** Expired credits are still in the balance. */
  is_due: boolean;
  active_keys: number;
  suspended: boolean;
  deleted_at: Date | null;
  external_id: string | null;
  name: string | null;
  users: { id: string; email: string | null; role: Role }[];
}

/** LIST_ACCOUNTS: lists accounts with their users and the number of their active keys, newest first. Parameters: those of the conditions. */
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

/** FIRST_EMAILS: the email of the first user of each of the accounts $1. */
export const FIRST_EMAILS = `
select a.id as account_id, (select u.email from users u where u.account_id = a.id order by u.created_at, u.id limit 1) as email
from unnest($1::uuid[]) as a (id)
`;

/**
 * IN_SUSPENDED: a condition on `LIST_ACCOUNTS`: a page of suspended accounts. Parameters: those of `next`, which selects
 * suspensions.
 */
export const IN_SUSPENDED = (next: string, limit: number) => `id = any(array(
  select account_id from suspended_accounts where ${next} order by account_id desc limit ${limit}))`;

/** HAS_SUSPENSION: a condition: whether an account is suspended. @param account SQL expression. */
export const HAS_SUSPENSION = (account: string, isSuspended: boolean) =>
  `${isSuspended ? '' : 'not '}exists (select from suspended_accounts s where s.account_id = ${account})`;

/** HAS_EXTERNAL_ID: a condition: the account with an id of the operator's. @param account SQL expression. */
export const HAS_EXTERNAL_ID = (account: string, externalId: string) =>
  `${account} = (select account_id from account_references where external_id = ${externalId})`;

/** HAS_PLAN: a condition: an account is on a plan. @param account SQL expression. */
export const HAS_PLAN = (account: string, plan: string) =>
  `exists (select from accounts p where p.id = ${account} and p.plan = ${plan})`;

/** HAS_USER: a condition on `LIST_ACCOUNTS`: the account of a user. */
export const HAS_USER = 'id = (select account_id from users where id = ?)';

/** The newest users, read before the index of emails: an ordinary text fills its page from them. */
const NEWEST = 2_000;

/**
 * HAS_EMAIL_PART: a condition on `LIST_ACCOUNTS`: a page of accounts with a user whose email contains a text. Parameters: the
 * text and its parts as placeholders, and those of `next`, which selects users.
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
