/**
 * Chooses the system account of PostgreSQL. A plain user runs it as itself. PostgreSQL does not run as root, so root runs
 * it as an unprivileged account: the owner of an existing cluster, else `postgres`, else a new one.
 *
 * Also runs programs as that account, and checks as that account what it can reach: mode bits do not show access lists or
 * `noexec` mounts.
 */
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { isRoot, type Owner } from './owned-files.js';

const execute = promisify(execFile);

export interface PostgresAccount {
  name: string;
  /** Set when this process runs as root; undefined: the current user. */
  owner?: Owner;
}

export interface Finished {
  /** The exit code, or the signal's name. */
  code: number | string;
  output: string;
}

/** @param clusterOwner the owner of the existing cluster, if there is one. */
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
    log('created the system account "offprint" for the embedded PostgreSQL, which does not run as root');
    return made;
  }
  const owner = await lookUp('nobody');
  if (owner) {
    log('the embedded PostgreSQL runs as "nobody": no account of its own could be created');
    return { name: 'nobody', owner };
  }
  throw new EmbeddedDatabaseError(
    'This process runs as root, PostgreSQL does not run as root, and no unprivileged account exists or could be created.',
    'Create one (useradd --system postgres), run it as a plain user, or use a PostgreSQL of your own.',
  );
}

async function lookUp(name: string): Promise<Owner | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number.parseInt((await execute('id', [flag, name])).stdout, 10)),
    );
    return uid && gid !== undefined ? { uid, gid } : undefined; // uid 0 is root under any name
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

/** Returns the environment of PostgreSQL: no secrets of this process, and a locale that every machine has. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, SYSTEMROOT } = process.env;
  return { PATH, TMPDIR, SYSTEMROOT, LANG: 'C', LC_ALL: 'C' };
}

/** Runs a program as the account until it ends. Rejects only when it cannot be started. */
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
    child.stdin.on('error', () => undefined); // the program ended without reading: see its exit code
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? signal ?? 'unknown', output }));
  });
}

/** Returns whether the account can enter the directories, read the files and execute the programs. */
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
