/**
 * PostgreSQL sets its timers by the wall clock: deadlock detection, statement_timeout, the timeout of an idle transaction.
 * After the clock stepped back, a timer fires only when the clock has caught up, and until then the rows that its session
 * has locked stay locked.
 */
import type { Database } from './database.js';
import { END_STALLED_SESSIONS } from './stalled-sessions.sql.js';

/** Ends stalled sessions and cancels stalled statements. @returns their number. */
export async function endStalledSessions(database: Database): Promise<number> {
  return (await database.run(END_STALLED_SESSIONS, {})).length;
}
