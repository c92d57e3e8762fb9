import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { InputRefused } from '../../assets/index.js';
import type { Route } from '../../catalogue/index.js';
import { isDatabaseUnavailable } from '../../database/index.js';
import {
  AnswerLost,
  type FailureCode,
  NotSent,
  type Outcome,
  type ProducedFile,
  type Provider,
  ProviderRegistry,
  type Work,
} from '../../providers/index.js';
import { EngineChoice } from '../engines/engine-choice.js';
import { GenerationMetrics } from '../store/generation-metrics.js';
import { OutputStore, OutputUnavailable } from './output.store.js';
import type { ClaimedPrediction, StoredOutput } from '../store/prediction.js';
import type { Ending } from '../store/prediction.endings.js';
import { predictionIdOf } from '../store/prediction-id.js';
import { PredictionQueue } from '../store/prediction.queue.js';
import { CRASH_FAILURE, DEADLINE_FAILURE, PredictionSettlement } from '../store/prediction.settlement.js';
import { hasCrashedTooOften, retryDelayMs, throttleDelayMs } from '../store/retry-policy.js';
import { type Advance, type StopReason, WorkTools } from './work-tools.js';

interface Failure {
  code: FailureCode;
  message: string;
  ending: Ending;
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
    private readonly choice: EngineChoice,
    private readonly metrics: GenerationMetrics,
  ) {}

  async advance(advance: Advance): Promise<void> {
    const { claimed } = advance;
    if (claimed.remaining_ms <= 0) return this.fail(claimed, DEADLINE_FAILURE);
    if (hasCrashedTooOften(claimed)) return this.fail(claimed, CRASH_FAILURE);
    const provider = this.providers.find(claimed.provider);
    if (!provider) return this.fail(claimed, NOT_CONFIGURED);
    const work = this.tools.open(advance);
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
    const ref = claimed.provider_ref;
    if (ref) return this.metrics.observe(provider.name, 'poll', () => provider.poll(work, ref));
    if (claimed.submit_open && provider.resubmission === 'lookup') {
      const found = await provider.find(work);
      if (found) return { kind: 'pending', ref: found, pollAfterMs: 0 };
    }
    if (claimed.submit_open && provider.resubmission === 'none') {
      return { kind: 'unknown', internal: 'a worker ended between submit and its answer' };
    }
    // From here on it may have been sent: one that is stopped before goes back without a doubt.
    work.signal.throwIfAborted();
    // The same attempt goes on when its worker fell silent: an engine that knows it by our id must see the same id.
    if (!claimed.submit_open || provider.resubmission === 'harmless') {
      const attempt = await this.queue.begin(claimed);
      if (attempt === null) return null;
      work.attempt = attempt;
    }
    const outcome = await this.metrics.observe(provider.name, 'submit', () => provider.submit(work));
    // Submits alone: a poll that could not be made is `pending` too, and says nothing about whether work is taken.
    await this.choice.note(provider.name, outcome);
    return outcome;
  }

  private async conclude(
    provider: Provider,
    claimed: ClaimedPrediction,
    work: Work,
    outcome: Outcome | null,
  ): Promise<void> {
    if (outcome === null) return work.signal.throwIfAborted();
    throwIfOver(work.signal, outcome);
    switch (outcome.kind) {
      case 'pending':
        return void (await persistently(() => this.queue.await(claimed, outcome)));
      case 'done': {
        const outputs = await this.keep(provider, work, outcome.files);
        throwIfOver(work.signal, outcome);
        const completion = { ...leaseOf(claimed), outputs, retentionDays: this.tools.retentionDays };
        await persistently(() => this.settlement.complete(completion));
        return;
      }
      case 'retry':
        // What may have been accepted once may still be there, however certainly it was not this time. Where the operator
        // takes that risk it is begun anew: an engine that only says that it knows the id already would do so for ever.
        return this.retry(claimed, outcome, {
          route: this.choice.next(claimed, outcome),
          maybeSent: claimed.submit_open && this.tools.optionsOf(claimed).onAmbiguous !== 'retry',
        });
      case 'refuse': {
        const route = this.choice.next(claimed, outcome);
        if (route) return this.retry(claimed, asRetry(outcome), { route });
        const { code, message, internal } = outcome;
        return this.fail(claimed, { code, message, internal, ending: 'refused' });
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

  /**
   * What a synchronous engine gave lies on this disk alone: copying it is tried until it works or the deadline passes,
   * because after anything else the model would have to run, and cost, again. What the engine still has is copied by a
   * later step; what costs nobody anything is made again.
   */
  private async keep(provider: Provider, work: Work, files: ProducedFile[]): Promise<StoredOutput[]> {
    const isOnlyHere = provider.resubmission !== 'harmless' && files.every((file) => 'path' in file);
    for (let pauseMs = 500; ; pauseMs = Math.min(pauseMs * 2, 10_000)) {
      try {
        return await this.outputs.store(work, files);
      } catch (error) {
        if (!isOnlyHere || !(error instanceof OutputUnavailable && error.transient)) throw error;
        this.logger.warn({ prediction: work.predictionId, code: 'output_unavailable' }, error.internal);
        await sleep(pauseMs, undefined, { signal: work.signal });
      }
    }
  }

  private async retry(
    claimed: ClaimedPrediction,
    outcome: Extract<Outcome, { kind: 'retry' }>,
    known: { maybeSent?: boolean; keepRef?: boolean; route?: Route | null } = {},
  ): Promise<void> {
    const { code, internal, afterMs } = outcome;
    const route = known.route ?? undefined;
    // What lies between the operator and the engine is not the prediction's fault: the circuit decides, and the deadline.
    const isFree = outcome.throttled === true || outcome.operatorSide === true;
    const delay = route
      ? 0
      : isFree
        ? throttleDelayMs(afterMs, Math.random)
        : retryDelayMs(claimed.errors + 1, afterMs, Math.random);
    this.logger.warn({ prediction: predictionIdOf(claimed.id), code, delay }, internal);
    if (delay === null)
      return this.fail(claimed, { code, message: MESSAGES[code], ending: 'outOfAttempts', internal });
    const retry = { ...known, route, delayMs: delay, counted: !isFree, message: MESSAGES[code] };
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
      return this.fail(claimed, {
        code: 'invalid_input',
        message: error.publicMessage,
        ending: 'inputUnusable',
      });
    }
    if (error instanceof OutputUnavailable && !error.transient) {
      return this.fail(claimed, { ...NO_OUTPUT, internal: error.internal });
    }
    const internal = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const code =
      error instanceof OutputUnavailable
        ? 'output_unavailable'
        : error instanceof InputRefused
          ? 'invalid_input'
          : error instanceof NotSent || error instanceof AnswerLost
            ? 'provider_error'
            : 'internal_error';
    const operatorSide = error instanceof NotSent && error.operatorSide;
    // What the engine has, it keeps: a poll or a copy that failed here must not make it work, and cost, again. An input
    // is read before anything is sent: then nothing is in doubt that was not before.
    const maybeSent = claimed.submit_open || !(error instanceof InputRefused);
    await this.retry(claimed, { kind: 'retry', code, internal, operatorSide }, { keepRef: true, maybeSent });
  }

  private async fail(claimed: ClaimedPrediction, failure: Failure): Promise<void> {
    const prediction = predictionIdOf(claimed.id);
    this.logger.warn({ prediction, code: failure.code }, failure.internal ?? failure.message);
    const settled = await persistently(() => this.settlement.fail({ ...leaseOf(claimed), ...failure }));
    const mayWorkOn = failure === DEADLINE_FAILURE || failure === CRASH_FAILURE;
    if (mayWorkOn && settled?.provider_ref) this.providers.cancel(settled.provider, settled.provider_ref);
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

/**
 * What an engine has just taken on or given is kept by a worker that is stopping too: no other could ask for it. A
 * reference is kept even at the deadline, so that the engine can be told.
 */
function throwIfOver(signal: AbortSignal, { kind }: Outcome): void {
  const reason = signal.reason as StopReason | undefined;
  if (reason === 'shutdown' && (kind === 'pending' || kind === 'done')) return;
  if (reason === 'deadline' && kind === 'pending') return;
  signal.throwIfAborted();
}

/** A refusal that another engine need not share. */
const asRetry = ({
  code,
  internal,
}: Extract<Outcome, { kind: 'refuse' }>): Extract<Outcome, { kind: 'retry' }> => ({
  kind: 'retry',
  code,
  internal: internal ?? 'refused',
});

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

const NOT_CONFIGURED = {
  code: 'provider_error',
  message: 'This model is not available any more.',
  ending: 'notOffered',
} as const;
const AMBIGUOUS = { code: 'provider_error', message: MESSAGES.provider_error, ending: 'answerLost' } as const;
const NO_OUTPUT = {
  code: 'output_unavailable',
  message: 'The engine gave no usable output.',
  ending: 'outputUnusable',
} as const;
