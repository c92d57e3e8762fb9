/**
 * Finds out whether a connection keeps its session. The service stands on that (LISTEN, session advisory locks, prepared
 * statements, settings), and a pooler in transaction mode takes it away without a word.
 */
import type { Pool, PoolClient } from 'pg';
import { SetupError } from './setup-error.js';

/** A pooler gives a connection the session that became free last, or the one that was free longest: either shows in these. */
const ROUNDS = 3;
const ANSWER_MS = 5_000;

const REFUSAL =
  'DATABASE_URL leads to a pooler in transaction or statement mode, where connections share sessions: connect to PostgreSQL directly, or set pool_mode = session.';

/** @throws {SetupError} when statements of two connections run in each other's sessions. */
export async function requireOwnSessions(pool: Pool): Promise<void> {
  const mine = await pool.connect();
  try {
    const other = await pool.connect();
    try {
      if (await areShared(mine, other)) throw new SetupError(REFUSAL);
    } finally {
      other.release();
    }
  } finally {
    mine.release();
  }
}

/** While the other one is in a transaction, a pooler has to run our statement elsewhere than before. */
async function areShared(mine: PoolClient, other: PoolClient): Promise<boolean> {
  const sessions = new Set<number>();
  const others = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    sessions.add(await sessionOf(mine));
    if (!(await begins(other))) return true;
    others.add(await sessionOf(other));
    sessions.add(await sessionOf(mine));
    await run(other, 'rollback');
    others.add(await sessionOf(other));
  }
  return sessions.size > 1 || others.size > 1 || [...sessions].some((session) => others.has(session));
}

/** @returns false when the pooler allows no transaction: it is in statement mode. */
async function begins(client: PoolClient): Promise<boolean> {
  try {
    await run(client, 'begin');
    return true;
  } catch (error) {
    if (/transaction blocks not allowed/i.test(String(error))) return false;
    throw error;
  }
}

async function sessionOf(client: PoolClient): Promise<number> {
  return (await run<{ pid: number }>(client, 'select pg_backend_pid() as pid'))[0]!.pid;
}

async function run<R extends object>(client: PoolClient, text: string): Promise<R[]> {
  const statement = { text, query_timeout: ANSWER_MS };
  return (await client.query<R>(statement)).rows;
}
