import { Injectable, Logger } from '@nestjs/common';
import { AssetStorage, outputPrefix, type Removal, removeExpired } from '../../assets/index.js';
import { Database } from '../../database/index.js';
import { MARK_FAILED, MARK_LEFT, MARK_REMOVED, TAKE_EXPIRED } from './expired-outputs.sql.js';
import { predictionIdOf } from './prediction-id.js';

const MARKS: Record<Removal, string> = { removed: MARK_REMOVED, failed: MARK_FAILED, left: MARK_LEFT };

/** Removes outputs after their retention. */
@Injectable()
export class ExpiredOutputs {
  private readonly logger = new Logger('sweeper');

  constructor(
    private readonly database: Database,
    private readonly storage: AssetStorage,
  ) {}

  /** Until none is due or `isStopping`. @returns how many predictions have no outputs any more. */
  async remove(isStopping: () => boolean = () => false): Promise<number> {
    return removeExpired(
      {
        take: () => this.database.query<{ id: string }>(TAKE_EXPIRED),
        remove: ({ id }) => this.storage.remove(outputPrefix(predictionIdOf(id))),
        mark: (removal, ids) => this.database.query(MARKS[removal], [ids]),
        warn: ({ id }, error) =>
          this.logger.warn({ prediction: predictionIdOf(id) }, `outputs not removed: ${String(error)}`),
      },
      isStopping,
    );
  }
}
