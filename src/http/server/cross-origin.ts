/**
 * Which pages of other origins may call the service (CORS): those of the listed origins, on the routes of a signed-in user.
 * API keys do not belong in browsers, so the routes that take one answer no preflight.
 */
import type {
  CorsOptions,
  CorsOptionsDelegate,
} from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request } from 'express';

/** Routes for browsers: without a credential, or with a dashboard token. */
const BROWSER_PATHS = ['/api/auth', '/api/dashboard', '/api/admin', '/api/keys', '/api/models'];

/** Headers of responses that a page may read beside the usual ones. */
const EXPOSED_HEADERS = [
  'ETag',
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

/** @param origins as browsers send them, for instance `https://studio.example.com`. */
export function crossOrigin(origins: readonly string[]): CorsOptionsDelegate<Request> {
  const allowed: CorsOptions = {
    origin: [...origins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'X-Request-Id'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: MAX_AGE_SECONDS,
    optionsSuccessStatus: 204,
  };
  return (request, callback) => {
    const isForBrowsers = BROWSER_PATHS.some(
      (path) => request.path === path || request.path.startsWith(`${path}/`),
    );
    // A cache must not serve the response of one origin to another.
    if (isForBrowsers) request.res?.vary('Origin');
    const isAllowed = isForBrowsers && origins.includes(request.headers.origin ?? '');
    callback(null, isAllowed ? allowed : { origin: false });
  };
}
