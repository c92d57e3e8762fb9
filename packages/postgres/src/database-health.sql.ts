import { sql } from './sql-type.js';
import { type RowOfStatement, statement } from './statement.js';

export const MAX_LISTED = 20;

/** A snapshot this old keeps vacuum from removing rows, which slows down the queue. */
export const LONG_SNAPSHOT_SECONDS = 60;

/** The name `reserved_connections` exists since PostgreSQL 16. */
export const DATABASE_FACTS = statement('postgres.database-facts', {
  parameters: {},
  row: {
    version: sql.text,
    bytes: sql.float8,
    /** Counts clients of the whole server. */
    connections: sql.integer,
    /** For roles without privileges. */
    usable_connections: sql.integer,
  },
  text: `
select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
  (select count(*)::int from pg_stat_activity where datid is not null) as connections,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0) as usable_connections
`,
});

export type DatabaseFacts = RowOfStatement<typeof DATABASE_FACTS>;

/** PostgreSQL shows all columns but the name only to roles with pg_monitor. */
export const STANDBYS = statement('postgres.standbys', {
  parameters: {},
  row: {
    name: sql.text.notNull,
    /** Null, with the rest: the role may not see it. */
    state: sql.text.orNull,
    sync_state: sql.text.orNull,
    lag_bytes: sql.float8.orNull,
    /** Null also while nothing was written lately. */
    lag_seconds: sql.float8.orNull,
  },
  text: `
select application_name as name, state, sync_state,
  case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 end as lag_bytes,
  extract(epoch from replay_lag)::float8 as lag_seconds
from pg_stat_replication order by application_name, pid limit ${MAX_LISTED}
`,
});

export type Standby = RowOfStatement<typeof STANDBYS>;

export const SNAPSHOTS = statement('postgres.snapshots', {
  parameters: {},
  row: { pid: sql.integer.notNull, application: sql.text.notNull, state: sql.text, seconds: sql.float8 },
  text: `
select pid, application_name as application, coalesce(state, 'unknown') as state,
  extract(epoch from clock_timestamp() - xact_start)::float8 as seconds
from pg_stat_activity
where datname = current_database() and backend_type = 'client backend' and backend_xmin is not null
  and xact_start < clock_timestamp() - interval '${LONG_SNAPSHOT_SECONDS} s'
order by xact_start limit ${MAX_LISTED}
`,
});

export type Snapshot = RowOfStatement<typeof SNAPSHOTS>;
