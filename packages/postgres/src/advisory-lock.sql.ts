import { sql } from './sql-type.js';
import { statement } from './statement.js';

export const TRY_LOCK = statement('postgres.try-lock', {
  parameters: { key: sql.bigint },
  row: { locked: sql.boolean },
  text: 'select pg_try_advisory_lock($key) as locked',
});

export const LOCK = statement('postgres.lock', {
  parameters: { key: sql.bigint },
  text: 'select pg_advisory_lock($key)',
});

export const UNLOCK = statement('postgres.unlock', {
  parameters: { key: sql.bigint },
  text: 'select pg_advisory_unlock($key)',
});

export const LOCK_SHARED = statement('postgres.lock-shared', {
  parameters: { class: sql.integer, object: sql.integer },
  text: 'select pg_advisory_lock_shared($class::int, $object::int)',
});
