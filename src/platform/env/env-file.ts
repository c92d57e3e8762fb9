/**
 * Takes what Docker Compose, dotenv and Node.js read alike, and rejects each line that one of them reads otherwise, because a value that is
 * cut or replaced in silence is a wrong secret. Messages name the line and the variable, never the value.
 */
import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { decodeText, readTextFile, TextFileError } from './text-file.js';

export interface EnvFile {
  variables: Record<string, string>;
  /** One sentence per rejected line, or one for the whole file. */
  problems: string[];
}

const FILE = '.env';
const QUOTES = 'write it in single quotes';

/** Sets only variables that the environment does not have. Skips what `findEnvFileProblems` reports. */
export function loadEnvFile(environment: Record<string, string | undefined>, file = FILE): void {
  for (const [name, value] of Object.entries(readEnvFile(file).variables)) environment[name] ??= value;
}

export const findEnvFileProblems = (): string[] => readEnvFile().problems;

/** Without a file there are no variables. */
export function readEnvFile(file = FILE): EnvFile {
  try {
    return parseLines(readTextFile(file), file);
  } catch (error) {
    if (!(error instanceof TextFileError)) throw error;
    const problems = isAbsent(file, error) ? [] : [`${resolve(file)} ${error.message}`];
    return { variables: {}, problems };
  }
}

/** A link that leads nowhere is an error, not the absence of a file. */
const isAbsent = (file: string, { code }: TextFileError) =>
  code === 'ENOENT' && !lstatSync(file, { throwIfNoEntry: false });

/** @param name of the file, for messages. @throws {TextFileError} */
export const parseEnvFile = (bytes: Uint8Array, name = FILE): EnvFile => parseLines(decodeText(bytes), name);

function parseLines(text: string, name: string): EnvFile {
  const variables: Record<string, string> = {};
  const problems: string[] = [];
  let rest = text.replaceAll('\r\n', '\n');
  for (let line = 1; rest !== '';) {
    const statement = readStatement(rest);
    if (statement.problem !== undefined) problems.push(`${name}, line ${line}: ${statement.problem}`);
    else if (statement.name !== undefined) variables[statement.name] = statement.value;
    line += rest.slice(0, statement.length).split('\n').length - 1;
    rest = rest.slice(statement.length);
  }
  return { variables, problems };
}

type Statement = { length: number } & (
  | { problem: string; name?: undefined }
  | { problem?: undefined; name: string; value: string }
  | { problem?: undefined; name?: undefined }
);

const BLANK = /^[ \t]*(?:#[^\n]*)?(?:\n|$)/;
const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*/;
const LINE = /^[^\n]*(?:\n|$)/;
/** Matches the line breaks between the quotes, and the rest of the last line. */
const QUOTED = /^(?:'([^']*)'|"((?:[^"\\]|\\[^])*)")([^\n]*)(?:\n|$)/;
const AFTER_QUOTES = /^[ \t]*(?:#.*)?$/;

function readStatement(text: string): Statement {
  const length = LINE.exec(text)![0].length;
  if (BLANK.test(text)) return { length };
  const [head, name] = ASSIGNMENT.exec(text) ?? [];
  if (head === undefined || name === undefined)
    return { length, problem: 'it must be NAME=value, or a comment that begins with #' };
  const rest = text.slice(head.length);
  if (/^['"]/.test(rest)) {
    const [whole, single, double, after] = QUOTED.exec(rest) ?? [];
    if (whole === undefined) return { length, problem: `the quotes around ${name} are not closed` };
    const problem = problemOfQuoted(name, single, double, after!);
    if (problem !== null)
      return { length: problem.isWhole ? head.length + whole.length : length, ...problem };
    const value = single ?? double!.replaceAll('\\n', '\n');
    return { length: head.length + whole.length, name, value };
  }
  const value = rest.slice(0, length - head.length).replace(/\n$/, '');
  const problem = problemOfUnquoted(name, value);
  if (problem !== null) return { length, problem };
  return { length, name, value: value.replace(/ #.*$/, '').trim() };
}

function problemOfQuoted(
  name: string,
  single: string | undefined,
  double: string | undefined,
  after: string,
): { problem: string; isWhole: boolean } | null {
  if (single?.endsWith('\\'))
    return { problem: `${name} has a backslash before a single quote: write it without`, isWhole: false };
  if (!AFTER_QUOTES.test(after))
    return {
      problem: `${name} goes on after its closing quote: put all of the value in one pair`,
      isWhole: true,
    };
  if (double === undefined) return null;
  if (double.includes('$')) return { problem: dollar(name), isWhole: true };
  if (/\\[^n]/.test(double))
    return {
      problem: `${name} has a backslash in double quotes, which programs read differently: ${QUOTES}`,
      isWhole: true,
    };
  return null;
}

function problemOfUnquoted(name: string, value: string): string | null {
  const text = value.replace(/ #.*$/, '');
  if (text.includes('#'))
    return `${name} has a # that is not after a space, where some programs cut the value: ${QUOTES}, or write a space before a comment`;
  if (text.startsWith('`'))
    return `${name} begins with a backtick, which some programs take for a quote: ${QUOTES}`;
  if (text.includes('$')) return dollar(name);
  if (text.includes('\r')) return `${name} has a carriage return: end lines with a line feed`;
  return null;
}

const dollar = (name: string) =>
  `${name} has a $, which Docker Compose replaces by a variable: ${QUOTES}, which keep it as it is`;
