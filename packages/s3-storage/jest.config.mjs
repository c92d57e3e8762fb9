import { native } from '../../test/support/native/project.mjs';

export default {
  ...native,
  displayName: 's3-storage',
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
};
