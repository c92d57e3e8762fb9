import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { TRY_LOCK } from './advisory-lock.sql.js';
import { queryableOfRunner } from './queryable.js';

const LOCK_POLL_MS = 100;

/**
 * Takes the advisory lock `key` until the session ends. Polls, because a concurrent index build of the process that holds the lock waits
 * for every older statement.
 * @param name of the lock, for the error of a session that ended.
 */
export async function waitForLock(session: QueryRunner, key: number, name: string): Promise<void> {
  for (;;) {
    const [row] = await queryableOfRunner(session).run(TRY_LOCK, { key });
    if (row!.locked) return;
    await sleep(LOCK_POLL_MS);
    // TypeORM releases the runner of a session that ended between two statements.
    if (session.isReleased) throw new Error(`Connection terminated while waiting for the ${name}`);
  }
}
