/** The parts that move credits come from `credits/ledger.sql.ts`. */
import {
  CREDIT_WALLETS,
  ENTER_SETTLEMENTS,
  lockWallets,
  MOVE_HELD,
  RETURN_SPENDING,
} from '../../credits/index.js';
import { rowOf, type RowOfStatement, sql, statement } from '../../platform/database/index.js';
import { PredictionEntity } from '../prediction.entity.js';
import { withEvents } from '../queue/prediction.queue.sql.js';

/**
 * Writes final state, capture or refund in the transaction of the statement. `verdicts`: JSON, one per prediction, ordered by id. Returns
 * the settled predictions.
 *
 * - verdicts: the verdicts, as rows.
 * - settled_predictions: predictions that were processing; a verdict with a fence also needs a live lease with that fence. `any (array(…))`
 *   forces an index lookup; a plain join with the CTE can become a sequential scan. `unbegun`: the weight of a prediction that fails before
 *   a worker began it. It is subtracted from the account's `fair_tag`, to which the creation added it, so no account gets ahead. `seconds`,
 *   of a completed prediction without an error: from its start to its end; `held_seconds`: until its engine had it, or to its end when the
 *   worker waited for the engine.
 * - locked_wallets: the wallets, locked in the order of their accounts, as in every statement.
 * - movements: the credits that each prediction moves.
 * - credited_wallets: the wallets, captured or refunded.
 * - settlement_entries: the ledger entry of each prediction. Unique indexes reject a second one.
 * - returned_spending: gives refunds back to the counters of spend limits. Wallets are locked first, counters after them.
 */
export const SETTLE = statement('generation.settle', {
  parameters: { verdicts: sql.jsonb },
  row: {
    ...rowOf(
      PredictionEntity,
      'id',
      'provider',
      'inline_bytes',
      'cost',
      'model_key',
      'workload',
      'trace_context',
      'attempts',
    ),
    provider_ref: sql.jsonb.as<Record<string, unknown>>().orNull,
    seconds: sql.float8.orNull,
    held_seconds: sql.float8.orNull,
    returned_spending: sql.bigint,
  },
  isPrepared: true,
  text: `
with verdicts as materialized (
  select * from jsonb_to_recordset($verdicts::jsonb) as v (
    id uuid, fence int, status text, outputs jsonb, retention_days float8,
    error_code text, error_message text, error_retryable boolean, error_internal text, attempt_failed boolean)
),
settled_predictions as (
  update predictions p set
    status = v.status, completed_at = clock_timestamp(), outputs = v.outputs,
    output_expires_at = clock_timestamp() + make_interval(secs => v.retention_days * 86400),
    progress = case v.status when 'completed' then 100 else p.progress end,
    error_code = v.error_code, error_message = v.error_message, error_retryable = v.error_retryable, error_internal = v.error_internal,
    lease_until = null, leased_by = null, fence = p.fence + 1, submit_open = false, inline_media = null,
    events = case
      when v.status = 'completed' then p.events || jsonb_build_object('at', clock_timestamp(), 'event', 'output_stored')
      when v.attempt_failed and p.attempts > 0 then ${withEvents(
        "jsonb_build_object('at', clock_timestamp(), 'event', 'attempt_failed', 'attempt', p.attempts, 'message', v.error_message)",
      )}
      else p.events end
  from verdicts v
  where p.id = v.id and p.status = 'processing'
    and (v.fence is null or (p.fence = v.fence and p.lease_until > clock_timestamp()))
    and p.id = any (array(select id from verdicts))
  returning p.id, p.account_id, p.cost, p.status, p.provider, p.provider_ref, p.inline_bytes, p.key_id, p.external_user_id, p.created_at,
    case when p.started_at is null and p.status = 'failed' then coalesce(p.weight, 0) else 0 end as unbegun,
    p.model_key, p.workload, p.trace_context, p.attempts,
    case when p.status = 'completed' and p.errors = 0 and p.crashes = 0 then extract(epoch from p.completed_at - p.started_at)::float8 end as seconds,
    case when p.provider_ref is null then extract(epoch from p.completed_at - p.started_at)::float8
      else (select extract(epoch from min((e->>'at')::timestamptz) - p.started_at)::float8
        from jsonb_array_elements(p.events) e where e->>'event' = 'submitted') end as held_seconds
),
${lockWallets('settled_predictions')},
${MOVE_HELD},
${CREDIT_WALLETS},
${ENTER_SETTLEMENTS},
${RETURN_SPENDING}
select id, provider, provider_ref, inline_bytes, cost, model_key, workload, seconds, held_seconds, trace_context, attempts,
  (select count(return_spending) from returned_spending) as returned_spending
from settled_predictions
`,
});

export type SettledRow = RowOfStatement<typeof SETTLE>;

/**
 * Only predictions without a live lease, because a worker fails those it holds. The clock is a scalar subquery: an index condition needs a
 * value that is constant during the statement.
 */
export const OVERDUE = statement('generation.overdue', {
  parameters: {},
  row: { id: sql.uuid },
  text: `
select id from predictions
where status = 'processing' and deadline_at <= (select clock_timestamp())
  and (lease_until is null or lease_until <= clock_timestamp())
order by deadline_at limit 500
`,
});
