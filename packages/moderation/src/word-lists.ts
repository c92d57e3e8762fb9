/** Reads the word lists of a YAML file and finds their words. A mistake stops the start with the file and its line. */
import { readFileSync } from 'node:fs';
import { ConfigError } from 'offprint';
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { foldText } from './folded-text.js';
import { type Word, WordMatcher } from './word-matcher.js';

export interface ListedWord extends Word {
  category: string;
  /** Shown to the caller. Default: the message of the service. */
  message: string | undefined;
}

const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_WORDS = 500_000;
const MAX_WORD_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 500;
/** Shown at once. */
const MOST_PROBLEMS = 20;
const CATEGORY = /^[\p{L}\p{N}][\p{L}\p{N}/_ -]{0,99}$/u;
/** Characters that words keep or that folding removes without a loss. */
const WRITABLE = /^[\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}\s'’\u2010\u2011-]*$/u;

/** Reads the words of a file. @throws {ConfigError} with file and line of each mistake. */
export function readWordLists(path: string): WordMatcher<ListedWord> {
  const words = new FileReader(path, readText(path)).read();
  return new WordMatcher(words);
}

/** Returns the first listed word in the texts; null when there is none. */
export function findWord(words: WordMatcher<ListedWord>, texts: readonly string[]): ListedWord | null {
  for (const text of texts) {
    const found = words.find(foldText(text));
    if (found) return found;
  }
  return null;
}

function readText(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code = 'error' } = error as NodeJS.ErrnoException;
    throw new ConfigError([`MODERATION_LISTS: ${path} cannot be read (${code})`]);
  }
  if (bytes.length > MAX_FILE_BYTES) throw new ConfigError([`${path} is larger than 16 MiB`]);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ConfigError([`${path} is not UTF-8`]);
  }
}

class FileReader {
  private readonly lines = new LineCounter();
  private readonly words: ListedWord[] = [];
  private readonly problems: string[] = [];

  constructor(
    private readonly path: string,
    private readonly text: string,
  ) {}

  read(): ListedWord[] {
    // In the failsafe schema every value is text: a word `no` or `88` is one.
    const { contents, errors } = parseDocument(this.text, {
      schema: 'failsafe',
      lineCounter: this.lines,
      prettyErrors: false,
    });
    for (const { pos, message } of errors) this.report(pos[0], message);
    if (errors.length === 0) this.readFile(contents);
    if (this.problems.length > 0) throw new ConfigError(this.problems);
    return this.words;
  }

  private readFile(contents: unknown): void {
    const file = this.mapOf(contents, ['categories'], 0);
    if (!file) return;
    const categories = file.get('categories');
    if (categories === undefined)
      return this.report(0, 'must have categories: a map from names to their words');
    if (!isMap(categories.value))
      return this.report(categories.at, 'categories must be a map from names to their words');
    for (const { key, value } of categories.value.items) {
      const [name, at] = [textOf(key), positionOf(key)];
      if (name === null || !CATEGORY.test(name))
        this.report(
          at,
          'a category must have a name of 1 to 100 letters, digits, spaces and characters of "/_-"',
        );
      else this.readCategory(name, value, at);
    }
    if (this.words.length === 0 && this.problems.length === 0) this.report(0, 'has no words');
  }

  private readCategory(category: string, value: unknown, at: number): void {
    const fields = this.mapOf(value, ['message', 'words'], at);
    if (!fields) return;
    const written = fields.get('message');
    const message = written && textOf(written.value)?.trim();
    if (written && (!message || message.length > MAX_MESSAGE_LENGTH))
      this.report(written.at, `message must be a text of 1 to ${MAX_MESSAGE_LENGTH} characters`);
    const list = fields.get('words');
    if (!list || !isSeq(list.value))
      return this.report(list?.at ?? at, `${category} must have words: a list`);
    for (const item of list.value.items) {
      const text = textOf(item);
      const position = positionOf(item) || list.at;
      if (text === null) this.report(position, 'a word must be a text; put one that begins with * in quotes');
      else this.addWord(text, position, { category, message: message ?? undefined });
    }
  }

  private addWord(written: string, at: number, category: Pick<ListedWord, 'category' | 'message'>): void {
    const text = written.trim();
    const literal = text.replace(/^\*/, '').replace(/\*$/, '');
    const folded = foldText(literal);
    if (!WRITABLE.test(literal))
      this.report(
        at,
        'a word may have letters, digits, spaces, hyphens, apostrophes, and one * at its beginning and end',
      );
    else if (folded === '') this.report(at, 'a word must have a letter or a digit');
    else if (folded.length > MAX_WORD_LENGTH)
      this.report(at, `a word must not be longer than ${MAX_WORD_LENGTH} characters`);
    else if (this.words.length === MAX_WORDS) this.report(at, `there are more than ${MAX_WORDS} words`);
    else
      this.words.push({
        ...category,
        folded,
        isOpenAtStart: text.startsWith('*'),
        isOpenAtEnd: text.endsWith('*'),
      });
  }

  /** Returns the fields of a map with their positions; null when it is none or has unknown ones, which it reports. */
  private mapOf(
    node: unknown,
    known: readonly string[],
    at: number,
  ): Map<string, { value: unknown; at: number }> | null {
    if (!isMap(node)) {
      this.report(at, `must be a map with ${known.join(' and ')}`);
      return null;
    }
    const fields = new Map<string, { value: unknown; at: number }>();
    for (const { key, value } of node.items) fields.set(textOf(key) ?? '', { value, at: positionOf(key) });
    const unknown = [...fields].filter(([name]) => !known.includes(name));
    for (const [, field] of unknown) this.report(field.at, `there is only ${known.join(' and ')} here`);
    return unknown.length === 0 ? fields : null;
  }

  private report(offset: number, message: string): void {
    if (this.problems.length === MOST_PROBLEMS) return;
    this.problems.push(`${this.path}:${Math.max(1, this.lines.linePos(offset).line)}: ${message}`);
  }
}

function textOf(node: unknown): string | null {
  return isScalar(node) && typeof node.value === 'string' ? node.value : null;
}

/** Returns the offset of a node in the file. */
function positionOf(node: unknown): number {
  return (node as { range?: [number, number, number] | null } | null)?.range?.[0] ?? 0;
}
