import levenshtein from 'leven';

const MAX_KEYS = 3;
const MAX_CHARACTERS = 100;
/** Shorter parts of a key are in too many keys. */
const MIN_PART = 3;

/** Finds up to three keys, nearest first: misspelt ones, and those that contain the text. */
export function findNearKeys(text: string, keys: readonly string[]): string[] {
  if (text.length > MAX_CHARACTERS) return [];
  const wanted = text.toLowerCase().replace(/[^a-z0-9.]+/g, '-');
  return keys
    .map((key) => ({ key, edits: levenshtein(wanted, key) }))
    .filter(
      ({ key, edits }) => edits <= key.length / 3 || (wanted.length >= MIN_PART && key.includes(wanted)),
    )
    .sort((a, b) => a.edits - b.edits)
    .slice(0, MAX_KEYS)
    .map(({ key }) => key);
}
