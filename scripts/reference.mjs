// Puts Redoc, which draws the reference at /api/docs, into `dist/reference/`: the service serves one file of the package, and
// the package with its dependencies stays out of production. A part of `npm run build:service`.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './build-first.mjs';

const LIBRARY = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');
const FOLDER = join(root, 'dist/reference');
/** Redoc's link to itself loads this picture, and the page loads nothing from elsewhere. */
const FOREIGN_PICTURE = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const EMPTY_PICTURE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
/** Redoc's fixed colour of a field's pattern is too dark for a dark page. */
const FIXED_COLOR = '#0e7c86';

const text = await readFile(LIBRARY, 'utf8');
for (const part of [FOREIGN_PICTURE, FIXED_COLOR]) {
  if (!text.includes(part)) throw new Error(`Redoc has changed, ${part} is gone: see scripts/reference.mjs`);
}
await mkdir(FOLDER, { recursive: true });
await writeFile(
  join(FOLDER, 'redoc.js'),
  text.replaceAll(FOREIGN_PICTURE, EMPTY_PICTURE).replaceAll(FIXED_COLOR, 'inherit'),
);
await copyFile(`${LIBRARY}.LICENSE.txt`, join(FOLDER, 'redoc.js.LICENSE.txt'));
