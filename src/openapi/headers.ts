/** The headers of answers, each described once and referred to from everywhere. */

interface HeaderDescription {
  description: string;
  required?: boolean;
  schema: object;
}

const wholeSeconds = { type: 'integer', minimum: 1 };
const count = { type: 'integer', minimum: 0 };
const policy = {
  type: 'string',
  pattern: '^"(key|account|platform)";q=\\d+;w=60$',
  example: '"key";q=120;w=60',
};
const state = {
  type: 'string',
  pattern: '^"(key|account|platform)";r=\\d+;t=\\d+$',
  example: '"key";r=119;t=0',
};

/** The headers of the budget, for answers that always carry them. */
const BUDGET = {
  'X-RateLimit-Limit': {
    description: 'Requests per sliding 60 seconds.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Remaining': { description: 'Requests left.', schema: count },
  'X-RateLimit-Reset': {
    description: 'Whole seconds until there is room again; 0 while there is.',
    schema: count,
  },
  'RateLimit-Policy': { description: 'The budget, as the IETF draft writes it.', schema: policy },
  RateLimit: { description: 'What is left of it, as the IETF draft writes it.', schema: state },
} satisfies Record<string, HeaderDescription>;

const OTHERS = {
  'X-Request-Id': {
    description: 'Names this exchange: the caller’s own id when it sent a well-formed one, else a new one.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' },
  },
  'X-API-Version': {
    description: 'Date of the contract.',
    required: true,
    schema: { type: 'string', format: 'date' },
  },
  'WWW-Authenticate': {
    description: 'The scheme that is expected, where a bearer credential is.',
    schema: { type: 'string', enum: ['Bearer'] },
  },
  'Retry-After': {
    description: 'Whole seconds after which to try again.',
    required: true,
    schema: wholeSeconds,
  },
  'Retry-After-Where-Known': {
    description: 'Whole seconds after which to try again, where that is known.',
    schema: wholeSeconds,
  },
  'X-RateLimit-Scope': {
    description: 'Which budget refused; absent when an address sent too many bad credentials.',
    schema: { type: 'string', enum: ['key', 'account', 'platform'] },
  },
} satisfies Record<string, HeaderDescription>;

export type HeaderName = keyof typeof OTHERS;

export function header(name: string): { $ref: string } {
  return { $ref: `#/components/headers/${name}` };
}

export function everyAnswerHeaders(): Record<string, { $ref: string }> {
  return { 'X-Request-Id': header('X-Request-Id'), 'X-API-Version': header('X-API-Version') };
}

/**
 * The caller's own budget is on every answer to one who was recognised; on a 429 it is the budget that refused. What can
 * also happen before or beside that (a bad address, an overloaded server) may come without.
 */
export function budgetHeadersOf(status: number): Record<string, { $ref: string }> {
  if (status === 401) return {};
  const suffix = [400, 408, 429, 431, 500, 503].includes(status) ? '-Where-Known' : '';
  return Object.fromEntries(Object.keys(BUDGET).map((name) => [name, header(`${name}${suffix}`)]));
}

/** For `components.headers`. */
export function headerComponents(): Record<string, HeaderDescription> {
  const always = Object.entries(BUDGET).map(([name, what]) => [name, { ...what, required: true }]);
  const sometimes = Object.entries(BUDGET).map(([name, what]) => [`${name}-Where-Known`, what]);
  return Object.fromEntries([...always, ...sometimes, ...Object.entries(OTHERS)]) as Record<
    string,
    HeaderDescription
  >;
}
