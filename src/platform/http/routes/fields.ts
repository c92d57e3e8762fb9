/** Each decorator states once what the TypeScript type of a field cannot say. */
import type { Type } from '@nestjs/common';
import { ApiProperty } from './api-decorators.js';
import { exampleId } from './public-id.js';

/** The description has the options in this order. */
export interface FieldOptions {
  type?: string | Type | [Type];
  format?: string;
  enum?: readonly unknown[];
  isArray?: boolean;
  required?: false;
  nullable?: true;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  additionalProperties?: boolean | object;
  items?: object;
  description?: string;
  example?: unknown;
  default?: unknown;
}

export type About = string | FieldOptions;

type Property = Parameters<typeof ApiProperty>[0];

/** Of options with the same name the later ones hold. */
export function describeField(
  type: FieldOptions,
  about: About = {},
  more: FieldOptions = {},
): PropertyDecorator {
  const said = typeof about === 'string' ? { description: about } : about;
  return ApiProperty({ ...type, ...said, ...more } as Property);
}

function kindsOf(presence: FieldOptions) {
  const kind = (type: FieldOptions) => (about?: About, more?: FieldOptions) =>
    describeField({ ...presence, ...type }, about, more);
  const kindOf =
    <Given>(typeOf: (given: Given) => FieldOptions) =>
    (given: Given, about?: About, more?: FieldOptions) =>
      describeField({ ...presence, ...typeOf(given) }, about, more);
  return {
    text: kind({ type: 'string' }),
    number: kind({ type: 'number' }),
    /** A public id of this prefix, without words. */
    id: (prefix: string) => describeField({ ...presence, example: exampleId(prefix) }),
    integer: kind({ type: 'integer' }),
    boolean: kind({ type: 'boolean' }),
    date: kind({ type: 'string', format: 'date' }),
    instant: kind({ type: 'string', format: 'date-time' }),
    uri: kind({ type: 'string', format: 'uri' }),
    texts: kind({ type: 'array', items: { type: 'string' } }),
    /** Any JSON object. */
    json: kind({ type: 'object', additionalProperties: true }),
    textsByName: kind({ type: 'object', additionalProperties: { type: 'string' } }),
    object: kindOf((type: Type) => ({ type })),
    list: kindOf((type: Type) => ({ type: [type] })),
    oneOf: kindOf((values: readonly unknown[]) => ({ enum: values })),
    someOf: kindOf((values: readonly unknown[]) => ({ enum: values, isArray: true })),
  };
}

/** A field that is always there. Called itself, its type is that of TypeScript: a text, number, boolean or class. */
export const Field = Object.assign(
  (about?: About, more?: FieldOptions) => describeField({}, about, more),
  kindsOf({}),
);

/** A field that may be absent. */
export const OptionalField = Object.assign(
  (about?: About, more?: FieldOptions) => describeField({ required: false }, about, more),
  kindsOf({ required: false }),
);

/** A field that is always there, and may be null. */
export const NullableField = kindsOf({ nullable: true });
