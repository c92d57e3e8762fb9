export default {
  displayName: 'openai-front',
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  moduleNameMapper: {
    // Sources import './x.js', as Node needs; the test runner reads the .ts beside it.
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^offprint$': '<rootDir>/../../src/index.ts',
    // See test/support/bundle-throttler.mjs, which runs before all tests of the service.
    '^@nestjs/throttler$': '<rootDir>/../../node_modules/.cache/offprint-tests/nestjs-throttler.mjs',
  },
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  globalSetup: '<rootDir>/../../test/support/bundle-throttler.mjs',
};
