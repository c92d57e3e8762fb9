import { array, assert, boolean, constantFrom, property, record, string } from 'fast-check';
import { isBoundary } from './folded-text.js';
import { type Word, WordMatcher } from './word-matcher.js';

const word = (folded: string, isOpenAtStart = false, isOpenAtEnd = false): Word => ({
  folded,
  isOpenAtStart,
  isOpenAtEnd,
});
const finds = (words: Word[], text: string) => new WordMatcher(words).find(text)?.folded ?? null;

it.each([
  [[word('bomb')], 'a bomb now', 'bomb'],
  [[word('bomb')], 'bombs and firebomb', null],
  [[word('bomb', false, true)], 'bombs', 'bomb'],
  [[word('bomb', true)], 'firebomb', 'bomb'],
  [[word('bomb', true)], 'firebombs', null],
  [[word('bomb', true, true)], 'firebombs', 'bomb'],
  [[word('a bomb'), word('bomb')], 'a bomb', 'a bomb'],
  // A word within one that does not end at a boundary.
  [[word('bomb squads'), word('squad', false, true)], 'bomb squadx', 'squad'],
  [[word('bomb'), word('bomb', true)], 'firebomb', 'bomb'],
  [[word('爆弾')], '自爆弾丸', '爆弾'],
  [[], 'bomb', null],
  [[word('bomb')], '', null],
])('%j in %p: %p', (words, text, expected) => {
  expect(finds(words, text)).toBe(expected);
});

it('finds a word exactly when a search of every word at every place does', () => {
  const text = string({ unit: constantFrom('a', 'b', ' ', '弾', 'テ', '𐐀'), maxLength: 30 });
  const listed = record({
    folded: string({ unit: constantFrom('a', 'b', ' ', '弾', 'テ', '𐐀'), minLength: 1, maxLength: 4 }),
    isOpenAtStart: boolean(),
    isOpenAtEnd: boolean(),
  });
  assert(
    property(array(listed, { maxLength: 12 }), text, (words, searched) => {
      const expected = words.some(({ folded, isOpenAtStart, isOpenAtEnd }) => {
        for (let at = searched.indexOf(folded); at !== -1; at = searched.indexOf(folded, at + 1)) {
          const isStart = isOpenAtStart || isBoundary(searched, at);
          if (isStart && (isOpenAtEnd || isBoundary(searched, at + folded.length))) return true;
        }
        return false;
      });
      return (new WordMatcher(words).find(searched) !== null) === expected;
    }),
    { numRuns: 2_000 },
  );
});

it('takes one step per character, also for words that are made to be slow', () => {
  const words = Array.from({ length: 200 }, (_, index) => word(`${'a'.repeat(index)}b`));
  const matcher = new WordMatcher(words);
  const started = performance.now();
  expect(matcher.find('a'.repeat(128 * 1024))).toBeNull();
  // It takes 0.2 s here, where every read of a global is slow; a search from every place takes 200 times as long.
  expect(performance.now() - started).toBeLessThan(15_000);
});
