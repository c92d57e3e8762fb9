/** The headers of responses are described once and referenced everywhere. */
import { WINDOW_SECONDS } from '../../platform/limits/index.js';

interface HeaderDescription {
  description: string;
  required?: boolean;
  schema: object;
}

const wholeSeconds = { type: 'integer', minimum: 1 };
const count = { type: 'integer', minimum: 0 };
const policy = {
  type: 'string',
  pattern: `^"(key|account|operator|platform)";q=\\d+;w=${WINDOW_SECONDS}$`,
  example: `"key";q=120;w=${WINDOW_SECONDS}`,
};
const state = {
  type: 'string',
  pattern: '^"(key|account|operator|platform)";r=\\d+;t=\\d+$',
  example: '"key";r=119;t=0',
};

/** The headers of the budget, on responses that always carry them. */
const BUDGET = {
  'X-RateLimit-Limit': {
    description: `Requests per sliding ${WINDOW_SECONDS} seconds.`,
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Remaining': { description: 'Requests left.', schema: count },
  'X-RateLimit-Reset': {
    description: 'Whole seconds until the next request is allowed; 0 while requests are left.',
    schema: count,
  },
  'RateLimit-Policy': { description: 'The budget, in the format of the IETF draft.', schema: policy },
  RateLimit: { description: 'The remaining budget, in the format of the IETF draft.', schema: state },
} satisfies Record<string, HeaderDescription>;

const OTHERS = {
  'X-Request-Id': {
    description: 'Identifies this request: the caller’s own id when it is well-formed, else a new one.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' },
  },
  'X-API-Version': {
    description: 'Date of the contract.',
    required: true,
    schema: { type: 'string', format: 'date' },
  },
  'WWW-Authenticate': {
    description: 'The expected authentication scheme.',
    schema: { type: 'string', enum: ['Bearer'] },
  },
  'Retry-After': {
    description: 'Whole seconds after which to try again.',
    required: true,
    schema: wholeSeconds,
  },
  'Retry-After-Where-Known': {
    description: 'Whole seconds after which to try again, when known.',
    schema: wholeSeconds,
  },
  'X-RateLimit-Scope': {
    description:
      'The budget that rejected the request; absent when an address sent too many invalid credentials.',
    schema: { type: 'string', enum: ['key', 'account', 'operator', 'platform'] },
  },
} satisfies Record<string, HeaderDescription>;

export type HeaderName = keyof typeof OTHERS;

export function header(name: string): { $ref: string } {
  return { $ref: `#/components/headers/${name}` };
}

export function everyResponseHeaders(): Record<string, { $ref: string }> {
  return { 'X-Request-Id': header('X-Request-Id'), 'X-API-Version': header('X-API-Version') };
}

/**
 * Every response to an identified caller carries its budget, and a 429 the budget that rejected it. A status that can also occur before
 * identification (a bad URL, an overloaded server) may lack them.
 * @param isUncertain true when it can also be a response to a request that is not counted.
 */
export function budgetHeadersOf(status: number, isUncertain: boolean): Record<string, { $ref: string }> {
  if (status === 401) return {};
  const isKnown = !isUncertain && ![400, 408, 429, 431, 500, 503].includes(status);
  const suffix = isKnown ? '' : '-Where-Known';
  return Object.fromEntries(Object.keys(BUDGET).map((name) => [name, header(`${name}${suffix}`)]));
}

export function headerComponents(): Record<string, HeaderDescription> {
  const always = Object.entries(BUDGET).map(([name, what]) => [name, { ...what, required: true }]);
  const sometimes = Object.entries(BUDGET).map(([name, what]) => [`${name}-Where-Known`, what]);
  return Object.fromEntries([...always, ...sometimes, ...Object.entries(OTHERS)]) as Record<
    string,
    HeaderDescription
  >;
}
