/**
 * Loads large libraries on first use, because many processes never need them: `undici` is 111 files, `mediabunny` 1.5 MB. Loading succeeds
 * later if it fails once because no file descriptor was free. On Node.js 20 an `import()` that failed so fails until the process ends; a
 * `require` does not, if the path is resolved at the start: a description of a package that could not be read counts as missing until the
 * process ends, too.
 */
import { createRequire } from 'node:module';
import type * as Mediabunny from 'mediabunny';
import type * as Undici from 'undici';

const require = createRequire(import.meta.url);
const HTTP_PATH = require.resolve('undici');
const MEDIA_PATH = require.resolve('mediabunny');

export function httpLibrary(): typeof Undici {
  return require(HTTP_PATH) as typeof Undici;
}

export function mediaLibrary(): typeof Mediabunny {
  return require(MEDIA_PATH) as typeof Mediabunny;
}
