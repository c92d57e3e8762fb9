/** The statements about outputs past their retention. */

/** Predictions that one statement takes up. */
const TAKEN_AT_ONCE = 200;
/** Minutes after which another worker takes up what a worker took up before it ended. */
const TAKEN_MINUTES = 5;

/**
 * Takes up predictions whose outputs are past their time, the oldest first. Skips rows that another worker is taking; no
 * transaction is open while files are removed. The clock is a scalar subquery: an index is searched only by a value that
 * is constant during the statement.
 */
export const TAKE_EXPIRED = `
update predictions p set removal_at = clock_timestamp() + interval '${TAKEN_MINUTES} minutes'
where p.id = any (array(
  select id from predictions
  where outputs is not null and outputs_removed_at is null and output_expires_at <= (select clock_timestamp())
    and (removal_at is null or removal_at <= clock_timestamp())
  order by output_expires_at limit ${TAKEN_AT_ONCE} for update skip locked))
returning p.id
`;

/** The files of the predictions $1 are gone. */
export const MARK_REMOVED =
  'update predictions set outputs_removed_at = clock_timestamp() where id = any($1::uuid[])';

/** The predictions $1 are tried again after as long as they are overdue: at first a minute, at last six hours. */
export const MARK_FAILED = `
update predictions set
  removal_at = clock_timestamp() + least(greatest(clock_timestamp() - output_expires_at, interval '1 minute'), interval '6 hours')
where id = any($1::uuid[])
`;

/** The predictions $1 were not begun: any worker may take them up. */
export const MARK_LEFT = 'update predictions set removal_at = null where id = any($1::uuid[])';
