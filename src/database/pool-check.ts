/** Checks at the start that the pool may use its address, when there is a direct one beside it. */
import { randomInt } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import { POOLED_SETTINGS, type PoolRoute } from './data-source.js';
import { requireOwnSessions } from './own-sessions.js';
import { requirePooledSettings } from './pooled-settings.js';
import { CLIENT_KEEPALIVE, SessionClient } from './session.js';
import { SetupError } from './setup-error.js';

const RESPONSE_MS = 5_000;

/** Class of the lock by which the pool's address and the direct one are compared. */
const COMPARISON_CLASS = 726_403;

/**
 * Checks at the start that the pool's address leads to the database of the direct one, and that its sessions are as the
 * settings say. @throws {SetupError}
 */
export async function checkPool(url: string, directUrl: string, route: PoolRoute): Promise<void> {
  const pool = new Pool({
    connectionString: url,
    application_name: 'offprint',
    connectionTimeoutMillis: RESPONSE_MS,
    max: 2,
    ...CLIENT_KEEPALIVE,
    Client: SessionClient as never,
  });
  pool.on('error', () => undefined);
  try {
    await requireSameDatabase(pool, directUrl);
    if (route.isTransactionPooled) await requireTransactions(pool, route.isPrepared !== false);
    else await requireOwnSessions(pool);
  } finally {
    await pool.end();
  }
}

/** A lock that the direct session takes is seen through the pool. */
async function requireSameDatabase(pool: Pool, directUrl: string): Promise<void> {
  const direct = new SessionClient({
    connectionString: directUrl,
    application_name: 'offprint',
    connectionTimeoutMillis: RESPONSE_MS,
    query_timeout: RESPONSE_MS,
    ...CLIENT_KEEPALIVE,
  });
  try {
    await direct.connect();
    const key = randomInt(2 ** 31);
    await direct.query('select pg_advisory_lock_shared($1::int, $2::int)', [COMPARISON_CLASS, key]);
    const { rows } = await pool.query(
      `select from pg_locks where locktype = 'advisory' and granted and classid = $1::oid and objid = $2::oid
         and objsubid = 2 and database = (select oid from pg_database where datname = current_database())`,
      [COMPARISON_CLASS, key],
    );
    if (rows.length === 0)
      throw new SetupError(
        'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: both must lead to the same database of the same server.',
      );
  } finally {
    void direct.end();
  }
}

/** While one connection is in a transaction, the statements of the other run on a session of the pooler's choice. */
async function requireTransactions(pool: Pool, isPrepared: boolean): Promise<void> {
  const mine = await pool.connect();
  try {
    const other = await pool.connect();
    try {
      await requirePooledSettings(mine, POOLED_SETTINGS);
      if (isPrepared) await requirePrepared(mine);
      await run(other, { text: 'begin' });
      await requirePooledSettings(other, POOLED_SETTINGS);
      await requirePooledSettings(mine, POOLED_SETTINGS);
      if (isPrepared) await requirePrepared(mine);
      await run(other, { text: 'rollback' });
    } finally {
      other.release(true);
    }
  } finally {
    mine.release(true);
  }
}

const PREPARED = { name: 'offprint-start', text: 'select 1' };
/** The statement does not exist, exists already, or has another form in this session. */
const NOT_CARRIED_OVER = new Set(['26000', '42P05', '08P01', '0A000']);

async function requirePrepared(client: PoolClient): Promise<void> {
  try {
    await run(client, PREPARED);
  } catch (error) {
    if (!NOT_CARRIED_OVER.has(String((error as { code?: unknown }).code))) throw error;
    throw new SetupError(
      'The pooler behind DATABASE_URL does not support prepared statements: set DATABASE_PREPARED=false, or use PgBouncer 1.21 or newer with max_prepared_statements.',
    );
  }
}

async function run(client: PoolClient, statement: { name?: string; text: string }): Promise<void> {
  const timed = { ...statement, query_timeout: RESPONSE_MS };
  await client.query(timed);
}
