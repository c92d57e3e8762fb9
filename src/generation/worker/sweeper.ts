import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Round } from '../../schedule/index.js';
import { ExpiredOutputs } from '../store/expired-outputs.js';
import { IdempotencyStore } from '../store/idempotency.store.js';

const ROUND_MS = 10_000;

/** Removes what is past its time: outputs after their retention, Idempotency-Keys after a day. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('sweeper');
  private rounds?: Round;
  private stopping = false;

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly outputs: ExpiredOutputs,
    private readonly idempotency: IdempotencyStore,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds = new Round(this.registry, 'remove-expired-outputs', ROUND_MS, () => this.removeExpired());
  }

  /** Goes on until nothing is due. One round at a time, however long it takes. */
  async round(): Promise<void> {
    await this.rounds?.run();
  }

  /** What is being removed is finished; the rest is given back. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.rounds?.stop();
  }

  private async removeExpired(): Promise<void> {
    const isStopping = () => this.stopping;
    // Side by side: a storage that is slow must not keep keys of days ago.
    const [outputs, keys] = await Promise.all([
      this.outputs.remove(isStopping),
      this.idempotency.sweep(isStopping),
    ]);
    if (outputs + keys > 0)
      this.logger.log(`removed the outputs of ${outputs} predictions, ${keys} idempotency keys`);
  }
}
