import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../../platform/config/index.js';
import { logFailure } from '../../platform/database/index.js';
import { ROUNDS } from '../../platform/schedule/index.js';
import { EngineCapacity } from '../engines/engine-capacity.js';
import { WorkerDisk } from '../outputs/worker-disk.js';
import type { FreeCapacity } from '../queue/free-capacity.js';
import { PlanPlaces } from '../queue/plan-places.js';
import { PredictionQueue } from '../queue/prediction.queue.js';
import { WorkSignal } from '../queue/work-signal.js';
import { WorkerPresence } from '../queue/worker-presence.js';
import { LeaseHolder } from './lease-holder.js';

/** A claim fails when the database is away, or the connection was lost. */
const FAILED_CLAIM_MS = 250;
/** In `SchedulerRegistry`. */
const NEXT_CLAIM = 'claim-predictions';
const SHUTDOWN_MS = 8_000;

/** Concurrent polls. Each is one small exchange and holds no slot. */
const MAX_POLLS = 200;

/**
 * Claims as many predictions as it has capacity for. A hint (new work, a free slot, a reacquired lock) triggers a claim at once; without
 * one it claims when the next prediction is due.
 */
@Injectable()
export class PredictionProcessor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('worker');
  private isClaiming = false;
  private isClaimDue = false;
  private lastClaim: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly config: Config,
    private readonly queue: PredictionQueue,
    private readonly planPlaces: PlanPlaces,
    private readonly leases: LeaseHolder,
    private readonly capacity: EngineCapacity,
    private readonly presence: WorkerPresence,
    private readonly disk: WorkerDisk,
    private readonly signal: WorkSignal,
    private readonly registry: SchedulerRegistry,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.presence.acquireLock(() => {
      this.leases.renew().catch((error: unknown) => logFailure(this.logger, 'renew', error));
      this.claim();
    });
    await this.disk.watch(() => this.claim());
    await this.signal.onWork(() => this.claim());
    this.capacity.onPlaces(() => this.claim());
    this.claim();
  }

  /** Waits until the running steps have stopped and released their leases. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.cancelNextClaim();
    // A second time after the claim that may be under way: its predictions are released too.
    const released = Promise.all([
      this.leases.releaseAll(),
      this.lastClaim.then(() => this.leases.releaseAll()),
    ]);
    await Promise.race([released, sleep(SHUTDOWN_MS, undefined, { ref: false })]);
  }

  /** A hint that comes during a claim causes another one. */
  private claim(): void {
    if (this.isClaiming) this.isClaimDue = true;
    else this.lastClaim = this.claimAll();
  }

  private async claimAll(): Promise<void> {
    this.isClaiming = true;
    try {
      do {
        this.isClaimDue = false;
        // Predictions settled in one batch free their slots one by one: wait for all of them.
        await turn();
        // With all slots used, the next free slot is a hint.
        if ((await this.claimOnce()) > 0 && this.freeSlots() > 0) this.isClaimDue = true;
        // A hint that comes while the next claim is being planned sets `isClaimDue` again.
        // oxlint-disable-next-line typescript/no-unnecessary-condition -- set during the awaits
        else if (!this.isClaimDue) await this.planNextClaim();
      } while (this.isClaimDue);
    } catch (error) {
      logFailure(this.logger, 'claim', error);
      this.claimIn(FAILED_CLAIM_MS * (1 + Math.random()));
    } finally {
      this.isClaiming = false;
    }
  }

  /** @returns the number of claimed predictions. */
  private async claimOnce(): Promise<number> {
    const mayClaim = !this.isStopping && this.presence.isPresent && this.disk.isWritable;
    const free = mayClaim ? this.freeCapacity() : [];
    if (free.length === 0) return 0;
    const { leaseSeconds } = this.config.worker;
    const { workerId } = this.presence;
    await this.planPlaces.fill();
    const startedAtMs = performance.now();
    const claimed = await this.queue.claim(free, this.freeSlots(), workerId, leaseSeconds, (taken) =>
      this.capacity.recordTaken(taken, startedAtMs),
    );
    for (const prediction of claimed) void this.leases.advance(prediction, workerId).then(() => this.claim());
    return claimed.length;
  }

  private freeSlots(): number {
    const submitting = this.leases.running.filter(({ isPoll }) => !isPoll).length;
    return Math.max(0, this.config.worker.concurrency - submitting);
  }

  private freeCapacity(): FreeCapacity[] {
    const { running } = this.leases;
    const polling = running.filter(({ isPoll }) => isPoll).length;
    return this.capacity.available(running, { submits: this.freeSlots(), polls: MAX_POLLS - polling });
  }

  private async planNextClaim(): Promise<void> {
    if (this.isStopping) return;
    const dueMs = await this.queue.nextDueMs(this.freeCapacity());
    // Hints can be missed. With jitter, so that workers do not claim together.
    const longestMs = ROUNDS['claim-predictions'].everyMs * (0.75 + Math.random() / 2);
    this.claimIn(Math.min(dueMs ?? Infinity, this.capacity.waitMs(), this.planPlaces.waitMs(), longestMs));
  }

  private claimIn(milliseconds: number): void {
    this.cancelNextClaim();
    if (this.isStopping) return;
    this.registry.addTimeout(
      NEXT_CLAIM,
      setTimeout(() => this.claim(), Math.max(5, milliseconds)),
    );
  }

  private cancelNextClaim(): void {
    if (this.registry.doesExist('timeout', NEXT_CLAIM)) this.registry.deleteTimeout(NEXT_CLAIM);
  }
}
