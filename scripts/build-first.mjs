// Builds before a command uses what is built. `npm run build` (wireit) compares the sources with those of the last build
// and skips what is up to date. In an image there are no sources, so nothing is built there.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** A run of many commands sets it to this checkout once it has built: asking again takes a second of each. */
const BUILT = 'OFFPRINT_BUILT';
export const isBuilt = () => process.env[BUILT] === root;
export const setBuilt = () => void (process.env[BUILT] = root);

/**
 * Builds in a process of its own.
 * @param {{quiet?: boolean, script?: string}} [options] `quiet` keeps standard output free for the command
 * @returns false when it failed
 */
export function buildFirst({ quiet = false, script = 'build' } = {}) {
  if (!existsSync(join(root, 'src')) || isBuilt()) return true;
  const stdio = ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'];
  const { status } = spawnSync('npm', ['run', '--silent', script], { cwd: root, stdio });
  if (status === 0) return true;
  console.error('The build failed; its errors are above.');
  return false;
}

/** For commands of a running installation, which `npm start` has built: they build only what a fresh clone lacks. */
export function buildIfMissing() {
  return existsSync(join(root, 'dist/main.js')) || buildFirst({ quiet: true });
}
