/** The generator writes `nullable: true`, which OpenAPI 3.1 no longer knows: there a type is a list that holds "null". */
import type { OpenAPIObject } from '@nestjs/swagger';

export function asOpenApi31(document: OpenAPIObject): OpenAPIObject {
  return rewrite(document) as OpenAPIObject;
}

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, rewrite(inner)]),
  );
  if (nullable !== true)
    return nullable === undefined || typeof nullable !== 'boolean'
      ? { ...rest, ...(nullable === undefined ? {} : { nullable }) }
      : rest;
  if (typeof rest.type === 'string') return { ...rest, type: [rest.type, 'null'] };
  return { anyOf: [rest, { type: 'null' }] };
}
