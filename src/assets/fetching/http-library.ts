/**
 * `undici`, loaded by the first fetch: it is 111 files, and many processes never fetch. By `require`: on Node.js 20 an
 * `import()` that fails once, because no file descriptor was free, fails until the process ends.
 */
import { createRequire } from 'node:module';
import type * as Undici from 'undici';

const require = createRequire(import.meta.url);

export function httpLibrary(): typeof Undici {
  return require('undici') as typeof Undici;
}
