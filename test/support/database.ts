/** Creates a migrated database for a test file, as a copy of the template. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { dropDatabase } from '../../scripts/drop-database.mjs';

export interface TestDatabase {
  url: string;
  query<R extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>;
  drop(): Promise<void>;
}

export async function createDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) throw new Error('no test database: run this project with `npm test`, which starts one');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template template_offprint`);
  const url = `${server}/${name}`;
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => {}); // Some tests stop the server.
  return {
    url,
    query: async <R extends object>(text: string, values: unknown[] = []) =>
      (await pool.query(text, values)).rows as R[],
    drop: async () => {
      await pool.end();
      await dropDatabase(onServer, name);
    },
  };

  async function onServer(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: `${server}/postgres` });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
}
