/** Routes that return a list as JSON, or as CSV when the caller prefers it, and routes that return a file. */
import { applyDecorators, type Type } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiExtraModels, ApiOkResponse } from './api-decorators.js';

/** Describes both forms of the response. @param body of the JSON. */
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

/** Returns whether the caller asks for CSV. JSON is the default, also for a caller that accepts everything. */
export function wantsFile(request: Request, response: Response): boolean {
  response.vary('Accept');
  return request.accepts('application/json', 'text/csv') === 'text/csv';
}

/** Sends the list. Not `response.json`, which returns 304 for `If-None-Match: *` although the list has no ETag. */
export function sendJson(response: Response, body: object): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(body));
}

/** A file that is sent whole. */
export interface SentFile {
  /** Under which a browser saves it. */
  name: string;
  contentType: string;
  contents: string;
}

/** Sends a file. Not `response.send`, for the same reason. */
export function sendFile(response: Response, { name, contentType, contents }: SentFile): void {
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  response.end(contents);
}
