import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Round } from '../../platform/schedule/index.js';
import { EngineChoice } from '../engines/engine-choice.js';
import { PredictionQueue } from '../queue/prediction.queue.js';
import { WorkSignal } from '../queue/work-signal.js';
import { WORKER_LOCK_CLASS, WorkerPresence } from '../queue/worker-presence.js';

/** Keeps predictions moving whose worker is dead, or that wait for an engine whose circuit is open. */
@Injectable()
export class PredictionUpkeep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private rounds: Round[] = [];
  /** Workers whose lock was missing in the last check. */
  private absent = new Set<number>();

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly queue: PredictionQueue,
    private readonly choice: EngineChoice,
    private readonly signal: WorkSignal,
    private readonly presence: WorkerPresence,
  ) {}

  onApplicationBootstrap(): void {
    const release = () => this.releaseLeasesOfDeadWorkers();
    this.rounds = [
      new Round(this.registry, 'release-leases-of-dead-workers', release),
      new Round(this.registry, 'refresh-circuits', () => this.choice.refresh()),
    ];
  }

  /** Does not wait for a running round, in which the leases are released. */
  beforeApplicationShutdown(): void {
    for (const round of this.rounds) void round.stop();
  }

  /**
   * A worker counts as dead when its advisory lock is missing in two consecutive checks: one that only reconnects keeps its work. After a
   * failover of the database all workers reconnect, and the first one does not judge the others by their locks for some seconds.
   */
  private async releaseLeasesOfDeadWorkers(): Promise<void> {
    if (!this.presence.canJudgeOthers) {
      this.absent.clear();
      return;
    }
    const absent = await this.queue.absentWorkers(WORKER_LOCK_CLASS);
    const dead = absent.filter((worker) => this.absent.has(worker));
    this.absent = new Set(absent);
    if (dead.length > 0 && (await this.queue.releaseAbandoned(dead)) > 0) this.signal.wake();
  }
}
