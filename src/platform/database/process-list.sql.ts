import { sql, statement } from '@offprint/postgres';

/** The description of the process follows. */
export const LISTENER_NAME = 'offprint-listener';

/** An installation has far fewer. */
export const MAX_PROCESSES = 200;

export const DESCRIBE_SESSION = statement('platform.describe-session', {
  parameters: { name: sql.text },
  text: `select set_config('application_name', $name, false)`,
});

/** Newest first. PostgreSQL shows the name of a session to every role, and its other columns only to roles that may act as its role. */
export const LIST_PROCESSES = statement('platform.list-processes', {
  parameters: {},
  row: { name: sql.text.notNull },
  text: `
select application_name as name from pg_stat_activity
where datname = current_database() and application_name like '${LISTENER_NAME} %'
order by pid desc limit ${MAX_PROCESSES}
`,
});
