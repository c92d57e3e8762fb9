import { TALLY } from '../../credits/index.js';
import { sql, statement } from '../../platform/database/index.js';

/** A listener may still have to read a prediction that ended later than this before the oldest event. */
const EVENT_MARGIN = `interval '1 hour'`;

/** The shortest walk. The next one begins at the first prediction that this one has kept. */
const WALK = `interval '1 hour'`;

/** The last entry that is in all sums: those of the account, and those of all accounts, which have the error code. */
const SUMMED_TO = `(select least(s.entries_to, o.entries_to) from summary_position s, overview_position o)`;

/**
 * Removes the next predictions that ended more than `days` ago, of at most `rows` that it reads, and records what the ledger needs of them,
 * all or nothing. One process at a time: it returns no row when another one has locked the position. Returns how many it removed, how many
 * it kept because their ledger entries do not add up, and whether the walk is at its end. A walk goes by id, which is the order of
 * creation, so no index serves it alone.
 *
 * - positions: the position, locked.
 * - bounds: the latest end of a removed prediction, before which the oldest unhandled event was recorded too; and the id that a prediction
 *   created `days` ago has.
 * - candidates: the next predictions by id.
 * - due_predictions: those that are final and old, and whose files are gone.
 * - tallies: the ledger entries of each. The lateral join forces an index lookup per prediction.
 * - sound_predictions: those with one charge and the settlement of their state, both in all sums.
 * - removed_predictions_of_part: those, removed. Rows that another statement has locked are kept.
 * - recorded_predictions: what remains of them.
 * - part: the figures of the part.
 * - walks: the state of the walk after it.
 */
export const REMOVE_PART = statement('generation.remove-part', {
  parameters: { days: sql.float8, rows: sql.integer },
  row: { removed: sql.integer, unsound: sql.integer, is_end: sql.boolean },
  text: `
with positions as materialized (
  select walked_to, oldest_kept, begun_at from removal_position for update skip locked
),
bounds as materialized (
  select least(clock_timestamp() - days, (select created_at from events order by position limit 1) - ${EVENT_MARGIN}) as ended_before,
    (lpad(to_hex((extract(epoch from clock_timestamp() - days) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid as id_before
  from make_interval(secs => $days::float8 * 86400) days
),
candidates as materialized (
  select id, account_id, status, cost, completed_at, outputs is null or outputs_removed_at is not null as is_without_files
  from predictions
  where id > (select walked_to from positions) and id < (select id_before from bounds) order by id limit $rows::int
),
due_predictions as materialized (
  select id, account_id, status, cost from candidates
  where status <> 'processing' and completed_at < (select ended_before from bounds) and is_without_files
),
tallies as materialized (
  select p.id, p.status, p.cost, t.* from due_predictions p cross join lateral (${TALLY('p.id')}) t
),
sound_predictions as materialized (
  select id from tallies
  where charges = 1 and charged = cost and settled = cost and last_entry <= ${SUMMED_TO}
    and captures = (status = 'completed')::int and refunds = (status = 'failed')::int
),
removed_predictions_of_part as (
  delete from predictions
  where id = any (array(
    select p.id from predictions p
    where p.id = any (array(select id from sound_predictions)) and status <> 'processing' order by id for update skip locked))
  returning id, account_id, key_id, created_at, cost, status, model_key
),
recorded_predictions as (
  insert into removed_predictions (id, account_id, key_id, created_at, cost, status, model_key)
  select id, account_id, key_id, created_at, cost, status, model_key from removed_predictions_of_part
),
part as materialized (
  select count(*) < $rows::int as is_end, (select id from candidates order by id desc limit 1) as walked_to,
    (select c.id from candidates c left join removed_predictions_of_part r on r.id = c.id where r.id is null order by c.id limit 1)
      as oldest_kept,
    (select count(*)::int from removed_predictions_of_part) as removed,
    (select count(*)::int from tallies t left join sound_predictions s on s.id = t.id
     where s.id is null and coalesce(t.last_entry, 0) <= ${SUMMED_TO}) as unsound
  from candidates
),
walks as materialized (
  select w.*, r.removed, r.unsound, r.is_end, coalesce(w.oldest_kept, r.oldest_kept) as next_from,
    coalesce(r.walked_to, w.walked_to) as next_to, r.is_end and w.begun_at <= clock_timestamp() - ${WALK} as is_over
  from positions w cross join part r
)
update removal_position p set
  walked_to = case when w.is_over and w.next_from is not null
    then (left(w.next_from::text, 13) || '-0000-0000-000000000000')::uuid else w.next_to end,
  oldest_kept = case when not w.is_over then w.next_from end,
  begun_at = case when w.is_over then clock_timestamp() else w.begun_at end
from walks w returning w.removed, w.unsound, w.is_end
`,
});
