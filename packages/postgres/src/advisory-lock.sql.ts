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

/** Locks a name until the transaction ends: transactions that lock the same follow each other, over all processes. */
export const LOCK_NAME = statement('postgres.lock-name', {
  parameters: { name: sql.text },
  text: 'select pg_advisory_xact_lock(hashtextextended($name, 0))',
});

/** As LOCK_NAME, without waiting. */
export const TRY_LOCK_NAME = statement('postgres.try-lock-name', {
  parameters: { name: sql.text },
  row: { locked: sql.boolean },
  text: 'select pg_try_advisory_xact_lock(hashtextextended($name, 0)) as locked',
});

export const LOCK_SHARED = statement('postgres.lock-shared', {
  parameters: { class: sql.integer, object: sql.integer },
  text: 'select pg_advisory_lock_shared($class::int, $object::int)',
});
