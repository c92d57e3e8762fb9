import { fileURLToPath } from 'node:url';
import { native } from '../support/native/project.mjs';

// Only `npm run lane -- s3` runs these tests: they need the server that it builds.
export default {
  ...native,
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  displayName: 's3',
  modulePathIgnorePatterns: ['<rootDir>/reports/'],
  testMatch: ['<rootDir>/test/s3/**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  reporters: ['default', '<rootDir>/scripts/counts-reporter.mjs'],
  maxWorkers: 2,
  testTimeout: 180_000,
};
