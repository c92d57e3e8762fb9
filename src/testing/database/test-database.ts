import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type ExtensionSchema, type Queryable, queryableOf } from '../../platform/database/index.js';
import { SEARCH_PATH } from '../clock/database-clock.js';
import { dropDatabase, withClient } from './statements.js';
import { templateOf } from './template.js';
import { findTestServer } from './test-server.js';

/** A migrated database of one test file. */
export interface TestDatabase extends Queryable {
  /** As DATABASE_URL takes it. */
  url: string;
  /** Ends its sessions and drops it. */
  drop(): Promise<void>;
}

/**
 * Creates a migrated database on the server of the run (`startTestDatabaseServer`, TEST_POSTGRES_URL); without one a server
 * is started for this process. @param schemas of extensions, migrated too.
 */
export async function createTestDatabase(schemas: readonly ExtensionSchema[] = []): Promise<TestDatabase> {
  const { url: server } = await findTestServer();
  const template = await templateOf(server, schemas);
  const name = `offprint_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await withClient(`${server}/postgres`, async (client) => {
    const strategy = (await canChooseStrategy(client)) ? 'strategy file_copy' : '';
    await client.query(`create database ${name} template ${template} ${strategy}`);
    // A copy has the contents of its template and none of its settings.
    await client.query(`alter database ${name} set search_path = ${SEARCH_PATH}`);
  });
  const opened = openTestDatabase(`${server}/${name}`);
  return {
    ...opened,
    drop: async () => {
      await opened.drop();
      await dropDatabase(server, name);
    },
  };
}

/** Copying files takes half of the time of copying pages through the log, which is the default since PostgreSQL 15. */
async function canChooseStrategy(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ can: boolean }>(
    `select current_setting('server_version_num')::int >= 150000 as can`,
  );
  return rows[0]!.can;
}

/** Opens a database that another service uses: `drop` only closes the connections. */
export function openTestDatabase(url: string): TestDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 4, allowExitOnIdle: true });
  pool.on('error', () => undefined); // Some tests stop the server.
  return {
    url,
    ...queryableOf(pool),
    drop: () => pool.end(),
  };
}
