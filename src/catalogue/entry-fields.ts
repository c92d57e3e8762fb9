/**
 * The fields of a plan or a pack are one table. The schema of its file, the classes of its requests and responses, and what shows it follow
 * from that table. Pure.
 */
import type { FieldOptions } from '../platform/http/index.js';

type JsonType<Value> = Value extends string
  ? 'string'
  : Value extends number
    ? 'integer' | 'number'
    : Value extends boolean
      ? 'boolean'
      : Value extends readonly unknown[]
        ? 'array'
        : 'object';

export interface Rule<Type extends string = string> {
  readonly type: Type;
  readonly format?: string;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

export interface EntryField<Type extends string = string> {
  /** The JSON Schema of the files. */
  rule: Rule<Type>;
  /** The same in `openapi.json`, without what other languages cannot express. */
  described?: Rule<Type>;
  /** What responses show for an entry without this field. Undefined: every entry has it. */
  missing?: unknown;
  /** Describes it in the request that changes it. Undefined: no request does. */
  change?: FieldOptions;
  /** Describes it in responses to administrators. */
  admin?: FieldOptions | string;
  /** Describes it in responses to accounts. */
  shown?: FieldOptions | string;
  /** What docs/extending.md says about it. */
  binds?: string;
}

export type EntryFields = Readonly<Record<string, EntryField>>;

/** The table of the fields of an entry, in the order of its file. */
export type FieldsOf<Entry> = {
  [Name in keyof Entry]-?: EntryField<JsonType<Required<Entry>[Name]>> &
    (undefined extends Entry[Name] ? { missing: Required<Entry>[Name] | null } : { missing?: undefined });
};

/** The fields as responses show them. */
export type ShownOf<Entry, Fields> = {
  [Name in keyof Entry & keyof Fields]-?:
    | Required<Entry>[Name]
    | (Fields[Name] extends { missing: infer Missing } ? Missing : never);
};

export const TITLE = {
  rule: { type: 'string', minLength: 1, maxLength: 120 },
  change: { example: 'A title' },
} as const;

export const DESCRIPTION = {
  rule: { type: 'string', maxLength: 2000 },
  missing: null,
  change: { example: 'What it is.' },
} as const;

/** Credits that are sold or given are more than none, with at most 3 decimals. */
export const CREDITS = {
  rule: { type: 'number', exclusiveMinimum: 0, maximum: 1_000_000_000, multipleOf: 0.001 },
  // 0.001 is inexact in floating point.
  described: { type: 'number', minimum: 0.001, maximum: 1_000_000_000 },
} as const;

/** Taxes are included; the amount is in minor units of a currency by ISO 4217. */
export const MONEY = {
  type: 'object',
  required: ['amount', 'currency'],
  additionalProperties: false,
  properties: {
    amount: { type: 'integer', minimum: 1, maximum: 99_999_999 },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
  },
} as const;

/** Returns the JSON Schema of an entry in the files. */
export function schemaOf(fields: EntryFields) {
  const all = Object.entries(fields);
  return {
    type: 'object',
    required: all.filter(([, { missing }]) => missing === undefined).map(([name]) => name),
    additionalProperties: false,
    properties: Object.fromEntries(all.map(([name, { rule }]) => [name, rule])),
  };
}

/** Returns the names of the fields that a request can change. */
export const editableOf = (fields: EntryFields): string[] =>
  Object.keys(fields).filter((name) => fields[name]!.change);

/** Returns each field of the table, and for one that the entry does not have what is shown instead. */
export function valuesOf<Shown>(fields: { [Name in keyof Shown]: EntryField }, entry: object): Shown {
  const values: Readonly<Record<string, unknown>> = { ...entry };
  const shown = Object.entries<EntryField>(fields).map(([name, { missing }]) => [
    name,
    values[name] ?? missing,
  ]);
  return Object.fromEntries(shown) as Shown;
}
