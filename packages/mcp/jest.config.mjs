import { native } from '../../test/support/native/project.mjs';

export default {
  ...native,
  displayName: 'mcp',
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
};
