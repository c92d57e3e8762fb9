import { native } from '../../test/support/native/project.mjs';

export default {
  ...native,
  displayName: 'smtp-mailer',
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
};
