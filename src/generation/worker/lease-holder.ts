import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../../config/index.js';
import { logFailure } from '../../database/index.js';
import { Round } from '../../schedule/index.js';
import { EngineCapacity } from '../engines/engine-capacity.js';
import { GenerationMetrics } from '../store/generation-metrics.js';
import type { ClaimedPrediction } from '../store/prediction.js';
import { type Held, PredictionQueue } from '../store/prediction.queue.js';
import { SettlementHub } from '../store/settlement-hub.js';
import { WorkerPresence } from '../store/worker-presence.js';
import { PredictionAdvancer } from './prediction.advancer.js';
import type { StopReason } from './work-tools.js';

const PROGRESS_MS = 500;
/** Part of the time to stop that is reserved for submits whose result could not be recovered later. */
const LAST_ANSWERS_MS = 6_000;

interface Running extends Held {
  provider: string;
  /** The number that its lease names in the database. */
  workerId: number;
  /** The engine has it: this step only polls. */
  polls: boolean;
  controller: AbortController;
  deadline: NodeJS.Timeout;
  recordedProgress: number;
  done: Promise<void>;
}

/**
 * Holds the leases of the predictions that this process advances: renews them, and stops the work of a prediction that is
 * lost, past its deadline or handed back.
 */
@Injectable()
export class LeaseHolder implements OnApplicationBootstrap {
  private readonly logger = new Logger('worker');
  private readonly held = new Map<string, Running>();
  private renewals?: Round;
  /** By `performance.now()`: a step of the wall clock must not delay a renewal. */
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
    this.renewals = new Round(this.registry, 'renew-leases', PROGRESS_MS, () => this.renew());
  }

  /** What is running, by its engine and whether it only polls. */
  get running(): readonly { provider: string; polls: boolean }[] {
    return [...this.held.values()];
  }

  /** Advances a prediction by one step. Never rejects. @param workerId the number under which it was claimed. */
  async advance(claimed: ClaimedPrediction, workerId: number): Promise<void> {
    this.capacity.take(claimed.provider);
    const controller = new AbortController();
    const running: Running = {
      id: claimed.id,
      fence: claimed.fence,
      provider: claimed.provider,
      workerId,
      polls: claimed.provider_ref !== null,
      progress: claimed.progress,
      recordedProgress: claimed.progress,
      controller,
      deadline: setTimeout(
        () => this.stop(claimed.id, 'deadline'),
        Math.min(claimed.remaining_ms, 2 ** 31 - 1),
      ),
      done: Promise.resolve(),
    };
    this.held.set(claimed.id, running);
    const progress = (percent: number) => {
      running.progress = Math.max(running.progress, Math.min(99, percent));
    };
    running.done = this.advancer
      .advance({ claimed, signal: controller.signal, progress })
      .catch((error: unknown) => logFailure(this.logger, `advance ${claimed.id}`, error))
      .finally(() => {
        clearTimeout(running.deadline);
        this.held.delete(claimed.id);
      });
    return running.done;
  }

  /**
   * Renews all leases, a third of a lease apart; those whose progress has changed at once, and those that were claimed
   * under a number that this worker has no more. Stops the work of every lease that could not be renewed.
   */
  async renew(): Promise<void> {
    const all = performance.now() - this.lastRenewalMs >= (this.config.worker.leaseSeconds * 1000) / 3;
    const { workerId } = this.presence;
    const due = [...this.held.values()].filter(
      (run) => all || run.workerId !== workerId || Math.floor(run.progress) > run.recordedProgress,
    );
    if (due.length === 0) return;
    if (all) this.lastRenewalMs = performance.now();
    const leases = due.map(({ id, fence, progress }) => ({ id, fence, progress }));
    const renewed = await this.queue.renew(leases, workerId, this.config.worker.leaseSeconds);
    const missed: Held[] = [];
    for (const [index, run] of due.entries()) {
      if (renewed.has(run.id)) {
        run.recordedProgress = Math.floor(leases[index]!.progress);
        run.workerId = workerId;
      } else if (this.held.get(run.id) === run) {
        missed.push(leases[index]!);
        this.stop(run.id, 'lost');
      }
    }
    if (missed.length > 0) this.metrics.loseLeases(await this.queue.countLost(missed));
  }

  /** Renews no more, stops what is running so that it hands its lease back, and waits until it has. */
  async handBack(): Promise<void> {
    void this.renewals?.stop();
    const running = [...this.held.values()];
    const stop = ({ id }: Running) => this.stop(id, 'shutdown');
    // A submit that is cut off there would be paid for and refunded.
    const uncertain = running.filter(
      ({ polls, provider }) => !polls && this.capacity.isNotResubmittable(provider),
    );
    running.filter((run) => !uncertain.includes(run)).forEach(stop);
    const patience = setTimeout(() => uncertain.forEach(stop), LAST_ANSWERS_MS);
    await Promise.all(running.map(({ done }) => done));
    clearTimeout(patience);
  }

  private stop(id: string, reason: StopReason): void {
    this.held.get(id)?.controller.abort(reason);
  }
}
