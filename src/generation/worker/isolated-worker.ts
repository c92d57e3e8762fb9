/** Runs one suspect at a time, alone. A crash of this process affects no other prediction. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { LiveCatalogue } from '../../catalogue/index.js';
import { Config } from '../../platform/config/index.js';
import { logFailure } from '../../platform/database/index.js';
import { EngineCapacity } from '../engines/engine-capacity.js';
import { WorkerDisk } from '../outputs/worker-disk.js';
import { SuspectQueue } from '../queue/suspect.queue.js';
import { WorkerPresence } from '../queue/worker-presence.js';
import { LeaseHolder } from './lease-holder.js';

const CLAIM_INTERVAL_MS = 250;
/** Longer than the poll interval of most engines, so that the process can also poll its suspect. */
const MAX_IDLE_MS = 10_000;
const ONE_PREDICTION = { submits: 1, polls: 1 };

@Injectable()
export class IsolatedWorker {
  private readonly logger = new Logger('isolated');
  private isStopping = false;

  constructor(
    private readonly config: Config,
    private readonly live: LiveCatalogue,
    private readonly suspects: SuspectQueue,
    private readonly leases: LeaseHolder,
    private readonly capacity: EngineCapacity,
    private readonly presence: WorkerPresence,
    private readonly disk: WorkerDisk,
  ) {}

  /** @param onReady gets the worker's number before it claims under it, and again when a lost database session changes it. */
  async run(onReady: (workerId: number) => void): Promise<void> {
    await this.presence.acquireLock(() => {
      onReady(this.presence.workerId);
      this.leases.renew().catch((error: unknown) => logFailure(this.logger, 'renew', error));
    });
    await this.disk.watch(() => undefined);
    let idleSince = performance.now();
    while (!this.isStopping && performance.now() - idleSince < MAX_IDLE_MS) {
      const hasRun = await this.runNext().catch((error: unknown) => logFailure(this.logger, 'run', error));
      if (hasRun) idleSince = performance.now();
      else await sleep(CLAIM_INTERVAL_MS);
    }
  }

  /** The running step releases its lease. */
  stop(): void {
    this.isStopping = true;
    void this.leases.releaseAll();
  }

  private async runNext(): Promise<boolean> {
    const mayClaim = this.presence.isPresent && this.disk.isWritable;
    const free = mayClaim ? this.capacity.available([], ONE_PREDICTION) : [];
    if (free.length === 0) return false;
    // This process has no role, so no round reads changes of the catalogue.
    await this.live.confirm();
    const { workerId } = this.presence;
    const claimed = await this.suspects.claim(free, workerId, this.config.worker.leaseSeconds);
    if (!claimed) return false;
    this.logger.warn(
      { prediction: claimed.id, crashes: claimed.crashes },
      'runs alone in an isolated process',
    );
    await this.leases.advance(claimed, workerId);
    await this.suspects.unmark(claimed);
    return true;
  }
}
