import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Config } from '../config/index.js';
import { isDatabaseUnavailable } from '../database/index.js';
import { ProviderRegistry } from '../providers/index.js';
import type { ClaimedPrediction } from './prediction.js';
import { PredictionAdvancer } from './prediction.advancer.js';
import { type Held, PredictionQueue, type Room } from './prediction.queue.js';
import type { StopReason } from './work-tools.js';
import { WorkerEvents } from './worker-events.js';
import { WORKER_LOCK_CLASS } from './worker-presence.js';

/** How long at most until the line is looked at, whatever hints were missed; with jitter, so that workers spread. */
const LOOK_MS = 1_000;
const PROGRESS_MS = 500;
const PRESENCE_MS = 400;
const SHUTDOWN_MS = 8_000;

interface Running extends Held {
  provider: string;
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
  private stopping = false;
  private lastRenewal = 0;
  private suspects = new Set<number>();

  constructor(
    private readonly config: Config,
    private readonly queue: PredictionQueue,
    private readonly advancer: PredictionAdvancer,
    private readonly providers: ProviderRegistry,
    private readonly events: WorkerEvents,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.roles.has('worker')) return;
    await this.events.start({
      work: () => void this.claim(),
      settled: (id) => this.stop(id, 'lost'),
    });
    this.every(PROGRESS_MS, () => this.renew());
    this.every(PRESENCE_MS, () => this.buryTheDead());
    this.every(LOOK_MS, () => this.events.failOverdue());
    void this.claim();
  }

  /** Takes nothing more, hands every lease back, and waits for what is running to have stopped. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.timers.forEach(clearInterval);
    clearTimeout(this.look);
    const running = [...this.running.values()];
    for (const { id } of running) this.stop(id, 'shutdown');
    const bound = new Promise((resolve) => setTimeout(resolve, SHUTDOWN_MS).unref());
    await Promise.race([Promise.all(running.map(({ done }) => done)), bound]);
  }

  /** One claim at a time; a hint that comes meanwhile makes it look once more. */
  private async claim(): Promise<void> {
    if (this.claiming) return void (this.claimAgain = true);
    this.claiming = true;
    try {
      do {
        this.claimAgain = false;
        const room = this.stopping || !this.events.isPresent ? [] : this.room();
        if (room.length === 0) break;
        const claimed = await this.queue.claim(
          room,
          this.free(),
          this.events.workerId,
          this.config.worker.leaseSeconds,
        );
        for (const prediction of claimed) this.run(prediction);
        if (claimed.length > 0) this.claimAgain = true;
      } while (this.claimAgain);
      await this.scheduleLook();
    } catch (error) {
      this.report('claim', error);
      this.lookIn(LOOK_MS);
    } finally {
      this.claiming = false;
    }
  }

  private free(): number {
    return this.config.worker.concurrency - this.running.size;
  }

  /** Free places by provider: the worker's own bound, within it each engine's. */
  private room(): Room[] {
    const free = this.free();
    if (free <= 0) return [];
    const taken = (name: string) =>
      [...this.running.values()].filter(({ provider }) => provider === name).length;
    return this.providers.all
      .map(({ name, places }) => ({ provider: name, places: Math.min(free, places - taken(name)) }))
      .filter(({ places }) => places > 0);
  }

  private run(claimed: ClaimedPrediction): void {
    const controller = new AbortController();
    const running: Running = {
      id: claimed.id,
      fence: claimed.fence,
      provider: claimed.provider,
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
        void this.claim();
      });
  }

  private stop(id: string, reason: StopReason): void {
    this.running.get(id)?.controller.abort(reason);
  }

  /** Heartbeat of everything, a third of a lease apart; progress as it is made. What was not renewed is not ours. */
  private async renew(): Promise<void> {
    const all = Date.now() - this.lastRenewal >= (this.config.worker.leaseSeconds * 1000) / 3;
    const due = [...this.running.values()].filter(
      (run) => all || Math.floor(run.progress) > run.recordedProgress,
    );
    if (due.length === 0) return;
    if (all) this.lastRenewal = Date.now();
    const held = due.map(({ id, fence, progress }) => ({ id, fence, progress }));
    const ours = await this.queue.renew(held, this.config.worker.leaseSeconds);
    for (const [index, run] of due.entries()) {
      if (ours.has(run.id)) run.recordedProgress = Math.floor(held[index]!.progress);
      else if (this.running.get(run.id) === run) this.stop(run.id, 'lost');
    }
  }

  /** A worker is taken for dead when two looks in a row miss its lock: one that only reconnects keeps its work. */
  private async buryTheDead(): Promise<void> {
    const absent = await this.queue.absentWorkers(WORKER_LOCK_CLASS);
    const dead = absent.filter((worker) => this.suspects.has(worker));
    this.suspects = new Set(absent);
    if (dead.length > 0 && (await this.queue.releaseAbandoned(dead)) > 0) void this.claim();
  }

  private async scheduleLook(): Promise<void> {
    if (this.stopping) return;
    const next = await this.queue.nextDueMs(this.providers.all.map(({ name }) => name));
    this.lookIn(Math.min(next ?? Infinity, LOOK_MS * (0.75 + Math.random() / 2)));
  }

  private lookIn(milliseconds: number): void {
    clearTimeout(this.look);
    if (!this.stopping) this.look = setTimeout(() => void this.claim(), Math.max(5, milliseconds));
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
