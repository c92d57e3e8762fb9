import { statement } from './statement.js';

/** Cancels statements of this role from the future that wait for a row lock; terminates its sessions idle in a transaction since then. */
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
