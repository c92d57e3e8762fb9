import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from './api-decorators.js';
import { ErrorBody, RateLimitBody } from './error-body.dto.js';

export const ERROR_DESCRIPTIONS = {
  400: 'The request is not valid.',
  401: 'The credential is missing, invalid or revoked.',
  402: 'The balance, or a spend limit, does not cover the cost. Nothing was charged.',
  403: 'The credential does not allow this. Nothing was charged.',
  404: 'Not found, or owned by another account.',
  408: 'The request did not arrive in time.',
  409: 'It conflicts with what exists.',
  410: 'The link has expired, or its file was removed.',
  412: 'The file is not the one that a condition of the request expects.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body is not application/json.',
  416: 'The range lies outside the file.',
  422: 'The Idempotency-Key was used with a different request.',
  429: 'A rate limit is exceeded.',
  431: 'The address or the headers of the request are too large.',
  500: 'Something went wrong on our side.',
  503: 'The service cannot answer right now.',
  507: 'The disk is nearly full.',
} as const;

export type ErrorStatus = keyof typeof ERROR_DESCRIPTIONS;

type Decorator = MethodDecorator & ClassDecorator;
type Headers = Record<
  string,
  { description: string; schema: { type: 'string' | 'integer'; minimum?: number } }
>;

/** The same request can be sent again after the error. */
export const RETRY_LATER: Headers = {
  'Retry-After': { description: 'Whole seconds.', schema: { type: 'integer', minimum: 1 } },
};

/** Describes one error response, in words of the route or with headers of its own. */
export const ApiError = (
  status: ErrorStatus,
  description: string = ERROR_DESCRIPTIONS[status],
  headers?: Headers,
): Decorator =>
  ApiResponse({
    status,
    description,
    type: status === 429 ? RateLimitBody : ErrorBody,
    ...(headers && { headers }),
  });

/** Describes the error responses of a route, without those of every route and those that follow from its access (401, 403, 429). */
export function ApiErrors(
  ...statuses: (keyof typeof ERROR_DESCRIPTIONS)[]
): MethodDecorator & ClassDecorator {
  return applyDecorators(...statuses.map((status) => ApiError(status)));
}
