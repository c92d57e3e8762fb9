import { fileURLToPath } from 'node:url';
import { native } from '../support/native/project.mjs';

// Only `npm run lane -- telemetry` runs these tests: they need the receiver that it builds.
export default {
  ...native,
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  displayName: 'telemetry',
  modulePathIgnorePatterns: ['<rootDir>/reports/'],
  testMatch: ['<rootDir>/test/telemetry/**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  reporters: ['default', '<rootDir>/scripts/counts-reporter.mjs'],
  maxWorkers: 2,
  testTimeout: 60_000,
};
