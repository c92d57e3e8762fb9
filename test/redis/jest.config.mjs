import { fileURLToPath } from 'node:url';
import { native } from '../support/native/project.mjs';

// Only `npm run lane -- redis` runs these tests: they need the server that it finds or installs.
export default {
  ...native,
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  displayName: 'redis',
  modulePathIgnorePatterns: ['<rootDir>/reports/'],
  testMatch: ['<rootDir>/test/redis/**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  reporters: ['default', '<rootDir>/scripts/counts-reporter.mjs'],
  maxWorkers: 2,
  testTimeout: 60_000,
};
