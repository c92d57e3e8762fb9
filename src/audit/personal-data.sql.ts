/** The statements that erase the audit trail of a deleted account (`PersonalData`). */
import { changeRows, CLOSED_USERS, ERASED_ROWS, statement, walkingStep } from '../platform/database/index.js';

export const ERASE_EVENTS = statement(
  'audit.erase-events',
  changeRows(
    'audit_events',
    `address = null, request_id = null, target = case when starts_with(t.action, 'end_user.') then null else t.target end,
    before = case when t.action = 'account.deleted' then t.before end, after = case when t.action = 'account.deleted' then t.after end`,
    `num_nonnulls(t.address, t.request_id, t.before, t.after) > 0 or starts_with(t.action, 'end_user.')`,
  ),
);

/**
 * Erases the addresses of closed users in other accounts, and in the installation.
 * - walked_events: the next events by closed users.
 * - erased_events: those that lose the address.
 */
export const ERASE_ADDRESSES = statement(
  'audit.erase-addresses',
  walkingStep(`
with walked_events as materialized (
  select e.* from (
    select id from users where id in ${CLOSED_USERS} and id >= coalesce(($position::jsonb ->> 0)::uuid, '00000000-0000-0000-0000-000000000000')
    order by id
  ) u cross join lateral (
    select u.id as user_id, id, created_at from audit_events
    where actor_id = 'usr_' || replace(u.id::text, '-', '') and (u.id, created_at, id) > (
      coalesce(($position::jsonb ->> 0)::uuid, '00000000-0000-0000-0000-000000000000'), coalesce(($position::jsonb ->> 1)::timestamptz, '-infinity'),
      coalesce(($position::jsonb ->> 2)::uuid, '00000000-0000-0000-0000-000000000000'))
    order by created_at, id limit ${ERASED_ROWS}
  ) e order by e.user_id, e.created_at, e.id limit ${ERASED_ROWS}
),
erased_events as (
  update audit_events t set address = null where t.id = any (array(select id from walked_events)) and t.address is not null
)
select count(*)::int as count, (select jsonb_build_array(user_id, created_at::text, id) from walked_events
  order by user_id desc, created_at desc, id desc limit 1) as position
from walked_events
`),
);
