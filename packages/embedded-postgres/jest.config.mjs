import { native } from '../../test/support/native/project.mjs';

export default {
  ...native,
  displayName: 'embedded-postgres',
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
};
