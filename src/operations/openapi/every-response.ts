/**
 * Adds to every operation what holds for all routes, so that no controller repeats it: the error responses of the guards, the body reader
 * and the error filter, and the headers of each response.
 */
import type { OpenAPIObject } from '@nestjs/swagger';
import {
  ACCOUNT_ROLES,
  COUNTED_EXTENSION,
  ERROR_DESCRIPTIONS,
  OPERATOR_SCOPE_EXTENSION,
  ROLES_EXTENSION,
} from '../../platform/http/index.js';
import { budgetHeadersOf, everyResponseHeaders, header, type HeaderName } from './headers.js';
import { type Operation, operationsOf } from './operations.js';

type ErrorStatus = keyof typeof ERROR_DESCRIPTIONS;

/** The caller is derived from the operation's security. */
type Caller = 'anyone' | 'person' | 'operator' | 'api-key';

/** Any route may receive a body, and also one that cannot be decoded, never ends, or is too large to be read. */
const ALWAYS: readonly ErrorStatus[] = [400, 408, 413, 415, 431, 500, 503];
const BY_CALLER: Record<Caller, readonly ErrorStatus[]> = {
  anyone: [],
  // 429: an address with too many invalid credentials in a minute.
  person: [401, 429],
  operator: [401, 403, 429],
  'api-key': [401, 403, 429],
};

export function describeEveryResponse(document: OpenAPIObject): void {
  for (const operation of operationsOf(document)) {
    const caller = callerOf(operation);
    const isCounted = COUNTED_EXTENSION in operation;
    // 403: a suspended account, or a role that does not allow it.
    const byRole = (operation[ROLES_EXTENSION]?.length ?? Infinity) < ACCOUNT_ROLES.length;
    const isRestricted = isCounted || byRole;
    for (const status of [...ALWAYS, ...BY_CALLER[caller], ...(isRestricted ? ([403] as const) : [])])
      if (!(status in operation.responses)) operation.responses[status] = errorResponse(status);
    operation.responses = sortedByStatus(operation.responses);
    operation.security ??= [];
    const counted =
      isCounted || caller === 'api-key' ? 'always' : caller === 'operator' ? 'of some' : 'never';
    addHeaders(operation, counted, byRole);
  }
}

function callerOf(operation: Operation): Caller {
  const { security = [] } = operation;
  if (security.length === 0) return 'anyone';
  if (OPERATOR_SCOPE_EXTENSION in operation) return 'operator';
  return security.some((requirement) => 'apiKey' in requirement) ? 'api-key' : 'person';
}

function errorResponse(status: ErrorStatus): Operation['responses'][string] {
  const name = status === 429 ? 'RateLimitBody' : 'ErrorBody';
  const schema = { $ref: `#/components/schemas/${name}` };
  return { description: ERROR_DESCRIPTIONS[status], content: { 'application/json': { schema } } };
}

function sortedByStatus(responses: Operation['responses']): Operation['responses'] {
  return Object.fromEntries(Object.entries(responses).sort(([a], [b]) => Number(a) - Number(b)));
}

type Counted = 'always' | 'of some' | 'never';

/** @param byRole whether it is closed to some roles, which is decided before the request is counted. */
function addHeaders(operation: Operation, counted: Counted, byRole: boolean): void {
  const isCounted = counted !== 'never';
  for (const [status, response] of Object.entries(operation.responses)) {
    const own = response.headers ?? {};
    response.headers = {
      ...everyResponseHeaders(),
      ...(isCounted
        ? budgetHeadersOf(Number(status), counted === 'of some' || (byRole && status === '403'))
        : {}),
      ...byStatus(Number(status), isCounted),
      ...own,
    };
    if (response.description === '') response.description = SUCCESS_MEANINGS[status] ?? 'Done.';
  }
}

const SUCCESS_MEANINGS: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'Done; there is no body.',
};

function byStatus(status: number, isCounted: boolean): Record<string, { $ref: string }> {
  const names: HeaderName[] = [];
  if (status === 401) names.push('WWW-Authenticate');
  if (status === 429 || status === 507) names.push('Retry-After');
  if (status === 429 && isCounted) names.push('X-RateLimit-Scope');
  if (status === 503) names.push('Retry-After-Where-Known');
  return Object.fromEntries(names.map((name) => [name.replace('-Where-Known', ''), header(name)]));
}
