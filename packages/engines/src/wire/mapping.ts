/**
 * Reads from a model's options how its input is built and which part of the engine's output is the result:
 *
 *   input: { text: '{{prompt}}', image_url: '{{imageUrl}}' }   # a template, see template.ts
 *   output: model_mesh                                          # or several; default: every file
 *   clip: { seconds: duration, framesPerSecond: frameRate }     # the paid bounds of `videoUrl`, see clip.ts
 *
 * With `clip`, `{{videoFrameRate}}` is the frame rate of the clip.
 */
import type { CatalogueModel } from '../model.js';
import type { Work } from '../provider.js';
import { type ClipBounds, fieldsOfClip, frameRateWithin, readClipBounds } from './clip.js';
import { recordOf } from './json.js';
import { casesOf, fillTemplate, placeholdersOf } from './template.js';

export interface Mapping {
  input: Readonly<Record<string, unknown>>;
  /** Names of top-level properties of the engine's output; null selects all of it. */
  output: readonly string[] | null;
  /** The paid bounds of the input video; null when the engine does not bill by its length. */
  clip: ClipBounds | null;
}

/** Makes a local file readable for the engine. Returns a data URI or the URL of an upload. */
export type Send = (file: { path: string; contentType: string }) => Promise<string>;

const MEDIA = ['imageUrl', 'videoUrl'] as const;
const FRAME_RATE = 'videoFrameRate';

/** @throws Error describing an invalid option. */
export function readMapping(options: Readonly<Record<string, unknown>>): Mapping {
  const { input } = options;
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new Error('input must be an object: what the engine is sent');
  return { input: recordOf(input), output: readOutputNames(options), clip: readClipBounds(options) };
}

/**
 * Reads the output names alone. A poll needs only these, and must fetch paid results even after the model has left the catalogue.
 * @throws Error describing an invalid option.
 */
export function readOutputNames({ output = null }: Readonly<Record<string, unknown>>): Mapping['output'] {
  const names = typeof output === 'string' ? [output] : output;
  if (names === null) return null;
  if (Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === 'string'))
    return names;
  throw new Error('output must be the name of a property of the engine’s output, or a list of them');
}

/** Lists mistakes that would silently change what callers ask for, such as a field that is never sent. */
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
 * Checks a model's options, for `offers`: an invalid option stops the start.
 * @param readOwn reads the adapter's own options beside the mapping; throws on an invalid one.
 * @throws Error naming the model and every problem found.
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

/** Builds the engine's input for one prediction. Sends media as our own checked copies, never by the caller's URL. */
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
