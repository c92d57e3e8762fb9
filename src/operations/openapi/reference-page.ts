/** Redoc gets colours for light and dark, and all of the page comes from this service. */
import { readFileSync } from 'node:fs';
import { packagePath } from '../../platform/env/index.js';
import { KeptBytes } from '../../platform/http/index.js';
import { DOCUMENT_PATH, LIBRARY_PATH, PAGE_PATH } from './own-routes.js';
import { REFERENCE_SCRIPT, REFERENCE_STYLE } from './reference-files.js';

/** `scripts/reference.mjs` puts it there. */
const LIBRARY = packagePath('dist/reference/redoc.js');
const ICON = `<link rel="icon" href="data:,">`;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Offprint API</title>
    ${ICON}
    <link rel="stylesheet" href="${PAGE_PATH}/reference.css">
    <script src="${LIBRARY_PATH}" defer></script>
    <script src="${PAGE_PATH}/reference.js" defer></script>
  </head>
  <body>
    <noscript>This page needs JavaScript. <a href="${DOCUMENT_PATH}">The description as JSON</a> does not.</noscript>
    <nav id="topics" aria-label="Topics"></nav>
    <main><div id="reference" aria-busy="true"></div><div id="operations"></div></main>
  </body>
</html>
`;

/** Returns the files by their paths. */
export function referenceFiles(): [path: string, make: () => KeptBytes][] {
  return [
    [PAGE_PATH, () => textFile(PAGE, 'text/html')],
    [`${PAGE_PATH}/reference.css`, () => textFile(REFERENCE_STYLE, 'text/css')],
    [`${PAGE_PATH}/reference.js`, () => textFile(REFERENCE_SCRIPT, 'text/javascript')],
    [LIBRARY_PATH, () => textFile(readFileSync(LIBRARY), 'text/javascript')],
  ];
}

export function textFile(text: string | Buffer, type: string): KeptBytes {
  return new KeptBytes(Buffer.from(text), `${type}; charset=utf-8`);
}
