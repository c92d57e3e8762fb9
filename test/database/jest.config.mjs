// The tests with Debian's PostgreSQL and PgBouncer (`npm run test:database`), one file at a time: each starts servers.
import base from '../../jest.config.mjs';

const { testEnvironment, extensionsToTreatAsEsm, transform, moduleNameMapper } = base.projects[2];

export default {
  rootDir: '../..',
  testEnvironment,
  extensionsToTreatAsEsm,
  transform,
  moduleNameMapper,
  testMatch: ['<rootDir>/test/database/**/*.test.ts'],
  reporters: ['default', '<rootDir>/scripts/counts-reporter.mjs'],
  maxWorkers: 1,
  testTimeout: 180_000,
};
