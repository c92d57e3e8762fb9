/**
 * READ_CONNECTIONS: returns what the server bears (`usable`) and what the running processes of this database have declared
 * (`declared`), each by a shared advisory lock whose object is its number of connections.
 * $1 the class of these locks.
 *
 * - declared_connections: a row per process that holds the lock
 * - limits: connections for roles without privileges, by the server, the database and the role; -1 means no limit. The name
 *   `reserved_connections` exists since PostgreSQL 16.
 */
export const READ_CONNECTIONS = `
with declared_connections as (
  select objid::int as connections from pg_locks
  where locktype = 'advisory' and granted and classid = $1::oid and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
), limits as (
  select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0) as connections
  union all select datconnlimit from pg_database where datname = current_database() and datconnlimit >= 0
  union all select rolconnlimit from pg_roles where rolname = current_user and rolconnlimit >= 0 and not rolsuper
)
select (select min(connections) from limits)::int as usable,
  (select coalesce(sum(connections), 0) from declared_connections)::int as declared
`;

/** LOCK_DECLARATIONS: one process at a time reads and declares. $1 the key. */
export const LOCK_DECLARATIONS = 'select pg_advisory_lock($1)';

/** UNLOCK_DECLARATIONS: $1 the key. */
export const UNLOCK_DECLARATIONS = 'select pg_advisory_unlock($1)';

/** DECLARE_CONNECTIONS: held until the session ends. $1 the class, $2 the number. */
export const DECLARE_CONNECTIONS = 'select pg_advisory_lock_shared($1::int, $2::int)';
