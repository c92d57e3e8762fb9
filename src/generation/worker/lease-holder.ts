import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../../platform/config/index.js';
import { logFailure } from '../../platform/database/index.js';
import { Round } from '../../platform/schedule/index.js';
import { EngineCapacity } from '../engines/engine-capacity.js';
import { GenerationMetrics } from '../generation-metrics.js';
import type { ClaimedPrediction } from '../prediction.js';
import { type HeldLease, PredictionQueue } from '../queue/prediction.queue.js';
import { WorkerPresence } from '../queue/worker-presence.js';
import { SettlementHub } from '../settlement/settlement-hub.js';
import { PredictionAdvancer } from './prediction.advancer.js';
import type { StopReason } from './work-factory.js';

/** Part of the shutdown time that is reserved for submits whose result could not be recovered later. */
const UNRECOVERABLE_SUBMITS_MS = 6_000;

interface RunningStep extends HeldLease {
  provider: string;
  /** In `leased_by`. */
  workerId: number;
  /** The engine already has the prediction. */
  isPoll: boolean;
  controller: AbortController;
  deadline: NodeJS.Timeout;
  recordedProgress: number;
  done: Promise<void>;
}

/** Renews leases, and stops the step whose lease is lost or whose deadline has passed, and all when the process shuts down. */
@Injectable()
export class LeaseHolder implements OnApplicationBootstrap {
  private readonly logger = new Logger('worker');
  private readonly held = new Map<string, RunningStep>();
  private renewals?: Round;
  /** In time of `performance.now()`: a step of the wall clock must not delay a renewal. */
  private lastRenewalMs = -Infinity;

  constructor(
    private readonly config: Config,
    private readonly queue: PredictionQueue,
    private readonly advancer: PredictionAdvancer,
    private readonly capacity: EngineCapacity,
    private readonly presence: WorkerPresence,
    private readonly hub: SettlementHub,
    private readonly metrics: GenerationMetrics,
    private readonly registry: SchedulerRegistry,
  ) {}

  onApplicationBootstrap(): void {
    this.hub.onSettled((id) => this.stop(id, 'lost'));
    this.renewals = new Round(this.registry, 'renew-leases', () => this.renew());
  }

  get running(): readonly { provider: string; isPoll: boolean }[] {
    return [...this.held.values()];
  }

  /**
   * Never rejects. Stops a step of an earlier claim, whose lease has expired before it was renewed.
   * @param workerId the worker number of the claim.
   */
  async advance(claimed: ClaimedPrediction, workerId: number): Promise<void> {
    this.stop(claimed.id, 'lost');
    this.capacity.take(claimed.provider);
    const controller = new AbortController();
    const step: RunningStep = {
      id: claimed.id,
      fence: claimed.fence,
      provider: claimed.provider,
      workerId,
      isPoll: claimed.provider_ref !== null,
      progress: claimed.progress,
      recordedProgress: claimed.progress,
      controller,
      deadline: setTimeout(
        () => this.stop(claimed.id, 'deadline'),
        Math.min(claimed.remaining_ms, 2 ** 31 - 1),
      ),
      done: Promise.resolve(),
    };
    this.held.set(claimed.id, step);
    const progress = (percent: number) => {
      // Not the other way round: an engine's report can be no number.
      if (percent > step.progress) step.progress = Math.min(99, percent);
    };
    step.done = this.advancer
      .advance({ claimed, signal: controller.signal, progress })
      .catch((error: unknown) => logFailure(this.logger, `advance ${claimed.id}`, error))
      .finally(() => {
        clearTimeout(step.deadline);
        if (this.held.get(claimed.id) === step) this.held.delete(claimed.id);
      });
    return step.done;
  }

  /** Renews all leases every third of `LEASE_SECONDS`; at once those with new progress or with an old worker number. */
  async renew(): Promise<void> {
    const isAllDue = performance.now() - this.lastRenewalMs >= (this.config.worker.leaseSeconds * 1000) / 3;
    const { workerId } = this.presence;
    const due = [...this.held.values()].filter(
      (step) => isAllDue || step.workerId !== workerId || Math.floor(step.progress) > step.recordedProgress,
    );
    if (due.length === 0) return;
    if (isAllDue) this.lastRenewalMs = performance.now();
    const leases = due.map(({ id, fence, progress }) => ({ id, fence, progress }));
    const renewed = await this.queue.renew(leases, workerId, this.config.worker.leaseSeconds);
    const notRenewed: HeldLease[] = [];
    for (const [index, step] of due.entries()) {
      if (renewed.has(step.id)) {
        step.recordedProgress = Math.floor(leases[index]!.progress);
        step.workerId = workerId;
      } else if (this.held.get(step.id) === step) {
        notRenewed.push(leases[index]!);
        this.stop(step.id, 'lost');
      }
    }
    if (notRenewed.length > 0) this.metrics.countLostLeases(await this.queue.countLost(notRenewed));
  }

  /** Stops all running steps, which release their leases, and waits for their end. */
  async releaseAll(): Promise<void> {
    void this.renewals?.stop();
    const running = [...this.held.values()];
    const stop = ({ id }: RunningStep) => this.stop(id, 'shutdown');
    // Stopping such a submit would refund work that the operator has paid for.
    const unrecoverable = running.filter(
      ({ isPoll, provider }) => !isPoll && this.capacity.isNotResubmittable(provider),
    );
    running.filter((step) => !unrecoverable.includes(step)).forEach(stop);
    const timeout = setTimeout(() => unrecoverable.forEach(stop), UNRECOVERABLE_SUBMITS_MS);
    await Promise.all(running.map(({ done }) => done));
    clearTimeout(timeout);
  }

  private stop(id: string, reason: StopReason): void {
    this.held.get(id)?.controller.abort(reason);
  }
}
