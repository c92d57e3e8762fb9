/**
 * Derives the form of a model from its input schema (JSON Schema 2020-12, from GET /api/models). Pure. A property without a
 * matching control becomes a JSON field, so that every model can be tried. The service validates every value; the checks
 * here only save a round trip.
 */
import { fieldLabel } from '../../text/labels';

export type InputValues = Record<string, unknown>;

interface FieldBase {
  name: string;
  label: string;
  description: string | null;
  required: boolean;
  /** Undefined for a field without a default. */
  initial: unknown;
}

type FieldControl =
  | { kind: 'text'; multiline: boolean; maxLength: number | null; pattern: string | null }
  | { kind: 'ratio'; options: string[] | null }
  | { kind: 'choice'; options: (string | number)[] }
  | { kind: 'number'; min: number | null; max: number | null; integer: boolean }
  | { kind: 'seed'; min: number; max: number }
  | { kind: 'switch' }
  | { kind: 'media'; accepts: 'image' | 'video' }
  | { kind: 'json' };

export type Field = FieldBase & FieldControl;

interface PropertySchema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  default?: unknown;
  description?: string;
  title?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
}

/** Text with a larger maximum length gets a multi-line field. */
const SINGLE_LINE_LENGTH = 200;
const RATIO = /^\d{1,4}:\d{1,4}$/;

/** Returns the fields in the order of the schema, required ones first. */
export function fieldsOf(inputSchema: object): Field[] {
  const { properties = {}, required = [] } = inputSchema as {
    properties?: Record<string, PropertySchema>;
    required?: string[];
  };
  const fields = Object.entries(properties).map(([name, schema]): Field => ({
    name,
    label: schema.title ?? fieldLabel(name),
    description: schema.description ?? null,
    required: required.includes(name),
    initial: schema.default,
    ...controlOf(name, schema),
  }));
  return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)];
}

function controlOf(name: string, schema: PropertySchema): FieldControl {
  const options = schema.enum?.filter((value) => typeof value === 'string' || typeof value === 'number');
  const type = typeof schema.type === 'string' ? schema.type : null;
  if (schema.format === 'aspect-ratio')
    return { kind: 'ratio', options: (options as string[] | undefined) ?? null };
  if (options?.length && options.length === schema.enum?.length) return { kind: 'choice', options };
  if (schema.format === 'media-url')
    return { kind: 'media', accepts: /video/i.test(name) ? 'video' : 'image' };
  switch (type) {
    case 'boolean':
      return { kind: 'switch' };
    case 'integer':
    case 'number':
      return numberControl(name, type, schema);
    case 'string': {
      const { maxLength = null, pattern = null } = schema;
      return {
        kind: 'text',
        multiline: maxLength === null || maxLength > SINGLE_LINE_LENGTH,
        maxLength,
        pattern,
      };
    }
    case null:
    default:
      return { kind: 'json' };
  }
}

function numberControl(
  name: string,
  type: 'integer' | 'number',
  { minimum, maximum }: PropertySchema,
): FieldControl {
  if (/seed/i.test(name)) return { kind: 'seed', min: minimum ?? 0, max: maximum ?? 2 ** 31 - 1 };
  return { kind: 'number', min: minimum ?? null, max: maximum ?? null, integer: type === 'integer' };
}

export function initialValues(fields: Field[]): InputValues {
  return Object.fromEntries(fields.map(({ name, initial }) => [name, initial ?? '']));
}

/** Returns the request input: only filled-in fields, numbers as numbers. */
export function inputOf(fields: Field[], values: InputValues): InputValues {
  const filled = fields.flatMap((field): [string, unknown][] => {
    const value = values[field.name];
    if (value === '' || value === undefined || value === null) return [];
    return [[field.name, field.kind === 'json' ? JSON.parse(String(value)) : value]];
  });
  return Object.fromEntries(filled);
}

/** Returns the problem of each invalid field; empty when the form is valid. */
export function problemsOf(fields: Field[], values: InputValues): Record<string, string> {
  const problems = fields.flatMap((field): [string, string][] => {
    const problem = problemOf(field, values[field.name]);
    return problem === null ? [] : [[field.name, problem]];
  });
  return Object.fromEntries(problems);
}

function problemOf(field: Field, value: unknown): string | null {
  if (value === '' || value === undefined || value === null) return field.required ? missing(field) : null;
  switch (field.kind) {
    case 'text':
      return textProblem(field, String(value));
    case 'ratio':
      return RATIO.test(String(value)) ? null : 'Enter width and height as whole numbers, such as 16:9.';
    case 'number':
      return numberProblem(Number(value), field);
    case 'seed':
      return numberProblem(Number(value), { ...field, integer: true });
    case 'json':
      return isJson(String(value)) ? null : 'This is not valid JSON.';
    case 'choice':
    case 'switch':
    case 'media':
      return null;
  }
}

function missing(field: Field): string {
  return field.kind === 'media'
    ? `Upload ${withArticle(field.accepts)} or give its link.`
    : 'This field is required.';
}

function textProblem({ maxLength, pattern }: Extract<Field, { kind: 'text' }>, value: string): string | null {
  const length = [...value].length;
  if (maxLength !== null && length > maxLength) return `At most ${maxLength} characters; this has ${length}.`;
  return pattern !== null && !new RegExp(pattern, 'u').test(value) ? 'This field is required.' : null;
}

function numberProblem(
  value: number,
  { min, max, integer }: { min: number | null; max: number | null; integer: boolean },
): string | null {
  const kind = integer ? 'A whole number' : 'A number';
  const inRange = Number.isFinite(value) && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
  if (inRange && (!integer || Number.isInteger(value))) return null;
  return min !== null && max !== null ? `${kind} from ${min} to ${max}.` : `${kind}.`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function withArticle(kind: 'image' | 'video'): string {
  return kind === 'image' ? 'an image' : 'a video';
}

/** Returns initial values that keep the text and media of the draft where the new model has the same fields. */
export function keepDraftValues(fields: Field[], draft: InputValues): InputValues {
  const kept = fields.filter(
    ({ kind, name }) => (kind === 'text' || kind === 'media') && typeof draft[name] === 'string',
  );
  return { ...initialValues(fields), ...Object.fromEntries(kept.map(({ name }) => [name, draft[name]])) };
}

/** Returns initial values that keep a draft of the same model. */
export function restoreDraftValues(fields: Field[], draft: InputValues): InputValues {
  const kept = fields.filter(({ name }) => draft[name] !== undefined);
  return { ...initialValues(fields), ...Object.fromEntries(kept.map(({ name }) => [name, draft[name]])) };
}

/** Returns the input of an earlier prediction as form values, without inline media, which the service does not keep. */
export function valuesForRerun(fields: Field[], input: InputValues): InputValues {
  const kept = fields.flatMap((field): [string, unknown][] => {
    const value = input[field.name];
    if (value === undefined || (field.kind === 'media' && String(value).startsWith('data:'))) return [];
    return [[field.name, field.kind === 'json' ? JSON.stringify(value) : value]];
  });
  return { ...initialValues(fields), ...Object.fromEntries(kept) };
}
