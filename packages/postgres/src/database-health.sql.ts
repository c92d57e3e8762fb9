/** The statements of `DatabaseHealth`. */

/** Bounds the lists. */
export const MAX_LISTED = 20;

/** A snapshot this old keeps vacuum from removing rows, which slows down the queue. */
export const LONG_SNAPSHOT_SECONDS = 60;

/**
 * DATABASE_FACTS: version, bytes, and client connections of the whole server. `usable_connections`: for roles without
 * privileges. The name `reserved_connections` exists since PostgreSQL 16.
 */
export const DATABASE_FACTS = `
select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
  (select count(*)::int from pg_stat_activity where datid is not null) as connections,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0) as usable_connections
`;

/**
 * STANDBYS: the standbys that are connected. PostgreSQL shows all columns but the name only to roles with pg_monitor: then
 * "state" is null.
 */
export const STANDBYS = `
select application_name as name, state, sync_state,
  case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 end as lag_bytes,
  extract(epoch from replay_lag)::float8 as lag_seconds
from pg_stat_replication order by application_name, pid limit ${MAX_LISTED}
`;

/** SNAPSHOTS: sessions of this database with a snapshot older than `LONG_SNAPSHOT_SECONDS`, oldest first. */
export const SNAPSHOTS = `
select pid, application_name as application, coalesce(state, 'unknown') as state,
  extract(epoch from clock_timestamp() - xact_start)::float8 as seconds
from pg_stat_activity
where datname = current_database() and backend_type = 'client backend' and backend_xmin is not null
  and xact_start < clock_timestamp() - interval '${LONG_SNAPSHOT_SECONDS} s'
order by xact_start limit ${MAX_LISTED}
`;
