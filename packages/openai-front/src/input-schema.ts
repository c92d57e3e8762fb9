/** What a model's JSON Schema says about its fields. Pure. */
import type { CatalogueModel } from 'offprint';

/** The parts of a field's schema that decide how a parameter is mapped. */
export interface FieldSchema {
  type?: string;
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  pattern?: string;
  default?: unknown;
}

type WithSchema = Pick<CatalogueModel, 'inputSchema'>;

/** Returns the model's own fields. */
export function propertiesOf({ inputSchema }: WithSchema): Readonly<Record<string, FieldSchema>> {
  return (inputSchema.properties ?? {}) as Record<string, FieldSchema>;
}

/** Returns the names of the fields that the model requires. */
export function requiredOf({ inputSchema }: WithSchema): readonly string[] {
  return (inputSchema.required ?? []) as string[];
}

/** Returns whether the values of a field are numbers. */
export function isNumeric({ type, enum: values }: FieldSchema): boolean {
  if (type !== undefined) return type === 'number' || type === 'integer';
  return values?.every((value) => typeof value === 'number') ?? false;
}

/** Converts a text of a form to the type of the field. A text that is none of it is left to the validation. */
export function fromText(schema: FieldSchema, text: string): unknown {
  if (isNumeric(schema) && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (schema.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
