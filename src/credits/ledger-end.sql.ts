import { sql, statement } from '../platform/database/index.js';

/** Only committed entries are visible. */
export const NEWEST_ENTRY = statement('credits.newest-entry', {
  parameters: {},
  row: { newest: sql.bigint },
  text: 'select coalesce(max(id), 0) as newest from ledger_transfers',
});

/**
 * Every writer holds this lock before it takes an id, and releases it after its commit is visible. With `earlier` only those of them that
 * still run.
 */
export const WRITERS = statement('credits.writers', {
  parameters: { earlier: sql.text.array.orNull },
  row: { writers: sql.text.array.orNull, pid: sql.integer.orNull },
  text: `
select array_agg(distinct virtualtransaction) as writers, min(pid) as pid from pg_locks
where locktype = 'relation' and relation = 'ledger_transfers'::regclass and mode = 'RowExclusiveLock' and granted
  and database = (select oid from pg_database where datname = current_database())
  and ($earlier::text[] is null or virtualtransaction = any($earlier))
`,
});
