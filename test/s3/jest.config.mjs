import { fileURLToPath } from 'node:url';

// Only `npm run test:s3` runs these tests: they need the server that it builds.
export default {
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  displayName: 's3',
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  modulePathIgnorePatterns: ['<rootDir>/reports/'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^offprint$': '<rootDir>/src/index.ts',
    '^@offprint/s3-storage$': '<rootDir>/packages/s3-storage/src/index.ts',
    '^@nestjs/throttler$': '<rootDir>/node_modules/.cache/offprint-tests/nestjs-throttler.mjs',
  },
  testMatch: ['<rootDir>/test/s3/**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  reporters: ['default', '<rootDir>/scripts/counts-reporter.mjs'],
  maxWorkers: 2,
  testTimeout: 60_000,
};
