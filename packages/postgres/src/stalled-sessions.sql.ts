import { statement } from './statement.js';

/**
 * Does what the stalled timers would have done. Cancels statements of this role that wait for a row
 * lock and started in the future; terminates its sessions that are idle in a transaction since a time in the future.
 */
export const END_STALLED_SESSIONS = statement('postgres.end-stalled-sessions', {
  parameters: {},
  text: `
select case state when 'active' then pg_cancel_backend(pid) else pg_terminate_backend(pid) end
from pg_stat_activity
where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
  and (state = 'active' and wait_event_type = 'Lock' and wait_event in ('tuple', 'transactionid')
      and query_start > clock_timestamp() + interval '1 s'
    or state like 'idle in transaction%' and state_change > clock_timestamp() + interval '1 s')
`,
});
