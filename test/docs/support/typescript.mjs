// Compiles blocks of TypeScript, strictly, against the sources of the packages.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../../scripts/build-first.mjs';
import { atTheirLines } from '../../support/blocks.mjs';
import { linkPackages } from './programs.mjs';

const OPTIONS = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  skipLibCheck: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  esModuleInterop: true,
  types: ['node'],
  customConditions: ['@offprint/source'],
  paths: { offprint: [join(root, 'src/index.ts')], 'offprint/testing': [join(root, 'src/testing/index.ts')] },
};

/** @returns `{ errorsOf(page, line), compiled(page, line) }`: the complaints of the compiler, and the JavaScript. */
export function compileBlocks(blocks, scratch) {
  const directory = join(scratch, 'typescript');
  mkdirSync(directory, { recursive: true });
  linkPackages(directory);
  const fileOf = (page, line) => join(directory, `${page.replace(/\W+/g, '-')}-${line}.mts`);
  for (const { page, line, text } of blocks)
    writeFileSync(fileOf(page, line), atTheirLines([{ line, text }]).join('\n'));
  if (blocks.length === 0) return { errorsOf: () => [], compiled: () => '' };
  const files = blocks.map(({ page, line }) => fileOf(page, line));
  const program = ts.createProgram(files, { ...OPTIONS, typeRoots: [join(root, 'node_modules/@types')] });
  return {
    errorsOf: (page, line) =>
      ts
        .getPreEmitDiagnostics(program, program.getSourceFile(fileOf(page, line)))
        .filter(({ file }) => file?.fileName === fileOf(page, line))
        .map(({ file, start, messageText }) => {
          const at = file.getLineAndCharacterOfPosition(start).line + 1;
          return `${page}:${at}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
        }),
    compiled(page, line) {
      let code = '';
      const file = program.getSourceFile(fileOf(page, line));
      program.emit(file, (_name, text) => (code = text));
      return code;
    },
  };
}
