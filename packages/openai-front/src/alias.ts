/** Names that callers may use for models: what an operator writes, and its form. Pure. */
import { type Use, USES } from './use.js';

/** What a name stands for. */
export interface Alias extends Partial<Record<Use, string>> {
  /** The model of every use that has none of its own. */
  model?: string;
  /** Voices of the model by the names that callers use. `*` is every other name. */
  voices?: Readonly<Record<string, string>>;
  /** Parameters that are left out instead of refused. */
  drop?: readonly string[];
}

/** By name; a text is the model of every use. */
export type Aliases = Readonly<Record<string, string | Alias>>;

/** A name as it stands in a URL: `GET /v1/models/{name}`. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/;
const PARAMETER = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** What a request is about: it cannot be left out. */
const NEVER_DROPPED = ['model', 'prompt', 'input', 'n', 'image', 'input_reference', 'response_format'];
const KEYS: readonly string[] = ['model', ...USES];

/** Aliases that were read, and what is wrong with them, a sentence each. */
export interface ReadAliases {
  /** Of a wrong one, the parts that are right: the catalogue is asked about them at the same start. */
  aliases: Record<string, Alias>;
  problems: string[];
}

/** Whether a text is a name of an alias, or the key of a model. */
export const isName = (text: unknown): text is string => typeof text === 'string' && NAME.test(text);

/** Quotes what an operator wrote, short enough for a sentence. */
export const shown = (text: string): string => JSON.stringify(text.slice(0, 40));

/** Checks aliases and brings them to one form. */
export function checkAliases(given: Readonly<Record<string, unknown>>): ReadAliases {
  const aliases: Record<string, Alias> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const alias = typeof value === 'string' ? { model: value } : value;
    if (!isName(name))
      problems.push(`has ${shown(name)}, which is no name: letters, digits and . _ : - up to 100`);
    else if (!isObject(alias)) problems.push(`${name} must be the key of a model, or an object`);
    else aliases[name] = checkAlias(name, alias, problems);
  }
  return { aliases, problems };
}

/** Returns the parts that are right and reports the others. */
function checkAlias(
  name: string,
  { voices, drop, ...keys }: Record<string, unknown>,
  problems: string[],
): Alias {
  const alias: Alias = {};
  for (const [use, key] of Object.entries(keys))
    if (!KEYS.includes(use))
      problems.push(`${name}: ${shown(use)} is none of ${[...KEYS, 'voices', 'drop'].join(', ')}`);
    else if (!isName(key)) problems.push(`${name}: ${use} must be the key of a model`);
    else alias[use as Use] = key;
  if (Object.keys(keys).length === 0) problems.push(`${name} has no model`);
  if (isTextMap(voices)) alias.voices = voices;
  else if (voices !== undefined)
    problems.push(`${name}: voices must be an object from names to voices of the model`);
  if (isListOfParameters(drop)) alias.drop = drop;
  else if (drop !== undefined)
    problems.push(`${name}: drop must list parameters, and none of ${NEVER_DROPPED.join(', ')}`);
  return alias;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTextMap = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every((voice) => typeof voice === 'string' && voice !== '');

const isListOfParameters = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.every((one) => typeof one === 'string' && PARAMETER.test(one) && !NEVER_DROPPED.includes(one));
