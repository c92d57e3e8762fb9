/** The statements that erase a deleted account with its people (`PersonalData`): in its deletion, then step by step. */
import { CLOSED_USERS, removeRows, sql, statement } from '../platform/database/index.js';

export const ERASE_NAME = statement('accounts.erase-name', removeRows('account_names', 'account_id'));

export const ERASE_EXTERNAL_ID = statement(
  'accounts.erase-external-id',
  removeRows('account_references', 'account_id'),
);

export const ERASE_CREATION = statement(
  'accounts.erase-creation',
  removeRows('account_creations', 'reference'),
);

export const ERASE_SUSPENSION = statement(
  'accounts.erase-suspension',
  removeRows('suspended_accounts', 'account_id'),
);

/** In the last pass, because another step finds events by them. A verification of the ledger keeps the id of who requested it. */
export const ERASE_USERS = statement(
  'accounts.erase-users',
  removeRows(
    'users',
    'id',
    `id in ${CLOSED_USERS} and exists (select from account_deletions where account_id = $account and pass = 2)
      and not exists (select from ledger_verifications v where v.requested_by = users.id)`,
  ),
);

/** Locks the members of an account before their memberships, as removals of members do. */
export const LOCK_USERS = statement('accounts.lock-users', {
  parameters: { account: sql.uuid },
  text: `
select id from users where id in (select user_id from memberships where account_id = $account) order by id for update
`,
});

/** Returns a row when the user belongs to another account too. */
export const HAS_OTHER_ACCOUNT = statement('accounts.has-other-account', {
  parameters: { user: sql.uuid, account: sql.uuid },
  text: 'select from memberships where user_id = $user and account_id <> $account limit 1',
});

/**
 * Takes the sign-in and the email from a user who belongs to no other account. The email is free at once; a worker deletes the row
 * when the sessions are gone. No provider has the issuer.
 * - closed_users: the user.
 */
export const CLOSE_USER = statement('accounts.close-user', {
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
