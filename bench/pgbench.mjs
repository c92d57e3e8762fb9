/** Finds and runs pgbench. Debian has it in postgresql-contrib; its version 15 speaks to our server 18 well. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cpuSecondsWithChildren } from './usage.mjs';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';

/** @returns the program's path; as root on Debian it is installed when missing. */
export function findPgbench(log) {
  const found = installed();
  if (found) return found;
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    log('pgbench is missing: apt-get install postgresql-contrib');
    const options = ['install', '--yes', '--no-install-recommends', 'postgresql-contrib'];
    spawnSync('apt-get', options, { stdio: ['ignore', 'ignore', 'inherit'] });
    const now = installed();
    if (now) return now;
  }
  throw new Error(
    'POST /api/generate is held against pgbench, which is not in PATH: install it (Debian: postgresql-contrib)',
  );
}

function installed() {
  const directories = (process.env.PATH ?? '').split(':');
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  return [...directories, ...versions.map((version) => join(DEBIAN, version, 'bin'))]
    .filter(Boolean)
    .map((directory) => join(directory, 'pgbench'))
    .find((path) => existsSync(path));
}

/** Runs a script. @returns transactions per second, and microseconds of PostgreSQL for each. */
export async function pgbench(
  program,
  { databaseUrl, postmasterPid },
  script,
  { clients, seconds, variables },
) {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const defines = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  const before = cpuSecondsWithChildren(postmasterPid);
  const { stdout } = await run(
    program,
    [
      ...['-h', hostname, '-p', port, '-U', username, '-n', '-M', 'prepared', '-f', script],
      ...['-c', String(clients), '-j', '2', '-T', String(Math.ceil(seconds)), ...defines, pathname.slice(1)],
    ],
    { env: { ...process.env, PGPASSWORD: decodeURIComponent(password) } },
  );
  const used = before === null ? null : cpuSecondsWithChildren(postmasterPid) - before;
  const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1];
  const transactions = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  if (!perSecond || (failed && failed !== '0')) throw new Error(`pgbench: ${stdout}`);
  return { perSecond, cpuDatabase: used === null ? null : (used * 1e6) / transactions };
}
