/** Files of a result are objects with a `url` at any depth, or a bare URL in a property that the catalogue names. */
import { recordOf, textOf } from '../wire/index.js';

/** @param names properties of the output to search; null searches all of it. */
export function addressesIn(
  output: unknown,
  names: readonly string[] | null,
  isAddress: (text: string) => boolean,
): string[] {
  if (names === null) return filesIn(output, isAddress);
  const record = recordOf(output);
  return names.flatMap((name) => {
    const value = record[name];
    return typeof value === 'string' && isAddress(value) ? [value] : filesIn(value, isAddress);
  });
}

/** The model replaces all its pictures with black ones when its own filter matches. */
export function isBlackedOut(output: unknown): boolean {
  const { has_nsfw_concepts: found } = recordOf(output);
  return Array.isArray(found) && found.length > 0 && found.every((one) => one === true);
}

function filesIn(value: unknown, isAddress: (text: string) => boolean): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => filesIn(item, isAddress));
  const record = recordOf(value);
  const url = textOf(record.url);
  if (url !== undefined && isAddress(url)) return [url];
  return Object.values(record).flatMap((item) => filesIn(item, isAddress));
}
