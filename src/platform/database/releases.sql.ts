import { sql, statement } from '@offprint/postgres';

/** No row before the migration that adds the column. */
export const FIND_OLDEST_RELEASE = statement('platform.find-oldest-release', {
  parameters: {},
  text: `select from pg_attribute where attrelid = to_regclass('installation') and attname = 'oldest_release'`,
});

export const READ_OLDEST_RELEASE = statement('platform.read-oldest-release', {
  parameters: {},
  row: { database: sql.name, oldest: sql.text },
  text: 'select current_database() as database, oldest_release as oldest from installation',
});

export const RAISE_OLDEST_RELEASE = statement('platform.raise-oldest-release', {
  parameters: { release: sql.text },
  text: 'update installation set oldest_release = $release',
});
