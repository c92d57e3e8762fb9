/**
 * All access to PostgreSQL.
 *
 * Every statement has a timeout: 2 s for a connection, 2.75 s for the response. A stalled server causes a 503 within 5 s, never a request
 * that hangs. A connection whose statement timed out is closed and the idle ones are probed, because half-open connections usually come
 * together.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool, PoolClient, QueryConfig } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { Lane } from './lane.js';
import { READ_MODE } from './leader.js';
import { poolOptionsOf } from './pool.js';
import { type Queryable, queryableOfRunner, type Row } from './queryable.js';
import { createChangeLane, createFileLane, createReadLane, createReportLane, LaneFull } from './read-lane.js';
import { configureSession, isUnanswered, SessionClient } from './session.js';
import type { BoundStatement, Runnable } from './statement.js';
import { isRoleRejected } from './unavailable.js';

/** A transaction owned by a caller. A function that receives one neither commits nor rolls back. */
export interface Transaction extends Queryable {
  /** The same transaction for TypeORM repositories. */
  readonly manager: EntityManager;
}

export const REPORT_SECONDS = 20;
/** After this the client closes the connection. */
const REPORT_RESPONSE_SECONDS = 22;
/** Plans a report with its values, which decide what it should read. The settings end with the transaction, also in a pooler's session. */
const BEGIN_REPORT = `begin read only; set local statement_timeout = '${REPORT_SECONDS}s';
  set local plan_cache_mode = force_custom_plan; set local max_parallel_workers_per_gather = 0;
  set local enable_seqscan = on; set local enable_bitmapscan = on`;

/** A GIN index is read by bitmap scans alone. */
const BEGIN_SEARCH = 'begin read only; set local enable_bitmapscan = on';

/** A batch of a file is followed by a pause of so many times its own length, so that a file takes a quarter of a connection. */
const PAUSE_FACTOR = 3;
const MAX_PAUSE_MS = 250;
/** Two seconds each. */
const BATCH_ATTEMPTS = 15;

const PROBE_MS = 500;

/** Its locks and settings end with it. */
export interface Session {
  client: ClientBase;
  readonly close: () => void;
}

/** Runs statements on the pool, and transactions. */
export class Database implements Queryable {
  private probing?: Promise<void>;
  /** Read from the pool at the first statement, because `dataSource` may be initialized later. */
  private isPrepared?: boolean;
  /** Set when a new connection was rejected for the role or its password. */
  private isRoleRejected = false;

  private readonly lists = createReadLane();
  private readonly files = createFileLane();
  private readonly changes = createChangeLane();
  private reports?: Lane;

  constructor(private readonly dataSource: DataSource) {}

  /** TypeORM uses the same pool, so there is one bound on connections. */
  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  async check(): Promise<void> {
    await this.pool.query('select 1');
  }

  /** @throws when the server does not respond, is read-only (a standby after a failover) or rejects the role. */
  async checkWritable(): Promise<void> {
    if (this.isRoleRejected) await this.tryRole();
    const rows = await this.run(READ_MODE, {});
    if (rows[0]!.read_only) throw new Error('the database is read-only');
  }

