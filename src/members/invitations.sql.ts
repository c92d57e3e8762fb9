/** Every statement about invitations to accounts. */
import type { RowOf } from '../platform/database/index.js';
import type { AccountRole } from '../platform/http/index.js';
import type { InvitationEntity } from './invitation.entity.js';

export type InvitationRow = RowOf<InvitationEntity, 'id' | 'email' | 'role' | 'expires_at'>;

/** LIST_INVITATIONS: the open invitations to account $1, newest first. */
export const LIST_INVITATIONS = `
select id, email, role, expires_at from invitations
where account_id = $1 and expires_at > clock_timestamp() order by id desc
`;

/** REMOVE_EXPIRED: deletes the invitations to account $1 that have expired. */
export const REMOVE_EXPIRED =
  'delete from invitations where account_id = $1 and expires_at <= clock_timestamp()';

/**
 * INVITE: stores the invitation $1 to account $2 of the email $3 with the role $4, by user $5, for $6 hours. An open one of the same
 * email becomes this one and keeps its id; its link ends.
 */
export const INVITE = `
insert into invitations (id, account_id, email, role, invited_by, expires_at)
values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(hours => $6))
on conflict (account_id, email) do update
  set role = excluded.role, invited_by = excluded.invited_by, expires_at = excluded.expires_at, hash = null
returning id, email, role, expires_at
`;

/** FIND_INVITATION: the invitation $2 to account $1, locked. */
export const FIND_INVITATION =
  'select id, email, role, expires_at from invitations where account_id = $1 and id = $2 for update';

/** WITHDRAW: deletes the invitation $2 to account $1. */
export const WITHDRAW = 'delete from invitations where account_id = $1 and id = $2';

/** WITHDRAW_OF: deletes the invitations to account $1 by user $2. */
export const WITHDRAW_OF = 'delete from invitations where account_id = $1 and invited_by = $2';

/**
 * SET_LINK: gives the open invitation $1 the hash $2 of a token, which is mailed or not, $3. The link of before ends. Returns when it
 * expires.
 */
export const SET_LINK = `
update invitations set hash = $2, is_mailed = $3 where id = $1 and expires_at > clock_timestamp() returning expires_at
`;

export type OpenInvitationRow = InvitationRow & RowOf<InvitationEntity, 'account_id' | 'is_mailed'>;

/** FIND_BY_EMAIL: the open invitations of the email $1, to all accounts or to account $2. */
export const FIND_BY_EMAIL = `
select id, account_id, email, role, expires_at, is_mailed from invitations
where email = $1 and ($2::uuid is null or account_id = $2) and expires_at > clock_timestamp() order by id
`;

/** FIND_BY_TOKEN: the open invitation whose token has the hash $1. */
export const FIND_BY_TOKEN = `
select id, account_id, email, role, expires_at, is_mailed from invitations where hash = $1 and expires_at > clock_timestamp()
`;

/**
 * CONSUME: deletes the open invitation whose token has the hash $1, and returns it. Of two concurrent uses the second waits for the row
 * lock of the first and finds no row.
 */
export const CONSUME = `
delete from invitations where hash = $1 and expires_at > clock_timestamp()
returning id, account_id, email, role, expires_at, is_mailed
`;

export interface JoinedRow extends OpenInvitationRow {
  name: string | null;
  /** The role in the account: that of the invitation, or the one that the user had before. */
  account_role: AccountRole;
}

/**
 * ACCEPT: makes user $2 a member of the account of the open invitation whose token has the hash $1, if the invitation is of the user's
 * email. A member keeps the role.
 * - accepted_invitations: the invitation, deleted. Of two concurrent uses the second waits for the first and finds no row.
 * - new_memberships: the membership.
 */
export const ACCEPT = `
with accepted_invitations as (
  delete from invitations i using users u
  where i.hash = $1 and i.expires_at > clock_timestamp() and u.id = $2 and lower(u.email) = i.email
  returning i.id, i.account_id, i.email, i.role, i.expires_at, i.is_mailed
),
new_memberships as (
  insert into memberships (user_id, account_id, role) select $2, account_id, role from accepted_invitations
  on conflict do nothing
  returning role
)
select i.*, (select name from account_names n where n.account_id = i.account_id) as name,
  coalesce((select role from new_memberships),
    (select role from memberships m where m.user_id = $2 and m.account_id = i.account_id)) as account_role
from accepted_invitations i
`;

/** COUNT_ACCOUNTS: the accounts of user $1. */
export const COUNT_ACCOUNTS = 'select count(*)::int as count from memberships where user_id = $1';
