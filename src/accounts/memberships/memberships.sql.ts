import {
  rowOf,
  type RowOfColumns,
  type RowOfStatement,
  sql,
  statement,
} from '../../platform/database/index.js';
import type { AccountRole } from '../../platform/http/index.js';
import { UserEntity } from '../user.entity.js';
import { MembershipEntity } from './membership.entity.js';

/**
 * Returns SQL for the membership of a user in an account, as rows: none, or one with `account_role`. The limit keeps it an index lookup per
 * user. @param user SQL expression. @param account SQL expression.
 */
export const MEMBERSHIP_OF = (user: string, account: string) =>
  `(select role as account_role from memberships where user_id = ${user} and account_id = ${account} limit 1)`;

const ACCOUNT_ROLE = sql.text.as<AccountRole>();

export const FIND_OUTSIDE_CALLER = statement('accounts.find-outside-caller', {
  parameters: { issuer: sql.text, subject: sql.text },
  row: { ...rowOf(UserEntity, 'id', 'account_id', 'role'), account_role: ACCOUNT_ROLE },
  isPrepared: true,
  text: `
select u.id, u.account_id, u.role, m.account_role
from users u cross join lateral ${MEMBERSHIP_OF('u.id', 'u.account_id')} m
where u.issuer = $issuer and u.subject = $subject
`,
});

export const MAX_LISTED = 100;

/** `account` null: the user's own account. Returns no row when the user does not belong to it. */
export const FIND_PROFILE = statement('accounts.find-profile', {
  parameters: { user: sql.uuid, account: sql.uuid.orNull },
  row: {
    ...rowOf(UserEntity, 'id', 'email', 'role', 'email_verified_at', 'signup_credits'),
    account_id: sql.uuid,
    plan: sql.text,
    account_role: ACCOUNT_ROLE,
    accounts: sql.jsonb.as<{ id: string; name: string | null; role: AccountRole }[]>(),
  },
  isPrepared: true,
  text: `
select u.id, u.email, u.role, u.email_verified_at, u.signup_credits, a.id as account_id, a.plan, m.account_role,
  (select jsonb_agg(jsonb_build_object('id', o.account_id, 'role', o.role,
     'name', (select name from account_names n where n.account_id = o.account_id)) order by o.since, o.account_id)
   from (select account_id, role, since from memberships where user_id = u.id
         order by since, account_id limit ${MAX_LISTED}) o) as accounts
from users u join accounts a on a.id = coalesce($account::uuid, u.account_id)
  cross join lateral ${MEMBERSHIP_OF('u.id', 'a.id')} m
where u.id = $user
`,
});

export type ProfileRow = RowOfStatement<typeof FIND_PROFILE>;

const MEMBER_ROW = {
  ...rowOf(MembershipEntity, 'user_id', 'role', 'since'),
  ...rowOf(UserEntity, 'email'),
};

export type MemberRow = RowOfColumns<typeof MEMBER_ROW>;

const MEMBERS = `select m.user_id, u.email, m.role, m.since
from memberships m join users u on u.id = m.user_id where m.account_id = $account`;

/** Sorts members in the order in which they came. */
export const LIST_MEMBERS = statement('accounts.list-members', {
  parameters: { account: sql.uuid },
  row: MEMBER_ROW,
  text: `
${MEMBERS} order by m.since, m.user_id
`,
});

/** Makes changes of members follow each other. A row that a concurrent change has removed is missing; a changed one is read again. */
export const LOCK_MEMBERS = statement('accounts.lock-members', {
  parameters: { account: sql.uuid },
  row: MEMBER_ROW,
  text: `
${MEMBERS} order by m.user_id for no key update of m
`,
});

/** Concurrent removals of one user from several accounts follow each other. */
export const LOCK_USER = statement('accounts.lock-user', {
  parameters: { user: sql.uuid },
  text: 'select id from users where id = $user for no key update',
});

export const SET_MEMBER_ROLE = statement('accounts.set-member-role', {
  parameters: { account: sql.uuid, user: sql.uuid, role: sql.text },
  text: 'update memberships set role = $role where account_id = $account and user_id = $user',
});

export const REMOVE_MEMBER = statement('accounts.remove-member', {
  parameters: { account: sql.uuid, user: sql.uuid },
  text: 'delete from memberships where account_id = $account and user_id = $user',
});

/**
 * Gives a user who was removed from its own account another one: the oldest of the user's memberships, or a new empty one, `newAccount` on
 * `plan`. Returns the account, and no row when the removed one was not the user's own.
 * - removed_homes: the user.
 * - next_memberships: the oldest other membership.
 * - new_accounts: the new account, when there is none.
 * - new_memberships: its owner.
 */
export const MOVE_HOME = statement('accounts.move-home', {
  parameters: { user: sql.uuid, account: sql.uuid, newAccount: sql.uuid, plan: sql.text },
  text: `
with removed_homes as (
  select id from users where id = $user and account_id = $account
),
next_memberships as (
  select account_id from memberships where user_id = $user and account_id <> $account order by since, account_id limit 1
),
new_accounts as (
  insert into accounts (id, plan) select $newAccount::uuid, $plan from removed_homes where not exists (select from next_memberships)
  returning id
),
new_memberships as (
  insert into memberships (user_id, account_id, role) select $user, id, 'owner' from new_accounts
)
update users u set account_id = coalesce((select account_id from next_memberships), (select id from new_accounts))
from removed_homes r where u.id = r.id
returning u.account_id
`,
});

/**
 * Returns no row when the email is taken.
 * - new_users: the user. The trigger that makes owners runs after the statement and finds the membership.
 */
export const ADD_USER = statement('accounts.add-user', {
  parameters: {
    user: sql.uuid,
    account: sql.uuid,
    email: sql.text,
    passwordHash: sql.text,
    role: sql.text,
    isEmailVerified: sql.boolean,
  },
  row: rowOf(MembershipEntity, 'user_id'),
  text: `
with new_users as (
  insert into users (id, account_id, email, password_hash, email_verified_at, signup_credits)
  values ($user, $account, $email, $passwordHash, case when $isEmailVerified then clock_timestamp() end, 0)
  on conflict do nothing
  returning id, account_id
)
insert into memberships (user_id, account_id, role) select id, account_id, $role from new_users returning user_id
`,
});

/** Returns verified emails of those who came first. */
export const OWNER_EMAILS = statement('accounts.owner-emails', {
  parameters: { account: sql.uuid, limit: sql.bigint },
  row: { email: sql.text.notNull },
  text: `
select u.email from memberships m join users u on u.id = m.user_id
where m.account_id = $account and m.role = 'owner' and u.email is not null and u.email_verified_at is not null
order by m.since, m.user_id limit $limit
`,
});

/** Returns a row if the user belongs to the account. */
export const SET_HOME = statement('accounts.set-home', {
  parameters: { user: sql.uuid, account: sql.uuid },
  text: `
update users u set account_id = $account where u.id = $user and exists (
  select from memberships m where m.user_id = u.id and m.account_id = $account)
returning id
`,
});
