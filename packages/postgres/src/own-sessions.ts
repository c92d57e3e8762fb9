/**
 * Checks that a connection keeps its session. LISTEN, session advisory locks, prepared statements and settings need that; behind a pooler
 * in transaction mode they fail without an error.
 */
import type { Pool, PoolClient } from 'pg';
import { queryableOf } from './queryable.js';
import { SetupError } from './setup-error.js';
import { sql } from './sql-type.js';
import { statement } from './statement.js';

/** Detects poolers that reuse the session freed last, those that reuse the oldest, and those whose other clients are busy. */
const ROUNDS = 8;
const RESPONSE_MS = 5_000;

export const READ_SESSION = statement('postgres.read-session', {
  parameters: {},
  row: { pid: sql.integer },
  text: 'select pg_backend_pid() as pid',
});

/** @throws {SetupError} with `message` when statements of two connections run in each other's sessions. */
export async function requireOwnSessions(pool: Pool, message: string): Promise<void> {
  const mine = await pool.connect();
  try {
    const other = await pool.connect();
    try {
      if (await areShared(mine, other)) throw new SetupError(message);
    } finally {
      other.release();
    }
  } finally {
    mine.release();
  }
}

/** While `other` is in a transaction, a pooler runs the statements of `mine` on another session than before. */
async function areShared(mine: PoolClient, other: PoolClient): Promise<boolean> {
  const sessions = new Set<number>();
  const others = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    sessions.add(await sessionOf(mine));
    if (!(await begins(other))) return true;
    others.add(await sessionOf(other));
    sessions.add(await sessionOf(mine));
    await bounded(other).query('rollback');
    others.add(await sessionOf(other));
  }
  return sessions.size > 1 || others.size > 1 || [...sessions].some((session) => others.has(session));
}

/** @returns false when the pooler allows no transaction, because it is in statement mode. */
async function begins(client: PoolClient): Promise<boolean> {
  try {
    await bounded(client).query('begin');
    return true;
  } catch (error) {
    if (/transaction blocks not allowed/i.test(String(error))) return false;
    throw error;
  }
}

async function sessionOf(client: PoolClient): Promise<number> {
  return (await bounded(client).run(READ_SESSION, {}))[0]!.pid;
}

const bounded = (client: PoolClient) => queryableOf(client, { query_timeout: RESPONSE_MS });
