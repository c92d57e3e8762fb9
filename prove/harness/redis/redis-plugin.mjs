// Installs packages/redis-limits in a directory that PLUGINS can name: a copy of the built package beside a link to this build of the
// service.
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PACKAGE = join(ROOT, 'packages/redis-limits');
/** Scopes that the package imports. */
const IMPORTED = ['@nestjs', '@redis'];

/** Installs the package. @returns {Promise<{plugin: string, remove(): Promise<void>}>} the path for PLUGINS */
export async function installRedisPlugin() {
  const directory = await mkdtemp(join(tmpdir(), 'offprint-plugin-'));
  const modules = join(directory, 'node_modules');
  // Copied: an import in a linked package would be resolved from its real path.
  const installed = join(modules, '@offprint/redis-limits');
  await mkdir(installed, { recursive: true });
  await cp(join(PACKAGE, 'dist'), join(installed, 'dist'), { recursive: true });
  await cp(join(PACKAGE, 'package.json'), join(installed, 'package.json'));
  await symlink(ROOT, join(modules, 'offprint'));
  for (const scope of IMPORTED) await symlink(join(ROOT, 'node_modules', scope), join(modules, scope));
  return {
    plugin: join(installed, 'dist/index.js'),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
