/**
 * Drops a database and ends its sessions. Only a superuser may end a running autovacuum, and the service's role is none: then
 * the drop is retried until the vacuum has finished.
 */
import { setTimeout as sleep } from 'node:timers/promises';

const INSUFFICIENT_PRIVILEGE = '42501';
const RETRY_MS = 100;
const TIMEOUT_MS = 30_000;

/** Drops the database `name`. @param run runs one statement on another database of the same server. */
export async function dropDatabase(run, name) {
  const until = Date.now() + TIMEOUT_MS;
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
