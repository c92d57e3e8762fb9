import { Injectable } from '@nestjs/common';
import { Database } from '../database/index.js';

/** What an Idempotency-Key stood for the first time. */
export interface FirstAnswer {
  /** SHA-256 of the first request, hex. */
  fingerprint: string;
  predictionId: string;
  model: string;
  modelKey: string;
  modality: string;
  /** bigint, thousandths of a credit. */
  cost: string;
}

/** Hours a key is remembered. The row itself is written by `PredictionCreation`, in the transaction that charges. */
export const IDEMPOTENCY_HOURS = 24;

@Injectable()
export class IdempotencyStore {
  /** Keys whose first request is running in this process. Across processes the database lets one through. */
  private readonly running = new Set<string>();

  constructor(private readonly database: Database) {}

  async find(accountId: string, key: string): Promise<FirstAnswer | null> {
    const [row] = await this.database.prepared<FirstAnswer>(
      'find-idempotency-key',
      `select encode(i.fingerprint, 'hex') as fingerprint, p.id as "predictionId", p.model, p.model_key as "modelKey", p.modality, p.cost
       from idempotency_keys i join predictions p on p.id = i.prediction_id
       where i.account_id = $1 and i.key = $2 and i.created_at > clock_timestamp() - make_interval(hours => ${IDEMPOTENCY_HOURS})`,
      [accountId, key],
    );
    return row ?? null;
  }

  /** Runs `first` unless the same key's first request is running here. @returns null when it is. */
  async once<T>(accountId: string, key: string, first: () => Promise<T>): Promise<T | null> {
    const name = `${accountId}/${key}`;
    if (this.running.has(name)) return null;
    this.running.add(name);
    try {
      return await first();
    } finally {
      this.running.delete(name);
    }
  }

  /** Forgets keys past their time. @returns how many. */
  async sweep(): Promise<number> {
    const rows = await this.database.query(
      `delete from idempotency_keys where (account_id, key) in (
         select account_id, key from idempotency_keys
         where created_at <= clock_timestamp() - make_interval(hours => ${IDEMPOTENCY_HOURS}) limit 5000) returning 1`,
    );
    return rows.length;
  }
}
