import { Inject, Injectable, Logger } from '@nestjs/common';
import { Coalescer, Database, PacedRead, type Transaction } from '../../platform/database/index.js';
import { publicId } from '../../platform/http/index.js';
import { Tracing } from '../../platform/tracing/index.js';
import type { FailureCode } from '../../providers/index.js';
import { InlineInputs } from '../creation/inline-inputs.js';
import { type MeasuredRun, RunTimes } from '../estimates/run-times.js';
import { GenerationMetrics } from '../generation-metrics.js';
import type { StoredOutput } from '../prediction.js';
import { type Ending, ENDING_RULES } from './ending-rules.js';
import { OVERDUE, SETTLE, type SettledRow } from './prediction.settlement.sql.js';
import { SettlementHub } from './settlement-hub.js';

export interface Completion {
  status: 'completed';
  id: string;
  /** The write of a stale worker changes nothing. */
  fence: number;
  outputs: StoredOutput[];
  retentionDays: number;
}

export interface Failure {
  status: 'failed';
  id: string;
  /** Null: a cancel, the operator, or the deadline. */
  fence: number | null;
  code: FailureCode;
  /** Public. */
  message: string;
  ending: Ending;
  /** For the operator: the engine's own error text. */
  internal?: string;
}

type Verdict = Completion | Failure;

export type Settled = Pick<SettledRow, 'id' | 'provider' | 'provider_ref' | 'inline_bytes'>;

const MAX_STATEMENT_BYTES = 512 * 1024;
const MAX_INTERNAL_CHARACTERS = 4000;

/**
 * Only this class writes `completed` and `failed`. Settlements that arrive together run as one statement (`SETTLE`) and one transaction:
 * final state, wallet and ledger entry, or nothing. A row that the database rejects fails alone (see `Coalescer`).
 */
@Injectable()
export class PredictionSettlement {
  private readonly logger = new Logger('settlement');
  private readonly batches: Coalescer<Verdict, Settled | null>;
  private readonly overdueReads = new PacedRead();

  constructor(
    private readonly database: Database,
    private readonly hub: SettlementHub,
    private readonly metrics: GenerationMetrics,
    private readonly inputs: InlineInputs,
    private readonly runTimes: RunTimes,
    @Inject(Tracing) private readonly tracing: Tracing | null = null,
  ) {
    this.batches = new Coalescer((verdicts) => this.run(verdicts), {
      maxBatch: 200,
      maxBytes: MAX_STATEMENT_BYTES,
      weigh: bytesOf,
    });
  }

  /** @returns null when the lease is lost or the prediction final: drop the work. */
  async complete(completion: Omit<Completion, 'status'>): Promise<Settled | null> {
    return this.batches.call({ status: 'completed', ...completion });
  }

  /** @returns null when the lease is lost or the prediction was already final. */
  async fail(failure: Omit<Failure, 'status'>): Promise<Settled | null> {
    return this.batches.call({ status: 'failed', ...failure });
  }

  /** In a transaction of its own. @param record writes what commits with it. @returns as `fail`. */
  async failWith(
    failure: Omit<Failure, 'status'>,
    record: (tx: Transaction) => Promise<void>,
  ): Promise<Settled | null> {
    const verdict: Failure = { status: 'failed', ...failure };
    const beganAtMs = performance.now();
    const rows = await this.database.transaction(async (tx) => {
      const settled = await tx.run(SETTLE, { verdicts: JSON.stringify([parameters(verdict)]) });
      if (settled.length > 0) await record(tx);
      return settled;
    });
    this.follow(rows, new Map([[verdict.id, verdict]]), beganAtMs);
    return rows[0] ?? null;
  }

  /** @returns the failed predictions, which had no live lease. */
  async failOverdue(): Promise<Settled[]> {
    const overdue = await this.overdueReads.run(() => this.database.run(OVERDUE, {}));
    const settled = await Promise.all(
      (overdue ?? []).map(({ id }) => this.fail({ id, fence: null, ...DEADLINE_FAILURE })),
    );
    return settled.filter((one) => one !== null);
  }

  private trace(row: SettledRow, outcome: Verdict['status'], code: FailureCode | null, tookMs: number): void {
    const { id, trace_context, attempts: attempt, provider } = row;
    const facts = { predictionId: publicId('pred', id), outcome, attempt, provider };
    this.tracing?.resume(trace_context!)?.begin('settle', facts, tookMs).end(code);
  }

  private async run(verdicts: Verdict[]): Promise<(Settled | null)[]> {
    // A statement has one verdict per prediction: of two in a batch the first counts, the second returns null.
    const first = new Map(verdicts.map((verdict) => [verdict.id, verdict] as const).reverse());
    const beganAtMs = performance.now();
    const rows = await this.database.run(SETTLE, {
      // Every statement locks rows in the order of their ids, so that two statements never deadlock.
      verdicts: JSON.stringify([...first.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map(parameters)),
    });
    this.follow(rows, first, beganAtMs);
    const settled = new Map(rows.map((row) => [row.id, row]));
    return verdicts.map((verdict) =>
      first.get(verdict.id) === verdict ? (settled.get(verdict.id) ?? null) : null,
    );
  }

  private follow(rows: SettledRow[], verdicts: Map<string, Verdict>, beganAtMs: number): void {
    for (const row of rows) {
      const verdict = verdicts.get(row.id)!;
      const code = verdict.status === 'failed' ? verdict.code : null;
      this.metrics.countSettled(row.provider, verdict.status, code ?? '');
      if (row.trace_context !== null) this.trace(row, verdict.status, code, performance.now() - beganAtMs);
    }
    this.runTimes.record(rows.flatMap(measurementOf));
    const withFiles = rows.filter((row) => row.inline_bytes !== null).map(({ id }) => id);
    if (withFiles.length > 0) this.inputs.discard(withFiles);
    if (rows.length > 0) {
      this.hub.announce(rows.map((row) => row.id)).catch((error: unknown) => {
        // Only a hint: every waiter polls within a second.
        this.logger.warn(`could not announce settled predictions: ${String(error)}`);
      });
    }
  }
}

function measurementOf({ workload, model_key, cost, seconds, held_seconds }: SettledRow): MeasuredRun[] {
  if (workload === null || seconds === null || held_seconds === null) return [];
  return [{ workload, modelKey: model_key, cost: Number(cost), seconds, heldSeconds: held_seconds }];
}

/** An estimate by the parts that can be large. */
function bytesOf(verdict: Verdict): number {
  if (verdict.status === 'completed') return 300 + 500 * verdict.outputs.length;
  return 300 + Math.min(verdict.internal?.length ?? 0, MAX_INTERNAL_CHARACTERS);
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
  internal: 'the processes that ran it crashed repeatedly',
} as const;

function parameters(verdict: Verdict): object {
  if (verdict.status === 'completed') {
    const { id, fence, status, outputs, retentionDays } = verdict;
    return { id, fence, status, outputs, retention_days: retentionDays };
  }
  const { id, fence, status, code, message, internal } = verdict;
  const { retryable, attemptFailed } = ENDING_RULES[verdict.ending];
  return {
    id,
    fence,
    status,
    error_code: code,
    error_message: message,
    error_retryable: retryable,
    attempt_failed: attemptFailed,
    error_internal: internal?.slice(0, MAX_INTERNAL_CHARACTERS).replaceAll('\0', '').toWellFormed() ?? null,
  };
}
