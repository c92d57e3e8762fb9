/** BLOCKING: the oldest transactions of other sessions. $1: how many. */
export const BLOCKING = `
select pid, coalesce(nullif(application_name, ''), 'unnamed') as application,
  round(extract(epoch from clock_timestamp() - xact_start))::int as seconds
from pg_stat_activity
where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
order by xact_start limit $1
`;
