import { sql, statement } from '../../platform/database/index.js';

/**
 * Workers with leases whose advisory lock is missing.
 *
 * - present_workers: workers that hold their lock.
 * - gaps: the ranges of numbers between them. `offset 0` makes each gap an index lookup; joined, all entries of present workers, live and
 *   dead, would be read and compared with the gaps.
 */
export const ABSENT_WORKERS = statement('generation.absent-workers', {
  parameters: { lockClass: sql.oid },
  row: { worker: sql.integer.notNull },
  isPrepared: true,
  text: `
with present_workers as materialized (
  select distinct l.objid::bigint as worker from pg_locks l
  where l.locktype = 'advisory' and l.granted and l.classid = $lockClass
    and l.database = (select oid from pg_database where datname = current_database())
),
gaps as materialized (
  select worker as above, coalesce(lead(worker) over (order by worker), 1::bigint << 32) as below from present_workers
  union all
  select -1, coalesce(min(worker), 1::bigint << 32) from present_workers
)
select distinct p.leased_by as worker from gaps g cross join lateral (
  select leased_by from predictions
  where leased_by > g.above and leased_by < g.below and status = 'processing' and lease_until > clock_timestamp()
  offset 0) p
`,
});

/**
 * Harmless if such a worker is alive: its next write changes nothing. The predictions are due now, which claims find behind their marks.
 */
export const RELEASE_ABANDONED = statement('generation.release-abandoned', {
  parameters: { workers: sql.integer.array },
  isPrepared: true,
  text: `
update predictions p set lease_until = clock_timestamp(), run_at = clock_timestamp()
where p.status = 'processing' and p.lease_until > clock_timestamp() and p.leased_by = any($workers::int[])
returning p.id
`,
});
