/** These run before the start writes anything to a database. */
import { sql, statement } from '@offprint/postgres';

/** The schema of the service. A name is parsed like an identifier: without quotes "Own" would be own. */
const OURS = 'quote_ident(current_schema())::regnamespace';

export const READ_FACTS = statement('platform.read-facts', {
  parameters: {},
  row: { database: sql.name, version: sql.integer, encoding: sql.text, schema: sql.name.orNull },
  text: `select current_database() as database, current_setting('server_version_num')::int / 10000 as version,
            current_setting('server_encoding') as encoding, current_schema() as schema`,
});

export const FIND_TAKEN_NAMES = statement('platform.find-taken-names', {
  parameters: { relations: sql.name.array, functions: sql.name.array },
  row: { name: sql.name },
  text: `select relname as name from pg_class where relnamespace = ${OURS} and relname = any ($relations)
     union select typname from pg_type where typnamespace = ${OURS} and typname = any ($relations)
     union select proname from pg_proc where pronamespace = ${OURS} and proname = any ($functions) order by 1`,
});

/** A row per column of TypeORM's table of migrations, which has two. */
export const FIND_MIGRATION_COLUMNS = statement('platform.find-migration-columns', {
  parameters: { table: sql.name },
  text: `select from pg_attribute where attname in ('name', 'timestamp') and attrelid =
       (select oid from pg_class where relname = $table and relnamespace = ${OURS})`,
});

export const MIGRATIONS_TABLE = 'migrations';

export const LIST_MIGRATIONS = statement('platform.list-migrations', {
  parameters: {},
  row: { name: sql.varchar },
  text: `select name from ${MIGRATIONS_TABLE}`,
});
