/**
 * Where a waiting prediction stands. One look at the front of the line serves every question of a second, so that
 * polling costs the database nothing more; beyond the front the place is not known and not told.
 */
import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../catalogue/index.js';
import { Database } from '../../database/index.js';

const FRONT = 1_000;
const FRESH_MS = 1_000;

export interface PlaceInLine {
  /** 1 for the next one. */
  position: number;
  etaSeconds: number;
}

/**
 * The front of each engine's line by its index, and of those the front of all: read as one line, every prediction that
 * waits would be sorted for it. The engines are found by skipping from one to the next in the same index.
 */
const LOOK = `
with recursive engines as (
  (select provider from predictions where status = 'processing' and started_at is null order by provider limit 1)
  union all
  select (
    select p.provider from predictions p
    where p.status = 'processing' and p.started_at is null and p.provider > e.provider order by p.provider limit 1)
  from engines e where e.provider is not null
)
select w.id, w.model_key, (select count(*) from predictions where leased_by is not null) as running
from engines e cross join lateral (
  select id, model_key, fair_tag from predictions
  where status = 'processing' and started_at is null and provider = e.provider
  order by fair_tag, id limit ${FRONT}) w
order by w.fair_tag, w.id limit ${FRONT}
`;

@Injectable()
export class WaitingLine {
  private places = new Map<string, PlaceInLine>();
  private lookedAt = -Infinity;
  private looking?: Promise<void>;

  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
  ) {}

  async placeOf(id: string): Promise<PlaceInLine | undefined> {
    if (!this.places.has(id) || performance.now() - this.lookedAt > FRESH_MS) {
      this.looking ??= this.look().finally(() => (this.looking = undefined));
      await this.looking;
    }
    return this.places.get(id);
  }

  private async look(): Promise<void> {
    if (performance.now() - this.lookedAt < FRESH_MS / 4) return;
    const rows = await this.database.prepared<{ id: string; model_key: string; running: string }>(
      'line',
      LOOK,
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
    this.lookedAt = performance.now();
  }
}
