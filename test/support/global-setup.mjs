// Starts one real PostgreSQL for the whole run; every test file gets a copy of its migrated database.
// Uses the build (`npm test` builds first), because the test runner does not compile this file.
import { startTestDatabaseServer } from '../../dist/testing/index.js';
import bundleThrottler from './bundle-throttler.mjs';

export default async function globalSetup() {
  await bundleThrottler();
  globalThis.testPostgres = await startTestDatabaseServer();
}
