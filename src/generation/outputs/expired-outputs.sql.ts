import { sql, statement } from '../../platform/database/index.js';

const MAX_CLAIMED = 200;
/** After a claim ends, another worker claims what a dead worker left. */
const CLAIM_MINUTES = 5;

/**
 * Skips rows that another worker has locked. No transaction is open while files are removed. The clock is a scalar subquery, because an
 * index condition needs a value that is constant during the statement.
 */
export const CLAIM_EXPIRED = statement('generation.claim-expired', {
  parameters: {},
  row: { id: sql.uuid },
  text: `
update predictions p set removal_at = clock_timestamp() + interval '${CLAIM_MINUTES} minutes'
where p.id = any (array(
  select id from predictions
  where outputs is not null and outputs_removed_at is null and output_expires_at <= (select clock_timestamp())
    and (removal_at is null or removal_at <= clock_timestamp())
  order by output_expires_at limit ${MAX_CLAIMED} for update skip locked))
returning p.id
`,
});

export const MARK_REMOVED = statement('generation.mark-removed', {
  parameters: { ids: sql.uuid.array },
  text: 'update predictions set outputs_removed_at = clock_timestamp() where id = any($ids::uuid[])',
});

/** The backoff equals the time that removals are overdue, 1 minute to 6 hours. */
export const MARK_FAILED = statement('generation.mark-failed', {
  parameters: { ids: sql.uuid.array },
  text: `
update predictions set
  removal_at = clock_timestamp() + least(greatest(clock_timestamp() - output_expires_at, interval '1 minute'), interval '6 hours')
where id = any($ids::uuid[])
`,
});

/** The files were not touched. */
export const RELEASE_CLAIM = statement('generation.release-claim', {
  parameters: { ids: sql.uuid.array },
  text: 'update predictions set removal_at = null where id = any($ids::uuid[])',
});
