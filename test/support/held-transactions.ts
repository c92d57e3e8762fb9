/** Transactions of the service that are kept open, so that another one meets them. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestApp } from './app.js';
import { uuidOf } from './public-ids.js';

/** Runs statements in a transaction of its own, and keeps it open. @param id public, `$1` of the last one. @returns what commits. */
export async function holding(app: TestApp, statement: string, id?: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: app.url });
  await client.connect();
  await client.query('begin');
  await client.query(statement, id === undefined ? [] : [uuidOf(id)]);
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

/** Keeps an account locked, as a slow charge does. @param accountId public. @returns what commits. */
export const holdingAccount = (app: TestApp, accountId: string): Promise<() => Promise<void>> =>
  holding(app, 'select from wallets where account_id = $1 for update', accountId);

/** Lets no transaction record an event, so that each stays open after its change. @returns what lets them go on. */
export const holdingEvents = (app: TestApp): Promise<() => Promise<void>> =>
  holding(app, 'lock table audit_events in share mode');

/** Returns how many statements wait for a lock. @param pattern of their texts. */
export async function countWaiting(app: TestApp, pattern = ''): Promise<number> {
  const text = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~ $1`;
  return (await app.database.query(text, [pattern])).length;
}

/** Resolves when so many statements wait for a lock. @param pattern of their texts. */
export async function waiting(app: TestApp, count: number, pattern?: string): Promise<void> {
  while ((await countWaiting(app, pattern)) < count) await sleep(5);
}
