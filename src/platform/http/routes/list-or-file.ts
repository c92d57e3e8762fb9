import { applyDecorators, type Type } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiExtraModels, ApiOkResponse } from './api-decorators.js';

/** @param body of the JSON. */
export const ApiListOrFile = (body: Type, description: string): MethodDecorator & ClassDecorator =>
  applyDecorators(
    ApiExtraModels(body),
    ApiOkResponse({
      description,
      content: {
        'application/json': { schema: { $ref: `#/components/schemas/${body.name}` } },
        'text/csv': { schema: { type: 'string' } },
      },
    }),
  );

/** JSON is the default, also for a caller that accepts everything. */
export function wantsFile(request: Request, response: Response): boolean {
  response.vary('Accept');
  return request.accepts('application/json', 'text/csv') === 'text/csv';
}

/** `response.json` would return 304 for `If-None-Match: *` although the list has no ETag. */
export function sendJson(response: Response, body: object): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(body));
}

/** A file that is sent whole. */
export interface SentFile {
  name: string;
  contentType: string;
  contents: string;
}

/** `response.send` would return 304 for the same reason. */
export function sendFile(response: Response, { name, contentType, contents }: SentFile): void {
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  response.end(contents);
}
