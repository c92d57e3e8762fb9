/**
 * The inside of an isolated process: claims one suspect at a time, runs it with nothing beside it, and ends when there
 * has been none for a while. A crash in here takes no neighbour along.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { isDatabaseUnavailable } from '../../database/index.js';
import { EngineRoom } from '../engines/engine-room.js';
import type { ClaimedPrediction } from '../store/prediction.js';
import { PredictionAdvancer } from './prediction.advancer.js';
import { PredictionQueue } from '../store/prediction.queue.js';
import { SuspectQueue } from '../store/suspect.queue.js';
import type { StopReason } from './work-tools.js';
import { WorkerEvents } from './worker-events.js';

const LOOK_MS = 250;
/** Longer than the pause between two polls of most engines: a suspect that waits at one finds the process still there. */
const IDLE_MS = 10_000;
/** How long a submit may still take, when the process is to end, whose answer nobody could ask for again. */
const LAST_ANSWER_MS = 6_000;
const ALONE = { places: 1, polls: 1 };

@Injectable()
export class IsolatedWorker {
  private readonly logger = new Logger('isolated');
  private current: { claimed: ClaimedPrediction; controller: AbortController; renew(): void } | null = null;
  private stopping = false;

  constructor(
    private readonly config: Config,
    private readonly suspects: SuspectQueue,
    private readonly queue: PredictionQueue,
    private readonly advancer: PredictionAdvancer,
    private readonly events: WorkerEvents,
    private readonly room: EngineRoom,
  ) {}

  /**
   * @param ready is given the number under which this process holds leases, before it claims anything under it: a new one
   *   after its database session was lost.
   */
  async run(ready: (workerId: number) => void): Promise<void> {
    await this.events.start({
      work: () => {},
      settled: (id) => this.abort('lost', id),
      returned: () => {
        ready(this.events.workerId);
        this.current?.renew();
      },
    });
    let idleSince = performance.now();
    while (!this.stopping && performance.now() - idleSince < IDLE_MS) {
      if (await this.runNext().catch((error: unknown) => this.report(error))) idleSince = performance.now();
      else await sleep(LOOK_MS);
    }
  }

  /** Claims nothing more, and hands back what is running. */
  stop(): void {
    this.stopping = true;
    const claimed = this.current?.claimed;
    if (!claimed) return;
    const isUncertain = claimed.provider_ref === null && this.room.cannotAskAgain(claimed.provider);
    setTimeout(() => this.abort('shutdown', claimed.id), isUncertain ? LAST_ANSWER_MS : 0).unref();
  }

  private async runNext(): Promise<boolean> {
    const room = this.events.isPresent ? this.room.find([], ALONE) : [];
    if (room.length === 0) return false;
    const { workerId } = this.events;
    const claimed = await this.suspects.claim(room, workerId, this.config.worker.leaseSeconds);
    if (!claimed) return false;
    this.logger.warn({ prediction: claimed.id, crashes: claimed.crashes }, 'runs alone in a process');
    await this.advance(claimed);
    await this.suspects.trustAgain(claimed);
    return true;
  }

  private async advance(claimed: ClaimedPrediction): Promise<void> {
    const controller = new AbortController();
    this.room.take(claimed.provider);
    const held = { id: claimed.id, fence: claimed.fence, progress: claimed.progress };
    const deadline = setTimeout(
      () => controller.abort('deadline' satisfies StopReason),
      Math.min(claimed.remaining_ms, 2 ** 31 - 1),
    );
    const renew = () => {
      this.queue.renew([held], this.events.workerId, this.config.worker.leaseSeconds).then(
        (ours) => ours.has(claimed.id) || controller.abort('lost' satisfies StopReason),
        (error: unknown) => this.report(error),
      );
    };
    const renewal = setInterval(renew, (this.config.worker.leaseSeconds * 1000) / 3);
    this.current = { claimed, controller, renew };
    const progress = (percent: number) => {
      held.progress = Math.max(held.progress, Math.min(99, percent));
    };
    try {
      await this.advancer.advance({ claimed, signal: controller.signal, progress });
    } finally {
      clearTimeout(deadline);
      clearInterval(renewal);
      this.current = null;
    }
  }

  private abort(reason: StopReason, id: string): void {
    if (this.current?.claimed.id === id) this.current.controller.abort(reason);
  }

  private report(error: unknown): false {
    if (isDatabaseUnavailable(error)) this.logger.warn('the database is away');
    else this.logger.error(error instanceof Error ? error.stack : String(error));
    return false;
  }
}
