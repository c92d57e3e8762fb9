import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSecret } from './secret-files.js';

const directory = mkdtempSync(join(tmpdir(), 'offprint-secrets-'));
afterAll(() => rmSync(directory, { recursive: true }));

const file = (contents: string | Buffer) => {
  const path = join(directory, String(Math.random()));
  writeFileSync(path, contents);
  return path;
};

it.each<[string, Record<string, string | undefined>, string | null]>([
  ['the environment', { TOKEN: ' value ' }, 'value'],
  ['neither', {}, null],
  ['an empty variable', { TOKEN: '', TOKEN_FILE: ' ' }, null],
  ['a file', { TOKEN_FILE: file('value') }, 'value'],
  ['a file beside an empty variable', { TOKEN: '', TOKEN_FILE: file('value') }, 'value'],
  ['a file with a line feed at its end', { TOKEN_FILE: file('value\n') }, 'value'],
  ['a file with a carriage return too', { TOKEN_FILE: file('value\r\n') }, 'value'],
  ['a file with a byte order mark', { TOKEN_FILE: file('\uFEFFvalue\n') }, 'value'],
  ['a file with # and $', { TOKEN_FILE: file('a#b$c\n') }, 'a#b$c'],
])('reads %s', (_what, variables, value) => expect(readSecret(variables, 'TOKEN')).toEqual({ value }));

it.each<[string, Record<string, string>, RegExp]>([
  ['both', { TOKEN: 'SECRET', TOKEN_FILE: file('SECRET') }, /^TOKEN and TOKEN_FILE are both set/],
  [
    'an absent file',
    { TOKEN_FILE: '/absent' },
    /^TOKEN_FILE names \/absent, which cannot be read by .* \(ENOENT\)$/,
  ],
  ['an empty file', { TOKEN_FILE: file('\n') }, /^TOKEN_FILE names \S+, which is empty$/],
  ['a directory', { TOKEN_FILE: directory }, /^TOKEN_FILE names \S+, which cannot be read by .* \(EISDIR\)$/],
  [
    'UTF-16',
    { TOKEN_FILE: file(Buffer.from('SECRET', 'utf16le')) },
    /^TOKEN_FILE names \S+, which is not text in UTF-8/,
  ],
])('refuses %s by one sentence', (_what, variables, sentence) => {
  const { value, problem } = readSecret(variables, 'TOKEN');
  expect(value).toBeNull();
  expect(problem).toMatch(sentence);
  expect(problem).not.toContain('SECRET');
});
