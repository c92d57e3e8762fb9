/**
 * What is true of every route, added to what each declares, so that no controller repeats it: the answers that the
 * guards, the body reader and the error filter may give before and around a handler, and the headers of each answer.
 */
import type { OpenAPIObject } from '@nestjs/swagger';
import { COUNTED_EXTENSION, ERROR_MEANINGS } from '../http/index.js';
import { budgetHeadersOf, everyAnswerHeaders, header, type HeaderName } from './headers.js';
import { type Operation, operationsOf } from './operations.js';

type ErrorStatus = keyof typeof ERROR_MEANINGS;

/** Who may call, as the security of the operation says it. */
type Caller = 'anyone' | 'person' | 'api-key';

/** A body may be sent to any route; so may what cannot be decoded, never ends, or is too large to be read at all. */
const ALWAYS: readonly ErrorStatus[] = [400, 408, 413, 415, 431, 500, 503];
const BY_CALLER: Record<Caller, readonly ErrorStatus[]> = {
  anyone: [],
  // 429: an address with too many bad credentials in a minute.
  person: [401, 429],
  'api-key': [401, 403, 429],
};

export function describeEveryAnswer(document: OpenAPIObject): void {
  for (const operation of operationsOf(document)) {
    const caller = callerOf(operation);
    for (const status of [...ALWAYS, ...BY_CALLER[caller]])
      operation.responses[status] ??= errorAnswer(status);
    operation.responses = inOrder(operation.responses);
    operation.security ??= [];
    addHeaders(operation, caller === 'api-key' || COUNTED_EXTENSION in operation);
  }
}

function callerOf({ security = [] }: Operation): Caller {
  if (security.length === 0) return 'anyone';
  return security.some((requirement) => 'apiKey' in requirement) ? 'api-key' : 'person';
}

function errorAnswer(status: ErrorStatus): Operation['responses'][string] {
  const name = status === 429 ? 'RateLimitBody' : 'ErrorBody';
  const schema = { $ref: `#/components/schemas/${name}` };
  return { description: ERROR_MEANINGS[status], content: { 'application/json': { schema } } };
}

/** By number, as a reader looks for them. */
function inOrder(responses: Operation['responses']): Operation['responses'] {
  return Object.fromEntries(Object.entries(responses).sort(([a], [b]) => Number(a) - Number(b)));
}

/** @param isCounted its answers carry the headers of a budget. */
function addHeaders(operation: Operation, isCounted: boolean): void {
  for (const [status, response] of Object.entries(operation.responses)) {
    const own = response.headers ?? {};
    response.headers = {
      ...everyAnswerHeaders(),
      ...(isCounted ? budgetHeadersOf(Number(status)) : {}),
      ...byStatus(Number(status), isCounted),
      ...own,
    };
    if (response.description === '') response.description = SUCCESS_MEANINGS[status] ?? 'Done.';
  }
}

const SUCCESS_MEANINGS: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Begun.',
  204: 'Done; there is no body.',
};

function byStatus(status: number, isCounted: boolean): Record<string, { $ref: string }> {
  const names: HeaderName[] = [];
  if (status === 401) names.push('WWW-Authenticate');
  if (status === 429) names.push('Retry-After');
  if (status === 429 && isCounted) names.push('X-RateLimit-Scope');
  if (status === 503) names.push('Retry-After-Where-Known');
  return Object.fromEntries(names.map((name) => [name.replace('-Where-Known', ''), header(name)]));
}
