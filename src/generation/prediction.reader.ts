import { Injectable } from '@nestjs/common';
import { Coalescer, Database, sql, statement } from '../platform/database/index.js';
import {
  PREDICTION_COLUMNS,
  PREDICTION_ROW,
  type PredictionRow,
  type StoredEvent,
  type StoredOutput,
} from './prediction.js';

/** Reads that arrive together run as one statement; one id is one lookup in the primary key. */
const READ = statement('generation.read', {
  parameters: { ids: sql.uuid.array },
  row: PREDICTION_ROW,
  isPrepared: true,
  text: `select ${PREDICTION_COLUMNS} from predictions where id = any($ids::uuid[])`,
});

const READ_EVENTS = statement('generation.read-events', {
  parameters: { id: sql.uuid },
  row: { events: sql.jsonb.as<StoredEvent[]>() },
  text: 'select events from predictions where id = $id',
});

@Injectable()
export class PredictionReader {
  private readonly reads: Coalescer<string, PredictionRow | null>;

  constructor(private readonly database: Database) {
    this.reads = new Coalescer((ids) => this.run(ids), { maxBatch: 128 });
  }

  /** Null for an unknown id and for another account's prediction. */
  async find(accountId: string, id: string): Promise<PredictionRow | null> {
    const row = await this.reads.call(id);
    return row?.account_id === accountId ? row : null;
  }

  /** The oldest come first. */
  async events(id: string): Promise<StoredEvent[]> {
    const [row] = await this.database.run(READ_EVENTS, { id });
    return row?.events ?? [];
  }

  /** Does not check ownership: the caller has a link to one of the outputs. Empty for an unknown id. */
  async outputs(id: string): Promise<readonly StoredOutput[]> {
    return (await this.reads.call(id))?.outputs ?? [];
  }

  private async run(ids: string[]): Promise<(PredictionRow | null)[]> {
    const rows = await this.database.run(READ, { ids });
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  }
}
