// Answers "is what was built what the sources say?" and builds when it is not: `npm start`, the demo and the
// command-line tools all begin with it. Names, sizes and times of the sources are compared with those of the last build,
// and not with the times of what it wrote, so that a deleted source, an older checkout or a clock that was wrong are
// noticed as well.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const FINGERPRINT = '.built-from';

const packagePart = (name) => ({
  to: `packages/${name}/dist`,
  proof: 'index.js',
  folder: `packages/${name}/src`,
  beside: [`packages/${name}/.swcrc`, 'scripts/build.mjs'],
});

/** What the compiler makes: where it goes, the file that shows it is there, and what it is made of. */
export const COMPILED = {
  'embedded-postgres': packagePart('embedded-postgres'),
  'procedural-engine': packagePart('procedural-engine'),
  service: {
    to: 'dist',
    proof: 'main.js',
    folder: 'src',
    beside: ['.swcrc', 'scripts/build.mjs'],
  },
};

const PARTS = {
  ...COMPILED,
  dashboard: {
    to: 'dashboard/dist',
    proof: 'index.html',
    folder: 'dashboard/src',
    beside: ['index.html', 'package.json', 'vite.config.ts', 'scripts/build.mjs', 'scripts/size.mjs'].map(
      (name) => `dashboard/${name}`,
    ),
  },
};

/** What the sources of a part look like now. */
export function fingerprint(part) {
  const { folder, beside } = PARTS[part];
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !/\.spec\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of [...files, ...beside.map((name) => join(root, name))].sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** True when the part is up to date, or when there is nothing to build from (an image that holds the result alone). */
export function isPartBuilt(part) {
  const { to, proof, folder } = PARTS[part];
  if (!existsSync(join(root, folder))) return true;
  if (!existsSync(join(root, to, proof))) return false;
  try {
    return readFileSync(join(root, to, FINGERPRINT), 'utf8') === fingerprint(part);
  } catch {
    return false;
  }
}

export function isBuilt() {
  return existsSync(join(root, 'dist/main.js')) && Object.keys(PARTS).every(isPartBuilt);
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
