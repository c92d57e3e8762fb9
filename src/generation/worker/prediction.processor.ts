import { setImmediate as turn } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Config } from '../../config/index.js';
import { isDatabaseUnavailable } from '../../database/index.js';
import { EngineChoice } from '../engines/engine-choice.js';
import { EngineRoom } from '../engines/engine-room.js';
import type { ClaimedPrediction } from '../store/prediction.js';
import { PredictionAdvancer } from './prediction.advancer.js';
import { type Held, PredictionQueue, type Room } from '../store/prediction.queue.js';
import type { StopReason } from './work-tools.js';
import { WorkerEvents } from './worker-events.js';
import { WORKER_LOCK_CLASS } from './worker-presence.js';

/** Until the next claim when one failed: the database is away, or the statement was lost with its connection. */
const CLAIM_AGAIN_MS = 250;
/** How long at most until the line is looked at, whatever hints were missed; with jitter, so that workers spread. */
const LOOK_MS = 1_000;
const PROGRESS_MS = 500;
const PRESENCE_MS = 400;
const SHUTDOWN_MS = 8_000;
/** Of these, how long a submit may take whose answer nobody could ask for again. */
const LAST_ANSWERS_MS = 6_000;

/** Predictions that are asked about at once: each is one small exchange, none of them takes a place. */
const MAX_POLLS = 200;

interface Running extends Held {
  provider: string;
  /** The number that its lease names in the database. */
  workerId: number;
  /** The engine has it: this step only asks about it. */
  polls: boolean;
  controller: AbortController;
  deadline: NodeJS.Timeout;
  recordedProgress: number;
  done: Promise<void>;
}

/**
 * The worker: claims what there is room for, advances it, renews its leases, and keeps the others' promises
 * (abandoned leases, passed deadlines). Runs only with the role `worker`.
 */
