// The table of starts (`npm run lane -- starts`).
import { native } from '../support/native/project.mjs';

export default {
  ...native,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/starts/**/*.test.ts'],
  reporters: ['default', '<rootDir>/scripts/counts-reporter.mjs'],
  maxWorkers: 1,
  // Starts at once: most of their time is the loading of modules.
  maxConcurrency: 3,
  testTimeout: 180_000,
};
