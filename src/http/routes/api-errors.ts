import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from './api-decorators.js';
import { ErrorBody, RateLimitBody } from './error-body.dto.js';

/** What an error answer of each status says about the request. */
export const ERROR_MEANINGS = {
  400: 'The request is not valid.',
  401: 'The credential is missing, invalid or revoked.',
  402: 'The balance does not cover the cost. Nothing was charged.',
  403: 'The credential does not allow this. Nothing was charged.',
  404: 'There is no such thing, or it belongs to somebody else.',
  408: 'The request did not arrive in time.',
  409: 'It conflicts with what exists.',
  410: 'The link has expired.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body is not application/json.',
  416: 'The range lies outside the file.',
  422: 'The Idempotency-Key was used with a different request.',
  429: 'A rate limit is exceeded.',
  431: 'The address or the headers of the request are too large.',
  500: 'Something went wrong on our side.',
  503: 'The service cannot answer right now.',
} as const;

/**
 * Describes the error answers of a route. What every route may answer, and what follows from who may call it (401,
 * 403, 429), is added to the whole description at once (`openapi/`), and may be left out here.
 */
export function ApiErrors(...statuses: (keyof typeof ERROR_MEANINGS)[]): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ...[...new Set(statuses)].map((status) =>
      ApiResponse({
        status,
        description: ERROR_MEANINGS[status],
        type: status === 429 ? RateLimitBody : ErrorBody,
      }),
    ),
  );
}
