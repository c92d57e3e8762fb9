import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../platform/database/index.js';
import { publicId } from '../../platform/http/index.js';
import { endWith, type RemoteSpan, Tracing } from '../../platform/tracing/index.js';
import { type Outcome, type Provider, ProviderRegistry, type Work } from '../../providers/index.js';
import { EngineChoice } from '../engines/engine-choice.js';
import { GenerationMetrics } from '../generation-metrics.js';
import { WorkerDisk } from '../outputs/worker-disk.js';
import type { ClaimedPrediction, StoredOutput } from '../prediction.js';
import { PredictionQueue } from '../queue/prediction.queue.js';
import {
  CRASH_FAILURE,
  DEADLINE_FAILURE,
  PredictionSettlement,
} from '../settlement/prediction.settlement.js';
import { diskFaultOf } from './disk-fault.js';
import { OutputStore, type StoringOptions } from './output.store.js';
import { OutputRetention } from './output-retention.js';
import {
  afterError,
  afterOutcome,
  BUSY,
  type Circumstances,
  exchangeOf,
  type Failure,
  failureBeforeStep,
  isWrittenOnStop,
  MESSAGES,
  type NextWrite,
  NOT_CONFIGURED,
  NotBegun,
  type Retry,
  scheduleOf,
} from './step-decisions.js';
import { beginExchange, endExchange, resumeTrace } from './step-trace.js';
import { type Advance, type StopReason, WorkFactory } from './work-factory.js';

/**
 * A step is an exchange with the engine, then the action that `step-decisions` returns. No transaction is open meanwhile. Every write
 * compares the fence, so a step that comes too late changes nothing.
 */
@Injectable()
export class PredictionAdvancer {
  private readonly logger = new Logger('prediction');

  constructor(
    private readonly queue: PredictionQueue,
    private readonly settlement: PredictionSettlement,
    private readonly providers: ProviderRegistry,
    private readonly outputs: OutputStore,
    private readonly retention: OutputRetention,
    private readonly works: WorkFactory,
    private readonly choice: EngineChoice,
    private readonly metrics: GenerationMetrics,
    private readonly disk: WorkerDisk,
    @Inject(Tracing) private readonly tracing: Tracing | null = null,
  ) {}

  async advance(advance: Advance): Promise<void> {
    const { claimed, signal } = advance;
    const trace = resumeTrace(this.tracing, claimed);
    const failure = failureBeforeStep(claimed);
    if (failure) return this.fail(claimed, failure);
    const provider = this.providers.find(claimed.provider);
    if (!provider) return this.fail(claimed, NOT_CONFIGURED);
    const work = this.works.create(advance);
    try {
      const outcome = await this.exchange(provider, claimed, work, trace);
      if (outcome === null) {
        work.signal.throwIfAborted();
        return;
      }
      throwIfStopped(signal, outcome);
      const next = afterOutcome(outcome, this.circumstancesOf(provider, claimed, outcome));
      if (next.do === 'store') {
        const { predictionId } = work;
        const copying = this.outputs.store(work, next.files, this.storingOf(provider, work, claimed));
        const outputs = await endWith(trace?.begin('store', { predictionId }) ?? null, copying);
        this.disk.reportWritten(outputs.reduce((sum, { bytes }) => sum + bytes, 0));
        await this.complete(claimed, work, outputs, outcome);
      } else await this.perform(claimed, next, trace);
    } catch (error) {
      const reason = signal.aborted ? (signal.reason as StopReason) : null;
      const fault = reason === null ? diskFaultOf(error) : null;
      // The files of this step must not count as used disk.
      if (fault) await this.works.dispose(work);
      const isTooLarge = fault !== null && (await this.disk.reportFault(fault));
      const { resubmission } = provider;
      await this.perform(
        claimed,
        afterError(error, reason, { resubmission, isSubmitOpen: claimed.submit_open, isTooLarge }),
        trace,
      );
    } finally {
      await this.works.dispose(work);
    }
  }

  /** @returns null when another worker has the prediction. */
  private async exchange(
    provider: Provider,
    claimed: ClaimedPrediction,
    work: Work,
    trace: RemoteSpan | null,
  ): Promise<Outcome | null> {
    const exchange = exchangeOf(claimed, provider.resubmission);
    if (exchange === 'poll') {
      const ref = claimed.provider_ref!;
      const span = beginExchange(trace, 'poll', provider.name, work);
      return endExchange(
        span,
        this.metrics.observe(provider.name, 'poll', () => provider.poll(work, ref)),
      );
    }
    if (exchange === 'find') {
      const span = beginExchange(trace, 'find', provider.name, work);
      const found = await endWith(span, provider.find(work));
      if (found) return { kind: 'pending', ref: found, pollAfterMs: 0 };
    }
    if (exchange === 'none')
      return { kind: 'unknown', internal: 'a worker ended between a submit and its response' };
    // From here on the submit may be sent. A step that is stopped before is certainly unsent.
    work.signal.throwIfAborted();
    if (exchange === 'submit') {
      const attempt = await this.queue.begin(claimed).catch((cause: unknown) => {
        throw new NotBegun(cause);
      });
      if (attempt === null) return null;
      work.attempt = attempt;
    }
    const span = beginExchange(trace, 'submit', provider.name, work);
    const submitting = this.metrics.observe(provider.name, 'submit', () => provider.submit(work));
    const outcome = await endExchange(span, submitting);
    // Only for submits: a failed poll is also `pending`, so a poll does not show whether the engine accepts work.
    await this.choice.recordOutcome(provider.name, work.operation, outcome);
    return outcome;
  }

