/**
 * The one way to PostgreSQL: plain statements on the pool, and transactions that the caller owns.
 *
 * Every statement is bounded: a connection is given within 2 s, an answer within 2.75 s, so that a
 * stalled server turns into a 503 within 5 s and never into a request that hangs.
 */
import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';

export type Row = Record<string, unknown>;

/** Something that runs a statement: the pool, or a transaction in progress. */
export interface Queryable {
  query<R extends object = Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
}

/** A transaction that somebody up the call stack owns; whoever receives one neither commits nor rolls back. */
export interface Transaction extends Queryable {
  /** The same transaction for TypeORM repositories. */
  readonly manager: EntityManager;
}

@Injectable()
export class Database implements Queryable {
  constructor(private readonly dataSource: DataSource) {}

  /** The driver's own pool: what TypeORM uses too, so that there is one bound on connections. */
  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  /** Resolves when the server answers, for whoever asks whether it does. */
  async check(): Promise<void> {
    await this.pool.query('select 1');
  }

  async query<R extends object = Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return (await this.pool.query({ text, values: values as unknown[] })).rows as R[];
  }

  /** The same, parsed and planned once per connection under `name`: for the statements of the hot path. */
  async prepared<R extends object = Row>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<R[]> {
    const statement: QueryConfig = { name, text, values: values as unknown[] };
    return (await this.pool.query(statement)).rows as R[];
  }

  /** Commits what `work` did, or rolls all of it back when it throws. */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (manager) => work(transactionOf(manager)));
  }

  /** A connection of its own for work that holds a session (advisory locks, long reads); always given back. */
  async withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      // Whatever state the session is in, nobody else should get it.
      client.release(true);
      throw error;
    }
  }
}

function transactionOf(manager: EntityManager): Transaction {
  return {
    manager,
    async query<R extends object>(text: string, values: readonly unknown[] = []) {
      const result = (await manager.queryRunner!.query(text, values as unknown[], true)) as { records: R[] };
      return result.records;
    },
  };
}
