import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../database/index.js';
import {
  type Outcome,
  type ProducedFile,
  type Provider,
  ProviderRegistry,
  type Work,
} from '../../providers/index.js';
import { EngineChoice } from '../engines/engine-choice.js';
import { GenerationMetrics } from '../store/generation-metrics.js';
import type { ClaimedPrediction, StoredOutput } from '../store/prediction.js';
import { PredictionQueue } from '../store/prediction.queue.js';
import { CRASH_FAILURE, DEADLINE_FAILURE, PredictionSettlement } from '../store/prediction.settlement.js';
import { predictionIdOf } from '../store/prediction-id.js';
import { OutputStore, OutputUnavailable } from './output.store.js';
import {
  afterError,
  afterOutcome,
  type Circumstances,
  exchangeOf,
  type Failure,
  failureBeforeStep,
  isKept,
  MESSAGES,
  type NextWrite,
  NOT_CONFIGURED,
  type Retry,
  scheduleOf,
} from './step-decisions.js';
import { type Advance, type StopReason, WorkTools } from './work-tools.js';

/**
 * One step of one prediction that this worker holds: an exchange with its engine, then what `step-decisions` says. No
 * transaction is open meanwhile. Whatever it writes names its fence, so a step that comes too late changes nothing.
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
    const { claimed, signal } = advance;
    const failure = failureBeforeStep(claimed);
    if (failure) return this.fail(claimed, failure);
    const provider = this.providers.find(claimed.provider);
    if (!provider) return this.fail(claimed, NOT_CONFIGURED);
    const work = this.tools.open(advance);
    try {
      const outcome = await this.exchange(provider, claimed, work);
      if (outcome === null) {
        work.signal.throwIfAborted();
        return;
      }
      throwIfStopped(signal, outcome);
      const next = afterOutcome(outcome, this.circumstancesOf(provider, claimed, outcome));
      if (next.do === 'store') await this.store(provider, claimed, work, next.files, outcome);
      else await this.follow(claimed, next);
    } catch (error) {
      const reason = signal.aborted ? (signal.reason as StopReason) : null;
      const { resubmission } = provider;
      await this.follow(
        claimed,
        afterError(error, reason, { resubmission, isSubmitOpen: claimed.submit_open }),
      );
    } finally {
      await this.tools.close(work);
    }
  }

  /** One exchange with the engine, safe after a takeover. @returns null when the prediction is another worker's by now. */
  private async exchange(
    provider: Provider,
    claimed: ClaimedPrediction,
    work: Work,
  ): Promise<Outcome | null> {
    const exchange = exchangeOf(claimed, provider.resubmission);
    if (exchange === 'poll') {
      const ref = claimed.provider_ref!;
      return this.metrics.observe(provider.name, 'poll', () => provider.poll(work, ref));
    }
    if (exchange === 'find') {
      const found = await provider.find(work);
      if (found) return { kind: 'pending', ref: found, pollAfterMs: 0 };
    }
    if (exchange === 'doubt')
      return { kind: 'unknown', internal: 'a worker ended between submit and its answer' };
    // From here on it may have been sent: one that is stopped before goes back without a doubt.
    work.signal.throwIfAborted();
    if (exchange === 'submit') {
      const attempt = await this.queue.begin(claimed);
      if (attempt === null) return null;
      work.attempt = attempt;
    }
    const outcome = await this.metrics.observe(provider.name, 'submit', () => provider.submit(work));
    // Submits alone: a poll that could not be made is `pending` too, and does not show whether work is taken.
    await this.choice.note(provider.name, outcome);
    return outcome;
  }

  private circumstancesOf(provider: Provider, claimed: ClaimedPrediction, outcome: Outcome): Circumstances {
    const isNotAccepted = outcome.kind === 'retry' || outcome.kind === 'refuse';
    return {
      resubmission: provider.resubmission,
      isSubmitOpen: claimed.submit_open,
      retriesAmbiguous: this.tools.optionsOf(claimed).onAmbiguous === 'retry',
      route: isNotAccepted ? this.choice.next(claimed, outcome) : null,
    };
  }

  private async follow(claimed: ClaimedPrediction, next: NextWrite): Promise<void> {
    switch (next.do) {
      case 'await':
        await persistently(() => this.queue.await(claimed, next.pending));
        return;
      case 'retry':
        return this.retry(claimed, next);
      case 'fail':
        return this.fail(claimed, next.failure);
      case 'release': {
        const release = () => this.queue.release(claimed, next.isUnsent);
        return next.persistently ? persistently(release) : release();
      }
      case 'drop':
    }
  }

  private async store(
    provider: Provider,
    claimed: ClaimedPrediction,
    work: Work,
    files: ProducedFile[],
    outcome: Outcome,
  ): Promise<void> {
    const outputs = await this.keep(provider, work, files);
    throwIfStopped(work.signal, outcome);
    const completion = { ...leaseOf(claimed), outputs, retentionDays: this.tools.retentionDays };
    await persistently(() => this.settlement.complete(completion));
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

  private async retry(claimed: ClaimedPrediction, retry: Retry): Promise<void> {
    const { code, internal } = retry.failed;
    const schedule = scheduleOf(retry, claimed.errors, Math.random);
    const facts = { prediction: predictionIdOf(claimed.id), code, delay: schedule?.delayMs ?? null };
    this.logger.warn(facts, internal);
    const message = MESSAGES[code];
    if (!schedule) return this.fail(claimed, { code, message, ending: 'outOfAttempts', internal });
    const { maybeSent, keepRef, route } = retry;
    await persistently(() => this.queue.retry(claimed, { maybeSent, keepRef, route, message, ...schedule }));
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

/** @throws the reason of the signal, unless the outcome is kept all the same. */
function throwIfStopped(signal: AbortSignal, outcome: Outcome): void {
  if (signal.aborted && !isKept(signal.reason as StopReason, outcome)) signal.throwIfAborted();
}

const leaseOf = ({ id, fence }: ClaimedPrediction) => ({ id, fence });
