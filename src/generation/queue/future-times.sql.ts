import { sql, statement } from '../../platform/database/index.js';

/** Predictions that one statement corrects. */
export const MAX_CORRECTED = 1_000;

/** Times up to this far in the future are not corrected: they pass soon enough. */
const TOLERANCE = `interval '60 s'`;

/**
 * Corrects times in the future, because the database clock was ahead and stepped back. When no step was observed, only rows with a creation
 * or begin in the future are corrected.
 *
 * - A wait ends now: a poll or submit that comes too early is delayed again by the engine.
 * - A lease lasts as if it had just been renewed.
 * - A deadline keeps its distance from the creation: a prediction from the future counts as created now.
 * - Rows that another transaction has locked are skipped, and counted in `skipped`.
 *
 * CTEs:
 *
 * - clock: the current time, and the time beyond which a time is too far in the future.
 * - future_predictions: the rows to correct.
 * - locked_predictions: those that no other transaction has locked.
 * - corrected_predictions: the same, corrected.
 */
export const CORRECT_FUTURE = statement('generation.correct-future', {
  parameters: { leaseSeconds: sql.float8, hasStepped: sql.boolean },
  row: { corrected: sql.integer, skipped: sql.integer },
  text: `
with clock as materialized (
  select clock_timestamp() as now, clock_timestamp() + ${TOLERANCE} as far
),
future_predictions as materialized (
  select id from predictions cross join clock
  where status = 'processing'
    and (created_at > far or started_at > far or $hasStepped::boolean
      and (run_at > far or lease_until > far + make_interval(secs => $leaseSeconds)))
  limit ${MAX_CORRECTED}
),
locked_predictions as materialized (
  select id from predictions where id in (select id from future_predictions) order by id for update skip locked
),
corrected_predictions as (
  update predictions p set
    run_at = case when p.run_at > far then now else p.run_at end,
    lease_until = case when p.lease_until > far + make_interval(secs => $leaseSeconds)
      then now + make_interval(secs => $leaseSeconds) else p.lease_until end,
    deadline_at = case when p.created_at > far then now + (p.deadline_at - p.created_at) else p.deadline_at end,
    created_at = case when p.created_at > far then now else p.created_at end,
    started_at = case when p.started_at > far then now else p.started_at end
  from clock where p.id = any (array(select id from locked_predictions))
  returning p.id
)
select c.corrected, f.found - c.corrected as skipped
from (select count(*)::int as found from future_predictions) f, (select count(*)::int as corrected from corrected_predictions) c
`,
});
