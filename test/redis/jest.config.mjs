import { fileURLToPath } from 'node:url';

// Only `npm run test:redis` runs these tests: they need the server that it finds or installs.
export default {
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  displayName: 'redis',
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  modulePathIgnorePatterns: ['<rootDir>/reports/'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^offprint$': '<rootDir>/src/index.ts',
    '^@offprint/redis-limits$': '<rootDir>/packages/redis-limits/src/index.ts',
    '^@nestjs/throttler$': '<rootDir>/node_modules/.cache/offprint-tests/nestjs-throttler.mjs',
  },
  testMatch: ['<rootDir>/test/redis/**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  reporters: ['default', '<rootDir>/scripts/counts-reporter.mjs'],
  maxWorkers: 2,
  testTimeout: 60_000,
};
