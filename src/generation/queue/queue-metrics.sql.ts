import { sql, statement } from '../../platform/database/index.js';

export const STATES = ['waiting', 'waiting_for_plan', 'submitting', 'at_engine', 'retrying'] as const;

/** An alarm needs no larger count, so this bounds the index scan. */
export const MOST_OVERDUE = 10_000;

/**
 * Counts processing predictions by engine and state, from partial indexes. waiting: not begun · waiting_for_plan: not begun, and without a
 * place of its account's plan · submitting: a worker has a live lease · at_engine: the engine has it · retrying: an attempt failed, or the
 * lease expired. `oldest_seconds`: the age of the oldest waiting one; null in the other states.
 *
 * - processing_predictions: engine, state, whether the next step is due, and the start of the wait.
 */
export const FIGURES = statement('generation.queue-figures', {
  parameters: {},
  row: {
    provider: sql.text,
    state: sql.text.as<(typeof STATES)[number]>(),
    count: sql.integer,
    due: sql.integer,
    oldest_seconds: sql.float8.orNull,
  },
  text: `
with processing_predictions as (
  select provider, case
    when started_at is null and fair_tag is null then 'waiting_for_plan'
    when started_at is null then 'waiting'
    when provider_ref is not null then 'at_engine'
    when lease_until > clock_timestamp() then 'submitting'
    else 'retrying' end as state,
    started_at is not null and run_at <= clock_timestamp()
      and (lease_until is null or lease_until <= clock_timestamp()) as due,
    case when started_at is null and fair_tag is not null then created_at end as waiting_since
  from predictions where status = 'processing'
)
select provider, state, count(*)::int as count, count(*) filter (where due)::int as due,
  extract(epoch from clock_timestamp() - min(waiting_since))::float8 as oldest_seconds
from processing_predictions group by provider, state
`,
});

/** Predictions whose outputs should have been removed more than five minutes ago, up to `MOST_OVERDUE`. */
export const OVERDUE_OUTPUTS = statement('generation.overdue-outputs', {
  parameters: {},
  row: { count: sql.integer },
  text: `
select count(*)::int as count from (
  select 1 from predictions
  where outputs is not null and outputs_removed_at is null
    and output_expires_at <= (select clock_timestamp()) - interval '5 minutes'
  limit ${MOST_OVERDUE}) overdue
`,
});
