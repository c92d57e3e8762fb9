import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { RequestWithId } from './request-context.js';

const logger = new Logger('request');

/** A line per answer. Reads that went well are for debugging only: polling would drown everything else. */
export function requestLog(request: Request, response: Response): void {
  const startedAt = performance.now();
  response.on('close', () => {
    const { method } = request;
    const line = {
      requestId: (request as RequestWithId).id,
      method,
      // Without its query: links carry their signature there.
      path: request.originalUrl.split('?', 1)[0],
      status: response.statusCode,
      ms: Math.round((performance.now() - startedAt) * 1000) / 1000,
    };
    if (!response.writableFinished) logger.debug({ ...line, closed: true }, 'caller went away');
    else if (response.statusCode >= 400 || method !== 'GET') logger.log(line);
    else logger.debug(line);
  });
}
