// One runner for unit, e2e and flow tests, and a project for each package.
import { readdirSync } from 'node:fs';
import { native } from './test/support/native/project.mjs';

const common = {
  ...native,
  // Jest reads every file of each project in search of imports. Trials keep a checkout of the release before in reports/.
  modulePathIgnorePatterns: ['<rootDir>/(.*/)?dist/', '<rootDir>/reports/'],
};

const packages = readdirSync(new URL('packages', import.meta.url)).map((name) => ({
  ...common,
  displayName: name,
  roots: [`<rootDir>/packages/${name}`],
  testMatch: [`<rootDir>/packages/${name}/src/**/*.spec.ts`],
}));

/** Tests of the whole service: with its PostgreSQL, and what is built. */
const system = (displayName, folders) => ({
  ...common,
  displayName,
  testMatch: [`<rootDir>/test/${folders}/**/*.test.ts`],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
});

export default {
  projects: [
    ...packages,
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/{src,dashboard/src}/**/*.spec.ts'],
    },
    system('system', '{e2e,flows,contracts,testing}'),
    system('processes', 'processes'),
    system('long', 'long'),
  ],
  reporters: ['default', '<rootDir>/scripts/counts-reporter.mjs'],
  // More than a small machine has cores: many tests wait for processes rather than compute. Each takes up to 2 GB with the
  // services and databases that its tests start.
  maxWorkers: Math.min(6, Math.max(3, Math.floor(process.availableMemory() / 2 / 1024 ** 3))),
  // On Node 20 a worker keeps the modules of the files that it has run, 50 to 90 MB each, and collects garbage for most of its
  // time when it nears its heap limit. A new one costs a second.
  workerIdleMemoryLimit: '600MB',
  testTimeout: 120_000,
  // A worker that has run a hundred files takes longer than Jest's half second to give its memory back.
  workerGracefulExitTimeout: 5000,
};
