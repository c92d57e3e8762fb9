/** What a catalogue entry's `options` may say to this adapter, checked at boot. */
import type { CatalogueModel } from '../../catalogue/index.js';

export interface ModelOptions {
  /** Of the model at the engine. Default: the entry's `model`. */
  model: string;
  /** Servers that the entry is meant for. Default: every one that has the operation. */
  dialects: readonly string[] | null;
  /** Further fields of the request, as they are; they win over ours. */
  fields: Readonly<Record<string, unknown>>;
  /** Our input field → the engine's field that it becomes; null: it is not for this engine. */
  inputs: Readonly<Record<string, string | null>>;
  /** `WxH`: the frames that the model takes, where it takes no others. */
  sizes: readonly string[] | null;
  /** Asked of the engine when the caller asks for nothing. */
  prompt: string | null;
  /** LocalAI: where the picture goes that another is made of. Default `file`. */
  imageField: 'file' | 'ref_images';
}

/** Which input fields a server knows for an operation. */
export interface KnownInputs {
  /** Read when the request is made. */
  reads: readonly string[];
  /** Our field → the server's, for what goes there as it is. */
  inputs?: Readonly<Record<string, string>>;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value !== '';
const isTexts: Check = (value) => Array.isArray(value) && value.length > 0 && value.every(isText);
const isRecord: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** option → what it must be. `onAmbiguous` is the service's. */
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

/** @param model the entry's `model`. @throws Error naming what is wrong. */
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

/** Our field → the engine's, for the fields that go there as they are: the dialect's, changed by the entry. */
export function passedInputs(known: KnownInputs, options: ModelOptions): Record<string, string> {
  const all = Object.entries({ ...known.inputs, ...options.inputs });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** Every field that callers may send reaches the engine: one that is quietly dropped would be a promise broken. */
export function checkInputs(
  model: CatalogueModel,
  { reads, inputs }: KnownInputs,
  options: ModelOptions,
): void {
  const fields = Object.keys((model.inputSchema.properties ?? {}) as object);
  const known = new Set([...reads, ...Object.keys({ ...inputs, ...options.inputs })]);
  const lost = fields.filter((field) => !known.has(field));
  if (lost.length > 0)
    throw new Error(
      `the engine has no field for the input ${lost.join(', ')}: name one in options.inputs, or null to leave it out`,
    );
}
