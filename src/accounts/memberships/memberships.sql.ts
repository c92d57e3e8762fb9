/** Every statement about the members of accounts, and the part that other modules put into theirs. */
import type { RowOf } from '../../platform/database/index.js';
import type { AccountRole } from '../../platform/http/index.js';
import type { UserEntity } from '../user.entity.js';
import type { MembershipEntity } from './membership.entity.js';

/**
 * MEMBERSHIP_OF: returns SQL for the membership of a user in an account, as rows: none, or one with `account_role`. The limit keeps
 * it an index lookup per user. @param user SQL expression. @param account SQL expression.
 */
export const MEMBERSHIP_OF = (user: string, account: string) =>
  `(select role as account_role from memberships where user_id = ${user} and account_id = ${account} limit 1)`;

export interface OutsideCallerRow extends RowOf<UserEntity, 'id' | 'account_id' | 'role'> {
  account_role: AccountRole;
}

/** FIND_OUTSIDE_CALLER: the user with issuer $1 and subject $2, with the role in its account. */
export const FIND_OUTSIDE_CALLER = `
select u.id, u.account_id, u.role, m.account_role
from users u cross join lateral ${MEMBERSHIP_OF('u.id', 'u.account_id')} m
where u.issuer = $1 and u.subject = $2
`;

/** The accounts of a user that are listed. */
export const MAX_LISTED = 100;

export interface ProfileRow extends RowOf<
  UserEntity,
  'id' | 'email' | 'role' | 'email_verified_at' | 'signup_credits'
> {
  account_id: string;
  account_role: AccountRole;
  plan: string;
  accounts: { id: string; name: string | null; role: AccountRole }[];
}

/**
 * FIND_PROFILE: user $1 with the account $2 and the role in it, and all accounts of the user. $2 null: the user's own account. No row
 * when the user does not belong to it.
 */
export const FIND_PROFILE = `
select u.id, u.email, u.role, u.email_verified_at, u.signup_credits, a.id as account_id, a.plan, m.account_role,
  (select jsonb_agg(jsonb_build_object('id', o.account_id, 'role', o.role,
     'name', (select name from account_names n where n.account_id = o.account_id)) order by o.since, o.account_id)
   from (select account_id, role, since from memberships where user_id = u.id
         order by since, account_id limit ${MAX_LISTED}) o) as accounts
from users u join accounts a on a.id = coalesce($2::uuid, u.account_id)
  cross join lateral ${MEMBERSHIP_OF('u.id', 'a.id')} m
where u.id = $1
`;

export type MemberRow = RowOf<MembershipEntity, 'user_id' | 'role' | 'since'> & RowOf<UserEntity, 'email'>;

/** LIST_MEMBERS: the members of account $1, in the order in which they came. */
export const LIST_MEMBERS = `
select m.user_id, u.email, m.role, m.since
from memberships m join users u on u.id = m.user_id where m.account_id = $1 order by m.since, m.user_id
`;

/**
 * LOCK_MEMBERS: the members of account $1, locked: changes of the members of an account follow each other. A row that a concurrent change has
 * removed is missing, and one that it has changed is read again.
 */
export const LOCK_MEMBERS = `
select m.user_id, u.email, m.role, m.since
from memberships m join users u on u.id = m.user_id where m.account_id = $1 order by m.user_id for no key update of m
`;

/** LOCK_USER: locks user $1. Concurrent removals of one user from several accounts follow each other. */
export const LOCK_USER = 'select id from users where id = $1 for no key update';

/** SET_MEMBER_ROLE: gives the member $2 of account $1 the role $3. */
export const SET_MEMBER_ROLE = 'update memberships set role = $3 where account_id = $1 and user_id = $2';

/** REMOVE_MEMBER: removes the member $2 of account $1. */
export const REMOVE_MEMBER = 'delete from memberships where account_id = $1 and user_id = $2';

/**
 * MOVE_HOME: gives user $1, who was removed from account $2, another account of its own, if that was it: the oldest one of the user's
 * memberships, or a new empty one, $3 on plan $4. Returns the account, and no row when $2 was not the user's own.
 * - removed_homes: the user.
 * - next_memberships: the oldest other membership.
 * - new_accounts: the new account, when there is none.
 * - new_memberships: its owner.
 */
export const MOVE_HOME = `
with removed_homes as (
  select id from users where id = $1 and account_id = $2
),
next_memberships as (
  select account_id from memberships where user_id = $1 and account_id <> $2 order by since, account_id limit 1
),
new_accounts as (
  insert into accounts (id, plan) select $3::uuid, $4 from removed_homes where not exists (select from next_memberships)
  returning id
),
new_memberships as (
  insert into memberships (user_id, account_id, role) select $1, id, 'owner' from new_accounts
)
update users u set account_id = coalesce((select account_id from next_memberships), (select id from new_accounts))
from removed_homes r where u.id = r.id
returning u.account_id
`;

/**
 * ADD_USER: creates the user $1 of account $2 with the email $3, which is verified or not, $6, the password hash $4 and the role $5 in
 * it. Returns no row when the email is taken.
 * - new_users: the user. The trigger that makes owners runs after the statement and finds the membership.
 */
export const ADD_USER = `
with new_users as (
  insert into users (id, account_id, email, password_hash, email_verified_at, signup_credits)
  values ($1, $2, $3, $4, case when $6 then clock_timestamp() end, 0)
  on conflict do nothing
  returning id, account_id
)
insert into memberships (user_id, account_id, role) select id, account_id, $5 from new_users returning user_id
`;

/** OWNER_EMAILS: verified emails of the owners of account $1, of those who came first, at most $2. */
export const OWNER_EMAILS = `
select u.email from memberships m join users u on u.id = m.user_id
where m.account_id = $1 and m.role = 'owner' and u.email is not null and u.email_verified_at is not null
order by m.since, m.user_id limit $2
`;

/** SET_HOME: makes account $2 the own account of user $1, if the user belongs to it. Returns a row then. */
export const SET_HOME = `
update users u set account_id = $2 where u.id = $1 and exists (
  select from memberships m where m.user_id = u.id and m.account_id = $2)
returning id
`;
