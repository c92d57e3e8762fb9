/**
 * Positions of waiting predictions. Reads the first predictions of the fair queue at most once a second, so polls add no
 * load to the database. The positions of later predictions are not known and not shown.
 */
import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../catalogue/index.js';
import { Database, PacedRead } from '../../database/index.js';
import { FIRST_WAITING } from './queue-positions.sql.js';

const MAX_AGE_MS = 1_000;

export interface QueuePosition {
  /** 1 for the next prediction. */
  position: number;
  etaSeconds: number;
}

interface Waiting {
  id: string;
  model_key: string;
  running: string;
}

@Injectable()
export class QueuePositions {
  private positions = new Map<string, QueuePosition>();
  private readAtMs = -Infinity;
  private reading?: Promise<void>;
  private readonly reads = new PacedRead();

  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
  ) {}

  /** @returns undefined for a prediction that does not wait or is not among the first. */
  async find(id: string): Promise<QueuePosition | undefined> {
    if (!this.positions.has(id) || performance.now() - this.readAtMs > MAX_AGE_MS) {
      this.reading ??= this.read().finally(() => (this.reading = undefined));
      await this.reading;
    }
    return this.positions.get(id);
  }

  private async read(): Promise<void> {
    if (performance.now() - this.readAtMs < MAX_AGE_MS / 4) return;
    const rows = await this.reads.run(() =>
      this.database.prepared<Waiting>('read-queue-positions', FIRST_WAITING, []),
    );
    if (rows === null) return;
    let secondsAhead = 0;
    this.positions = new Map(
      rows.map((row, index) => {
        const typical = this.catalogue.find(row.model_key)?.typicalSeconds ?? 1;
        const etaSeconds = Math.ceil(secondsAhead / Math.max(1, Number(row.running)) + typical);
        secondsAhead += typical;
        return [row.id, { position: index + 1, etaSeconds }];
      }),
    );
    this.readAtMs = performance.now();
  }
}
