/**
 * Where a waiting prediction stands. The front of the line is read at most once a second, however many polls ask, so that
 * polling costs the database nothing more; beyond the front the place is not known and not shown.
 */
import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../catalogue/index.js';
import { Database } from '../../database/index.js';
import { FRONT_OF_LINE } from './waiting-line.sql.js';

const FRESH_MS = 1_000;

export interface PlaceInLine {
  /** 1 for the next one. */
  position: number;
  etaSeconds: number;
}

@Injectable()
export class WaitingLine {
  private places = new Map<string, PlaceInLine>();
  private readAt = -Infinity;
  private reading?: Promise<void>;

  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
  ) {}

  async placeOf(id: string): Promise<PlaceInLine | undefined> {
    if (!this.places.has(id) || performance.now() - this.readAt > FRESH_MS) {
      this.reading ??= this.read().finally(() => (this.reading = undefined));
      await this.reading;
    }
    return this.places.get(id);
  }

  private async read(): Promise<void> {
    if (performance.now() - this.readAt < FRESH_MS / 4) return;
    const rows = await this.database.prepared<{ id: string; model_key: string; running: string }>(
      'line',
      FRONT_OF_LINE,
      [],
    );
    let secondsAhead = 0;
    this.places = new Map(
      rows.map((row, index) => {
        const typical = this.catalogue.find(row.model_key)?.typicalSeconds ?? 1;
        const etaSeconds = Math.ceil(secondsAhead / Math.max(1, Number(row.running)) + typical);
        secondsAhead += typical;
        return [row.id, { position: index + 1, etaSeconds }];
      }),
    );
    this.readAt = performance.now();
  }
}
