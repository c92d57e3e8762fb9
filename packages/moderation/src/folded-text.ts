/**
 * Folds a text, so that spellings that read the same are the same string: compatibility characters, case, invisible characters,
 * loose accents, punctuation. The result has only letters, marks, digits, and single spaces between words. Words of the lists and
 * texts of requests are folded alike. It is linear in the length of the text.
 */

/** Soft hyphens, zero-width characters, variation selectors, directions. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
/** Accents that do not compose with their letter, strokes through letters, vowel signs of Arabic and Hebrew. */
const LOOSE_MARKS = /\p{Script=Inherited}+/gu;
const NO_WORD = /[^\p{L}\p{M}\p{N}]+/gu;
/** Scripts that write words without spaces between them. Katakana is not one: see `WORD_KINDS`. */
const UNSPACED_SCRIPTS = [
  'Han',
  'Hira',
  'Bopo',
  'Thai',
  'Laoo',
  'Khmr',
  'Mymr',
  'Tibt',
  'Java',
  'Bali',
  'Lana',
  'Talu',
  'Tale',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');
const KATAKANA = /[\p{Script=Katakana}\u30fc]/u;
const SPACE_WITHIN = new RegExp(`(?<=[${UNSPACED_SCRIPTS}])\\s+(?=[${UNSPACED_SCRIPTS}])`, 'gu');
/** No character before it is of an unspaced script or Katakana. */
const FIRST_UNSPACED = 0x0e00;

export function foldText(text: string): string {
  return foldCase(text.replace(INVISIBLE, '').normalize('NFKC'))
    .normalize('NFKC')
    .replace(LOOSE_MARKS, '')
    .replace(SPACE_WITHIN, '')
    .replace(NO_WORD, ' ')
    .trim();
}

/** Folds case as Unicode's full case folding does for every letter of use: ß is ss, ς is σ, ı is i. */
function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** The kinds of characters in a folded text. Words end where the kind changes. */
const WORD_KINDS = { space: 0, spaced: 1, katakana: 2, unspaced: 3 } as const;

function kindOf(codePoint: number): number {
  if (codePoint === 0x20) return WORD_KINDS.space;
  if (codePoint < FIRST_UNSPACED) return WORD_KINDS.spaced;
  const character = String.fromCodePoint(codePoint);
  if (KATAKANA.test(character)) return WORD_KINDS.katakana;
  return UNSPACED.test(character) ? WORD_KINDS.unspaced : WORD_KINDS.spaced;
}

/**
 * Returns whether a word may end before `index` of a folded text and another begin there. In scripts without spaces it may between any
 * two characters. Katakana, which writes its words without spaces but changes the script around them, is one word while it lasts.
 */
export function isBoundary(folded: string, index: number): boolean {
  if (index <= 0 || index >= folded.length) return true;
  const before = kindOf(codePointBefore(folded, index));
  return before === WORD_KINDS.unspaced || before !== kindOf(folded.codePointAt(index)!);
}

function codePointBefore(text: string, index: number): number {
  const unit = text.charCodeAt(index - 1);
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff;
  return isLowSurrogate && index > 1 ? text.codePointAt(index - 2)! : unit;
}
