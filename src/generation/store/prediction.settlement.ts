import { Injectable, Logger } from '@nestjs/common';
import { Coalescer, Database } from '../../database/index.js';
import type { FailureCode } from '../../providers/index.js';
import { GenerationMetrics } from './generation-metrics.js';
import { InlineInputs } from './inline-inputs.js';
import { type Ending, ENDINGS } from './prediction.endings.js';
import type { StoredOutput } from './prediction.js';
import { OVERDUE, SETTLE } from './prediction.settlement.sql.js';
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

/**
 * The only way to `completed`, or to `failed` with its refund. What is settled together is one statement (`SETTLE`), which
 * is one transaction: the final state, the wallet and the ledger entry, or none of it. A row that the database rejects
 * fails alone (see `Coalescer`); its neighbours are settled.
 */
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
