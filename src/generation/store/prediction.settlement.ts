import { Injectable, Logger } from '@nestjs/common';
import { Coalescer, Database } from '../../database/index.js';
import type { FailureCode } from '../../providers/index.js';
import { GenerationMetrics } from './generation-metrics.js';
import { InlineInputs } from './inline-inputs.js';
import type { StoredOutput } from './prediction.js';
import { type Ending, ENDINGS } from './prediction.endings.js';
import { withEvents } from './prediction.queue.sql.js';
import { SettlementHub } from './settlement-hub.js';

export interface Completion {
  status: 'completed';
  id: string;
  /** The worker's fence: a stale one misses. */
  fence: number;
  outputs: StoredOutput[];
  retentionDays: number;
}

export interface Failure {
  status: 'failed';
  id: string;
  /** Null when it is not a worker that ends it: the caller's cancel, or the deadline. */
  fence: number | null;
  code: FailureCode;
  /** Public. */
  message: string;
  ending: Ending;
  /** For the operator: the engine's own words. */
  internal?: string;
}

type Verdict = Completion | Failure;

/**
 * The only way to `completed`, or to `failed` with its refund. What is settled together is one statement, which is
 * one transaction: the final state, the wallet and the ledger entry, or none of it.
 *
 * - Only a prediction that is still processing is settled, by a worker only while it holds the lease with its fence;
 *   whoever comes second finds nothing to do. The unique indexes of the ledger would refuse a second transfer anyway.
 * - Wallets are locked in the same order as everywhere, and written from the locked row (see `PredictionCreation`).
 * - A row that the database refuses fails alone (see `Coalescer`); its neighbours are settled.
 * - Every settled prediction has its wallet and every wallet here its predictions, so the full join is a plain one. It is
 *   written so because it cannot be run as a loop in a loop, which PostgreSQL, who expects a single row of either,
 *   would otherwise choose: two hundred together then cost each of them three times what one alone does.
 * - What fails before a worker began it gives its weight back: its account stands in the fair line as if it had never been
 *   there. Those that still wait keep their places. It can only give back what was added, so nobody gets ahead by it.
 * - Rows are found by their ids, in that order (`any (array(…))`): joined to the list alone, they might be looked for by
 *   reading the whole table.
 */
const SETTLE = `
with verdict as materialized (
  select * from jsonb_to_recordset($1::jsonb) as v (
    id uuid, fence int, status text, outputs jsonb, retention_days float8,
    error_code text, error_message text, error_retryable boolean, error_internal text, attempt_failed boolean)
),
settled as (
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
  from verdict v
  where p.id = v.id and p.status = 'processing'
    and (v.fence is null or (p.fence = v.fence and p.lease_until > clock_timestamp()))
    and p.id = any (array(select id from verdict))
  returning p.id, p.account_id, p.cost, p.status, p.provider, p.provider_ref, p.inline_bytes,
    case when p.started_at is null and p.status = 'failed' then coalesce(p.weight, 0) else 0 end as unbegun
),
wallet as materialized (
  select id, balance, held, fair_tag from accounts where id in (select account_id from settled) order by id for update
),
moved as materialized (
  select s.*, case s.status when 'failed' then s.cost else 0 end as refund, w.balance, w.held, w.fair_tag,
    w.balance + sum(case s.status when 'failed' then s.cost else 0 end) over (partition by s.account_id order by s.id) as balance_after
  from settled s full join wallet w on w.id = s.account_id
),
credited as (
  update accounts a set held = w.held - w.cost, balance = w.balance + w.refund, fair_tag = w.fair_tag - w.unbegun,
    balance_updated_at = case when w.refund > 0 then clock_timestamp() else a.balance_updated_at end
  from (
    select account_id, balance, held, fair_tag, sum(cost) as cost, sum(refund) as refund, sum(unbegun) as unbegun
    from moved group by account_id, balance, held, fair_tag) w
  where a.id = w.account_id
),
entered as (
  insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
  select account_id, id, case status when 'failed' then 'refund' else 'capture' end, 'held',
    case status when 'failed' then 'wallet' else 'revenue' end, cost, balance_after
  from moved order by account_id, id
)
select id, provider, provider_ref, inline_bytes from settled
`;

/**
 * Predictions past their deadline that no worker is on; a worker that is on one ends it itself. The clock is read once,
 * or all that is processing would be looked at instead of what the index has up to it.
 */
const OVERDUE = `
select id from predictions
where status = 'processing' and deadline_at <= (select clock_timestamp())
  and (lease_until is null or lease_until <= clock_timestamp())
order by deadline_at limit 500
`;

