import { native } from '../../test/support/native/project.mjs';

export default {
  ...native,
  displayName: 'stripe-billing',
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
};
