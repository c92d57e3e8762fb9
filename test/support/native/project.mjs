// The settings that all Jest projects share.
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

export const native = {
  testEnvironment: here('environment.cjs'),
  runtime: here('runtime.cjs'),
  extensionsToTreatAsEsm: ['.ts'],
  // Jest compiles nothing: `hooks.mjs` does.
  transform: {},
};
