// The Patroni of the trials: the lowest version that docs/high-availability.md allows, from PyPI. `PATRONI=/usr/bin/patroni npm run
// prove -- --cluster` uses another version. Debian's version is older; `cluster check` must reject it.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { installPythonPackage } from '../../scripts/python-environment.mjs';

const run = promisify(execFile);
const PSYCOPG = '3.2.13';
/** Debian's Python: PostgreSQL's account runs it and may not reach a Python of another account. */
const DEBIAN_PYTHON = '/usr/bin/python3';
export const DEBIAN_PATRONI = '/usr/bin/patroni';

/** Installs Patroni once, outside of the namespaces of a run, which have no network. @returns {Promise<string>} the environment */
export async function installPatroni() {
  const { LOWEST_PATRONI } = await import('../../dist/cli/cluster-check.js');
  const requirements = [
    `patroni[etcd3,psycopg3]==${LOWEST_PATRONI}`,
    `psycopg==${PSYCOPG}`,
    `psycopg-binary==${PSYCOPG}`,
  ];
  const python = existsSync(DEBIAN_PYTHON) ? DEBIAN_PYTHON : 'python3';
  return dirname(installPythonPackage('patroni', LOWEST_PATRONI, { requirements, python }));
}

/**
 * Mounts the environment below the directory of a run, which PostgreSQL's account can enter.
 * @returns {Promise<string[]>} the command line of Patroni
 */
export async function mountPatroni(directory) {
  if (process.env.PATRONI) return [process.env.PATRONI];
  const mounted = join(directory, 'patroni');
  await mkdir(mounted);
  await run('mount', ['--bind', await installPatroni(), mounted]);
  return [join(mounted, 'bin/python'), '-m', 'patroni'];
}

/** @returns {Promise<string>} the version of Debian's Patroni */
export async function debianPatroniVersion() {
  const { stdout } = await run(DEBIAN_PATRONI, ['--version']);
  return stdout.trim().split(' ').at(-1);
}
