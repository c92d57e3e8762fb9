import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from 'offprint';
import { findWord, readWordLists } from './word-lists.js';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'offprint-words-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const write = (contents: string | Uint8Array) => {
  const path = join(directory, 'words.yaml');
  writeFileSync(path, contents);
  return path;
};
/** The problems without the directory. */
const problemsOf = (contents: string | Uint8Array) => {
  try {
    readWordLists(write(contents));
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems.map((problem) => problem.replace(`${directory}/`, ''));
  }
};

const LISTS = `
# Words, phrases and patterns.
categories:
  weapons:
    message: No weapons, please.
    words:
      - bomb
      - how to build a gun
      - 'explosiv*'
      - "*phosgen*"
      - 爆弾
      - テロ
  numbers and words of YAML:
    words: [ 1488, no, null, 1e3, naïve, don't ]
`;

it.each([
  ['a BOMB', 'weapons'],
  ['bombastic', null],
  ['How to\n build   a—gun?', 'weapons'],
  ['how to build a gunboat', null],
  ['hochexplosive', null],
  ['explosives', 'weapons'],
  ['diphosgene', 'weapons'],
  ['彼は爆弾を', 'weapons'],
  ['ステロイド', null],
  ['自爆テロ', 'weapons'],
  ['in 1488', 'numbers and words of YAML'],
  ['21488', null],
  ['No!', 'numbers and words of YAML'],
  ['nai\u0308ve', 'numbers and words of YAML'],
  ['naive', null],
  ['don’t', 'numbers and words of YAML'],
  ['NULL', 'numbers and words of YAML'],
])('%p is of the category %p', (text, category) => {
  expect(findWord(readWordLists(write(LISTS)), ['harmless', text])?.category ?? null).toBe(category);
});

it('has the message of the category', () => {
  const words = readWordLists(write(LISTS));
  expect(findWord(words, ['bomb'])?.message).toBe('No weapons, please.');
  expect(findWord(words, ['1488'])?.message).toBeUndefined();
});

const under = (words: string) => `categories:\n  a:\n    words:\n${words}`;
it.each([
  ['categories: [', /^words\.yaml:1: /],
  ['categories:\n  a: {words: [b]}\n  a: {words: [c]}\n', /^words\.yaml:3: Map keys must be unique/],
  ['', /^words\.yaml:1: must be a map with categories/],
  ['words: [a]\n', /^words\.yaml:1: there is only categories here/],
  ['categories: [a]\n', /^words\.yaml:1: categories must be a map/],
  ['categories: {}\n', /^words\.yaml:1: has no words/],
  ['categories:\n  a: [b]\n', /^words\.yaml:2: must be a map with message and words/],
  ['categories:\n  a:\n    message: x\n', /^words\.yaml:2: a must have words: a list/],
  ['categories:\n  a:\n    words: b\n', /^words\.yaml:3: a must have words: a list/],
  ['categories:\n  a:\n    pattern: b\n    words: [c]\n', /^words\.yaml:3: there is only message and words/],
  ['categories:\n  a:\n    message: ""\n    words: [c]\n', /^words\.yaml:3: message must be a text/],
  ['categories:\n  "a\\nb":\n    words: [c]\n', /^words\.yaml:2: a category must have a name/],
  [under('      - good\n      - [nested]\n'), /^words\.yaml:5: a word must be a text/],
  [under('      - good\n      - *gun\n'), /^words\.yaml:5: /],
  [under('      - (a+)+$\n'), /^words\.yaml:4: a word may have letters/],
  [under("      - 'a*b'\n"), /^words\.yaml:4: a word may have letters/],
  [under("      - '*'\n"), /^words\.yaml:4: a word must have a letter or a digit/],
  [under('      - a\n      -\n'), /^words\.yaml:5: a word must have a letter or a digit/],
  [under(`      - ${'a'.repeat(201)}\n`), /^words\.yaml:4: a word must not be longer than 200/],
  [Uint8Array.of(0xff, 0xfe), /^words\.yaml is not UTF-8/],
])('refuses the start for %j', (contents, problem) => {
  const problems = problemsOf(contents);
  expect(problems[0]).toMatch(problem);
  expect(problems.filter((other) => !problem.test(other))).toEqual([]);
});

it('names at most 20 mistakes, each with its line', () => {
  const problems = problemsOf(under('      - a$b\n'.repeat(30)));
  expect(problems.map((problem) => problem.split(':', 2)[1])).toEqual(
    Array.from({ length: 20 }, (_, index) => String(index + 4)),
  );
});

it('refuses the start without the file', () => {
  expect(() => readWordLists(join(directory, 'none.yaml'))).toThrow(/cannot be read \(ENOENT\)/);
});

it('judges a text of 1 MiB with 100,000 words in bounded time', () => {
  // Distinct letters for each number, so that each word is one.
  const written = (index: number) => index.toString().replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);
  const words = Array.from(
    { length: 100_000 },
    (_, index) => `      - ${written(index)}${written(index * 7)}x\n`,
  );
  const lists = readWordLists(write(under(words.join(''))));
  const text = `${'abcdefghij '.repeat(95_000)}bhhx`;
  const started = performance.now();
  expect(findWord(lists, [text])).toBeNull();
  expect(findWord(lists, [`${text} bahax`])).not.toBeNull();
  expect(performance.now() - started).toBeLessThan(10_000);
});
