import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { In } from 'typeorm';
import { Database } from '../../platform/database/index.js';
import { Sweeper } from '../../platform/schedule/index.js';
import { AssetStorage } from '../storage/asset-storage.js';
import { type Removal, removeExpired } from '../storage/remove-expired.js';
import { UploadEntity } from './upload.entity.js';
import { CLAIM_EXPIRED, RETRY_LATER } from './uploads.sql.js';

const BATCH_ROWS = 200;

@Injectable()
export class UploadSweeper extends Sweeper {
  constructor(
    registry: SchedulerRegistry,
    private readonly database: Database,
    private readonly storage: AssetStorage,
  ) {
    super(registry, 'remove-expired-uploads');
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    const removed = await this.removeExpired(isStopping);
    if (removed > 0) this.logger.log(`removed ${removed} uploads`);
  }

  /** Ends when none is due. @returns the number of removed uploads. */
  async removeExpired(isStopping = () => false): Promise<number> {
    return removeExpired(
      {
        take: () => this.database.run(CLAIM_EXPIRED, { most: BATCH_ROWS }),
        remove: ({ name }) => this.storage.remove(name),
        mark: (removal, ids) => this.mark(removal, ids),
        warn: ({ id }, error) => this.logger.warn(`upload ${id} not removed: ${String(error)}`),
      },
      isStopping,
    );
  }

  private async mark(removal: Removal, ids: string[]): Promise<unknown> {
    const { manager } = this.database;
    if (removal === 'removed') return manager.delete(UploadEntity, { id: In(ids) });
    if (removal === 'left') return manager.update(UploadEntity, { id: In(ids) }, { removalAt: null });
    return this.database.run(RETRY_LATER, { uploads: ids });
  }
}
