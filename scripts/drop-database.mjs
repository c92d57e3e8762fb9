/**
 * Drops a database with whoever is in it. PostgreSQL's own vacuum may be in it just then, which only a superuser may end,
 * and the service's role is none: then it is tried again until the vacuum is over.
 */
import { setTimeout as sleep } from 'node:timers/promises';

const INSUFFICIENT_PRIVILEGE = '42501';
const RETRY_MS = 100;
const PATIENCE_MS = 30_000;

/** @param run one statement, on another database of the same server. */
export async function dropDatabase(run, name) {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await run(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      if (error.code !== INSUFFICIENT_PRIVILEGE || Date.now() > until) throw error;
      await sleep(RETRY_MS);
    }
  }
}
