// What `import { jest } from '@jest/globals'` gives a test: a module is loaded once for many files, so it asks each time for
// the object of the file that runs.
export const jest = new Proxy({}, { get: (_, name) => globalThis.jestOfThisFile[name] });
