import { fileURLToPath } from 'node:url';
import { native } from '../support/native/project.mjs';

// Only `npm run lane -- stripe` runs these tests: they need the server that it builds.
export default {
  ...native,
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  displayName: 'stripe',
  modulePathIgnorePatterns: ['<rootDir>/reports/'],
  testMatch: ['<rootDir>/test/stripe/**/*.test.ts'],
  reporters: ['default', '<rootDir>/scripts/counts-reporter.mjs'],
  testTimeout: 60_000,
};
