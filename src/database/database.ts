/**
 * The one way to PostgreSQL: plain statements on the pool, and transactions that the caller owns.
 *
 * Every statement is bounded: a connection is given within 2 s, an answer within 2.75 s, so that a
 * stalled server turns into a 503 within 5 s and never into a request that hangs. A connection that did not answer is
 * closed, and the idle ones are probed: what is lost in silence is usually lost together.
 */
import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { createReadLane } from './read-lane.js';
import { isUnanswered, SessionClient } from './session.js';
import { isRoleRejected } from './unavailable.js';

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

const IS_READ_ONLY = `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only`;

/** How long an idle connection may take to answer a probe before it is closed. */
const PROBE_MS = 500;

@Injectable()
export class Database implements Queryable {
  private probing?: Promise<void>;
  /** A new connection was refused because of the role or its password. */
  private isRoleRejected = false;

  private readonly lists = createReadLane();

  constructor(private readonly dataSource: DataSource) {}

  /** The driver's own pool: what TypeORM uses too, so that there is one bound on connections. */
  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  /** Resolves when the server answers. */
  async check(): Promise<void> {
    await this.pool.query('select 1');
  }

  /** @throws when the server does not answer, takes no writes (a standby after a failover), or rejects our role. */
  async checkWritable(): Promise<void> {
    if (this.isRoleRejected) await this.signIn();
    const rows = await this.query<{ read_only: boolean }>(IS_READ_ONLY);
    if (rows[0]!.read_only) throw new Error('the database is read-only');
  }

  async query<R extends object = Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return this.run<R>({ text, values: values as unknown[] });
  }

  /**
   * A page of a list, or what adds one up: in a lane of its own, so that however much it reads, the short statements of
   * everybody else have connections. @param owner whose list it is. @throws what is a 503 when the lane is full.
   */
  async list<R extends object = Row>(
    owner: string,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<R[]> {
    return this.lists.run(owner, 1, () => this.query<R>(text, values));
  }

  /** The same, parsed and planned once per connection under `name`: for the statements of the hot path. */
  async prepared<R extends object = Row>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<R[]> {
    return this.run<R>({ name, text, values: values as unknown[] });
  }

  private async run<R extends object>(statement: QueryConfig): Promise<R[]> {
    try {
      return (await this.pool.query(statement)).rows as R[];
    } catch (error) {
      if (isUnanswered(error)) void this.dropUnanswering();
      if (isRoleRejected(error)) this.isRoleRejected = true;
      throw error;
    }
  }

  /** The connections that were made before may go on; whether the role is rejected is seen by a new one. */
  private async signIn(): Promise<void> {
    const client = new SessionClient({ ...this.pool.options });
    client.on('error', () => undefined); // It rejects the call below as well.
    try {
      await client.connect();
    } finally {
      void client.end();
    }
    this.isRoleRejected = false;
  }

  /** Probes every idle connection of the pool and closes those that do not answer. Never rejects. */
  dropUnanswering(): Promise<void> {
    this.probing ??= this.probeIdle().finally(() => (this.probing = undefined));
    return this.probing;
  }

  private async probeIdle(): Promise<void> {
    await Promise.all(
      Array.from({ length: this.pool.idleCount }, async () => {
        const client = await this.pool.connect().catch(() => null);
        const statement = { text: 'select 1', query_timeout: PROBE_MS };
        await client?.query(statement).then(
          () => client.release(),
          () => client.release(true),
        );
      }),
    );
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
