/**
 * How a model's options say what an engine is sent and what counts as its result:
 *
 *   input: { text: '{{prompt}}', image_url: '{{imageUrl}}' }   # a template, see template.ts
 *   output: model_mesh                                          # or several; default: every file that there is
 *   clip: { seconds: duration, framesPerSecond: frameRate }     # what of `videoUrl` is paid for, see clip.ts
 *
 * With `clip`, `{{videoFrameRate}}` is the clip's own.
 */
import type { CatalogueModel } from '../../catalogue/index.js';
import type { Work } from '../provider.js';
import { type ClipBounds, fieldsOfClip, frameRateWithin, readClipBounds } from './clip.js';
import { recordOf } from './json.js';
import { casesOf, fillTemplate, placeholdersOf } from './template.js';

export interface Mapping {
  input: Readonly<Record<string, unknown>>;
  /** Names of top-level properties of the engine's output; null: all of it. */
  output: readonly string[] | null;
  /** What the video may be at most; null: it is not billed by its length. */
  clip: ClipBounds | null;
}

/** Where a local file can be read by the engine: a data URI, or the address of an upload. */
export type Send = (file: { path: string; contentType: string }) => Promise<string>;

const MEDIA = ['imageUrl', 'videoUrl'] as const;
const FRAME_RATE = 'videoFrameRate';

/** @throws Error saying what is wrong with the options. */
export function readMapping(options: Readonly<Record<string, unknown>>): Mapping {
  const { input } = options;
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new Error('input must be an object: what the engine is sent');
  return { input: recordOf(input), output: readOutputNames(options), clip: readClipBounds(options) };
}

/**
 * Alone for a poll, which must bring in what was paid for even when the model has left the catalogue meanwhile.
 * @throws Error saying what is wrong with the options.
 */
export function readOutputNames({ output = null }: Readonly<Record<string, unknown>>): Mapping['output'] {
  const names = typeof output === 'string' ? [output] : output;
  if (names === null) return null;
  if (Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === 'string'))
    return names;
  throw new Error('output must be the name of a property of the engine’s output, or a list of them');
}

/**
 * What would silently do something else than callers ask for: a placeholder without a field, a field that is never
 * sent, a `$case` that does not know every value.
 */
export function problemsOfMapping({ input, clip }: Mapping, { inputSchema }: CatalogueModel): string[] {
  const fields = recordOf(inputSchema.properties);
  const asked = placeholdersOf(input);
  if (clip) asked.delete(FRAME_RATE);
  const paid = fieldsOfClip(clip);
  return [
    ...[...asked, ...paid]
      .filter((name) => !Object.hasOwn(fields, name))
      .map((name) => `{{${name}}} is no field of the input`),
    ...Object.keys(fields)
      .filter((name) => !asked.has(name) && !paid.includes(name))
      .map((name) => `the field ${name} is never sent`),
    ...casesOf(input).flatMap(({ name, values }) =>
      problemsOfCase(name, values, recordOf(fields[name]).enum),
    ),
  ];
}

/**
 * For `offers`: what is wrong with the options of a model stops the start.
 * @param readOwn reads what the options say beside the mapping; throws what is wrong with it.
 * @throws Error naming the model and everything that was found.
 */
export function checkOptions(
  provider: string,
  model: CatalogueModel,
  readOwn: (options: Readonly<Record<string, unknown>>) => unknown,
): void {
  const problems = problemsOfOptions(model, readOwn);
  if (problems.length > 0)
    throw new Error(`catalogue: options of ${model.modelKey} at ${provider}: ${problems.join('; ')}`);
}

function problemsOfOptions(
  model: CatalogueModel,
  readOwn: (options: Readonly<Record<string, unknown>>) => unknown,
): string[] {
  try {
    readOwn(model.options);
    return problemsOfMapping(readMapping(model.options), model);
  } catch (error) {
    return [(error as Error).message];
  }
}

function problemsOfCase(name: string, values: string[], known: unknown): string[] {
  if (!Array.isArray(known)) return [`$case ${name} needs an enum to choose from`];
  return known
    .filter((value) => !values.includes(String(value)))
    .map((value) => `$case ${name} has nothing for ${String(value)}`);
}

/** The engine's input for one prediction. Media are sent as our own checked copies, never by the caller's address. */
export async function inputFor(
  work: Work,
  { input, clip }: Mapping,
  send: Send,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...work.input };
  for (const field of MEDIA) {
    if (values[field] === undefined) continue;
    const file = await work.media(field);
    if (clip && field === 'videoUrl') values[FRAME_RATE] = frameRateWithin(clip, file, work.input);
    values[field] = await send(file);
  }
  return recordOf(fillTemplate(input, values));
}
