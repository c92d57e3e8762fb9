/** What openapi.json says of the routes' errors, which have OpenAI's shape. */
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

const UPLOADING: Record<number, string> = {
  507: 'The disk is nearly full.',
};
/** Of a file that is sent. */
const SENDING: Record<number, string> = {
  410: 'The file was removed.',
  412: 'The file is not the one that a condition of the request expects.',
  416: 'The range lies outside the file.',
};

/** The official clients obey `X-Should-Retry`, and their errors name `Request-Id`. */
const HEADERS = {
  'Request-Id': { description: 'As `X-Request-Id`.', schema: { type: 'string' as const } },
  'X-Should-Retry': {
    description: 'Whether a repetition may succeed, where the status does not say it.',
    schema: { type: 'string' as const, enum: ['true', 'false'] },
  },
};

const describe = (errors: Record<number, string>) =>
  Object.entries(errors).map(([status, description]) =>
    ApiResponse({ status: Number(status), description, schema: ERROR_BODY, headers: HEADERS }),
  );

interface Options {
  /** The body may be a form with a file. */
  isUpload?: boolean;
}

/** Describes the errors of a route that reads or deletes. */
export const ReadingErrors = () => applyDecorators(...describe(ERRORS));

/** Describes, beside the errors of its route, those of a file that is sent. */
export const FileErrors = () => applyDecorators(...describe(SENDING));

/** Describes the errors of a route that starts a prediction. */
export const StartErrors = ({ isUpload = false }: Options = {}) =>
  applyDecorators(...describe({ ...ERRORS, ...CHARGING, ...(isUpload && UPLOADING) }));

/** Describes the errors of a route that starts predictions and waits for them. */
export const CompletionErrors = (options: Options = {}) =>
  applyDecorators(StartErrors(options), ...describe(WAITING));

/** Leaves a route out that only refuses. */
export const NotOffered = () => ApiExcludeEndpoint();
