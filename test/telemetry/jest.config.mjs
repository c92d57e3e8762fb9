import { fileURLToPath } from 'node:url';

// Only `npm run test:telemetry` runs these tests: they need the receiver that it builds.
export default {
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  displayName: 'telemetry',
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  modulePathIgnorePatterns: ['<rootDir>/reports/'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^offprint$': '<rootDir>/src/index.ts',
    '^@nestjs/throttler$': '<rootDir>/node_modules/.cache/offprint-tests/nestjs-throttler.mjs',
  },
  testMatch: ['<rootDir>/test/telemetry/**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  reporters: ['default', '<rootDir>/scripts/counts-reporter.mjs'],
  maxWorkers: 2,
  testTimeout: 60_000,
};
