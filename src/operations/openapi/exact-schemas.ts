/** Adds to the schemas what their classes cannot express: no other properties, and the fields of each state. */
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

interface Schema {
  type?: unknown;
  properties?: Record<string, unknown>;
  required?: string[];
  additionalProperties?: unknown;
  [keyword: string]: unknown;
}

/** The fields of each state of a prediction: `always` present, or `sometimes` (when known or requested). */
const BY_STATUS = {
  processing: { always: ['retryAfterMs'], sometimes: ['queue'] },
  completed: {
    always: ['outputUrl', 'url', 'outputUrlExpiresAt', 'outputs', 'outputExpiresAt'],
    sometimes: [],
  },
  failed: { always: ['error'], sometimes: [] },
} as const;

/** Also accepts the fields of the requested model. */
const OPEN_SCHEMAS: ReadonlySet<string> = new Set(['GenerateRequest']);

/** Changes must name a field, which may be any of theirs. */
const NON_EMPTY_SCHEMAS: ReadonlySet<string> = new Set([
  'UpdateAccountDto',
  'UpdateKeyDto',
  'UpdateOwnAccountDto',
]);

type Status = keyof typeof BY_STATUS;

export function makeSchemasExact(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  for (const [name, schema] of Object.entries(schemas)) {
    const exact = closeSchema(
      OPEN_SCHEMAS.has(name) ? { ...schema, additionalProperties: true } : schema,
    ) as Schema;
    const isPrediction = exact.properties && 'creditsRefunded' in exact.properties;
    if (NON_EMPTY_SCHEMAS.has(name)) exact.minProperties = 1;
    schemas[name] = isPrediction ? { ...exact, ...conditionsByStatus() } : exact;
  }
  for (const { responses } of operationsOf(document)) {
    for (const media of Object.values(responses).flatMap(({ content = {} }) => Object.values(content))) {
      media.schema = closeSchema(media.schema) as object;
    }
  }
}

/**
 * Unknown fields of a request are rejected, and a response has no others. A lone `allOf`, which OpenAPI 3.0 needed for a description beside
 * a reference, becomes the two side by side.
 */
function closeSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeSchema);
  if (typeof value !== 'object' || value === null) return value;
  const { allOf, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, closeSchema(inner)]),
  ) as Schema;
  if (rest.type === 'object' && rest.properties) rest.additionalProperties ??= false;
  // Generators for Rust make an enumeration of strings of the one value, which no response has.
  if (rest.type === 'boolean' && JSON.stringify(rest.enum) === '[true]') {
    delete rest.enum;
    rest.not = { enum: [false] };
  }
  // Generators for Java write no constant for null, and an enumeration without one does not compile.
  if (JSON.stringify(rest.enum) === '[null]') {
    delete rest.enum;
    rest.const = null;
  }
  if (allOf === undefined) return rest;
  return Array.isArray(allOf) && allOf.length === 1
    ? { ...rest, ...(allOf[0] as object) }
    : { ...rest, allOf };
}

/** A chain of `if` and `else` replaces `oneOf`, so that generated clients see one plain object while validators check all. */
function conditionsByStatus(): object {
  return (Object.keys(BY_STATUS) as Status[]).reduceRight<object>(
    (otherwise, status) => ({
      if: { properties: { status: { const: status } }, required: ['status'] },
      then: fieldsOf(status),
      ...(Object.keys(otherwise).length > 0 ? { else: otherwise } : {}),
    }),
    {},
  );
}

function fieldsOf(status: Status): object {
  const all = Object.values(BY_STATUS).flatMap(({ always, sometimes }) => [...always, ...sometimes]);
  const { always, sometimes } = BY_STATUS[status];
  const own: readonly string[] = [...always, ...sometimes];
  const absent = all.filter((field) => !own.includes(field));
  // `{}` and `{ not: {} }`, not `true` and `false`, which the usual generator of Go clients cannot read.
  const fields = [...always.map((field) => [field, {}]), ...absent.map((field) => [field, { not: {} }])];
  return { required: always, properties: Object.fromEntries(fields) as object };
}
