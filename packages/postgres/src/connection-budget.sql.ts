import { sql } from './sql-type.js';
import { type RowOfStatement, statement } from './statement.js';

/**
 * A running process declares its connections by a shared advisory lock of `class` whose object is their number.
 *
 * - declared_connections: a row per process that holds the lock
 * - limits: of the server, the database and the role, for roles without privileges; -1 means none. `reserved_connections` exists since
 *   PostgreSQL 16.
 */
export const READ_CONNECTIONS = statement('postgres.read-connections', {
  parameters: { class: sql.oid },
  row: {
    /** By the server, the database and the role. */
    usable: sql.integer,
    /** Of the running processes of this database. */
    declared: sql.integer,
  },
  text: `
with declared_connections as (
  select objid::int as connections from pg_locks
  where locktype = 'advisory' and granted and classid = $class::oid and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
), limits as (
  select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0) as connections
  union all select datconnlimit from pg_database where datname = current_database() and datconnlimit >= 0
  union all select rolconnlimit from pg_roles where rolname = current_user and rolconnlimit >= 0 and not rolsuper
)
select (select min(connections) from limits)::int as usable,
  (select coalesce(sum(connections), 0) from declared_connections)::int as declared
`,
});

export type Connections = RowOfStatement<typeof READ_CONNECTIONS>;
