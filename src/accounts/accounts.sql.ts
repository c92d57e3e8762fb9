/** Every statement about accounts and users that is more than one row by its id. */
import { columns } from '../database/index.js';
import type { AccountEntity } from './account.entity.js';
import type { Role } from './user.entity.js';

/**
 * OPEN_ACCOUNT: opens an account with its first user: both rows or neither (the foreign key is checked at the end of the statement).
 * $1 user, $2 account, $3 email, $4 password hash, $5 issuer, $6 subject, $7 plan, $8 role.
 * - new_users: the user; no row when the email or the (issuer, subject) is taken, which unique indexes decide.
 *
 * Returns the id of the account, or no row.
 */
export const OPEN_ACCOUNT = `
with new_users as (
  insert into users (id, account_id, email, password_hash, issuer, subject, role)
  values ($1, $2, $3, $4, $5, $6, $8)
  on conflict do nothing
  returning account_id
)
insert into accounts (id, plan) select account_id, $7 from new_users returning id
`;

export interface UserRow {
  id: string;
  email: string | null;
  role: Role;
  account_id: string;
  plan: string;
}

/** FIND_USER: user $1 with the plan of the account. */
export const FIND_USER = `
select u.id, u.email, u.role, u.account_id, a.plan from users u join accounts a on a.id = u.account_id where u.id = $1
`;

export interface AccountRow {
  id: string;
  plan: string;
  balance: string;
  held: string;
  created_at: Date;
  active_keys: number;
  users: { id: string; email: string | null; role: Role }[];
}

/** LIST_ACCOUNTS: lists accounts with their users and the number of their active keys, newest first. Parameters: those of the conditions. */
export const LIST_ACCOUNTS = (conditions: string, limit: number) => `
select ${columns<AccountEntity>('id', 'plan', 'balance', 'held', 'created_at')},
  (select count(*)::int from api_keys k where k.account_id = a.id and k.revoked_at is null) as active_keys,
  (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'role', u.role) order by u.created_at), '[]')
   from users u where u.account_id = a.id) as users
from accounts a where ${conditions}
order by a.id desc limit ${limit}
`;

/** HAS_USER, HAS_EMAIL_PART: conditions on `LIST_ACCOUNTS`: the account of a user, and accounts with a user whose email contains a text. */
export const HAS_USER = 'id = (select account_id from users where id = ?)';
export const HAS_EMAIL_PART = 'id in (select account_id from users where position(? in email) > 0)';
