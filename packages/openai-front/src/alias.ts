/** Names that callers may use for models: what an operator writes, and its check. Pure. */
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
const FORM = 'must list aliases as name=modelKey or name@use=modelKey, or be a JSON object';

/** Aliases that were read, and what is wrong with them, a sentence each. */
export interface ReadAliases {
  aliases: Record<string, Alias>;
  problems: string[];
}

/**
 * Reads `gpt-image-1=embedded-image,gpt-image-1@edits=embedded-reframe,tts-1=embedded-speech`, or a JSON object that may have voices
 * and parameters to drop: `{"tts-1": {"model": "embedded-speech", "voices": {"alloy": "en"}, "drop": ["instructions"]}}`.
 */
export function readAliases(written: string | null): ReadAliases {
  const text = written?.trim() ?? '';
  if (text === '') return { aliases: {}, problems: [] };
  if (!text.startsWith('{')) return readList(text);
  try {
    return checkAliases(JSON.parse(text) as Record<string, unknown>);
  } catch {
    return { aliases: {}, problems: ['is no valid JSON'] };
  }
}

function readList(text: string): ReadAliases {
  const aliases: Record<string, Alias> = Object.create(null) as Record<string, Alias>;
  const problems = new Set<string>();
  for (const part of text.split(',')) {
    const [left = '', key = '', ...others] = part.split('=').map((side) => side.trim());
    const [name = '', use = 'model', ...more] = left.split('@').map((side) => side.trim());
    if (others.length + more.length > 0 || !NAME.test(name) || !NAME.test(key)) {
      problems.add(FORM);
      continue;
    }
    const alias = (aliases[name] ??= {});
    if (use !== 'model' && !isUse(use)) problems.add(`${name}@${use}: a use is one of ${USES.join(', ')}`);
    else if (alias[use] !== undefined) problems.add(`names ${name}${use === 'model' ? '' : `@${use}`} twice`);
    else alias[use] = key;
  }
  return { aliases: { ...aliases }, problems: [...problems] };
}

/** Checks aliases and brings them to one form. */
export function checkAliases(given: Readonly<Record<string, unknown>>): ReadAliases {
  const aliases: Record<string, Alias> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const alias = typeof value === 'string' ? { model: value } : value;
    if (!NAME.test(name) || !isObject(alias)) {
      problems.push(`${shown(name)} ${FORM}`);
      continue;
    }
    const found = problemsOf(name, alias);
    problems.push(...found);
    if (found.length === 0) aliases[name] = alias;
  }
  return { aliases, problems };
}

function problemsOf(name: string, { voices, drop, ...keys }: Record<string, unknown>): string[] {
  const problems: string[] = [];
  const known = ['model', ...USES];
  for (const [use, key] of Object.entries(keys))
    if (!known.includes(use))
      problems.push(`${name}: ${shown(use)} is none of ${[...known, 'voices', 'drop'].join(', ')}`);
    else if (typeof key !== 'string' || !NAME.test(key))
      problems.push(`${name}: ${use} must be the key of a model`);
  if (Object.keys(keys).length === 0) problems.push(`${name} has no model`);
  if (voices !== undefined && !isTextMap(voices))
    problems.push(`${name}: voices must be an object from names to voices of the model`);
  if (drop !== undefined && !isListOf(drop, (one) => PARAMETER.test(one) && !NEVER_DROPPED.includes(one)))
    problems.push(`${name}: drop must list parameters, and none of ${NEVER_DROPPED.join(', ')}`);
  return problems;
}

const isUse = (value: string): value is Use => (USES as readonly string[]).includes(value);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTextMap = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((voice) => typeof voice === 'string' && voice !== '');

const isListOf = (value: unknown, is: (one: string) => boolean): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && is(one));

const shown = (text: string): string => JSON.stringify(text.slice(0, 40));
