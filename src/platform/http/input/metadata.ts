import type { ErrorDetail } from '../../errors/index.js';
import { countCharacters } from './characters.js';

/** Checks `metadata`: at most 16 texts. Returns one problem per bad value; empty for a valid or omitted object. */
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
