/**
 * Compiles the built-in engine for a test that needs real child processes: a child runs plain JavaScript, and the build in
 * dist/ may be stale or incomplete. The copy is below node_modules, so that packages resolve.
 */
import { cp, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'src');

export interface CompiledEngine {
  /** The test removes it at its end. */
  directory: string;
  /** The engine's own child entry. */
  entry: string;
  /** A child whose operations are those of `fixture-child.mjs`. */
  fixtureEntry: string;
  /** A program that runs one hanging task and waits to be killed: `node parentEntry <task directory>`. */
  parentEntry: string;
}

export async function compileEngine(): Promise<CompiledEngine> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const directory = await mkdtemp(join(cache, 'engine-'));
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /(?<!\.spec|\.d)\.ts$/.test(entry.name));
  for (const file of files) {
    const from = join(file.parentPath, file.name);
    const to = join(directory, relative(source, from)).replace(/\.ts$/, '.js');
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, (await transformFile(from, { swcrc: true, root, sourceMaps: false })).code);
  }
  await writeFile(join(directory, 'package.json'), '{"type":"module"}');
  for (const name of ['fixture-child.mjs', 'fixture-parent.mjs']) {
    await cp(join(root, 'test/support', name), join(directory, name));
  }
  return {
    directory,
    entry: join(directory, 'host/engine-child.js'),
    fixtureEntry: join(directory, 'fixture-child.mjs'),
    parentEntry: join(directory, 'fixture-parent.mjs'),
  };
}
