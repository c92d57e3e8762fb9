// The tests of the page in a browser (`npm run lane -- browser`), one file at a time: they share a browser, and most of them a
// service. CI leaves out what takes long and changes rarely, and takes a part of other lists (support/tier.ts).
import { native } from '../support/native/project.mjs';

/** Run them by hand when the page changes. */
const NOT_IN_CI = ['history', 'outage', 'reference', 'refusals', 'session-runs', 'system'];

export default {
  ...native,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
  testPathIgnorePatterns: process.env.CI === 'true' ? NOT_IN_CI.map((name) => `/${name}\\.test\\.ts$`) : [],
  reporters: ['default', '<rootDir>/scripts/counts-reporter.mjs'],
  maxWorkers: 1,
  globalTeardown: '<rootDir>/test/browser/support/end.mjs',
  testTimeout: 180_000,
};
