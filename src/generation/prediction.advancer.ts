import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { InputRefused } from '../assets/index.js';
import { isDatabaseUnavailable } from '../database/index.js';
import {
  type FailureCode,
  type Outcome,
  type Provider,
  ProviderRegistry,
  type Work,
} from '../providers/index.js';
import { OutputStore, OutputUnavailable } from './output.store.js';
import type { ClaimedPrediction } from './prediction.js';
import { predictionIdOf } from './prediction-id.js';
import { PredictionQueue } from './prediction.queue.js';
import { DEADLINE_FAILURE, PredictionSettlement } from './prediction.settlement.js';
import { MAX_CRASHES, retryDelayMs, throttleDelayMs } from './retry-policy.js';
import { type Advance, type StopReason, WorkTools } from './work-tools.js';

interface Ending {
  code: FailureCode;
  message: string;
  retryable: boolean;
  internal?: string;
}

/**
 * One step of one prediction that this worker holds: submit, poll or store, then settle or hand on. No transaction
 * is open meanwhile. Whatever it writes names its fence, so a step that comes too late changes nothing.
 */
@Injectable()
export class PredictionAdvancer {
  private readonly logger = new Logger('prediction');

  constructor(
    private readonly queue: PredictionQueue,
    private readonly settlement: PredictionSettlement,
    private readonly providers: ProviderRegistry,
    private readonly outputs: OutputStore,
    private readonly tools: WorkTools,
  ) {}

  async advance(advance: Advance): Promise<void> {
    const { claimed } = advance;
    if (claimed.remaining_ms <= 0) return this.fail(claimed, DEADLINE_FAILURE);
    if (claimed.crashes >= MAX_CRASHES) return this.fail(claimed, GIVEN_UP);
    const provider = this.providers.find(claimed.provider);
    if (!provider) return this.fail(claimed, NOT_CONFIGURED);
    const work = await this.tools.open(advance);
    try {
      await this.conclude(provider, claimed, work, await this.exchange(provider, claimed, work));
    } catch (error) {
      await this.recover(provider, claimed, advance.signal, error);
    } finally {
      await this.tools.close(work);
    }
  }

  /** One exchange with the engine: a poll when it has the prediction, else a submit, safe after a takeover. */
  private async exchange(
    provider: Provider,
    claimed: ClaimedPrediction,
    work: Work,
  ): Promise<Outcome | null> {
    if (claimed.provider_ref) return provider.poll(work, claimed.provider_ref);
    if (claimed.submit_open && provider.resubmission === 'lookup') {
      const ref = await provider.find(work);
      if (ref) return { kind: 'pending', ref, pollAfterMs: 0 };
    }
    if (claimed.submit_open && provider.resubmission === 'none') {
      return { kind: 'unknown', internal: 'a worker ended between submit and its answer' };
    }
    // The same attempt goes on when its worker fell silent: an engine that knows it by our id must see the same id.
    if (!claimed.submit_open || provider.resubmission === 'harmless') {
      const attempt = await this.queue.begin(claimed);
      if (attempt === null) return null;
      work.attempt = attempt;
    }
    return provider.submit(work);
  }

  private async conclude(
    provider: Provider,
    claimed: ClaimedPrediction,
    work: Work,
    outcome: Outcome | null,
  ): Promise<void> {
    work.signal.throwIfAborted();
    if (outcome === null) return;
    switch (outcome.kind) {
      case 'pending':
        return void (await persistently(() => this.queue.await(claimed, outcome)));
      case 'done': {
        const outputs = await this.outputs.store(work, outcome.files);
        work.signal.throwIfAborted();
        const completion = { ...leaseOf(claimed), outputs, retentionDays: this.tools.retentionDays };
        await persistently(() => this.settlement.complete(completion));
        return;
      }
      case 'retry':
        return this.retry(claimed, outcome);
      case 'refuse': {
        const { code, message, internal } = outcome;
        return this.fail(claimed, { code, message, internal, retryable: false });
      }
      case 'unknown':
        return this.settleDoubt(provider, claimed, outcome.internal);
    }
  }

