import { setImmediate as turn } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../../config/index.js';
import { logFailure } from '../../database/index.js';
import { EngineCapacity } from '../engines/engine-capacity.js';
import { PredictionQueue, type Room } from '../store/prediction.queue.js';
import { WorkSignal } from '../store/work-signal.js';
import { WorkerPresence } from '../store/worker-presence.js';
import { LeaseHolder } from './lease-holder.js';

/** Until the next claim when one failed: the database is away, or the statement was lost with its connection. */
const CLAIM_AGAIN_MS = 250;
/** Longest pause between two claims, whatever hints were missed; with jitter, so that workers spread. */
const CLAIM_MS = 1_000;
/** Name of the next planned claim in `SchedulerRegistry`. */
const NEXT_CLAIM = 'claim-predictions';
const SHUTDOWN_MS = 8_000;

/** Predictions that are polled at once: each is one small exchange, none of them takes a place. */
const MAX_POLLS = 200;

/**
 * The worker: claims what there is room for and hands it to `LeaseHolder`. A hint (new work, a place that is free, a lock
 * that is held again) makes it claim at once; without one it claims when the next prediction is due.
 */
@Injectable()
export class PredictionProcessor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('worker');
  private claiming = false;
  private claimAgain = false;
  /** The last claim that was begun. */
  private round: Promise<void> = Promise.resolve();
  private stopping = false;

  constructor(
    private readonly config: Config,
    private readonly queue: PredictionQueue,
    private readonly leases: LeaseHolder,
    private readonly capacity: EngineCapacity,
    private readonly presence: WorkerPresence,
    private readonly signal: WorkSignal,
    private readonly registry: SchedulerRegistry,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.presence.acquireLock(() => {
      this.leases.renew().catch((error: unknown) => logFailure(this.logger, 'renew', error));
      this.claim();
    });
    await this.signal.onWork(() => this.claim());
    this.claim();
  }

  /** Claims nothing more, hands every lease back, and waits for what is running to have stopped. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.cancelNextClaim();
    const bound = new Promise((resolve) => setTimeout(resolve, SHUTDOWN_MS).unref());
    // What is being claimed just now goes back too.
    const handedBack = Promise.all([this.leases.handBack(), this.round.then(() => this.leases.handBack())]);
    await Promise.race([handedBack, bound]);
  }

  /** One claim at a time; a hint that comes meanwhile is followed by another. */
  private claim(): void {
    if (this.claiming) this.claimAgain = true;
    else this.round = this.claimAll();
  }

  private async claimAll(): Promise<void> {
    this.claiming = true;
    try {
      do {
        this.claimAgain = false;
        // What was settled together frees its places one by one: let all of them be free.
        await turn();
        // With every place taken there is nothing to claim until one is free, which is a hint of its own.
        if ((await this.claimOnce()) > 0 && this.freePlaces() > 0) this.claimAgain = true;
        // A hint that comes while the next claim is planned is not lost.
        // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- set during the awaits
        else if (!this.claimAgain) await this.planNextClaim();
      } while (this.claimAgain);
    } catch (error) {
      logFailure(this.logger, 'claim', error);
      this.claimIn(CLAIM_AGAIN_MS * (1 + Math.random()));
    } finally {
      this.claiming = false;
    }
  }

  /** @returns how many it took up. */
  private async claimOnce(): Promise<number> {
    const room = this.stopping || !this.presence.isPresent ? [] : this.availableRoom();
    if (room.length === 0) return 0;
    const { leaseSeconds } = this.config.worker;
    const { workerId } = this.presence;
    const claimed = await this.queue.claim(room, this.freePlaces(), workerId, leaseSeconds);
    for (const prediction of claimed) void this.leases.advance(prediction, workerId).then(() => this.claim());
    return claimed.length;
  }

  private freePlaces(): number {
    const submitting = this.leases.running.filter(({ polls }) => !polls).length;
    return Math.max(0, this.config.worker.concurrency - submitting);
  }

  private availableRoom(): Room[] {
    const { running } = this.leases;
    const polling = running.filter(({ polls }) => polls).length;
    return this.capacity.available(running, { places: this.freePlaces(), polls: MAX_POLLS - polling });
  }

  private async planNextClaim(): Promise<void> {
    if (this.stopping) return;
    const next = await this.queue.nextDueMs(this.availableRoom());
    this.claimIn(Math.min(next ?? Infinity, this.capacity.nextMs(), CLAIM_MS * (0.75 + Math.random() / 2)));
  }

  private claimIn(milliseconds: number): void {
    this.cancelNextClaim();
    if (this.stopping) return;
    this.registry.addTimeout(
      NEXT_CLAIM,
      setTimeout(() => this.claim(), Math.max(5, milliseconds)),
    );
  }

  private cancelNextClaim(): void {
    if (this.registry.doesExist('timeout', NEXT_CLAIM)) this.registry.deleteTimeout(NEXT_CLAIM);
  }
}
