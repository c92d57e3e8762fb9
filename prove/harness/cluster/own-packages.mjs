// A second build of the service beside that of the checkout: it must import its own packages.
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Links packages of `directory` into its `dist/`, where modules find them before those of the checkout. */
export async function linkPackages(directory, names) {
  const scope = join(directory, 'dist/node_modules/@offprint');
  await mkdir(scope, { recursive: true });
  for (const name of names) await symlink(join('../../../packages', name), join(scope, name));
}