  private circumstancesOf(provider: Provider, claimed: ClaimedPrediction, outcome: Outcome): Circumstances {
    const isNotAccepted = outcome.kind === 'retry' || outcome.kind === 'refuse';
    return {
      resubmission: provider.resubmission,
      isSubmitOpen: claimed.submit_open,
      canPayTwice: this.works.optionsOf(claimed).onAmbiguous === 'retry',
      route: isNotAccepted ? this.choice.nextRoute(claimed, outcome) : null,
    };
  }

  private async perform(
    claimed: ClaimedPrediction,
    next: NextWrite,
    trace: RemoteSpan | null,
  ): Promise<void> {
    switch (next.do) {
      case 'await':
        await untilWritten(() => this.queue.await(claimed, next.pending));
        return;
      case 'retry':
        return this.retry(claimed, next, trace);
      case 'fail':
        return this.fail(claimed, next.failure);
      case 'release': {
        const { isUnsent, isNoAttempt, afterMs } = next;
        const release = () => this.queue.release(claimed, isUnsent, isNoAttempt, afterMs);
        return next.isPersistent ? untilWritten(release) : release();
      }
      case 'drop':
    }
  }

  private async complete(
    claimed: ClaimedPrediction,
    work: Work,
    outputs: StoredOutput[],
    outcome: Outcome,
  ): Promise<void> {
    throwIfStopped(work.signal, outcome);
    const retentionDays = await untilWritten(() => this.retention.daysOf(claimed.id));
    const completion = { ...leaseOf(claimed), outputs, retentionDays };
    await untilWritten(() => this.settlement.complete(completion));
  }

  private storingOf(provider: Provider, work: Work, claimed: ClaimedPrediction): StoringOptions {
    return {
      keepMetadata: this.works.keepsMetadata(work.modelKey),
      sourceType: this.works.markOf(work, provider.isProcedural),
      isHarmless: provider.resubmission === 'harmless',
      canAskAgain: claimed.provider_ref !== null,
    };
  }

  private async retry(claimed: ClaimedPrediction, retry: Retry, trace: RemoteSpan | null): Promise<void> {
    const { code, internal, throttled: isBusy = false } = retry.failed;
    const schedule = scheduleOf(retry, claimed.errors, Math.random);
    const facts = { prediction: publicId('pred', claimed.id), code, delay: schedule?.delayMs ?? null };
    this.logger.warn(facts, internal);
    const message = isBusy ? BUSY : MESSAGES[code];
    if (!schedule) return this.fail(claimed, { code, message, ending: 'outOfAttempts', internal });
    const { isAmbiguous, keepsRef, route } = retry;
    const span = trace?.begin('retry', {
      predictionId: facts.prediction,
      outcome: code,
      delayMs: schedule.delayMs,
    });
    await untilWritten(() =>
      this.queue.retry(claimed, { isAmbiguous, keepsRef, isBusy, route, message, ...schedule }),
    );
    span?.end(null);
  }

  private async fail(claimed: ClaimedPrediction, failure: Failure): Promise<void> {
    const prediction = publicId('pred', claimed.id);
    this.logger.warn({ prediction, code: failure.code }, failure.internal ?? failure.message);
    const settled = await untilWritten(() => this.settlement.fail({ ...leaseOf(claimed), ...failure }));
    const mayStillRun = failure === DEADLINE_FAILURE || failure === CRASH_FAILURE;
    if (mayStillRun && settled?.provider_ref) this.providers.cancel(settled.provider, settled.provider_ref);
  }
}

/**
 * Repeats a write while the database is unavailable, because the engine may have been paid for the outcome. Once the lease has expired the
 * write changes nothing, and the next worker continues from the stored state.
 */
async function untilWritten<T>(write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await sleep(250);
    }
  }
}

/** @throws the reason of the signal, unless the outcome is written in spite of the stop. */
function throwIfStopped(signal: AbortSignal, outcome: Outcome): void {
  if (signal.aborted && !isWrittenOnStop(signal.reason as StopReason, outcome)) signal.throwIfAborted();
}

const leaseOf = ({ id, fence }: ClaimedPrediction) => ({ id, fence });
