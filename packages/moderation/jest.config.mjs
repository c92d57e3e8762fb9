import { native } from '../../test/support/native/project.mjs';

export default {
  ...native,
  displayName: 'moderation',
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
};
