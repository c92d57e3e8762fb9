/** Writes TypeScript types of models from the JSON Schemas of their requests, as `GET /api/models` returns them. */
import type { Model } from './types.js';

interface Schema {
  /** Name of a type. */
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  additionalProperties?: boolean | Schema;
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
}

/** Returns the members of an interface: one property for each model, named by its key. */
export function modelMembers(models: Pick<Model, 'modelKey' | 'title' | 'inputSchema'>[]): string {
  return [...models]
    .sort((a, b) => (a.modelKey < b.modelKey ? -1 : 1))
    .map(({ modelKey, title, inputSchema }) => {
      const type = objectType(inputSchema, '  ');
      return `  /** ${commentText(title)} */\n  ${propertyName(modelKey)}: ${type};\n`;
    })
    .join('');
}

export function objectType(schema: Schema, indent: string): string {
  const required = new Set(schema.required);
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const inner = `${indent}  `;
    const comment = commentOf(property);
    const mark = required.has(name) ? '' : '?';
    const type = typeOf(property, inner);
    return `${comment && `${inner}/** ${comment} */\n`}${inner}${propertyName(name)}${mark}: ${type};\n`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`;
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref && /^\w+$/.test(schema.$ref)) return schema.$ref;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map((choice) => typeOf(choice, indent)).join(' | ');
  const types = [schema.type ?? 'unknown'].flat();
  return types.map((type) => simpleType(type, schema, indent)).join(' | ');
}

function simpleType(type: string, schema: Schema, indent: string): string {
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string' || type === 'boolean' || type === 'null') return type;
  if (type === 'array') return `Array<${typeOf(schema.items ?? {}, indent)}>`;
  if (type !== 'object') return 'unknown';
  if (schema.properties) return objectType(schema, indent);
  const values = schema.additionalProperties;
  return `Record<string, ${typeof values === 'object' ? typeOf(values, indent) : 'unknown'}>`;
}

function commentOf(schema: Schema): string {
  const parts = [schema.description];
  if (schema.minimum !== undefined || schema.maximum !== undefined)
    parts.push(`${schema.minimum ?? ''}–${schema.maximum ?? ''}.`);
  if (schema.default !== undefined) parts.push(`Default: ${JSON.stringify(schema.default)}.`);
  return commentText(parts.filter((part) => part !== undefined).join(' '));
}

/** A description from the service cannot end the comment that holds it. */
function commentText(text: string): string {
  return text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ').trim();
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
