import { fileURLToPath } from 'node:url';

// Only `npm run test:stripe` runs these tests: they need the server that it builds.
export default {
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  displayName: 'stripe',
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  modulePathIgnorePatterns: ['<rootDir>/reports/'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^offprint$': '<rootDir>/src/index.ts',
    '^@nestjs/throttler$': '<rootDir>/node_modules/.cache/offprint-tests/nestjs-throttler.mjs',
  },
  testMatch: ['<rootDir>/test/stripe/**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/bundle-throttler.mjs',
  reporters: ['default', '<rootDir>/scripts/counts-reporter.mjs'],
  testTimeout: 60_000,
};
