/** How the routes that start predictions describe themselves: the one for keys and the dashboard's alike. */
import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiErrors,
  ApiHeader,
  ApiOkResponse,
  ApiParam,
  ApiResponse,
  ErrorBody,
} from '../http/index.js';
import { GenerateBody, GenerateRequest, QuoteBody } from './prediction.dto.js';

const RETRY_AFTER = {
  description: 'While processing: `retryAfterMs` in whole seconds.',
  schema: { type: 'integer' as const, minimum: 1 },
};

export const DescribeStart = () =>
  applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    }),
    ApiBody({ type: GenerateRequest, description: 'Which fields a model takes is in its `inputSchema`.' }),
    ApiCreatedResponse({
      type: GenerateBody,
      headers: {
        'Idempotent-Replayed': {
          description: '`true` when this is the first answer again.',
          schema: { type: 'string', enum: ['true'] },
        },
      },
    }),
    ApiErrors(400, 401, 402, 413, 415, 422, 429),
    ApiResponse({
      status: 409,
      description: 'The first request with this Idempotency-Key is still running.',
      type: ErrorBody,
      headers: { 'Retry-After': { description: 'Whole seconds.', schema: { type: 'integer', minimum: 1 } } },
    }),
  );

export const DescribeQuote = () =>
  applyDecorators(
    ApiBody({ type: GenerateRequest }),
    ApiOkResponse({ type: QuoteBody }),
    ApiErrors(400, 401, 413, 415, 429),
  );

/** @param type the body: a status, or more than that. */
export const DescribeStatus = (type: new () => object) =>
  applyDecorators(
    PredictionIdParam(),
    ApiOkResponse({ type, headers: { 'Retry-After': RETRY_AFTER } }),
    ApiErrors(400, 401, 404, 429),
  );

export const PredictionIdParam = () =>
  ApiParam({ name: 'predictionId', example: 'pred_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' });
