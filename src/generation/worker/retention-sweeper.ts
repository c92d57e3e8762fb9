import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Sweeper } from '../../platform/schedule/index.js';
import { IdempotencyStore } from '../creation/idempotency.store.js';
import { ExpiredOutputs } from '../outputs/expired-outputs.js';

/** Idempotency-Keys are removed after a day. */
@Injectable()
export class RetentionSweeper extends Sweeper {
  constructor(
    registry: SchedulerRegistry,
    private readonly outputs: ExpiredOutputs,
    private readonly idempotency: IdempotencyStore,
  ) {
    super(registry, 'remove-expired-outputs');
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    // Concurrently: a slow storage must not delay the removal of keys.
    const [outputs, keys] = await Promise.all([
      this.outputs.remove(isStopping),
      this.idempotency.sweep(isStopping),
    ]);
    if (outputs + keys > 0)
      this.logger.log(`removed the outputs of ${outputs} predictions, ${keys} idempotency keys`);
  }
}
