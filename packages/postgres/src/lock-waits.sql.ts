import { sql } from './sql-type.js';
import { statement } from './statement.js';

export const BLOCKING = statement('postgres.blocking', {
  parameters: { limit: sql.bigint },
  row: { pid: sql.integer.notNull, application: sql.text, seconds: sql.integer },
  text: `
select pid, coalesce(nullif(application_name, ''), 'unnamed') as application,
  round(extract(epoch from clock_timestamp() - xact_start))::int as seconds
from pg_stat_activity
where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
order by xact_start limit $limit
`,
});
