// The unit tests of one area in Jest's own runtime: Stryker loads the mutated modules anew for each mutant.
import { specsOf } from './areas.mjs';

export default {
  displayName: 'unit',
  rootDir: '../..',
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  // Sources import './x.js', as Node needs; the test runner reads the .ts beside it.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testMatch: specsOf(process.env.MUTATION_AREA),
};
