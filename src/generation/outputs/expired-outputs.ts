import { Injectable, Logger } from '@nestjs/common';
import { AssetStorage, outputPrefix, type Removal, removeExpired } from '../../assets/index.js';
import { Database } from '../../platform/database/index.js';
import { publicId } from '../../platform/http/index.js';
import { CLAIM_EXPIRED, MARK_FAILED, MARK_REMOVED, RELEASE_CLAIM } from './expired-outputs.sql.js';

const MARKS: Record<Removal, typeof MARK_REMOVED> = {
  removed: MARK_REMOVED,
  failed: MARK_FAILED,
  left: RELEASE_CLAIM,
};

/** Also removes outputs of deleted predictions. The row of the prediction stays. */
@Injectable()
export class ExpiredOutputs {
  private readonly logger = new Logger('sweeper');

  constructor(
    private readonly database: Database,
    private readonly storage: AssetStorage,
  ) {}

  /** @throws when the storage cannot remove: the sweeper tries again once the outputs expired. */
  async removeOf(id: string): Promise<void> {
    await this.storage.remove(outputPrefix(publicId('pred', id)));
    await this.database.run(MARK_REMOVED, { ids: [id] });
  }

  /** @returns the number of predictions whose outputs were removed until none was due or `isStopping`. */
  async remove(isStopping: () => boolean = () => false): Promise<number> {
    return removeExpired(
      {
        take: () => this.database.run(CLAIM_EXPIRED, {}),
        remove: ({ id }) => this.storage.remove(outputPrefix(publicId('pred', id))),
        mark: (removal, ids) => this.database.run(MARKS[removal], { ids }),
        warn: ({ id }, error) =>
          this.logger.warn({ prediction: publicId('pred', id) }, `outputs not removed: ${String(error)}`),
      },
      isStopping,
    );
  }
}
