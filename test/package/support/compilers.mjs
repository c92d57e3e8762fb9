// The releases of TypeScript that a project outside of the repository may use, each in a directory of its own.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, scratch } from './installation.mjs';

export const COMPILERS = ['5', '6'];

export const STRICT = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  types: ['node'],
};

const folderOf = (release) => join(scratch, `typescript-${release}`);

/** @returns the path of the compiler of a release. */
export const compilerOf = (release) => join(folderOf(release), 'node_modules/typescript/bin/tsc');

/** Before the tests, which run in parallel. */
export function installCompilers() {
  for (const release of COMPILERS) {
    mkdirSync(folderOf(release));
    writeFileSync(join(folderOf(release), 'package.json'), '{ "private": true }\n');
    install(folderOf(release), `typescript@${release}`);
  }
}
