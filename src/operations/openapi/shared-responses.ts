import type { OpenAPIObject } from '@nestjs/swagger';
import { ERROR_DESCRIPTIONS } from '../../platform/http/index.js';
import { type OperationResponse, operationsOf } from './operations.js';

const NAMES: Record<keyof typeof ERROR_DESCRIPTIONS, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'PaymentRequired',
  403: 'Forbidden',
  404: 'NotFound',
  408: 'RequestTimeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  416: 'RangeNotSatisfiable',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  507: 'InsufficientStorage',
};

/** A response that differs from the first one of its name stays in its operation. */
export function shareErrorResponses(document: OpenAPIObject): void {
  const shared = new Map<string, OperationResponse>();
  for (const { responses } of operationsOf(document)) {
    for (const [status, response] of Object.entries(responses)) {
      const name = nameOf(Number(status), response);
      if (name === undefined) continue;
      const known = shared.get(name) ?? response;
      shared.set(name, known);
      if (JSON.stringify(known) !== JSON.stringify(response)) continue;
      responses[status] = { $ref: `#/components/responses/${name}` } as unknown as OperationResponse;
    }
  }
  const responses = Object.fromEntries([...shared].sort(([a], [b]) => (a < b ? -1 : 1)));
  document.components = { ...document.components, responses: responses };
}

/** Returns undefined for a success, and for an error that an operation describes in its own words, or whose body has a shape of its own. */
function nameOf(
  status: number,
  { description, headers = {}, content }: OperationResponse,
): string | undefined {
  if (!isErrorStatus(status) || description !== ERROR_DESCRIPTIONS[status]) return undefined;
  if (content && !/"#\/components\/schemas\/(?:ErrorBody|RateLimitBody)"/.test(JSON.stringify(content)))
    return undefined;
  const counted = 'X-RateLimit-Limit' in headers ? countedOf(headers['X-RateLimit-Limit']) : '';
  return `${NAMES[status]}${counted}${content ? '' : 'WithoutBody'}`;
}

/** See `budgetHeadersOf`. */
const countedOf = (limit: unknown) =>
  JSON.stringify(limit).includes('-Where-Known') ? 'CountedForSome' : 'Counted';

function isErrorStatus(status: number): status is keyof typeof ERROR_DESCRIPTIONS {
  return status in ERROR_DESCRIPTIONS;
}
