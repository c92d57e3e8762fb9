/** The statements that end what was made in accounts before the address of the person who opened them was proved. */
import { announcingEnd } from '../../platform/database/index.js';

/** FIND_OPENED: the accounts that user $1 owns and was the first member of. */
export const FIND_OPENED = `
select m.account_id from memberships m
where m.user_id = $1 and m.role = 'owner' and not exists (
  select from memberships e where e.account_id = m.account_id and (e.since, e.user_id) < (m.since, m.user_id))
order by m.account_id
`;

/**
 * LOCK_USERS: user $1 and the members of the accounts $2, locked before their memberships, as the deletion of an account does. Returns
 * whether the email of $1 is still unproved.
 */
export const LOCK_USERS = `
select id = $1::uuid and email_verified_at is null as is_unproved from users
where id = $1::uuid or id in (select user_id from memberships where account_id = any($2::uuid[])) order by id for update
`;

/** COUNT_CHANGE: locks the wallet of account $1 and counts a change of its spend limits. */
export const COUNT_CHANGE = 'update wallets set spend_limits = spend_limits + 1 where account_id = $1';

/** END_KEYS: revokes the keys of account $1 that work, and announces it to all processes. Locks newer keys first, as rotations do. */
export const END_KEYS = announcingEnd(`
  update api_keys k set revoked_at = coalesce(k.revoked_at, clock_timestamp()), retires_at = null
  where k.id = any (array(
    select id from api_keys
    where account_id = $1 and (revoked_at is null and place is not null or retires_at > clock_timestamp())
    order by id desc for no key update))
  returning k.id
`);

/** REMOVE_INVITATIONS: deletes the invitations to the accounts $2, and those that user $1 has sent from any account. */
export const REMOVE_INVITATIONS =
  'delete from invitations where invited_by = $1 or account_id = any($2::uuid[]) returning 1';

/** REMOVE_LIMITS: removes the spend limits of the end users of account $1, in the transaction of COUNT_CHANGE. */
export const REMOVE_LIMITS =
  'delete from spend_counters where account_id = $1 and external_user_id is not null returning 1';

/** REMOVE_ALERT: removes the alert about a low balance of account $1. */
export const REMOVE_ALERT = 'delete from balance_alerts where account_id = $1 returning 1';

/** EXPIRE_UPLOADS: the uploads of account $1 expire now, so that no later prediction names them and their files are removed. */
export const EXPIRE_UPLOADS = `
update uploads set expires_at = clock_timestamp() where account_id = $1 and expires_at > clock_timestamp() returning 1
`;

/** CLOSE_ORDERS: takes the Idempotency-Key from the unpaid orders of account $1: no later request continues them. */
export const CLOSE_ORDERS = `
update checkouts c set idempotency_key = null
where c.account_id = $1 and c.idempotency_key is not null
  and not exists (select from payments p where p.checkout_id = c.id and p.credits > 0)
returning 1
`;
