import { native } from '../../test/support/native/project.mjs';

export default {
  ...native,
  displayName: 'telemetry',
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
};
