/**
 * Where the description and its page are found. What makes them (`openapi.ts`, and the library below it) is loaded with
 * the first request for one of them: it is a tenth of the cost of a start, and most processes are never asked.
 */
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DOCUMENT_PATH, PAGE_PATH, YAML_PATH } from './own-routes.js';

const PATHS = [PAGE_PATH, DOCUMENT_PATH, YAML_PATH];
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** The page runs its own files and talks to this service; whatever else it were led to ask for, the browser refuses. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

export function serveOpenApi(app: NestExpressApplication): void {
  let routes: Promise<RequestHandler> | undefined;
  const serve = async (request: Request, response: Response, next: NextFunction) => {
    if (isAt(PAGE_PATH, request.path)) response.setHeader('Content-Security-Policy', PAGE_POLICY);
    // Express would take it for a match with a document that names no validator.
    if (request.headers['if-none-match'] === '*') delete request.headers['if-none-match'];
    routes ??= import('./openapi.js').then(({ openApiRoutes }) => openApiRoutes(app));
    (await routes)(request, response, next);
  };
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (!METHODS.has(request.method) || !PATHS.some((path) => isAt(path, request.path))) return next();
    serve(request, response, next).catch(next);
  });
}

/** Like Express: whatever the case of the letters, and with all below. */
function isAt(place: string, path: string): boolean {
  const end = path.charAt(place.length);
  return (end === '' || end === '/') && path.slice(0, place.length).toLowerCase() === place;
}
