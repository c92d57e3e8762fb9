import { sql, statement } from '@offprint/postgres';

/** The advisory lock lets one process at a time migrate. */
export const MIGRATION_LOCK = 7_264_011;

/** The session that migrates, with the index that it builds. PostgreSQL hides some columns from roles that may not act as its role. */
export const READ_MIGRATING = statement('platform.read-migrating', {
  parameters: {},
  row: {
    name: sql.text,
    waits: sql.boolean,
    index: sql.text.orNull,
    phase: sql.text.orNull,
    percent: sql.integer.orNull,
  },
  text: `
select coalesce(a.application_name, '') as name,
  coalesce(a.state = 'idle' or a.wait_event_type = 'Lock', false) as waits, p.index_relid::regclass::text as index, p.phase,
  case when p.blocks_total > 0 then 100 * p.blocks_done / p.blocks_total
    when p.tuples_total > 0 then 100 * p.tuples_done / p.tuples_total
    when p.lockers_total > 0 then 100 * p.lockers_done / p.lockers_total end::int as percent
from pg_locks l join pg_stat_activity a on a.pid = l.pid left join pg_stat_progress_create_index p on p.pid = a.pid
where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${MIGRATION_LOCK} and l.objsubid = 1
  and a.datname = current_database()
limit 1
`,
});

/** Left by a build that was killed, and not being built again. */
export const LIST_INVALID_INDEXES = statement('platform.list-invalid-indexes', {
  parameters: {},
  row: { name: sql.text },
  text: `
select indexrelid::regclass::text as name from pg_index i
where not indisvalid and not exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid)
order by 1 limit 100
`,
});
