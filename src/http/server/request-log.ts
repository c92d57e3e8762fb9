import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { RequestWithId } from './request-context.js';

const logger = new Logger('request');

/** Logs one line per response. Successful reads are logged at debug level only, because polls are so frequent. */
export function requestLog(request: Request, response: Response): void {
  const startedAt = performance.now();
  response.on('close', () => {
    const { method } = request;
    const line = {
      requestId: (request as RequestWithId).id,
      method,
      // Without the query, which contains the signature of signed links.
      path: request.originalUrl.split('?', 1)[0],
      status: response.statusCode,
      ms: Math.round((performance.now() - startedAt) * 1000) / 1000,
    };
    if (!response.writableFinished) logger.debug({ ...line, closed: true }, 'caller disconnected');
    else if (response.statusCode >= 400 || method !== 'GET') logger.log(line);
    else logger.debug(line);
  });
}
