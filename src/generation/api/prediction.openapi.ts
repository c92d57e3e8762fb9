/** OpenAPI decorators of the prediction routes, shared by the routes for API keys and those of the dashboard. */
import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiErrors,
  ApiExtraModels,
  ApiHeader,
  ApiIdempotencyKey,
  ApiOkResponse,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ErrorBody,
  IDEMPOTENT_REPLAYED,
} from '../../platform/http/index.js';
import { GenerateBody, GenerateRequest, StartedBody } from './generate.dto.js';
import { MissingPrediction, PredictionView, StatusBody, StatusesBody } from './prediction.dto.js';
import { QuoteBody } from './quote.dto.js';

const RETRY_AFTER = {
  description: 'While processing: `retryAfterMs` in whole seconds.',
  schema: { type: 'integer' as const, minimum: 1 },
};

const PREFERENCE_APPLIED = {
  'Preference-Applied': {
    description: 'The wait that the header `Prefer` asked for, as applied.',
    schema: { type: 'string' as const, pattern: '^wait=\\d+$' },
  },
};

const refTo = ({ name }: { name: string }) => ({ $ref: `#/components/schemas/${name}` });

export const DescribeStart = () =>
  applyDecorators(
    ApiIdempotencyKey(),
    ApiBody({ type: GenerateRequest, description: 'Which fields a model takes is in its `inputSchema`.' }),
    ApiHeader({
      name: 'Prefer',
      required: false,
      description:
        '`wait=N` (RFC 7240): as `?wait=N`, which takes precedence. More than 60 seconds count as 60.',
      schema: { type: 'string', example: 'wait=30' },
    }),
    ApiExtraModels(GenerateBody, StartedBody),
    ApiCreatedResponse({
      schema: { oneOf: [refTo(GenerateBody), refTo(StartedBody)] },
      headers: { ...IDEMPOTENT_REPLAYED, ...PREFERENCE_APPLIED, 'Retry-After': RETRY_AFTER },
    }),
    ApiErrors(400, 401, 402, 413, 415, 429),
    ApiResponse({
      status: 422,
      description:
        '`idempotency_mismatch`: the Idempotency-Key was used with a different request. `content_rejected`: the moderation of this ' +
        'installation does not allow the request; nothing was charged, and the Idempotency-Key can be used again.',
      type: ErrorBody,
    }),
    ApiResponse({
      status: 409,
      description:
        '`price_changed`: the `priceVersion` of the request is no longer valid; nothing was charged. `idempotency_in_progress`: the ' +
        'first request with this Idempotency-Key is still running.',
      type: ErrorBody,
      headers: { 'Retry-After': { description: 'Whole seconds.', schema: { type: 'integer', minimum: 1 } } },
    }),
  );

export const DescribeQuote = () =>
  applyDecorators(
    ApiBody({ type: GenerateRequest }),
    ApiOkResponse({ type: QuoteBody }),
    ApiErrors(400, 401, 409, 413, 415, 429),
  );

/** @param type the response body: `StatusBody` or an extension of it. */
export const DescribeStatus = (type: new () => object) =>
  applyDecorators(
    PredictionIdParam(),
    ApiOkResponse({ type, headers: { 'Retry-After': RETRY_AFTER } }),
    ApiErrors(400, 401, 404, 429),
  );

export const DescribeDeletion = () =>
  applyDecorators(
    PredictionIdParam(),
    ApiOkResponse({ type: StatusBody }),
    ApiErrors(401, 404, 429),
    ApiResponse({ status: 409, description: 'It is still processing.', type: ErrorBody }),
  );

export const DescribeStatuses = () =>
  applyDecorators(
    ApiExtraModels(PredictionView, MissingPrediction),
    ApiQuery({
      name: 'ids',
      required: true,
      style: 'form',
      explode: false,
      schema: {
        type: 'array',
        items: { type: 'string', pattern: '^[^,]*[^,\\s][^,]*$' },
        minItems: 1,
        maxItems: 100,
        example: ['pred_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f'],
      },
    }),
    ApiOkResponse({ type: StatusesBody }),
    ApiErrors(400, 401, 429),
  );

export const PredictionIdParam = () =>
  ApiParam({ name: 'predictionId', example: 'pred_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' });
