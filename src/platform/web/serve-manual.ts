/**
 * Handles GET and HEAD below /docs: pages without `.html`, each also as Markdown (`/docs/operating.md`), llms.txt, and the files that pages
 * load. Other methods continue to the API's 404.
 */
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { packagePath } from '../env/index.js';
import { encodingsOf, sendBuiltFile } from './built-files.js';
import { type ManualFile, ManualFiles } from './manual-files.js';
import { MANUAL_PAGE_HEADERS } from './page-policy.js';

const BUILT_DIRECTORY = packagePath('docs/.vitepress/dist');
const BASE = '/docs';
/** https://llmstxt.org */
const FOR_PROGRAMS = new Set(['/llms.txt', '/llms-full.txt']);
const NOT_BUILT = 'The manual is not built. Run `npm run docs:build`, and reload this page.\n';

export function serveManual(app: Pick<NestExpressApplication, 'use'>, directory = BUILT_DIRECTORY): void {
  const files = new ManualFiles(directory);
  app.use((request: Request, response: Response, next: NextFunction) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && request.path === BASE) response.redirect(308, `${BASE}/`);
    else if (isRead && FOR_PROGRAMS.has(request.path)) response.redirect(308, BASE + request.path);
    else if (isRead && request.path.startsWith(`${BASE}/`)) serve(files, request, response, next).catch(next);
    else next();
  });
}

async function serve(
  files: ManualFiles,
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const accepted = encodingsOf(request);
  const found = await files.find(request.path.slice(BASE.length), accepted);
  if (found && 'redirect' in found) {
    response.redirect(308, BASE + found.redirect);
    return;
  }
  if (found) {
    await send(files, found.file, response, next);
    return;
  }
  const missing = await files.missingPage(accepted);
  if (missing === null) response.status(404).type('text/plain').send(NOT_BUILT);
  else if (request.headers.accept?.includes('text/html')) {
    // It has no address of its own, so there is nothing to compare a cached copy with.
    delete request.headers['if-none-match'];
    delete request.headers['if-modified-since'];
    response.status(404);
    await send(files, missing, response, next);
  } else next();
}

async function send(
  files: ManualFiles,
  file: ManualFile,
  response: Response,
  next: NextFunction,
): Promise<void> {
  sendBuiltFile(files.directory, file, response, next, {
    ...(file.isPage && MANUAL_PAGE_HEADERS),
    ...(file.type && { 'Content-Type': file.type }),
    // By content: all files of an installed package have the same time.
    ...(!file.hashed && { ETag: await files.tagOf(file) }),
  });
}
