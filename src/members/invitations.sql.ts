import { rowOf, type RowOfColumns, sql, statement } from '../platform/database/index.js';
import type { AccountRole } from '../platform/http/index.js';
import { InvitationEntity } from './invitation.entity.js';

const INVITATION_ROW = rowOf(InvitationEntity, 'id', 'email', 'role', 'expires_at');

export type InvitationRow = RowOfColumns<typeof INVITATION_ROW>;

export const LIST_INVITATIONS = statement('members.list-invitations', {
  parameters: { account: sql.uuid },
  row: INVITATION_ROW,
  text: `
select id, email, role, expires_at from invitations
where account_id = $account and expires_at > clock_timestamp() order by id desc
`,
});

export const REMOVE_EXPIRED = statement('members.remove-expired', {
  parameters: { account: sql.uuid },
  text: 'delete from invitations where account_id = $account and expires_at <= clock_timestamp()',
});

/** An open invitation of the same email becomes this one and keeps its id; its link ends. */
export const INVITE = statement('members.invite', {
  parameters: {
    id: sql.uuid,
    account: sql.uuid,
    email: sql.text,
    role: sql.text,
    user: sql.uuid,
    hours: sql.integer,
  },
  row: INVITATION_ROW,
  text: `
insert into invitations (id, account_id, email, role, invited_by, expires_at)
values ($id, $account, $email, $role, $user, clock_timestamp() + make_interval(hours => $hours))
on conflict (account_id, email) do update
  set role = excluded.role, invited_by = excluded.invited_by, expires_at = excluded.expires_at, hash = null
returning id, email, role, expires_at
`,
});

/** Locks the invitation. */
export const FIND_INVITATION = statement('members.find-invitation', {
  parameters: { account: sql.uuid, invitation: sql.uuid },
  row: INVITATION_ROW,
  text: 'select id, email, role, expires_at from invitations where account_id = $account and id = $invitation for update',
});

export const WITHDRAW = statement('members.withdraw', {
  parameters: { account: sql.uuid, invitation: sql.uuid },
  text: 'delete from invitations where account_id = $account and id = $invitation',
});

export const WITHDRAW_OF = statement('members.withdraw-of', {
  parameters: { account: sql.uuid, user: sql.uuid },
  text: 'delete from invitations where account_id = $account and invited_by = $user',
});

/** Gives an open invitation the link of a token. The link of before ends. */
export const SET_LINK = statement('members.set-link', {
  parameters: { invitation: sql.uuid, hash: sql.bytea, isMailed: sql.boolean },
  row: rowOf(InvitationEntity, 'expires_at'),
  text: `
update invitations set hash = $hash, is_mailed = $isMailed where id = $invitation and expires_at > clock_timestamp() returning expires_at
`,
});

const OPEN_ROW = { ...INVITATION_ROW, ...rowOf(InvitationEntity, 'account_id', 'is_mailed') };

export type OpenInvitationRow = RowOfColumns<typeof OPEN_ROW>;

/** `account` null: invitations to all accounts. */
export const FIND_BY_EMAIL = statement('members.find-by-email', {
  parameters: { email: sql.text, account: sql.uuid.orNull },
  row: OPEN_ROW,
  text: `
select id, account_id, email, role, expires_at, is_mailed from invitations
where email = $email and ($account::uuid is null or account_id = $account) and expires_at > clock_timestamp() order by id
`,
});

export const FIND_BY_TOKEN = statement('members.find-by-token', {
  parameters: { hash: sql.bytea },
  row: OPEN_ROW,
  text: `
select id, account_id, email, role, expires_at, is_mailed from invitations where hash = $hash and expires_at > clock_timestamp()
`,
});

/** Of two concurrent uses the second waits for the row lock of the first and finds no row. */
export const CONSUME = statement('members.consume', {
  parameters: { hash: sql.bytea },
  row: OPEN_ROW,
  text: `
delete from invitations where hash = $hash and expires_at > clock_timestamp()
returning id, account_id, email, role, expires_at, is_mailed
`,
});

/**
 * Requires that the invitation is of the user's email. A member keeps the role: `account_role` is that of the invitation, or the one that
 * the user had before.
 * - accepted_invitations: the invitation, deleted. Of two concurrent uses the second waits for the first and finds no row.
 * - new_memberships: the membership.
 */
export const ACCEPT = statement('members.accept', {
  parameters: { hash: sql.bytea, user: sql.uuid },
  row: { ...OPEN_ROW, name: sql.text.orNull, account_role: sql.text.as<AccountRole>() },
  text: `
with accepted_invitations as (
  delete from invitations i using users u
  where i.hash = $hash and i.expires_at > clock_timestamp() and u.id = $user and lower(u.email) = i.email
  returning i.id, i.account_id, i.email, i.role, i.expires_at, i.is_mailed
),
new_memberships as (
  insert into memberships (user_id, account_id, role) select $user, account_id, role from accepted_invitations
  on conflict do nothing
  returning role
)
select i.*, (select name from account_names n where n.account_id = i.account_id) as name,
  coalesce((select role from new_memberships),
    (select role from memberships m where m.user_id = $user and m.account_id = i.account_id)) as account_role
from accepted_invitations i
`,
});

export const COUNT_ACCOUNTS = statement('members.count-accounts', {
  parameters: { user: sql.uuid },
  row: { count: sql.integer },
  text: 'select count(*)::int as count from memberships where user_id = $user',
});
