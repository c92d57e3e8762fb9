/**
 * Checks the shape of a JSON text before it is parsed. Texts that are nested too deeply or have too many values are
 * expensive to parse and validate. One pass over the bytes, about a millisecond per MiB. Does not check whether the
 * text is valid JSON. Pure.
 */

/** Levels of objects and arrays. */
export const MAX_DEPTH = 32;
/** Fields of the outermost object. The largest valid request has about thirty. */
export const MAX_FIELDS = 100;
/** Objects, arrays and members of both, at every level. */
export const MAX_NODES = 2_000;

export type JsonProblem = 'unbalanced' | 'depth' | 'fields' | 'nodes';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Returns the first limit that the text exceeds, or `unbalanced` when its brackets do not match in number. */
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

/** Returns the position of the closing quote, or a position past the end of the text. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
