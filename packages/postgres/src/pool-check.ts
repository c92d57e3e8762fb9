import { randomInt, randomUUID } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import { LOCK_SHARED } from './advisory-lock.sql.js';
import { READ_SESSION, requireOwnSessions } from './own-sessions.js';
import type { PoolRoute } from './pool.js';
import type { PoolMessages } from './pool-messages.js';
import { requirePooledSettings } from './pooled-settings.js';
import { queryableOf } from './queryable.js';
import { CLIENT_KEEPALIVE, pooledSettings, SessionClient } from './session.js';
import { SetupError } from './setup-error.js';
import { sql } from './sql-type.js';
import { statement } from './statement.js';
import { UnfitSession } from './unfit-session.js';

const RESPONSE_MS = 5_000;

const COMPARISON_CLASS = 726_403;

const FIND_SHARED_LOCK = statement('postgres.find-shared-lock', {
  parameters: { class: sql.oid, object: sql.oid },
  text: `select from pg_locks where locktype = 'advisory' and granted and classid = $class::oid and objid = $object::oid
         and objsubid = 2 and database = (select oid from pg_database where datname = current_database())`,
});

const READ_CLOCK = statement('postgres.read-clock', {
  parameters: {},
  row: { now: sql.float8 },
  text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
});

export interface PoolExpectation extends Pick<PoolRoute, 'isTransactionPooled' | 'isPrepared'> {
  applicationName: string;
  /** Settings of each session, as in `PoolBounds`. */
  settings: Readonly<Record<string, string>>;
  messages: PoolMessages;
}

/**
 * Checks at the start that the pool's address leads to the database of the direct one, and that its sessions are as expected.
 * @throws {SetupError}
 */
export async function checkPool(url: string, directUrl: string, expected: PoolExpectation): Promise<void> {
  const { applicationName, messages } = expected;
  const pool = new Pool({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: RESPONSE_MS,
    max: 2,
    ...CLIENT_KEEPALIVE,
    Client: SessionClient as never,
  });
  pool.on('error', () => undefined);
  try {
    await requireSameDatabase(pool, directUrl, expected);
    if (expected.isTransactionPooled)
      await replacingUnfitSessions(pool, () => requireTransactions(pool, expected));
    else await requireOwnSessions(pool, messages.sharedSessions);
  } finally {
    await pool.end();
  }
}

/** The lock of the direct session must be seen through the pool. */
async function requireSameDatabase(
  pool: Pool,
  directUrl: string,
  { applicationName, messages }: PoolExpectation,
): Promise<void> {
  const direct = new SessionClient({
    connectionString: directUrl,
    application_name: applicationName,
    connectionTimeoutMillis: RESPONSE_MS,
    query_timeout: RESPONSE_MS,
    ...CLIENT_KEEPALIVE,
  });
  try {
    await direct.connect();
    const lock = { class: COMPARISON_CLASS, object: randomInt(2 ** 31) };
    await queryableOf(direct).run(LOCK_SHARED, lock);
    if ((await queryableOf(pool).run(FIND_SHARED_LOCK, lock)).length === 0)
      throw new SetupError(messages.otherDatabase);
  } finally {
    void direct.end();
  }
}

/**
 * Repeats a check, which ends each unfit session, while the pooler lends sessions of before that something has changed.
 * @throws {SetupError} when the pooler opens such a session.
 */
async function replacingUnfitSessions(pool: Pool, check: () => Promise<void>): Promise<void> {
  const [clock] = await queryableOf(pool).run(READ_CLOCK, {});
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (!(error instanceof UnfitSession)) throw error;
      if (error.begun >= clock!.now) throw new SetupError(error.message);
    }
  }
}

/** While one connection is in a transaction, the statements of the other run on a session of the pooler's choice. */
async function requireTransactions(pool: Pool, expected: PoolExpectation): Promise<void> {
  const { isPrepared = true, settings, messages } = expected;
  const wanted = pooledSettings(settings);
  const check = (client: PoolClient) => requirePooledSettings(client, wanted, messages.otherSetting);
  const mine = await pool.connect();
  try {
    const other = await pool.connect();
    try {
      await check(mine);
      if (isPrepared) await requirePrepared(mine, other, expected);
      await bounded(other).query('begin');
      await check(other);
      await check(mine);
      await bounded(other).query('rollback');
    } finally {
      other.release(true);
    }
  } finally {
    mine.release(true);
  }
}

/** Enough on a pooler whose other clients are busy: a round proves nothing when both statements met the same session. */
const PREPARED_ROUNDS = 50;
const NOT_CARRIED_OVER = new Set(['26000', '42P05', '08P01', '0A000']);

/**
 * Prepares a statement on one session and runs it on another, because `other` is in a transaction on the first.
 * @throws {SetupError} when the pooler does not prepare it there too.
 */
async function requirePrepared(
  mine: PoolClient,
  other: PoolClient,
  { applicationName, messages }: PoolExpectation,
): Promise<void> {
  // Sessions of the pooler keep the statements of earlier starts.
  const name = `${applicationName}-start-${randomUUID()}`;
  try {
    const first = await sessionOf(mine, name);
    for (let round = 0; round < PREPARED_ROUNDS; round += 1) {
      await bounded(other).query('begin');
      const session = await sessionOf(mine, name);
      await bounded(other).query('rollback');
      if (session !== first) return;
    }
  } catch (error) {
    if (!NOT_CARRIED_OVER.has(String((error as { code?: unknown }).code))) throw error;
    throw new SetupError(messages.unprepared);
  }
}

async function sessionOf(client: PoolClient, name: string): Promise<number> {
  return (await bounded(client, name).run(READ_SESSION, {}))[0]!.pid;
}

const bounded = (client: PoolClient, name?: string) =>
  queryableOf(client, { name, query_timeout: RESPONSE_MS });
