/** Serves the reference for people at /api/docs: Redoc with colours for light and dark, from this service alone. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Router } from 'express';
import { DOCUMENT_PATH, PAGE_PATH } from './own-routes.js';
import { REFERENCE_SCRIPT, REFERENCE_STYLE } from './reference-files.js';

const LIBRARY = 'redoc/bundles/redoc.standalone.js';
/** Redoc's link to itself loads this picture, and the page loads nothing from elsewhere. */
const FOREIGN_PICTURE = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const EMPTY_PICTURE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
/** Redoc's fixed colour of a field's pattern is too dark for a dark page. */
const FIXED_COLOR = '#0e7c86';
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
    library ??= readLibrary();
    response
      .type('js')
      .set('Cache-Control', 'public, max-age=86400')
      .send(await library);
  });
  return routes;
}

async function readLibrary(): Promise<string> {
  const text = await readFile(createRequire(import.meta.url).resolve(LIBRARY), 'utf8');
  return text.replaceAll(FOREIGN_PICTURE, EMPTY_PICTURE).replaceAll(FIXED_COLOR, 'inherit');
}
