export default {
  displayName: 'mcp',
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  moduleNameMapper: {
    // Sources import './x.js', as Node needs; the test runner reads the .ts beside it.
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@offprint/client$': '<rootDir>/../client/src/index.ts',
  },
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
};
