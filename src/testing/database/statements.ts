/** Statements run outside of a transaction and of any pool. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const INSUFFICIENT_PRIVILEGE = '42501';
const RETRY_MS = 100;
const RETRIES = 300;

/** Uses a connection of its own. @param url of a database. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // Its statement rejects.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Only a superuser may end a running autovacuum: for any other role the drop is retried until the vacuum has finished. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  for (let retries = 0; ; retries += 1) {
    try {
      await withClient(`${server}/postgres`, (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      );
      return;
    } catch (error) {
      const isRefused = (error as { code?: string }).code === INSUFFICIENT_PRIVILEGE;
      if (!isRefused || retries === RETRIES) throw error;
      await sleep(RETRY_MS);
    }
  }
}
