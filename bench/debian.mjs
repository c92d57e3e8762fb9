/** Finds the reference programs that npm does not provide in PATH, or installs them on Debian. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's directory of PostgreSQL programs. */
const POSTGRESQL = '/usr/lib/postgresql';

/** Returns the program's path; as root on Debian, installs a missing package. @throws when the program is missing. */
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

/** Installs a package. A fresh machine has no package lists, so a failure is retried after an update. */
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