@Injectable()
export class PredictionProcessor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('worker');
  private readonly running = new Map<string, Running>();
  private readonly timers: NodeJS.Timeout[] = [];
  private look?: NodeJS.Timeout;
  private claiming = false;
  private claimAgain = false;
  /** The last claim that was begun. */
  private round: Promise<void> = Promise.resolve();
  private stopping = false;
  /** By `performance.now()`: a step of the wall clock must not delay a renewal. */
  private lastRenewalMs = -Infinity;
  private suspects = new Set<number>();

  constructor(
    private readonly config: Config,
    private readonly queue: PredictionQueue,
    private readonly advancer: PredictionAdvancer,
    private readonly events: WorkerEvents,
    private readonly room: EngineRoom,
    private readonly choice: EngineChoice,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.roles.has('worker')) return;
    await this.events.start({
      work: () => this.claim(),
      settled: (id) => this.stop(id, 'lost'),
      returned: () => {
        void this.renew().catch((error: unknown) => this.report('renew', error));
        this.claim();
      },
    });
    this.every(PROGRESS_MS, () => this.renew());
    this.every(PRESENCE_MS, () => this.buryTheDead());
    this.every(LOOK_MS, () => this.events.failOverdue());
    this.every(LOOK_MS, () => this.choice.refresh());
    this.claim();
  }

  /** Takes nothing more, hands every lease back, and waits for what is running to have stopped. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.timers.forEach(clearInterval);
    clearTimeout(this.look);
    const bound = new Promise((resolve) => setTimeout(resolve, SHUTDOWN_MS).unref());
    // What is being claimed just now goes back too.
    const handedBack = Promise.all([this.stopAll(), this.round.then(() => this.stopAll())]);
    await Promise.race([handedBack, bound]);
  }

  private async stopAll(): Promise<void> {
    const running = [...this.running.values()];
    const stop = ({ id }: Running) => this.stop(id, 'shutdown');
    // Cut off, it would be paid for and refunded.
    const uncertain = running.filter(({ polls, provider }) => !polls && this.room.cannotAskAgain(provider));
    running.filter((run) => !uncertain.includes(run)).forEach(stop);
    const patience = setTimeout(() => uncertain.forEach(stop), LAST_ANSWERS_MS);
    await Promise.all(running.map(({ done }) => done));
    clearTimeout(patience);
  }

  /** One claim at a time; a hint that comes meanwhile makes it look once more. */
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
        // With every place taken there is nothing to look for until one is free, which is a hint of its own.
        if ((await this.claimOnce()) > 0 && this.free() > 0) this.claimAgain = true;
        // A hint that comes while the next look is worked out is not lost.
        else if (!this.claimAgain) await this.scheduleLook();
      } while (this.claimAgain);
    } catch (error) {
      this.report('claim', error);
      this.lookIn(CLAIM_AGAIN_MS * (1 + Math.random()));
    } finally {
      this.claiming = false;
    }
  }

  /** @returns how many it took up. */
  private async claimOnce(): Promise<number> {
    const room = this.stopping || !this.events.isPresent ? [] : this.findRoom();
    if (room.length === 0) return 0;
    const { leaseSeconds } = this.config.worker;
    const { workerId } = this.events;
    const claimed = await this.queue.claim(room, this.free(), workerId, leaseSeconds);
    for (const prediction of claimed) this.run(prediction, workerId);
    return claimed.length;
  }

  private free(): number {
    const submitting = [...this.running.values()].filter(({ polls }) => !polls).length;
    return Math.max(0, this.config.worker.concurrency - submitting);
  }

  private findRoom(): Room[] {
    const running = [...this.running.values()];
    const polling = running.filter(({ polls }) => polls).length;
    return this.room.find(running, { places: this.free(), polls: MAX_POLLS - polling });
  }

  private run(claimed: ClaimedPrediction, workerId: number): void {
    this.room.take(claimed.provider);
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
    this.running.set(claimed.id, running);
    const progress = (percent: number) => {
      running.progress = Math.max(running.progress, Math.min(99, percent));
    };
    running.done = this.advancer
      .advance({ claimed, signal: controller.signal, progress })
      .catch((error: unknown) => this.report(`advance ${claimed.id}`, error))
      .finally(() => {
        clearTimeout(running.deadline);
        this.running.delete(claimed.id);
        this.claim();
      });
  }

  private stop(id: string, reason: StopReason): void {
    this.running.get(id)?.controller.abort(reason);
  }

  /**
   * Heartbeat of everything, a third of a lease apart; progress as it is made; at once what was claimed under a number that
   * this worker has no more. What was not renewed is not ours.
   */
  private async renew(): Promise<void> {
    const all = performance.now() - this.lastRenewalMs >= (this.config.worker.leaseSeconds * 1000) / 3;
    const { workerId } = this.events;
    const due = [...this.running.values()].filter(
      (run) => all || run.workerId !== workerId || Math.floor(run.progress) > run.recordedProgress,
    );
    if (due.length === 0) return;
    if (all) this.lastRenewalMs = performance.now();
    const held = due.map(({ id, fence, progress }) => ({ id, fence, progress }));
    const ours = await this.queue.renew(held, workerId, this.config.worker.leaseSeconds);
    const missed: Held[] = [];
    for (const [index, run] of due.entries()) {
      if (ours.has(run.id)) {
        run.recordedProgress = Math.floor(held[index]!.progress);
        run.workerId = workerId;
      } else if (this.running.get(run.id) === run) {
        missed.push(held[index]!);
        this.stop(run.id, 'lost');
      }
    }
    if (missed.length > 0) this.events.loseLeases(await this.queue.countLost(missed));
  }

  /** A worker is taken for dead when two looks in a row miss its lock: one that only reconnects keeps its work. */
  private async buryTheDead(): Promise<void> {
    const absent = await this.queue.absentWorkers(WORKER_LOCK_CLASS);
    const dead = absent.filter((worker) => this.suspects.has(worker));
    this.suspects = new Set(absent);
    if (dead.length > 0 && (await this.queue.releaseAbandoned(dead)) > 0) this.claim();
  }

  private async scheduleLook(): Promise<void> {
    if (this.stopping) return;
    const next = await this.queue.nextDueMs(this.findRoom());
    this.lookIn(Math.min(next ?? Infinity, this.room.nextMs(), LOOK_MS * (0.75 + Math.random() / 2)));
  }

  private lookIn(milliseconds: number): void {
    clearTimeout(this.look);
    if (!this.stopping) this.look = setTimeout(() => this.claim(), Math.max(5, milliseconds));
  }

  /** Never two rounds of the same at once, however long one takes. */
  private every(milliseconds: number, round: () => Promise<void>): void {
    let busy = false;
    const tick = async () => {
      if (busy) return;
      busy = true;
      await round().catch((error: unknown) => this.report('round', error));
      busy = false;
    };
    this.timers.push(setInterval(() => void tick(), milliseconds));
  }

  private report(doing: string, error: unknown): void {
    if (isDatabaseUnavailable(error)) this.logger.warn(`${doing}: the database is away`);
    else this.logger.error(`${doing}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
