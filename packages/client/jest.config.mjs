import { native } from '../../test/support/native/project.mjs';

export default {
  ...native,
  displayName: 'client',
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
};
