import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import { REMOVE_PART } from './prediction.removal.sql.js';

/** One statement reads so many predictions in tens of milliseconds. */
const MOST_ROWS = 500;
const FEWEST_ROWS = 10;
/** A statement that took longer is followed by one of half as many. */
const SLOW_MS = 250;

export interface RemovedCount {
  removed: number;
  /** Kept, because their ledger entries do not add up. */
  unsound: number;
}

/**
 * Works in short parts. The statement of a part records in `removed_predictions` what the ledger needs of each, so a killed process loses
 * nothing and removes nothing twice.
 */
@Injectable()
export class PredictionRemoval {
  private rows = MOST_ROWS;

  constructor(private readonly database: Database) {}

  /** Ends when none is due, `isStopping`, or another process removes. Pauses after each part as long as it took. */
  async remove(retentionDays: number, isStopping: () => boolean = () => false): Promise<RemovedCount> {
    const count = { removed: 0, unsound: 0 };
    while (!isStopping()) {
      const startedAt = performance.now();
      const part = await this.removePart(retentionDays);
      if (!part) break;
      count.removed += part.removed;
      count.unsound += part.unsound;
      if (part.is_end) break;
      await sleep(performance.now() - startedAt);
    }
    return count;
  }

  /** @returns undefined while another process removes. */
  private async removePart(retentionDays: number) {
    const startedAt = performance.now();
    let isSlow = true;
    try {
      const [part] = await this.database.run(REMOVE_PART, { days: retentionDays, rows: this.rows });
      isSlow = performance.now() - startedAt > SLOW_MS;
      return part;
    } finally {
      // Also after a timeout, so that the next round succeeds.
      this.rows = isSlow ? Math.max(FEWEST_ROWS, this.rows >> 1) : Math.min(MOST_ROWS, this.rows * 2);
    }
  }
}
