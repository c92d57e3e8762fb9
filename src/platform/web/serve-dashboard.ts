/**
 * One origin, no second server, no external content. Handles GET and HEAD outside /api, /health and /metrics: the built files by name, and
 * the page for every URL that a browser opens (the page has its own router). All other requests continue to the API's 404.
 */
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { packagePath } from '../env/index.js';
import { encodingsOf, sendBuiltFile } from './built-files.js';
import { DashboardFiles } from './dashboard-files.js';
import { createPage } from './page-policy.js';

const BUILT_DIRECTORY = packagePath('dashboard/dist');
const RESERVED_PATHS = /^\/(?:api|health|metrics)(?:\/|$)/i;
/** Matches file names with an extension, hidden files, the folder of our files, and paths that start with `//`. */
const FILE_LIKE = /\.[^/]*$|\/\.|^\/assets\/|^\/\//;

/** Without a build, every request passes through. @param hasFacts whether extensions show something to administrators. */
export function serveDashboard(
  app: Pick<NestExpressApplication, 'use'>,
  hasFacts: boolean,
  directory = BUILT_DIRECTORY,
): void {
  const files = new DashboardFiles(directory);
  app.use((request: Request, response: Response, next: NextFunction) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || RESERVED_PATHS.test(request.path)) next();
    else serve(files, hasFacts, request, response, next).catch(next);
  });
}

async function serve(
  files: DashboardFiles,
  hasFacts: boolean,
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const file = await files.find(request.path, encodingsOf(request));
  if (file) {
    sendBuiltFile(files.directory, file, response, next);
    return;
  }
  const page = isPage(request) ? await files.page() : null;
  if (page === null) {
    next();
    return;
  }
  const { html, headers } = createPage(page, hasFacts);
  // Not by Express: it would take `If-None-Match: *` for a match with a page that names no validator.
  response.set(headers).end(html);
}

/** The root is always a page, other URLs only from a browser's navigation, never for a missing file. */
function isPage(request: Request): boolean {
  if (request.path === '/' || request.path === '/index.html') return true;
  const wantsPage = request.headers.accept?.includes('text/html') ?? false;
  return wantsPage && !FILE_LIKE.test(request.path);
}