export interface Settled {
  id: string;
  provider: string;
  provider_ref: Record<string, unknown> | null;
  /** bigint; null when no files came inside the request. */
  inline_bytes: string | null;
}

const MAX_STATEMENT_BYTES = 512 * 1024;
/** Characters of an engine's own words that are kept. */
const MAX_INTERNAL = 4000;

@Injectable()
export class PredictionSettlement {
  private readonly logger = new Logger('settlement');
  private readonly batches: Coalescer<Verdict, Settled | null>;

  constructor(
    private readonly database: Database,
    private readonly hub: SettlementHub,
    private readonly metrics: GenerationMetrics,
    private readonly inputs: InlineInputs,
  ) {
    this.batches = new Coalescer((verdicts) => this.run(verdicts), {
      maxBatch: 200,
      maxBytes: MAX_STATEMENT_BYTES,
      weigh: bytesOf,
    });
  }

  /** @returns null when it was not ours to settle any more: drop the work. */
  async complete(completion: Omit<Completion, 'status'>): Promise<Settled | null> {
    return this.batches.call({ status: 'completed', ...completion });
  }

  /** Fails it and gives its cost back. @returns null when it was final already, or not ours any more. */
  async fail(failure: Omit<Failure, 'status'>): Promise<Settled | null> {
    return this.batches.call({ status: 'failed', ...failure });
  }

  /** Fails and refunds whatever is past its deadline with no worker on it. @returns what was. */
  async failOverdue(): Promise<Settled[]> {
    const overdue = await this.database.query<{ id: string }>(OVERDUE);
    const settled = await Promise.all(
      overdue.map(({ id }) => this.fail({ id, fence: null, ...DEADLINE_FAILURE })),
    );
    return settled.filter((one) => one !== null);
  }

  private async run(verdicts: Verdict[]): Promise<(Settled | null)[]> {
    // One verdict per prediction and statement: of two that arrive together the first stands, the second misses.
    const first = new Map(verdicts.map((verdict) => [verdict.id, verdict] as const).reverse());
    const rows = await this.database.prepared<Settled>('settle-predictions', SETTLE, [
      // In one order everywhere, as with wallets: two statements that take several rows never wait in a circle.
      JSON.stringify([...first.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map(parameters)),
    ]);
    const settled = new Map(rows.map((row) => [row.id, row]));
    for (const { id, provider } of rows) {
      const verdict = first.get(id)!;
      this.metrics.settle(provider, verdict.status, verdict.status === 'failed' ? verdict.code : '');
    }
    const withFiles = rows.filter((row) => row.inline_bytes !== null).map(({ id }) => id);
    if (withFiles.length > 0) this.inputs.discard(withFiles);
    if (rows.length > 0) {
      this.hub.announce(rows.map((row) => row.id)).catch((error: unknown) => {
        // A hint only: whoever waits looks for itself within a second.
        this.logger.warn(`could not announce settled predictions: ${String(error)}`);
      });
    }
    return verdicts.map((verdict) =>
      first.get(verdict.id) === verdict ? (settled.get(verdict.id) ?? null) : null,
    );
  }
}

/** Roughly: of the parts that have no small bound. */
function bytesOf(verdict: Verdict): number {
  if (verdict.status === 'completed') return 300 + 500 * verdict.outputs.length;
  return 300 + Math.min(verdict.internal?.length ?? 0, MAX_INTERNAL);
}

export const DEADLINE_FAILURE = {
  code: 'deadline_exceeded',
  message: 'The prediction was not done before its deadline.',
  ending: 'pastDeadline',
} as const;

export const CRASH_FAILURE = {
  code: 'internal_error',
  message: 'Something went wrong on our side.',
  ending: 'workersLost',
  internal: 'the processes that ran it ended without a word, again and again',
} as const;

function parameters(verdict: Verdict): object {
  if (verdict.status === 'completed') {
    const { id, fence, status, outputs, retentionDays } = verdict;
    return { id, fence, status, outputs, retention_days: retentionDays };
  }
  const { id, fence, status, code, message, internal } = verdict;
  const { retryable, attemptFailed } = ENDINGS[verdict.ending];
  return {
    id,
    fence,
    status,
    error_code: code,
    error_message: message,
    error_retryable: retryable,
    attempt_failed: attemptFailed,
    error_internal: internal?.slice(0, MAX_INTERNAL).replaceAll('\0', '').toWellFormed() ?? null,
  };
}
