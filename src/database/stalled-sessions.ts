/**
 * PostgreSQL arms its timers by the wall clock: deadlock detection, statement_timeout, the timeout of an idle transaction.
 * One that was armed before the clock stepped back fires only when the clock has caught up, and the rows that its session
 * has locked stay locked until then.
 */
import type { Database } from './database.js';
import { END_STALLED_SESSIONS } from './stalled-sessions.sql.js';

/** @returns how many sessions were ended or had their statement cancelled. */
export async function endStalledSessions(database: Database): Promise<number> {
  return (await database.query(END_STALLED_SESSIONS)).length;
}
