/**
 * Finds values that PostgreSQL, JSON Schema and JavaScript do not all support: NUL bytes and lone surrogates (which
 * PostgreSQL rejects in text), numbers that overflowed to infinity, names of prototype properties, and nesting deeper
 * than any schema needs. Iterative, so deep nesting cannot overflow the stack.
 */
import { type ErrorDetail, MAX_PROBLEMS } from '../../errors/index.js';
import { MAX_DEPTH } from './json-scan.js';

const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
/**
 * Names that every object inherits (`toString`, `valueOf`). At the top level they are rejected: class-transformer drops
 * such an unknown field silently. In nested objects such as `metadata` they are data.
 */
const INHERITED_KEYS = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Returns one problem per bad field; empty for a valid value. */
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

/** Makes a field name safe for a response: bounded and well-formed. */
function printable(path: string): string {
  return path.slice(0, 200).replaceAll('\0', '').toWellFormed();
}
