// The tests of the page in a browser (`npm run test:browser`), one file at a time: each starts a service and a browser.
import base from '../../jest.config.mjs';

const { testEnvironment, extensionsToTreatAsEsm, transform, moduleNameMapper, globalSetup } =
  base.projects[1];

export default {
  rootDir: '../..',
  testEnvironment,
  extensionsToTreatAsEsm,
  transform,
  moduleNameMapper,
  globalSetup,
  testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
  reporters: ['default', '<rootDir>/scripts/counts-reporter.mjs'],
  maxWorkers: 1,
  testTimeout: 180_000,
};
