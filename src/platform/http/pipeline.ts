/**
 * The whole way of a request to its controller, in order. Callers pass in what stands above `platform/`; nothing else is put on this way.
 *
 * 1. `server/express-server.ts` rejects what Node.js cannot read and a connection above MAX_CONNECTIONS, and repeats a response that is the
 *    same for every caller.
 * 2. The observers: {@link observersOf}, most of them in `server/every-request.ts`.
 * 3. CORS, with CORS_ORIGINS: `server/cross-origin.ts`.
 * 4. The manual, the dashboard, the wait for the offer, the description: `handlers`. A process without the role `api` has no route below
 *    `/api`.
 * 5. The route of Express. No route: 404, or 405 with the methods of the path.
 * 6. The guards: {@link guardsOf}. With an API key the first reads the body too (`input/body.ts`), because the scope can depend on it; the
 *    second throws its error. `input/json-content.ts` checks the contents.
 * 7. Interceptors of the route: `routes/rate-limit.interceptor.ts`, which adds the `RateLimit-*` headers.
 * 8. The pipe of each parameter: `input/validation.ts` checks DTOs.
 *
 * `server/error.filter.ts` responds to the errors of all of them.
 */
import type { CanActivate, Provider, Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import { AppError } from '../errors/index.js';
import type { Tracing } from '../tracing/index.js';
import { BodyGuard } from './input/body.js';
import { validationPipe } from './input/validation.js';
import { crossOrigin, type Route } from './server/cross-origin.js';
import { ErrorFilter } from './server/error.filter.js';
import {
  boundBody,
  requestContext,
  requestLog,
  type RequestObserver,
  requestTrace,
} from './server/every-request.js';
import type { FastExpressAdapter } from './server/express-server.js';

export interface PipelineParts {
  /** null: requests are not traced. */
  tracing: Tracing | null;
  /** Logs requests that have not failed too. */
  logsEach: boolean;
  metrics: RequestObserver;
  /** Those of extensions. */
  observers: readonly RequestObserver[];
  /** Their pages may call the API. */
  corsOrigins: readonly string[];
  /** Called when the routes that CORS allows are known. */
  routes: () => readonly Route[];
  /** Add what responds before the routes, in this order; null: this process has no role `api`. */
  handlers: ((app: NestExpressApplication) => void)[] | null;
  isUnavailable: (thrown: unknown) => boolean;
}

/** Leaves out the guards, which a module provides: {@link guardsOf}. */
export function layPipeline(
  app: NestExpressApplication,
  adapter: FastExpressAdapter,
  parts: PipelineParts,
): void {
  adapter.observe(...observersOf(parts));
  const { corsOrigins, routes, handlers } = parts;
  if (corsOrigins.length > 0) app.enableCors(crossOrigin(corsOrigins, routes));
  if (handlers) for (const add of handlers) add(app);
  else app.use('/api', noRoute);
  app.useGlobalPipes(validationPipe());
  const errors = new ErrorFilter(parts.isUnavailable);
  app.useGlobalFilters(errors);
  adapter.onLateError((error, response) => errors.respond(error, response.req, response));
}

/** They respond to no request. */
function observersOf({ tracing, logsEach, metrics, observers }: PipelineParts): RequestObserver[] {
  return [
    { onRequest: requestContext },
    ...(tracing ? [requestTrace(tracing)] : []),
    { onRequest: boundBody },
    requestLog(logsEach),
    metrics,
    ...observers,
  ];
}

/** Access is decided, and the request counted, before errors of the body are reported. */
export const guardsOf = (access: Type<CanActivate>): Provider[] => [
  { provide: APP_GUARD, useClass: access },
  { provide: APP_GUARD, useClass: BodyGuard },
];

const noRoute: RequestHandler = (_request, _response, next) => next(new AppError('not_found'));
