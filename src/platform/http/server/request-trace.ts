import type { Request, Response } from 'express';
import type { Tracing } from '../../tracing/index.js';
import type { AuthenticatedRequest } from '../routes/principal.js';
import type { RequestObserver } from './every-request.js';
import type { RequestWithId } from './request-context.js';
import { routeOf } from './route-of.js';

/** Records the requests that `tracing` chooses, each from its start to the end of its response. */
export function requestTrace(tracing: Tracing): RequestObserver {
  return {
    onRequest: (request: Request) => {
      // Also null: if only recorded requests had the property, V8 would handle two kinds of requests, each more slowly.
      (request as AuthenticatedRequest).span = tracing.beginRequest(request.method, request.headers);
    },
    onClose: (request: Request, response: Response) => {
      const { span } = request as AuthenticatedRequest;
      if (!span) return;
      const { method } = request;
      const { id } = request as RequestWithId;
      const status = response.statusCode;
      const isDisconnected = !response.writableFinished;
      span.annotate({ method, requestId: id, route: routeOf(request), status, isDisconnected });
      span.end(status >= 500 ? String(status) : null);
    },
  };
}
