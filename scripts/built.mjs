// Answers "is dist/ what src/ says?" and builds when it is not: `npm start`, the demo and the command-line tools all
// begin with it. Names, sizes and times of the sources are compared with those of the last build, and not with the
// times in dist/, so that a deleted source, an older checkout or a clock that was wrong are noticed as well.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const FINGERPRINT = '.built-from';

/** What src/ looks like now. */
export function fingerprint() {
  const entries = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of [...files, join(root, '.swcrc'), join(root, 'scripts/build.mjs')].sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** True when dist/ is up to date, or when there is nothing to build from (an image that holds dist/ alone). */
export function isBuilt() {
  if (!existsSync(join(root, 'dist/main.js'))) return false;
  if (!existsSync(join(root, 'src'))) return true;
  try {
    return readFileSync(join(root, 'dist', FINGERPRINT), 'utf8') === fingerprint();
  } catch {
    return false;
  }
}

/** Builds when needed, in a process of its own: the compiler's memory is given back. @returns false when that failed. */
export function ensureBuilt({ quiet = false } = {}) {
  if (isBuilt()) return true;
  const stdio = ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'];
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio });
  if (status === 0) return true;
  console.error('The build failed; what is wrong is said above.');
  return false;
}
