import { native } from '../../test/support/native/project.mjs';

export default {
  ...native,
  displayName: 'openai-front',
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
};
