// A second build of the service beside that of the checkout: it must import its own packages.
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The built-in engine is an extension: it imports `offprint`, and must get the classes of its own build. */
const EXTENSION = 'procedural-engine';

/** Links packages of `directory` into its `dist/`, where modules find them before those of the checkout. */
export async function linkPackages(directory, names) {
  const scope = join(directory, 'dist/node_modules/@offprint');
  await mkdir(scope, { recursive: true });
  for (const name of names) await symlink(join('../../../packages', name), join(scope, name));
  if (!names.includes(EXTENSION)) return;
  const own = join(directory, 'packages', EXTENSION, 'node_modules');
  await mkdir(own, { recursive: true });
  await symlink('../../..', join(own, 'offprint'));
}
