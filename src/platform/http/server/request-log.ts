import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { RequestObserver } from './every-request.js';
import type { RequestWithId } from './request-context.js';
import { routeOf } from './route-of.js';

const logger = new Logger('request');
const END_USER = ':externalUserId';

/**
 * Logs one line per response. Successful reads are logged at debug level only, because polls are so frequent.
 * @param logsDebug whether lines of the debug level are written: without them such a request needs no line.
 */
export function requestLog(logsDebug: boolean): RequestObserver {
  return {
    onClose: (request: Request, response: Response, milliseconds: number) => {
      const { method } = request;
      const status = response.statusCode;
      const isFinished = response.writableFinished;
      const isDebug = !isFinished || (status < 400 && method === 'GET');
      if (isDebug && !logsDebug) return;
      const line = {
        requestId: (request as RequestWithId).id,
        method,
        path: pathOf(request),
        status,
        ms: Math.round(milliseconds * 1000) / 1000,
      };
      if (!isFinished) logger.debug({ ...line, closed: true }, 'caller disconnected');
      else if (isDebug) logger.debug(line);
      else logger.log(line);
    },
  };
}

/**
 * Returns the path without the query, which contains the signature of signed links; the route's template when the path has the id of
 * an end user, which can be personal.
 */
function pathOf(request: Request): string | undefined {
  const route = routeOf(request);
  return route.includes(END_USER) ? route : request.originalUrl.split('?', 1)[0];
}
