/**
 * Idempotency-Keys of creations. They are not references as in `credits/references.ts`: a key belongs to an account and expires after 24 h,
 * and the statement of the charge (`CREATE`) inserts it. A lock and a transaction of several statements would slow every creation.
 */
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import { FIND_KEYS, type FirstResponse, MAX_SWEPT, SWEEP_KEYS } from './idempotency.store.sql.js';

type KeyEnv = 'live' | 'test';

/** The owner of an Idempotency-Key: an account has one namespace for live and one for test API keys. */
export interface KeyOwner {
  accountId: string;
  env: KeyEnv;
}

/**
 * Names a key that the other environment of the account uses too; no header can contain such a name. All others are stored as sent, which
 * processes and rows of the release before environments understand.
 */
const namespacedName = (env: KeyEnv, key: string): string =>
  `\u0001${env}:${createHash('sha256').update(key).digest('hex')}`;

@Injectable()
export class IdempotencyStore {
  /** Keys whose first request runs in this process. Between processes the unique index accepts one request. */
  private readonly running = new Set<string>();

  constructor(private readonly database: Database) {}

  /** @returns the first response, if any, and the name under which to store the key. */
  async find(
    { accountId, env }: KeyOwner,
    key: string,
  ): Promise<{ first: FirstResponse | null; name: string }> {
    const namespaced = namespacedName(env, key);
    const rows = await this.database.run(FIND_KEYS, { account: accountId, keys: [key, namespaced] });
    const isTaken = rows.some((row) => row.key === key && row.env !== env);
    return { first: rows.find((row) => row.env === env) ?? null, name: isTaken ? namespaced : key };
  }

  /** @returns null when a request with the same key runs in this process. */
  async once<T>({ accountId, env }: KeyOwner, key: string, create: () => Promise<T>): Promise<T | null> {
    const name = `${accountId}/${env}/${key}`;
    if (this.running.has(name)) return null;
    this.running.add(name);
    try {
      return await create();
    } finally {
      this.running.delete(name);
    }
  }

  /** @returns how many expired keys it deleted until none was left or `isStopping`. */
  async sweep(isStopping: () => boolean): Promise<number> {
    for (let count = 0; ;) {
      const rows = await this.database.run(SWEEP_KEYS, {});
      count += rows.length;
      if (rows.length < MAX_SWEPT || isStopping()) return count;
    }
  }
}
