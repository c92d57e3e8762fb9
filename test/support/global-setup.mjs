// Starts one real PostgreSQL for the whole run and creates a migrated database; every test file gets a copy.
// Uses the build (`npm test` builds first), because the test runner does not compile this file.
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@offprint/embedded-postgres';
import pg from 'pg';
import { migrate } from '../../dist/database/migrate.js';
import bundleThrottler from './bundle-throttler.mjs';

export default async function globalSetup() {
  await bundleThrottler();
  const directory = await mkdtemp(join(tmpdir(), 'offprint-test-'));
  await chmod(directory, 0o711); // PostgreSQL's own account must be able to traverse it.
  const server = await startEmbeddedPostgres({ directory, database: 'template_offprint' });
  await migrate(server.url);
  const client = new pg.Client({ connectionString: server.url.replace(/\/[^/]*$/, '/postgres') });
  await client.connect();
  await client.query('alter database template_offprint allow_connections false');
  await client.end();
  process.env.TEST_POSTGRES_URL = server.url.replace(/\/[^/]*$/, '');
  globalThis.testPostgres = { server, directory };
}
