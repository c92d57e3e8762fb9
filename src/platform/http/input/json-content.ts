/** `findJsonProblem` checks the shape of a caller's JSON before it is parsed, `findMalformed` the values after it. Pure. */
import { isUtf8 } from 'node:buffer';
import { AppError, type ErrorDetail, MAX_PROBLEMS, validationFailed } from '../../errors/index.js';

/** Levels of objects and arrays. */
export const MAX_DEPTH = 32;
/** The largest valid request has about thirty. */
export const MAX_FIELDS = 100;
/** Objects, arrays and members of both, at every level. */
export const MAX_NODES = 2_000;

type JsonProblem = 'unbalanced' | 'depth' | 'fields' | 'nodes';

const PROBLEMS: Record<Exclude<JsonProblem, 'unbalanced'>, string> = {
  depth: `must not be nested deeper than ${MAX_DEPTH} levels`,
  fields: `must not have more than ${MAX_FIELDS} fields`,
  nodes: `must not have more than ${MAX_NODES} values in all`,
};

/** Returns a problem that is known before the text is parsed. */
export function jsonTextOf(bytes: Buffer): string | AppError {
  if (bytes.length === 0) return '{}';
  // Decoding would insert replacement characters and run a prompt that the caller did not send.
  if (!isUtf8(bytes))
    return new AppError('malformed_json', { message: 'The request body could not be read.' });
  const problem = findJsonProblem(bytes);
  if (problem === 'unbalanced') return new AppError('malformed_json');
  if (problem) return validationFailed([{ field: 'body', message: PROBLEMS[problem] }]);
  return decode(bytes);
}

export function parseJson(text: string): object | AppError {
  try {
    return checkContent(JSON.parse(text));
  } catch {
    return new AppError('malformed_json');
  }
}

function decode(bytes: Buffer): string {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', hasMark ? 3 : 0);
}

function checkContent(body: unknown): object | AppError {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return validationFailed([{ field: 'body', message: 'must be a JSON object' }]);
  }
  const problems = findMalformed(body);
  return problems.length > 0 ? validationFailed(problems) : body;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Takes one pass, about a millisecond per MiB: texts that are nested too deeply or have too many values are expensive to parse and
 * validate. Does not check whether the text is valid JSON.
 * @returns the first limit that the text exceeds, or `unbalanced` when its brackets do not match in number.
 */
export function findJsonProblem(bytes: Uint8Array): JsonProblem | null {
  let depth = 0;
  let deepest = 0;
  let nodes = 0;
  let fields = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
    } else if (byte === COMMA) {
      nodes += 1;
      if (depth === 1) fields += 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      nodes += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      depth -= 1;
    }
  }
  if (depth !== 0) return 'unbalanced';
  if (deepest > MAX_DEPTH) return 'depth';
  if (fields > MAX_FIELDS) return 'fields';
  return nodes > MAX_NODES ? 'nodes' : null;
}

/** Past the end of the text when the quote is missing. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
/**
 * Names that every object inherits (`toString`, `valueOf`). At the top level they are rejected: class-transformer drops
 * such an unknown field silently. In nested objects such as `metadata` they are data.
 */
const INHERITED_KEYS = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * Finds values that PostgreSQL, JSON Schema and JavaScript do not all support: NUL bytes and lone surrogates (which PostgreSQL rejects in
 * text), numbers that overflowed to infinity, names of prototype properties, and nesting deeper than any schema needs. Iterative, so deep
 * nesting cannot overflow the stack. @returns one problem per bad field; empty for a valid value.
 */
export function findMalformed(root: unknown): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }];
  while (pending.length > 0 && problems.length < MAX_PROBLEMS) {
    const { value, path, depth } = pending.pop()!;
    const report = (message: string) => problems.push({ field: path || 'body', message });
    if (typeof value === 'string' && !isStorableText(value))
      report('must not hold NUL bytes or lone surrogates');
    if (typeof value === 'number' && !Number.isFinite(value)) report('must be a finite number');
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) {
      report(`must not be nested deeper than ${MAX_DEPTH} levels`);
      continue;
    }
    for (const key of Object.keys(value)) {
      if (problems.length >= MAX_PROBLEMS) break;
      const child = Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
      const isReserved = PROTOTYPE_KEYS.has(key) || (depth === 0 && INHERITED_KEYS.has(key));
      if (!Array.isArray(value) && (isReserved || !isStorableText(key))) {
        problems.push({ field: printable(child), message: 'is not an allowed field name' });
        continue;
      }
      pending.push({
        value: (value as Record<string, unknown>)[key],
        path: printable(child),
        depth: depth + 1,
      });
    }
  }
  return problems;
}

/** Returns whether PostgreSQL can store the text. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Bounds a field name for a response and makes it well-formed. */
function printable(path: string): string {
  return path.slice(0, 200).replaceAll('\0', '').toWellFormed();
}

/** Counts code points, as JSON Schema and PostgreSQL do. An emoji is one, though it has two units of UTF-16. */
export function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) count++;
  return count;
}

/** Returns one problem per bad value; empty for a valid or omitted object. */
export function checkMetadata(metadata: unknown): ErrorDetail[] {
  if (metadata === undefined) return [];
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
    return [{ field: 'metadata', message: 'must be an object of strings' }];
  }
  const entries = Object.entries(metadata);
  if (entries.length > 16) return [{ field: 'metadata', message: 'must not have more than 16 values' }];
  return entries.flatMap(([key, value]) => {
    const field = `metadata.${key.slice(0, 64).toWellFormed()}`;
    if (key.length === 0 || countCharacters(key) > 64)
      return [{ field, message: 'must have a name of 1 to 64 characters' }];
    if (typeof value !== 'string') return [{ field, message: 'must be a string' }];
    return countCharacters(value) > 500 ? [{ field, message: 'must not be longer than 500 characters' }] : [];
  });
}
