/** Programs that the benchmark compares with and npm does not have: found in PATH, or installed where that can be done. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian keeps PostgreSQL's own programs. */
const POSTGRESQL = '/usr/lib/postgresql';

/** @returns the program's path; as root on Debian its package is installed when it is missing. @throws when it is not there. */
export function findProgram(name, debianPackage, log) {
  const found = locate(name);
  if (found) return found;
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    log(`${name} is missing: apt-get install ${debianPackage}`);
    install(debianPackage);
    const now = locate(name);
    if (now) return now;
  }
  throw new Error(`the benchmark needs ${name}, which is not in PATH: install it (Debian: ${debianPackage})`);
}

function locate(name) {
  const directories = (process.env.PATH ?? '').split(':');
  const versions = existsSync(POSTGRESQL) ? readdirSync(POSTGRESQL) : [];
  return [...directories, ...versions.map((version) => join(POSTGRESQL, version, 'bin'))]
    .filter(Boolean)
    .map((directory) => join(directory, name))
    .find((path) => existsSync(path));
}

/** A machine that has never installed anything has no lists of packages yet. */
function install(debianPackage) {
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status;
  const options = ['install', '--yes', '--no-install-recommends', debianPackage];
  if (apt(...options) !== 0) {
    apt('update');
    apt(...options);
  }
}
