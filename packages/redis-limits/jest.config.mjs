import { native } from '../../test/support/native/project.mjs';

export default {
  ...native,
  displayName: 'redis-limits',
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
};
