import { ERROR_CLASSES } from './declaration.js';

/** A path in an engine's JSON: see json-path.ts. */
const place = { type: 'string', format: 'json-path' };
const places = { anyOf: [place, { type: 'array', items: place, minItems: 1 }] };
/** `/` alone is the root of the address. After `//` would follow another host. */
const path = { type: 'string', pattern: '^/(?![/#])', maxLength: 500 };
const headerName = { type: 'string', pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" };
/** Printable ASCII only: any other character would fail at the first request instead of at boot. */
const headers = {
  type: 'object',
  propertyNames: headerName,
  additionalProperties: { type: 'string', pattern: '^[ -~]*$' },
};
const status = { type: 'integer', minimum: 100, maximum: 599 };
const names = { type: 'array', items: { type: 'string' }, minItems: 1 };

const closed = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const call = {
  method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
  path,
  query: { type: 'object' },
  headers,
  json: {},
  form: { type: 'object' },
};

const errorRule = closed(
  {
    status,
    path: place,
    header: headerName,
    matches: { type: 'string', format: 'regex', minLength: 1, maxLength: 500 },
    is: { enum: ERROR_CLASSES },
    attempts: { type: 'integer', minimum: 1 },
    on: { enum: ['submit', 'poll'] },
  },
  ['is'],
);

const job = {
  values: {
    type: 'object',
    propertyNames: { pattern: '^[A-Za-z_][\\w-]*$' },
    additionalProperties: { type: ['string', 'number', 'boolean'] },
  },
  size: closed({
    longest: { type: 'integer', minimum: 1 },
    multipleOf: { type: 'integer', minimum: 1 },
    min: { type: 'integer', minimum: 1 },
    max: { type: 'integer', minimum: 1 },
  }),
  media: closed({ maxBytes: { type: 'integer', minimum: 1 } }, ['maxBytes']),
  clip: closed({ seconds: { type: 'string' }, framesPerSecond: { type: 'string' } }, [
    'seconds',
    'framesPerSecond',
  ]),
  upload: closed(
    {
      ...call,
      value: place,
      to: closed({ url: place, fields: place, file: { type: 'string' } }, ['url', 'file']),
    },
    ['path', 'value'],
  ),
  submit: closed(call),
  answer: { ...closed({ id: place, url: place }), minProperties: 1 },
  poll: closed({
    path,
    headers,
    everySeconds: { type: 'number', exclusiveMinimum: 0, maximum: 60 },
    state: place,
    states: closed({ done: names, failed: names, lost: names }, ['done']),
    pendingStatus: status,
    progress: closed({ path: place, scale: { type: 'number', exclusiveMinimum: 0 } }, ['path']),
    queuePosition: place,
    lost: { enum: ['retry', 'refuse'] },
  }),
  result: {
    ...closed({
      fetch: closed({ id: place, path, headers }, ['path']),
      bytes: { const: true },
      base64: places,
      files: places,
      contentType: { type: 'string' },
    }),
    minProperties: 1,
  },
  cancel: closed({ method: call.method, path }, ['path']),
  errors: { type: 'array', items: errorRule },
};

/** Allows `then` at any depth. */
const $defs = { job: closed({ ...job, then: { $ref: '#/$defs/job' } }) };

/** JSON Schema (2020-12) of `engine:` without `adapter`, `url` and `secret`. */
export const ENGINE_SCHEMA = {
  $defs,
  ...closed({
    ...job,
    submit: closed({ ...call, idempotencyHeader: headerName }),
    then: { $ref: '#/$defs/job' },
    auth: closed({
      header: headerName,
      value: { type: 'string', pattern: '\\{\\{secret\\}\\}' },
      jwt: closed(
        {
          issuer: { type: 'string', minLength: 1 },
          lifetimeSeconds: { type: 'integer', minimum: 120, maximum: 3600 },
        },
        ['issuer'],
      ),
    }),
    headers,
    trusted: { type: 'array', items: { type: 'string', pattern: '^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$' } },
    check: closed({ path }, ['path']),
  }),
} as const;

/** JSON Schema (2020-12) of a model's `options:`. */
export const MODEL_SCHEMA = {
  $defs,
  ...closed({
    ...job,
    then: { $ref: '#/$defs/job' },
    // Read by the service itself: what follows when the engine may or may not have accepted the work.
    onAmbiguous: { enum: ['fail', 'retry'] },
  }),
} as const;
