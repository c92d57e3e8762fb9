/**
 * As the keyword, the usual generator of TypeScript types takes a field with a default for required, and others send the default of the day
 * on which they were made. Parameters keep theirs: no generator does so there.
 */
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

type Schema = Record<string, unknown>;

export function withSpokenDefault({ default: value, ...rule }: Schema): Schema {
  if (value === undefined) return rule;
  const said = `Default: \`${JSON.stringify(value)}\`.`;
  return {
    ...rule,
    description: typeof rule.description === 'string' ? `${rule.description} ${said}` : said,
  };
}

export function speakDefaults(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  for (const [name, schema] of Object.entries(schemas)) schemas[name] = spoken(schema) as Schema;
  for (const { requestBody } of operationsOf(document))
    for (const media of Object.values(requestBody?.content ?? {}))
      media.schema = spoken(media.schema) as object;
}

/** @param isNames the keys of `value` are names of fields, not keywords. */
function spoken(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((inner) => spoken(inner));
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, spoken(part, !isNames && key === 'properties')]),
  );
  return isNames ? inner : withSpokenDefault(inner);
}