  async query<R extends object = Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return this.send<R>({ text, values: values as unknown[] });
  }

  async run<Values, R extends object>(statement: Runnable<Values, R>, values: NoInfer<Values>): Promise<R[]> {
    return this.send<R>(statement.bind(values));
  }

  /**
   * Runs the statement of a list or of its totals in a lane of its own, so that long reads leave connections for short statements.
   * @param owner the account of the list. @param name prepares the statement under it. @throws {LaneFull} (503) when the lane is full.
   */
  async list<R extends object = Row, Values = readonly unknown[]>(
    owner: string,
    statement: string | Runnable<Values, R>,
    values?: NoInfer<Values>,
    name?: string,
  ): Promise<R[]> {
    const bound = boundOf(statement, values);
    return this.lists.run(owner, 1, () => this.send<R>({ name, ...bound }));
  }

  /** Runs the statement of a list that a GIN index serves, as `list` does. */
  async search<R extends object = Row, Values = readonly unknown[]>(
    owner: string,
    statement: string | Runnable<Values, R>,
    values: NoInfer<Values>,
  ): Promise<R[]> {
    const { text, values: sent } = boundOf(statement, values);
    return this.lists.run(owner, 1, () =>
      this.withClient(async (client) => {
        await client.query(BEGIN_SEARCH);
        const { rows } = await client.query(text, sent);
        await client.query('commit');
        return rows as R[];
      }),
    );
  }

  /**
   * Runs `work`, which sends a file: one at a time of an owner, and few in all. Take it before the first byte, and read with `batch`.
   * @param owner the account that asks. @throws {LaneFull} (503) when the lane is full.
   */
  async file<T>(owner: string, work: () => Promise<T>): Promise<T> {
    return this.files.run(owner, 1, work);
  }

  /**
   * Runs the statement of a batch of a file in the lane of lists, and pauses, so that others do not notice a file. Waits for a full lane,
   * which would cut the file off.
   */
  async batch<R extends object = Row, Values = readonly unknown[]>(
    owner: string,
    statement: string | Runnable<Values, R>,
    values: NoInfer<Values>,
  ): Promise<R[]> {
    const bound = boundOf(statement, values);
    let ms = 0;
    const read = async () => {
      const startedAt = performance.now();
      const rows = await this.send<R>(bound);
      ms = performance.now() - startedAt;
      return rows;
    };
    for (let left = BATCH_ATTEMPTS; ; left -= 1) {
      try {
        const rows = await this.lists.run(`${owner} file`, 1, read);
        await sleep(Math.min(ms * PAUSE_FACTOR, MAX_PAUSE_MS));
        return rows;
      } catch (error) {
        if (!(error instanceof LaneFull) || left <= 1) throw error;
      }
    }
  }

  /**
   * Runs the statement of a report, which only reads and may take `REPORT_SECONDS`, in the lane of reports.
   * @param owner the account that asks. @throws {LaneFull} (503) when the lane is full.
   */
  async report<R extends object = Row, Values = readonly unknown[]>(
    owner: string,
    statement: string | Runnable<Values, R>,
    values: NoInfer<Values>,
  ): Promise<R[]> {
    this.reports ??= createReportLane(this.pool.options.max);
    const { text, values: sent } = boundOf(statement, values);
    const bounded = { text, values: sent, query_timeout: REPORT_RESPONSE_SECONDS * 1000 };
    return this.reports.run(owner, 1, () =>
      this.withClient(async (client) => {
        await client.query(BEGIN_REPORT);
        const { rows } = await client.query(bounded);
        await client.query('commit');
        return rows as R[];
      }),
    );
  }

  /** Runs a prepared statement, parsed once per connection under `name`: for the hot path. Unnamed by DATABASE_PREPARED. */
  async prepared<R extends object = Row>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<R[]> {
    return this.send<R>({ name, text, values: values as unknown[] });
  }

  private async send<R extends object>({ name, ...unnamed }: QueryConfig): Promise<R[]> {
    const { pool } = this;
    this.isPrepared ??= poolOptionsOf(pool).isPrepared;
    const statement = this.isPrepared ? { name, ...unnamed } : unnamed;
    try {
      return (await pool.query(statement)).rows as R[];
    } catch (error) {
      if (isUnanswered(error)) void this.dropUnanswering();
      if (isRoleRejected(error)) this.isRoleRejected = true;
      throw error;
    }
  }

  /** Connects anew, because existing connections keep working after the role was rejected. */
  private async tryRole(): Promise<void> {
    const client = new SessionClient({ ...this.pool.options });
    client.on('error', () => undefined); // `connect` below rejects as well.
    try {
      await client.connect();
    } finally {
      void client.end();
    }
    this.isRoleRejected = false;
  }

  /** Closes idle connections that do not respond. Never rejects. */
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

  /** Commits when `work` resolves, rolls back when it throws. */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (manager) => work(transactionOf(manager)));
  }

  /**
   * Runs a transaction that a caller can repeat at will and that locks a row of its own: one at a time of an owner, and few in all. Waits
   * without a connection. Must not run inside another one.
   * @param owner the account, or the user, whose row is locked. @throws {LaneFull} (503) when the lane is full.
   */
  async change<T>(owner: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.changes.run(owner, 1, () => this.transaction(work));
  }

  /**
   * Opens a session that its caller must close, for locks and settings of a session. It is one of the pool's, unless those are a pooler's,
   * which lends them to others. @internal
   */
  async openSession(): Promise<Session> {
    const { isTransactionPooled, directUrl, sessionSettings, ...options } = poolOptionsOf(this.pool);
    if (!isTransactionPooled) {
      const client = await this.pool.connect();
      return { client, close: () => client.release(true) };
    }
    const client = new SessionClient({ ...options, connectionString: directUrl });
    const close = () => void client.end().catch(() => undefined);
    try {
      await client.connect();
      await configureSession(client, sessionSettings);
    } catch (error) {
      close();
      throw error;
    }
    return { client, close };
  }

  /** Runs `work`, which leaves nothing in the session, on one connection, for long reads. */
  async withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      // The state of the session is unknown.
      client.release(true);
      throw error;
    }
  }
}

/** An extension can write a list as text with its values. */
function boundOf<Values>(
  statement: string | Runnable<Values, object>,
  values: Values | undefined,
): BoundStatement {
  if (typeof statement !== 'string') return statement.bind(values!);
  return { text: statement, values: [...((values ?? []) as readonly unknown[])] };
}

const transactionOf = (manager: EntityManager): Transaction => ({
  manager,
  ...queryableOfRunner(manager.queryRunner!),
});
