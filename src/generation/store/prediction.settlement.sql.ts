/**
 * The statement that settles predictions. The parts that move credits are of `credits/ledger.sql.ts`.
 */
import { CREDIT_WALLETS, ENTER_SETTLEMENTS, lockWallets, MOVE_HELD } from '../../credits/index.js';
import { withEvents } from './prediction.queue.sql.js';

/**
 * Settles predictions: final state, capture or refund, in the transaction of the statement.
 * $1: the verdicts as JSON, one per prediction, ordered by id. Returns the predictions that were settled.
 *
 * - verdicts: the verdicts of $1.
 * - settled_predictions: predictions that were still processing; one with a fence only while its lease holds, so the
 *   second of two finds nothing to do. `any (array(…))` forces an index lookup; a plain join with the CTE can become a sequential scan.
 *   unbegun: the weight of what fails before a worker began it. It goes back to the account's place in the fair line;
 *   only what was added can be given back, so no account gets ahead by it.
 * - locked_wallets: their accounts, locked in the same order as everywhere.
 * - movements: what each of them moves.
 * - credited_wallets: the accounts, captured or refunded.
 * - settlement_entries: the entry of each. The unique indexes of the ledger reject a second one.
 */
export const SETTLE = `
with verdicts as materialized (
  select * from jsonb_to_recordset($1::jsonb) as v (
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
  returning p.id, p.account_id, p.cost, p.status, p.provider, p.provider_ref, p.inline_bytes,
    case when p.started_at is null and p.status = 'failed' then coalesce(p.weight, 0) else 0 end as unbegun
),
${lockWallets('settled_predictions')},
${MOVE_HELD},
${CREDIT_WALLETS},
${ENTER_SETTLEMENTS}
select id, provider, provider_ref, inline_bytes from settled_predictions
`;

/**
 * Predictions past their deadline without a live lease, the oldest first; a worker that holds one ends it itself. The
 * clock is a scalar subquery: an index is searched only by a value that is constant during the statement.
 */
export const OVERDUE = `
select id from predictions
where status = 'processing' and deadline_at <= (select clock_timestamp())
  and (lease_until is null or lease_until <= clock_timestamp())
order by deadline_at limit 500
`;
