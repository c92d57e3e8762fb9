/** Advisory locks of a session that TypeORM's migrations run on. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { TRY_LOCK } from './advisory-lock.sql.js';
import { queryableOfRunner } from './queryable.js';

/** Interval between attempts to take the lock. */
const LOCK_POLL_MS = 100;

/**
 * Takes the advisory lock `key` of a session, which holds it until it ends. Polls instead of waiting in one statement: a
 * concurrent index build of the process that holds the lock waits for every statement that is older than it.
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
