import { native } from '../../test/support/native/project.mjs';

export default {
  ...native,
  displayName: 'procedural-engine',
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
};
