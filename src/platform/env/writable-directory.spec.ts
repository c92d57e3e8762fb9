import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDirectoryProblem } from './writable-directory.js';

const directory = mkdtempSync(join(tmpdir(), 'offprint-writable-'));
afterAll(() => rmSync(directory, { recursive: true }));
writeFileSync(join(directory, 'file'), '');
mkdirSync(join(directory, 'there'));
symlinkSync('there', join(directory, 'link'));
symlinkSync('absent', join(directory, 'nowhere'));
symlinkSync('loop', join(directory, 'loop'));

it.each(['there', 'link', 'link/below', 'absent', 'absent/and/below'])('%s can be written', (name) =>
  expect(findDirectoryProblem('DATA_DIR', join(directory, name))).toBeNull(),
);

it.each([
  ['file', 'ENOTDIR'],
  ['file/below', 'ENOTDIR'],
  ['nowhere', 'ENOENT'],
  ['loop', 'ELOOP'],
  ['loop/below', 'ELOOP'],
])('%s is refused by one sentence', (name, code) => {
  const path = join(directory, name);
  const problem = findDirectoryProblem('DATA_DIR', path);
  expect(problem).toMatch(/^DATA_DIR must be a directory that the user \S+( \(uid \d+\))? can write: /);
  expect(problem!.endsWith(`: ${path} (${code})`)).toBe(true);
});
