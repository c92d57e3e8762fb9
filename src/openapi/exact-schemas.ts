/** Says in the schemas what their classes cannot: that nothing else is in them, and what each state brings along. */
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

interface Schema {
  type?: unknown;
  properties?: Record<string, unknown>;
  required?: string[];
  additionalProperties?: unknown;
  [keyword: string]: unknown;
}

/** The fields that come with a state of a prediction: the first list always, the second where known or asked for. */
const BY_STATUS = {
  processing: { always: ['retryAfterMs'], sometimes: ['queue'] },
  completed: {
    always: ['outputUrl', 'url', 'outputUrlExpiresAt', 'outputs', 'outputExpiresAt'],
    sometimes: [],
  },
  failed: { always: ['error'], sometimes: [] },
} as const;

/** Takes the fields of the model that it names, beside its own. */
const OPEN: ReadonlySet<string> = new Set(['GenerateRequest']);

type Status = keyof typeof BY_STATUS;

export function makeSchemasExact(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  for (const [name, schema] of Object.entries(schemas)) {
    const exact = exactly(OPEN.has(name) ? { ...schema, additionalProperties: true } : schema) as Schema;
    const isPrediction = exact.properties && 'creditsRefunded' in exact.properties;
    schemas[name] = isPrediction ? { ...exact, ...conditionsByStatus() } : exact;
  }
  for (const { responses } of operationsOf(document)) {
    for (const media of Object.values(responses).flatMap(({ content = {} }) => Object.values(content))) {
      media.schema = exactly(media.schema) as object;
    }
  }
}

/**
 * The same schema, closed: unknown fields of a request are refused, and an answer has no others. A lone `allOf`, which
 * is how OpenAPI 3.0 had to put a description beside a reference, becomes the two side by side.
 */
function exactly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(exactly);
  if (typeof value !== 'object' || value === null) return value;
  const { allOf, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, exactly(inner)]),
  ) as Schema;
  if (rest.type === 'object' && rest.properties) rest.additionalProperties ??= false;
  if (allOf === undefined) return rest;
  return Array.isArray(allOf) && allOf.length === 1
    ? { ...rest, ...(allOf[0] as object) }
    : { ...rest, allOf };
}

/** `if` and `else` in a chain rather than `oneOf`: generated clients see one plain object, validators all of it. */
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
  return { required: always, properties: Object.fromEntries(absent.map((field) => [field, false])) };
}
