// The sdist and the wheel of clients/python, and the programs of Python that a release needs.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../build-first.mjs';
import { installPythonPackage } from '../python-environment.mjs';

const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url));

/** Installs hatchling, uv and pypiserver, once. @returns {string} the folder with their programs and their Python */
export function pythonPrograms() {
  const version = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  return installPythonPackage('release', version, { requirements: ['--require-hashes', '-r', REQUIREMENTS] });
}

/** Builds the sdist from a copy of the sources, and the wheel from the sdist; both heed `.gitignore`. The build has written their types. */
export function buildDistributions(folder) {
  const programs = pythonPrograms();
  const copy = mkdtempSync(join(tmpdir(), 'offprint-distributions-'));
  const source = join(copy, 'clients/python');
  try {
    cpSync(join(root, '.gitignore'), join(copy, '.gitignore'));
    cpSync(join(root, 'clients/python'), source, {
      recursive: true,
      filter: (path) => !/\/(dist|\.venv|__pycache__|\.\w+_cache)$/.test(path),
    });
    const options = ['--quiet', '--no-build-isolation', '--no-create-gitignore', '--no-cache'];
    const python = join(programs, 'python');
    execFileSync(
      join(programs, 'uv'),
      ['build', ...options, '--python', python, '--out-dir', folder, source],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
