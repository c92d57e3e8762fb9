export default {
  displayName: 'procedural-engine',
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '/src/.+\\.ts$': '<rootDir>/test/support/pixel-code-transform.mjs', '^.+\\.ts$': '@swc/jest' },
  // Sources import './x.js', as Node needs; the test runner reads the .ts beside it.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
};
