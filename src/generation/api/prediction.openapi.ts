/** Shared by the routes for API keys and those of the dashboard. */
import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiError,
  ApiErrors,
  ApiExtraModels,
  ApiHeader,
  ApiId,
  ApiIdempotencyKey,
  ApiOk,
  ApiOkResponse,
  ApiQuery,
  exampleId,
  IDEMPOTENT_REPLAYED,
  Operation,
  RETRY_LATER,
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
    // 429 follows from the access; named here, its body keeps its place among the schemas.
    ApiErrors(402, 429),
    ApiError(
      422,
      '`idempotency_mismatch`: the Idempotency-Key was used with a different request. `content_rejected`: the moderation of this ' +
        'installation does not allow the request; nothing was charged, and the Idempotency-Key can be used again.',
    ),
    ApiError(
      409,
      '`price_changed`: the `priceVersion` of the request is no longer valid; nothing was charged. `idempotency_in_progress`: the ' +
        'first request with this Idempotency-Key is still running.',
      RETRY_LATER,
    ),
  );

export const DescribeQuote = () => applyDecorators(ApiBody({ type: GenerateRequest }), ApiOk(QuoteBody, 409));

/** @param type `StatusBody` or an extension of it. */
export const DescribeStatus = (type: new () => object) =>
  applyDecorators(
    PredictionIdParam(),
    ApiOkResponse({ type, headers: { 'Retry-After': RETRY_AFTER } }),
    ApiErrors(404),
  );

export const DescribeCancellation = () =>
  applyDecorators(
    Operation('Cancel a prediction', 'A final prediction is returned unchanged.'),
    PredictionIdParam(),
    ApiOk(StatusBody, 404),
  );

export const DescribeDeletion = () =>
  applyDecorators(
    Operation(
      'Delete what a finished prediction contains',
      'Its files are removed, its links return 410, and `prompt` and `input` are emptied. The ledger and the cost stay. ' +
        'Deleting again returns the same.',
    ),
    PredictionIdParam(),
    ApiOk(StatusBody, 404),
    ApiError(409, 'It is still processing.'),
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
        example: [exampleId('pred')],
      },
    }),
    ApiOk(StatusesBody),
  );

export const PredictionIdParam = () => ApiId('pred', 'predictionId');
