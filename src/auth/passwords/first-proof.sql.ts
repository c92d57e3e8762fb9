/** These statements end what was made in accounts before the address of the person who opened them was proved. */
import { sql, statement } from '../../platform/database/index.js';

/** The accounts that a user owns and was the first member of. */
export const FIND_OPENED = statement('auth.find-opened-accounts', {
  parameters: { user: sql.uuid },
  row: { account_id: sql.uuid },
  text: `
select m.account_id from memberships m
where m.user_id = $user and m.role = 'owner' and not exists (
  select from memberships e where e.account_id = m.account_id and (e.since, e.user_id) < (m.since, m.user_id))
order by m.account_id
`,
});

/** Locks users before memberships, as the deletion of an account does. Returns whether the user's email is still unproved. */
export const LOCK_USERS = statement('auth.lock-users-of-opened', {
  parameters: { user: sql.uuid, accounts: sql.uuid.array },
  row: { is_unproved: sql.boolean },
  text: `
select id = $user::uuid and email_verified_at is null as is_unproved from users
where id = $user::uuid or id in (select user_id from memberships where account_id = any($accounts::uuid[])) order by id for update
`,
});

/** Locks the wallet of an account and counts a change of its spend limits. */
export const COUNT_CHANGE = statement('auth.count-change-of-limits', {
  parameters: { account: sql.uuid },
  text: 'update wallets set spend_limits = spend_limits + 1 where account_id = $account',
});

/** Deletes the invitations to the accounts, and those that the user has sent from any account. */
export const REMOVE_INVITATIONS = statement('auth.remove-invitations', {
  parameters: { user: sql.uuid, accounts: sql.uuid.array },
  text: 'delete from invitations where invited_by = $user or account_id = any($accounts::uuid[]) returning 1',
});

/** Runs in the transaction of COUNT_CHANGE. */
export const REMOVE_LIMITS = statement('auth.remove-limits-of-end-users', {
  parameters: { account: sql.uuid },
  text: 'delete from spend_counters where account_id = $account and external_user_id is not null returning 1',
});

export const REMOVE_ALERT = statement('auth.remove-alert', {
  parameters: { account: sql.uuid },
  text: 'delete from balance_alerts where account_id = $account returning 1',
});

/** The uploads of an account expire now, so that no later prediction names them and their files are removed. */
export const EXPIRE_UPLOADS = statement('auth.expire-uploads', {
  parameters: { account: sql.uuid },
  text: `
update uploads set expires_at = clock_timestamp() where account_id = $account and expires_at > clock_timestamp() returning 1
`,
});

/** Takes the Idempotency-Key from unpaid orders, so that no later request continues them. */
export const CLOSE_ORDERS = statement('auth.close-orders', {
  parameters: { account: sql.uuid },
  text: `
update checkouts c set idempotency_key = null
where c.account_id = $account and c.idempotency_key is not null
  and not exists (select from payments p where p.checkout_id = c.id and p.credits > 0)
returning 1
`,
});
