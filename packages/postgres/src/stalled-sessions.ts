/**
 * PostgreSQL sets its timers by the wall clock: deadlock detection, statement_timeout, the timeout of an idle transaction. After a step
 * back of the clock, a timer fires only when the clock has caught up; until then the rows of its session stay locked.
 */
import type { Database } from './database.js';
import { END_STALLED_SESSIONS } from './stalled-sessions.sql.js';

/** @returns the number of sessions and statements that it ended. */
export async function endStalledSessions(database: Database): Promise<number> {
  return (await database.run(END_STALLED_SESSIONS, {})).length;
}
