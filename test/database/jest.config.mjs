// The tests with Debian's PostgreSQL and PgBouncer (`npm run lane -- database`), one file at a time: each starts servers.
import { native } from '../support/native/project.mjs';

export default {
  ...native,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/database/**/*.test.ts'],
  reporters: ['default', '<rootDir>/scripts/counts-reporter.mjs'],
  maxWorkers: 1,
  testTimeout: 180_000,
};
