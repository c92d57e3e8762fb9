// The releases of TypeScript that a project outside of the repository may use, each by a name of its own.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, scratch } from './installation.mjs';

/** Releases of TypeScript. CI has little time: it tries the oldest and the newest. */
export const COMPILERS = process.env.CI ? ['5', '7'] : ['5', '6', '7'];

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

const folder = join(scratch, 'compilers');

/** @returns the path of the compiler of a release. */
export const compilerOf = (release) => join(folder, `node_modules/typescript-${release}/bin/tsc`);

/** Before the tests, which run in parallel. */
export function installCompilers() {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  install(folder, ...COMPILERS.map((release) => `typescript-${release}@npm:typescript@${release}`));
}