  /** The engine may or may not have it. Where asking again is safe, or costs nobody money, it is asked again. */
  private async settleDoubt(provider: Provider, claimed: ClaimedPrediction, internal: string): Promise<void> {
    const retry = { kind: 'retry', code: 'provider_error', internal } as const;
    switch (provider.resubmission) {
      case 'harmless':
        return this.retry(claimed, retry);
      case 'idempotent':
      case 'lookup':
        return this.retry(claimed, retry, { maybeSent: true });
      case 'none':
        if (this.tools.optionsOf(claimed).onAmbiguous === 'retry') return this.retry(claimed, retry);
        return this.fail(claimed, { ...AMBIGUOUS, internal });
    }
  }

  private async retry(
    claimed: ClaimedPrediction,
    outcome: Extract<Outcome, { kind: 'retry' }>,
    known: { maybeSent?: boolean; keepRef?: boolean } = {},
  ): Promise<void> {
    const { code, internal, afterMs, throttled = false } = outcome;
    const delay = throttled
      ? throttleDelayMs(afterMs, Math.random)
      : retryDelayMs(claimed.errors + 1, afterMs, Math.random);
    this.logger.warn({ prediction: predictionIdOf(claimed.id), code, delay }, internal);
    if (delay === null)
      return this.fail(claimed, { code, message: MESSAGES[code], retryable: true, internal });
    const retry = { delayMs: delay, counted: !throttled, message: MESSAGES[code], ...known };
    await persistently(() => this.queue.retry(claimed, retry));
  }

  /** What interrupted the step decides: a stop hands the lease back, the deadline and our own faults end or retry it. */
  private async recover(
    provider: Provider,
    claimed: ClaimedPrediction,
    signal: AbortSignal,
    error: unknown,
  ): Promise<void> {
    const reason = signal.aborted ? (signal.reason as StopReason) : null;
    const release = () => this.queue.release(claimed, provider.resubmission === 'harmless');
    if (reason === 'lost') return;
    if (reason === 'shutdown') return release();
    if (reason === 'deadline') return this.fail(claimed, DEADLINE_FAILURE);
    if (isDatabaseUnavailable(error)) return persistently(release);
    if (error instanceof InputRefused && !error.transient) {
      return this.fail(claimed, { code: 'invalid_input', message: error.publicMessage, retryable: false });
    }
    if (error instanceof OutputUnavailable && !error.transient) {
      return this.fail(claimed, { ...NO_OUTPUT, internal: error.internal });
    }
    const internal = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const code = error instanceof OutputUnavailable ? 'output_unavailable' : 'internal_error';
    // What the engine has, it keeps: a poll or a copy that failed here must not make it work, and cost, again.
    await this.retry(claimed, { kind: 'retry', code, internal }, { keepRef: true, maybeSent: true });
  }

  private async fail(claimed: ClaimedPrediction, ending: Ending): Promise<void> {
    const prediction = predictionIdOf(claimed.id);
    this.logger.warn({ prediction, code: ending.code }, ending.internal ?? ending.message);
    await persistently(() => this.settlement.fail({ ...leaseOf(claimed), ...ending }));
  }
}

/**
 * What has been done with the engine, which may have been paid, must not be lost because the database is away for a
 * moment. Ends by itself: once the lease is over the write misses, and whoever takes over goes on from what is stored.
 */
async function persistently<T>(write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await sleep(250);
    }
  }
}

const leaseOf = ({ id, fence }: ClaimedPrediction) => ({ id, fence });

/** What a caller is told of a transient failure; the engine's own words stay in the operator's log. */
const MESSAGES: Record<FailureCode, string> = {
  provider_error: 'The engine failed.',
  provider_timeout: 'The engine did not answer in time.',
  content_rejected: 'The engine refused this request.',
  invalid_input: 'The input could not be read.',
  output_unavailable: 'The output could not be stored.',
  deadline_exceeded: DEADLINE_FAILURE.message,
  cancelled: 'The prediction was cancelled.',
  internal_error: 'Something went wrong on our side.',
};

const GIVEN_UP = {
  code: 'internal_error',
  message: MESSAGES.internal_error,
  retryable: true,
  internal: `its workers ended without a word ${MAX_CRASHES} times`,
} as const;
const NOT_CONFIGURED = {
  code: 'provider_error',
  message: 'This model is not available any more.',
  retryable: false,
} as const;
const AMBIGUOUS = { code: 'provider_error', message: MESSAGES.provider_error, retryable: true } as const;
const NO_OUTPUT = {
  code: 'output_unavailable',
  message: 'The engine gave no usable output.',
  retryable: true,
} as const;
