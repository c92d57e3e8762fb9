/** The options of an entry are checked at boot. */
import type { CatalogueModel } from '../model.js';

export interface ModelOptions {
  /** The engine's name of the model. Default: the entry's `model`. */
  model: string;
  /** Dialects that the entry is meant for. Default: every dialect with the operation. */
  dialects: readonly string[] | null;
  /** Additional fields of the request, sent unchanged; they take precedence over ours. */
  fields: Readonly<Record<string, unknown>>;
  /** Our input field → the engine's field; null when the engine does not use it. */
  inputs: Readonly<Record<string, string | null>>;
  /** `WxH`: the only frames that the model accepts; null when it has no fixed list. */
  sizes: readonly string[] | null;
  /** The prompt when the caller sets none. */
  prompt: string | null;
  /** LocalAI: the field of the input picture. Default `file`. */
  imageField: 'file' | 'ref_images';
}

/** A server knows these input fields for an operation. */
export interface KnownInputs {
  /** The adapter reads these fields when it builds the request. */
  reads: readonly string[];
  /** Our field → the server's, for fields that are passed through unchanged. */
  inputs?: Readonly<Record<string, string>>;
  /** The values of `format`, where it is translated. Default: any, passed on unchanged. */
  formats?: readonly string[];
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value !== '';
const isTexts: Check = (value) => Array.isArray(value) && value.length > 0 && value.every(isText);
const isRecord: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Option → its requirement. The service reads `onAmbiguous`. */
const CHECKS: Record<string, [check: Check, must: string]> = {
  model: [isText, 'a text'],
  dialects: [isTexts, 'a list of dialects'],
  fields: [isRecord, 'an object'],
  inputs: [
    (value) =>
      isRecord(value) && Object.values(value as object).every((name) => name === null || isText(name)),
    'an object of names or null',
  ],
  sizes: [
    (value) => isTexts(value) && (value as string[]).every((size) => /^[1-9]\d*x[1-9]\d*$/.test(size)),
    'a list of sizes such as 1024x1024',
  ],
  prompt: [isText, 'a text'],
  imageField: [(value) => value === 'file' || value === 'ref_images', 'file or ref_images'],
  onAmbiguous: [(value) => value === 'fail' || value === 'retry', 'fail or retry'],
};

/** @param model the entry's `model`. @throws Error naming the invalid option. */
export function readModelOptions(model: string, written: Readonly<Record<string, unknown>>): ModelOptions {
  for (const [name, value] of Object.entries(written)) {
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
    if (!check) throw new Error(`options.${name} is not an option of this adapter`);
    if (!check[0](value)) throw new Error(`options.${name} must be ${check[1]}`);
  }
  const given = written as Partial<ModelOptions>;
  return {
    model: given.model ?? model,
    dialects: given.dialects ?? null,
    fields: given.fields ?? {},
    inputs: given.inputs ?? {},
    sizes: given.sizes ?? null,
    prompt: given.prompt ?? null,
    imageField: given.imageField ?? 'file',
  };
}

/** Returns our field → the engine's, for fields that are passed through unchanged: the dialect's, overridden by the entry's. */
export function passedInputs(known: KnownInputs, options: ModelOptions): Record<string, string> {
  const all = Object.entries({ ...known.inputs, ...options.inputs });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** Every field, and every format, that callers may send must reach the engine; none may be dropped silently. */
export function checkInputs(
  model: CatalogueModel,
  { reads, inputs, formats }: KnownInputs,
  options: ModelOptions,
): void {
  const fields = Object.keys(model.inputSchema.properties ?? {});
  const known = new Set([...reads, ...Object.keys({ ...inputs, ...options.inputs })]);
  const lost = fields.filter((field) => !known.has(field));
  if (lost.length > 0)
    throw new Error(
      `the engine has no field for the input ${lost.join(', ')}: name one in options.inputs, or null to leave it out`,
    );
  const format = (model.inputSchema.properties as Record<string, Format> | undefined)?.format;
  if (format && formats && options.inputs.format === undefined) checkFormats(format, formats);
}

type Format = { enum?: unknown[]; const?: unknown };

function checkFormats({ enum: listed, const: only }: Format, formats: readonly string[]): void {
  const allowed = listed ?? (only === undefined ? null : [only]);
  const lost = allowed?.filter((value) => !formats.includes(value as string)) ?? [];
  if (allowed === null)
    throw new Error(`the input format must list its values (enum), of ${formats.join(', ')}`);
  if (lost.length > 0)
    throw new Error(
      `the engine has no format ${lost.join(', ')} that can be stored, but ${formats.join(', ')}`,
    );
}
