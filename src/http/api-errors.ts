import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { ErrorBody, RateLimitBody } from './error-body.dto.js';

const MEANING = {
  400: 'The request is not valid.',
  401: 'The credential is missing, invalid or revoked.',
  402: 'The balance does not cover the cost. Nothing was charged.',
  403: 'The credential does not allow this. Nothing was charged.',
  404: 'There is no such thing, or it belongs to somebody else.',
  409: 'It conflicts with what exists.',
  410: 'The link has expired.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body is not application/json.',
  416: 'The range lies outside the file.',
  422: 'The Idempotency-Key was used with a different request.',
  429: 'A rate limit is exceeded.',
  500: 'Something went wrong on our side.',
  503: 'The service cannot answer right now.',
} as const;

/** Describes the error answers of a route; 500 and 503 belong to every route and are added here. */
export function ApiErrors(...statuses: (keyof typeof MEANING)[]): MethodDecorator & ClassDecorator {
  const all = [...new Set([...statuses, 500, 503] as const)];
  return applyDecorators(
    ...all.map((status) =>
      ApiResponse({
        status,
        description: MEANING[status],
        type: status === 429 ? RateLimitBody : ErrorBody,
        headers:
          status === 429 || status === 503
            ? { 'Retry-After': { description: 'Whole seconds.', schema: { type: 'integer' } } }
            : undefined,
      }),
    ),
  );
}
