/** `openapi.ts` is loaded at the first request: it is a tenth of the cost of a start, and most processes never need it. */
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { AppError } from '../../platform/errors/index.js';
import { type KeptBytes, sendKept } from '../../platform/http/index.js';
import type { DescriptionSettings } from './description-settings.js';
import { DOCUMENT_PATH, LIBRARY_PATH, PAGE_PATH, TOOLS_PATH, YAML_PATH } from './own-routes.js';

const PATHS = [PAGE_PATH, DOCUMENT_PATH, TOOLS_PATH, YAML_PATH];
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** The page runs its own scripts and calls this service; the browser blocks everything else. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

export function serveOpenApi(app: NestExpressApplication, settings: DescriptionSettings): void {
  let loading: Promise<(path: string) => KeptBytes | undefined> | undefined;
  const serve = async (request: Request, response: Response, next: NextFunction) => {
    if (request.baseUrl.toLowerCase() === PAGE_PATH)
      response.setHeader('Content-Security-Policy', PAGE_POLICY);
    loading ??= import('./openapi.js').then((module) => module.openApiFiles(app, settings));
    const path = (request.baseUrl + request.path).toLowerCase().replace(/(.)\/$/, '$1');
    const file = (await loading)(path);
    if (!file) {
      next();
      return;
    }
    response.setHeader('Cache-Control', path === LIBRARY_PATH ? 'public, max-age=86400' : 'no-cache');
    sendKept(response, file);
  };
  app.use(PATHS, (request: Request, response: Response, next: NextFunction) => {
    if (!METHODS.has(request.method))
      next(new AppError('method_not_allowed', { headers: { Allow: [...METHODS].join(', ') } }));
    else serve(request, response, next).catch(next);
  });
}
