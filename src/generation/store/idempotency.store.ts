import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/index.js';
import { FIND_KEYS, SWEEP_KEYS, SWEPT_AT_ONCE } from './idempotency.store.sql.js';

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

type KeyEnv = 'live' | 'test';

/** Whose Idempotency-Key it is: live and test keys of an account have namespaces of their own. */
export interface KeyOwner {
  accountId: string;
  env: KeyEnv;
}

/**
 * A key is stored as it was sent, unless the other environment of the account uses the same one: then under this name,
 * which no header can carry. So processes and rows of the version before, which know no environments, agree about all
 * keys that only one environment uses.
 */
const nameBeside = (env: KeyEnv, key: string): string =>
  `\u0001${env}:${createHash('sha256').update(key).digest('hex')}`;

@Injectable()
export class IdempotencyStore {
  /** Keys whose first request is running in this process. Across processes the database lets one through. */
  private readonly running = new Set<string>();

  constructor(private readonly database: Database) {}

  /** @returns the first answer, null when there is none, and the name under which the key is to be stored. */
  async find(
    { accountId, env }: KeyOwner,
    key: string,
  ): Promise<{ first: FirstAnswer | null; name: string }> {
    const beside = nameBeside(env, key);
    const rows = await this.database.prepared<FirstAnswer & { env: KeyEnv; key: string }>(
      'find-idempotency-key',
      FIND_KEYS,
      [accountId, [key, beside]],
    );
    const isTaken = rows.some((row) => row.key === key && row.env !== env);
    return { first: rows.find((row) => row.env === env) ?? null, name: isTaken ? beside : key };
  }

  /** Runs `first` unless the same key's first request is running here. @returns null when it is. */
  async once<T>({ accountId, env }: KeyOwner, key: string, first: () => Promise<T>): Promise<T | null> {
    const name = `${accountId}/${env}/${key}`;
    if (this.running.has(name)) return null;
    this.running.add(name);
    try {
      return await first();
    } finally {
      this.running.delete(name);
    }
  }

  /** Forgets keys past their time, until there are none or the process stops. @returns how many. */
  async sweep(isStopping: () => boolean): Promise<number> {
    for (let count = 0; ;) {
      // Rows that another worker is deleting are skipped.
      const rows = await this.database.query(SWEEP_KEYS);
      count += rows.length;
      if (rows.length < SWEPT_AT_ONCE || isStopping()) return count;
    }
  }
}
