// Started by run.mjs, at the root of the repository, with the area in MUTATION_AREA.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AREAS, LEAST_SCORE } from './areas.mjs';

const area = process.env.MUTATION_AREA;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: AREAS[area],
  plugins: ['@stryker-mutator/jest-runner', new URL('not-for-specs.mjs', import.meta.url).href],
  ignorers: ['not-for-specs'],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules'],
  jest: { projectType: 'custom', configFile: 'prove/mutation/jest.config.mjs', enableFindRelatedTests: true },
  coverageAnalysis: 'perTest',
  // Other trials run beside this one.
  concurrency: 1,
  // Jest's runtime never frees the modules that it loads again for each mutant.
  maxTestRunnerReuse: 60,
  timeoutMS: 10_000,
  disableTypeChecks: false,
  // The mutated copy lies outside the repository, so that no other tool finds it, and contains only what unit tests need.
  tempDirName: join(tmpdir(), 'offprint-mutation'),
  ignorePatterns: [
    '/*',
    '!/src',
    '!/packages',
    '/packages/*',
    '!/packages/engines',
    '!/packages/media',
    '!/packages/postgres',
    '!/catalogue',
    '!/package.json',
    '!/jest.config.mjs',
    '!/.swcrc',
    '!/test',
    '/test/*',
    '!/test/support',
    '!/prove',
    '/prove/*',
    '!/prove/mutation',
  ],
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `reports/mutation/${area}.json` },
  thresholds: { high: 95, low: LEAST_SCORE, break: null },
  allowConsoleColors: false,
  logLevel: 'warn',
};
