// Compiles blocks of TypeScript, strictly, against the sources of the packages.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../../scripts/build-first.mjs';
import { atTheirLines } from '../../support/blocks.mjs';
import { linkPackages } from './programs.mjs';

const COMPILER = join(root, 'node_modules/typescript-7/bin/tsc');
const OPTIONS = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM'],
  module: 'NodeNext',
  strict: true,
  skipLibCheck: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  esModuleInterop: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  customConditions: ['@offprint/source'],
  paths: { offprint: [join(root, 'src/index.ts')], 'offprint/testing': [join(root, 'src/testing/index.ts')] },
  noEmit: true,
};
/** `file.mts(line,column): error TS1234: text`; further lines of a text are indented. */
const COMPLAINT = /^(\S+\.mts)\((\d+),\d+\): error \w+: (.*(?:\n .*)*)/gm;

/** @returns `{ errorsOf(page, line), compiled(page, line) }`: the complaints of the compiler, and the JavaScript. */
export function compileBlocks(blocks, scratch) {
  const directory = join(scratch, 'typescript');
  mkdirSync(directory, { recursive: true });
  linkPackages(directory);
  const fileOf = (page, line) => `${page.replace(/\W+/g, '-')}-${line}.mts`;
  const texts = new Map(
    blocks.map(({ page, line, text }) => [fileOf(page, line), atTheirLines([{ line, text }]).join('\n')]),
  );
  for (const [file, text] of texts) writeFileSync(join(directory, file), text);
  const complaints = texts.size === 0 ? [] : [...compile(directory, [...texts.keys()]).matchAll(COMPLAINT)];
  return {
    errorsOf: (page, line) =>
      complaints
        .filter(([, file]) => file === fileOf(page, line))
        .map(([, , at, text]) => `${page}:${at}: ${text}`),
    compiled(page, line) {
      const fileName = fileOf(page, line);
      const compilerOptions = ts.convertCompilerOptionsFromJson(OPTIONS, directory).options;
      return ts.transpileModule(texts.get(fileName), { compilerOptions, fileName }).outputText;
    },
  };
}

/** @returns what the compiler prints @throws when it could not begin */
function compile(directory, files) {
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files }));
  const args = [COMPILER, '-p', directory, '--pretty', 'false'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' });
  // The sources have options of their own: complaints about them count for nothing.
  if (status !== 0 && !/: error TS\d/.test(stdout))
    throw new Error(`the compiler ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}
