// Starts one real PostgreSQL for the whole run; every test file gets a copy of its migrated database.
// Uses the build (`npm test` builds first), because the test runner does not compile this file.
import { startTestDatabaseServer } from '../../dist/testing/index.js';

export default async function globalSetup() {
  globalThis.testPostgres = await startTestDatabaseServer();
}
