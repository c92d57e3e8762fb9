/**
 * The inside of an isolated process: claims one suspect at a time, runs it with nothing beside it, and ends when there
 * has been none for a while. A crash in here takes no neighbour along.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { logFailure } from '../../database/index.js';
import { EngineCapacity } from '../engines/engine-capacity.js';
import { SuspectQueue } from '../store/suspect.queue.js';
import { WorkerPresence } from '../store/worker-presence.js';
import { LeaseHolder } from './lease-holder.js';

const CLAIM_MS = 250;
/** Longer than the pause between two polls of most engines: a suspect that waits at one finds the process still there. */
const IDLE_MS = 10_000;
const ALONE = { places: 1, polls: 1 };

@Injectable()
export class IsolatedWorker {
  private readonly logger = new Logger('isolated');
  private stopping = false;

  constructor(
    private readonly config: Config,
    private readonly suspects: SuspectQueue,
    private readonly leases: LeaseHolder,
    private readonly capacity: EngineCapacity,
    private readonly presence: WorkerPresence,
  ) {}

  /**
   * @param ready is given the number under which this process holds leases, before it claims anything under it: a new one
   *   after its database session was lost.
   */
  async run(ready: (workerId: number) => void): Promise<void> {
    await this.presence.acquireLock(() => {
      ready(this.presence.workerId);
      this.leases.renew().catch((error: unknown) => logFailure(this.logger, 'renew', error));
    });
    let idleSince = performance.now();
    while (!this.stopping && performance.now() - idleSince < IDLE_MS) {
      const hasRun = await this.runNext().catch((error: unknown) => logFailure(this.logger, 'run', error));
      if (hasRun) idleSince = performance.now();
      else await sleep(CLAIM_MS);
    }
  }

  /** Claims nothing more, and hands back what is running. */
  stop(): void {
    this.stopping = true;
    void this.leases.handBack();
  }

  private async runNext(): Promise<boolean> {
    const room = this.presence.isPresent ? this.capacity.available([], ALONE) : [];
    if (room.length === 0) return false;
    const { workerId } = this.presence;
    const claimed = await this.suspects.claim(room, workerId, this.config.worker.leaseSeconds);
    if (!claimed) return false;
    this.logger.warn({ prediction: claimed.id, crashes: claimed.crashes }, 'runs alone in a process');
    await this.leases.advance(claimed, workerId);
    await this.suspects.trustAgain(claimed);
    return true;
  }
}
