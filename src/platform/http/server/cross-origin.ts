/** Pages of the listed origins may call routes of a signed-in user. API keys belong in no browser: their routes respond to no preflight. */
import type {
  CorsOptions,
  CorsOptionsDelegate,
} from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request } from 'express';
import type { RouteAccess } from '../routes/route-access.js';

const EXPOSED_HEADERS = [
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-API-Version',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Scope',
  'X-Request-Id',
];
const MAX_AGE_SECONDS = 600;

/** The path is as Express reads it. */
export interface Route {
  path: string;
  access: RouteAccess | undefined;
}

/** A dashboard token opens the route, or it needs no credential. */
const isForPages = ({ path, access }: Route) =>
  access !== undefined && access.kind !== 'api-key' && path.startsWith('/api/');

/** Matches as Express does: without case, with or without a last slash. */
function patternOf(routes: readonly Route[]): RegExp {
  const patterns = new Set(
    routes.map(({ path }) =>
      path
        .split('/')
        .map((part) => {
          if (part.startsWith('*')) return '.+';
          return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
        })
        .join('/'),
    ),
  );
  return new RegExp(`^(?:${[...patterns].join('|')})/?$`, 'i');
}

/**
 * @param origins as browsers send them, for instance `https://studio.example.com`.
 * @param routes returns the routes of the service, once all modules are loaded.
 */
export function crossOrigin(
  origins: readonly string[],
  routes: () => readonly Route[],
): CorsOptionsDelegate<Request> {
  let pattern: RegExp | undefined;
  const allowed: CorsOptions = {
    origin: [...origins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'X-Request-Id'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: MAX_AGE_SECONDS,
    optionsSuccessStatus: 204,
  };
  return (request, callback) => {
    pattern ??= patternOf(routes().filter(isForPages));
    const isForBrowsers = pattern.test(request.path);
    // A cache must not serve the response of one origin to another.
    if (isForBrowsers) request.res?.vary('Origin');
    const isAllowed = isForBrowsers && origins.includes(request.headers.origin ?? '');
    callback(null, isAllowed ? allowed : { origin: false });
  };
}
