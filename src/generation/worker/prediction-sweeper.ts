import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../../platform/config/index.js';
import { Sweeper } from '../../platform/schedule/index.js';
import { PredictionRemoval } from '../settlement/prediction.removal.js';

/** Without `PREDICTION_RETENTION_DAYS` it removes none. */
@Injectable()
export class PredictionSweeper extends Sweeper {
  constructor(
    registry: SchedulerRegistry,
    private readonly config: Config,
    private readonly removal: PredictionRemoval,
  ) {
    super(registry, 'remove-old-predictions');
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    const { retentionDays } = this.config.predictions;
    if (retentionDays === null) return;
    const { removed, unsound } = await this.removal.remove(retentionDays, isStopping);
    if (removed > 0)
      this.logger.log(`removed ${removed} predictions that ended over ${retentionDays} days ago`);
    if (unsound > 0)
      this.logger.error(
        `kept ${unsound} old predictions: their ledger entries do not add up; run ledger:verify -- --all`,
      );
  }
}
