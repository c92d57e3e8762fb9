// One runner for unit, e2e and flow tests. `npm test` sets NODE_OPTIONS=--experimental-vm-modules (ESM).
const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  // Trials keep a checkout of the release before in there.
  modulePathIgnorePatterns: ['<rootDir>/reports/'],
  // Sources import './x.js', as Node needs; the test runner reads the .ts beside it.
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // For tests of an extension within the service.
    '^offprint$': '<rootDir>/src/index.ts',
    // See test/support/bundle-throttler.mjs, which runs before all tests.
    '^@nestjs/throttler$': '<rootDir>/node_modules/.cache/offprint-tests/nestjs-throttler.mjs',
  },
};

export default {
  projects: [
    '<rootDir>/packages/*',
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/{src,dashboard/src}/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/support/bundle-throttler.mjs',
    },
    {
      ...common,
      displayName: 'system',
      moduleNameMapper: {
        ...common.moduleNameMapper,
        '^@offprint/client$': '<rootDir>/packages/client/src/index.ts',
        '^@offprint/smtp-mailer$': '<rootDir>/packages/smtp-mailer/src/index.ts',
      },
      testMatch: ['<rootDir>/test/{e2e,flows,contracts,testing}/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
  ],
  reporters: ['default', '<rootDir>/scripts/counts-reporter.mjs'],
  // One more than the two cores of a small machine: many tests wait for processes rather than compute.
  maxWorkers: 3,
  // On Node 20 a worker keeps the modules of the files that it has run, 50 to 90 MB each, and collects garbage for most of its
  // time when it nears its heap limit. A new one costs a second.
  workerIdleMemoryLimit: '600MB',
  testTimeout: 60_000,
  // A worker that has run a hundred files takes longer than Jest's half second to give its memory back.
  workerGracefulExitTimeout: 30_000,
};
