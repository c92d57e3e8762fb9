// A second build of the service beside that of the checkout: it must import its own packages.
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Extensions that come with the service: they import `offprint`, and must get the classes of their own build. */
const EXTENSIONS = ['procedural-engine', 'request-log'];

/** Links packages of `directory` into its `dist/`, where modules find them before those of the checkout. */
export async function linkPackages(directory, names) {
  const scope = join(directory, 'dist/node_modules/@offprint');
  await mkdir(scope, { recursive: true });
  for (const name of names) await symlink(join('../../../packages', name), join(scope, name));
  for (const name of EXTENSIONS.filter((one) => names.includes(one))) {
    const own = join(directory, 'packages', name, 'node_modules');
    await mkdir(join(own, '@offprint'), { recursive: true });
    await symlink('../../..', join(own, 'offprint'));
    await symlink('../../../postgres', join(own, '@offprint/postgres'));
  }
}
