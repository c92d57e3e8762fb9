/**
 * The dashboard, served by the service itself: one address, no second server, nothing from anywhere else. It answers GET
 * and HEAD outside /api, /health and /metrics: the built files by their names, and the page for every address that a
 * person opens (the page knows its own routes). Whatever else is asked for goes on to the API's own 404.
 */
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { DashboardFiles, type DashboardFile, type Encoding } from './dashboard-files.js';
import { FILE_HEADERS, pageOf } from './page-policy.js';

/** The same from src/web and from dist/web. */
const BUILT = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));
const NOT_OURS = /^\/(?:api|health|metrics)(?:\/|$)/i;
/** A name with an extension, one that hides, whatever lies with our files, and no plain path at all. */
const LIKE_A_FILE = /\.[^/]*$|\/\.|^\/assets\/|^\/\//;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** @param directory of the built dashboard. While nothing is built there, every request goes on. */
export function serveDashboard(app: Pick<NestExpressApplication, 'use'>, directory = BUILT): void {
  const files = new DashboardFiles(directory);
  app.use((request: Request, response: Response, next: NextFunction) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || NOT_OURS.test(request.path)) return next();
    answer(files, request, response, next).catch(next);
  });
}

async function answer(
  files: DashboardFiles,
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const file = await files.find(request.path, encodingsOf(request));
  if (file) return sendFile(files, file, response, next);
  const page = isPage(request) ? await files.page() : null;
  if (page === null) return next();
  const { html, headers } = pageOf(page);
  response.set(headers).send(html);
}

function encodingsOf(request: Request): Encoding[] {
  return (['br', 'gzip'] as const).filter((encoding) => request.acceptsEncodings(encoding) !== false);
}

function sendFile(
  files: DashboardFiles,
  { path, encoding, hashed }: DashboardFile,
  response: Response,
  next: NextFunction,
): void {
  response.set({
    ...FILE_HEADERS,
    'Cache-Control': hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    Vary: 'Accept-Encoding',
  });
  if (encoding) {
    response.type(extname(path.slice(0, path.lastIndexOf('.'))));
    response.set('Content-Encoding', encoding);
  }
  response.sendFile(path, { root: files.directory, cacheControl: false, dotfiles: 'deny' }, (error) => {
    if (error && !response.headersSent) next(error);
  });
}

/** The front page for whoever asks; other addresses only for a browser that opens them, never for a missing file. */
function isPage(request: Request): boolean {
  if (request.path === '/' || request.path === '/index.html') return true;
  const wantsPage = request.headers.accept?.includes('text/html') ?? false;
  return wantsPage && !LIKE_A_FILE.test(request.path);
}
