/** Creates a migrated database for a test file, as a copy of the template. */
export { createTestDatabase as createDatabase, type TestDatabase } from '../../src/testing/index.js';
