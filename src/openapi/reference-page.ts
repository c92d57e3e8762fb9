/** Serves the reference for people at /api/docs: Redoc with colours for light and dark, from this service alone. */
import { readFile } from 'node:fs/promises';
import { Router } from 'express';
import { DOCUMENT_PATH, PAGE_PATH } from './own-routes.js';
import { REFERENCE_SCRIPT, REFERENCE_STYLE } from './reference-files.js';

/** `scripts/reference.mjs` puts it there. */
const LIBRARY = new URL('../../dist/reference/redoc.js', import.meta.url);
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
    <script src="${PAGE_PATH}/redoc.js" defer></script>
    <script src="${PAGE_PATH}/reference.js" defer></script>
  </head>
  <body>
    <noscript>This page needs JavaScript. <a href="${DOCUMENT_PATH}">The description as JSON</a> does not.</noscript>
    <main id="reference" aria-busy="true"></main>
  </body>
</html>
`;

export function referencePageRoutes(): Router {
  let library: Promise<string> | undefined;
  const routes = Router();
  routes.get(PAGE_PATH, (_request, response) => response.type('html').send(PAGE));
  routes.get(`${PAGE_PATH}/reference.css`, (_request, response) =>
    response.type('css').send(REFERENCE_STYLE),
  );
  routes.get(`${PAGE_PATH}/reference.js`, (_request, response) => response.type('js').send(REFERENCE_SCRIPT));
  routes.get(`${PAGE_PATH}/redoc.js`, async (_request, response) => {
    library ??= readFile(LIBRARY, 'utf8');
    response
      .type('js')
      .set('Cache-Control', 'public, max-age=86400')
      .send(await library);
  });
  return routes;
}
