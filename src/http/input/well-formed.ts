/**
 * What PostgreSQL, JSON Schema and JavaScript cannot all hold is refused before anything looks at it: NUL bytes and
 * lone surrogates (not text to the database), numbers that overflowed to infinity, keys that reach into prototypes,
 * and nesting deeper than any schema here needs. Walks without recursion, so depth cannot hurt it either.
 */
import { type ErrorDetail, MAX_PROBLEMS } from '../../errors/index.js';
import { MAX_DEPTH } from './json-scan.js';

const REACHING_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
/**
 * What every object has (`toString`, `valueOf`): our own bodies and queries are read into classes, where an unknown
 * field of such a name is dropped without a word instead of being refused. Below them, as in `metadata`, it is only data.
 */
const INHERITED_KEYS = new Set(Object.getOwnPropertyNames(Object.prototype));

/** @returns what is wrong, field by field; empty when the value is fine. */
export function findMalformed(root: unknown): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }];
  while (pending.length > 0 && problems.length < MAX_PROBLEMS) {
    const { value, path, depth } = pending.pop()!;
    const complain = (message: string) => problems.push({ field: path || 'body', message });
    if (typeof value === 'string' && !isStorableText(value))
      complain('must not hold NUL bytes or lone surrogates');
    if (typeof value === 'number' && !Number.isFinite(value)) complain('must be a finite number');
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) {
      complain(`must not be nested deeper than ${MAX_DEPTH} levels`);
      continue;
    }
    for (const key of Object.keys(value)) {
      if (problems.length >= MAX_PROBLEMS) break;
      const child = Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
      const isReserved = REACHING_KEYS.has(key) || (depth === 0 && INHERITED_KEYS.has(key));
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

export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** A field name fit for an answer: bounded, and well-formed whatever the caller sent. */
function printable(path: string): string {
  return path.slice(0, 200).replaceAll('\0', '').toWellFormed();
}
