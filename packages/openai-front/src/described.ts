/** What openapi.json says of the routes beside what it says of every route: errors in OpenAI's shape. */
import { applyDecorators } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiResponse } from '@nestjs/swagger';

const ERROR_BODY = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code'],
      properties: {
        message: { type: 'string' },
        type: {
          type: 'string',
          enum: ['invalid_request_error', 'insufficient_quota', 'requests', 'server_error'],
        },
        param: { type: ['string', 'null'] as unknown as string, description: 'The parameter that is wrong.' },
        code: { type: 'string' },
      },
    },
  },
};

/** Of every route. */
const ERRORS: Record<number, string> = {
  400: 'The request is not valid, or cannot be mapped to a model. Nothing was charged.',
  401: 'The key is missing, invalid or revoked.',
  403: 'The key, its account or its plan does not allow this. Nothing was charged.',
  404: 'Not found, or owned by another account.',
  408: 'The request did not arrive in time.',
  409: 'It conflicts with what exists.',
  413: 'The body is too large.',
  415: 'The body has another type.',
  429: 'A rate limit is exceeded.',
  431: 'The address or the headers of the request are too large.',
  500: 'The prediction failed and was refunded, or something went wrong on our side.',
  503: 'The service cannot answer right now.',
};
const CHARGING: Record<number, string> = {
  402: 'The balance, or a spend limit, does not cover the cost. Nothing was charged.',
  422: 'The Idempotency-Key was used with a different request.',
};
const WAITING: Record<number, string> = {
  504: 'The result was not ready in time. Without an Idempotency-Key it was cancelled and refunded.',
};

const describe = (errors: Record<number, string>) =>
  Object.entries(errors).map(([status, description]) =>
    ApiResponse({ status: Number(status), description, schema: ERROR_BODY }),
  );

/** Describes the errors of a route that reads or deletes. */
export const ReadingErrors = () => applyDecorators(...describe(ERRORS));

/** Describes the errors of a route that starts a prediction. */
export const StartErrors = () => applyDecorators(...describe({ ...ERRORS, ...CHARGING }));

/** Describes the errors of a route that starts predictions and waits for them. */
export const CompletionErrors = () => applyDecorators(...describe({ ...ERRORS, ...CHARGING, ...WAITING }));

/** Leaves a route out that only refuses. */
export const NotOffered = () => ApiExcludeEndpoint();
