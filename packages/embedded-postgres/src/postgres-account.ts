/**
 * The system account that PostgreSQL runs as. As a plain user that is the user; PostgreSQL refuses root, so as root
 * it is an unprivileged account: the one that owns an existing cluster, else `postgres`, else one made for us.
 *
 * This file also runs programs as that account, and asks the kernel on its behalf what it can reach: mode bits alone
 * would not show access lists or `noexec` mounts.
 */
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { isRoot, type Owner } from './owned-files.js';

const execute = promisify(execFile);

export interface PostgresAccount {
  name: string;
  /** Set only when we are root and must step down; undefined means: as ourselves. */
  owner?: Owner;
}

export interface Finished {
  /** The exit code, or the signal's name. */
  code: number | string;
  output: string;
}

/** `clusterOwner` is who owns the existing cluster, if there is one. `log` hears about a weak choice. */
export async function choosePostgresAccount(
  clusterOwner: Owner | undefined,
  log: (line: string) => void,
): Promise<PostgresAccount> {
  if (!isRoot()) return { name: 'the current user' };
  if (clusterOwner && clusterOwner.uid !== 0) return { name: `uid ${clusterOwner.uid}`, owner: clusterOwner };
  for (const name of ['postgres', '_postgres', 'offprint']) {
    const owner = await lookUp(name);
    if (owner) return { name, owner };
  }
  const made = await makeAccount('offprint');
  if (made) {
    log('made the system account "offprint" for the embedded PostgreSQL, which refuses to run as root');
    return made;
  }
  const owner = await lookUp('nobody');
  if (owner) {
    log('the embedded PostgreSQL runs as "nobody": no account of its own could be made');
    return { name: 'nobody', owner };
  }
  throw new EmbeddedDatabaseError(
    'The service runs as root, PostgreSQL refuses to, and no unprivileged account exists or could be made.',
    'Create one (useradd --system postgres), run the service as a plain user, or set DATABASE_URL to use your own PostgreSQL.',
  );
}

async function lookUp(name: string): Promise<Owner | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number.parseInt((await execute('id', [flag, name])).stdout, 10)),
    );
    return uid && gid !== undefined ? { uid, gid } : undefined; // uid 0 under another name is root still
  } catch {
    return undefined;
  }
}

async function makeAccount(name: string): Promise<PostgresAccount | undefined> {
  const ways: [string, string[]][] = [
    [
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--home-dir', '/', '--shell', '/bin/false', name],
    ],
    ['adduser', ['-S', '-D', '-H', '-h', '/', '-s', '/bin/false', name]], // BusyBox
  ];
  for (const [program, args] of ways) {
    await execute(program, args).catch(() => undefined);
    const owner = await lookUp(name);
    if (owner) return { name, owner };
  }
  return undefined;
}

/** PostgreSQL gets no secret of the service's environment, and a locale that every machine has. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, SYSTEMROOT } = process.env;
  return { PATH, TMPDIR, SYSTEMROOT, LANG: 'C', LC_ALL: 'C' };
}

/** Runs a program to its end as the account. Rejects only when it cannot be started at all. */
export function runAs(
  account: PostgresAccount,
  program: string,
  args: string[],
  input = '',
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...account.owner,
      cwd: process.platform === 'win32' ? undefined : '/',
      env: postgresEnvironment(),
      stdio: 'pipe',
      windowsHide: true,
    });
    let output = '';
    const collect = (chunk: Buffer): void => void (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.stdin.on('error', () => undefined); // it ended without reading: its exit code says why
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? signal ?? 'unknown', output }));
  });
}

/** True when the account can enter every directory and read every file named. */
export async function canReach(
  account: PostgresAccount,
  paths: { directories?: string[]; files?: string[]; programs?: string[] },
): Promise<boolean> {
  if (process.platform === 'win32') return true;
  const { directories = [], files = [], programs = [] } = paths;
  const checks = [
    ...directories.flatMap((path) => ['-x', path]),
    ...files.flatMap((path) => ['-r', path]),
    ...programs.flatMap((path) => ['-x', path]),
  ];
  const script = 'while [ $# -gt 0 ]; do [ "$1" "$2" ] || exit 1; shift 2; done';
  return (await runAs(account, '/bin/sh', ['-c', script, 'sh', ...checks])).code === 0;
}
