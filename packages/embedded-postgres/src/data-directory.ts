/**
 * The cluster's files: created by initdb, checked for their version, repaired when the stored passwords are lost.
 *
 * initdb runs in a draft directory, which gets its final name when it is complete. An interrupted initdb leaves nothing
 * that looks like a cluster, and a complete cluster is never overwritten.
 */
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClusterHome } from './cluster-home.js';
import { EmbeddedDatabaseError, reasonOf } from './embedded-database-error.js';
import { createFile, ensureDirectory, exists, remove, syncDirectory } from './owned-files.js';
import { runAs } from './postgres-account.js';
import { type PostgresBinaries, program } from './postgres-binaries.js';

/** The bootstrap role: creates the client's role and database, adopts and repairs. Clients never connect as it. */
export const SUPERUSER = 'postgres';
const DRAFT_PREFIX = 'data.new-';
const PASSWORD_PREFIX = 'initdb-password-';

/** Returns whether there is a cluster to start. @throws when its major version differs from that of the programs. */
export async function hasCluster(home: ClusterHome, installed: PostgresBinaries): Promise<boolean> {
  const version = (await readFile(join(home.data, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  const major = installed.version.split('.')[0] ?? '';
  if (version === '') return false;
  if (version === major) return true;
  throw new EmbeddedDatabaseError(
    `The database in ${home.data} was made by PostgreSQL ${version}, and the installed package contains PostgreSQL ${major}.`,
    `Nothing was changed. Move the data with pg_dump of version ${version} and a restore into a new data directory, install the version that made it, or use a PostgreSQL of your own.`,
  );
}

/** Creates a cluster in `home.data`, after removing leftovers of interrupted attempts. */
export async function initialise(home: ClusterHome, binaries: PostgresBinaries): Promise<void> {
  if (home.state.initialised) throw lost(home);
  await removeLeftovers(home);
  const token = randomBytes(6).toString('hex');
  const draft = join(home.path, `${DRAFT_PREFIX}${token}`);
  const passwordFile = join(home.path, `${PASSWORD_PREFIX}${token}`);
  try {
    await ensureDirectory(draft, 0o700, home.account.owner);
    const handle = await createFile(passwordFile, 0o600, home.account.owner);
    await handle.writeFile(`${home.state.superuserPassword}\n`);
    await handle.close();
    await runInitdb(home, binaries, draft, passwordFile);
    await rename(draft, home.data);
    await syncDirectory(dirname(home.data));
  } finally {
    await Promise.all([remove(passwordFile), remove(draft)]);
  }
}

async function runInitdb(
  home: ClusterHome,
  binaries: PostgresBinaries,
  target: string,
  passwordFile: string,
): Promise<void> {
  const locale = ['--no-locale', '--encoding=UTF8', ...localeOf(Number.parseInt(binaries.version, 10))];
  const access = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const args = ['-D', target, ...locale, ...access, '--data-checksums', '--no-instructions'];
  const command = program(binaries, 'initdb');
  const { code, output } = await runAs(home.account, command, args).catch((error: unknown) => ({
    code: 'an error at its start',
    output: reasonOf(error),
  }));
  if (code === 0) return;
  throw new EmbeddedDatabaseError(
    `PostgreSQL's initdb could not make a database below ${home.path} as ${home.account.name} (it ended with ${code}).`,
    remedyFor(output),
    output,
  );
}

/** PostgreSQL's built-in C.UTF-8, not the operating system's: text sorts the same on every machine. Since PostgreSQL 17. */
function localeOf(major: number): string[] {
  return major < 17 ? ['--lc-ctype=C.UTF-8'] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}

function remedyFor(output: string): string {
  if (/could not look up effective user ID|user does not exist/.test(output)) {
    return 'The current user has no entry in /etc/passwd and PostgreSQL needs one: add it, or use a PostgreSQL of your own.';
  }
  if (/No space left/.test(output))
    return 'The disk is full: free some space, or choose a data directory on another disk.';
  return 'Its last output follows; choose another data directory, or use a PostgreSQL of your own.';
}

async function removeLeftovers(home: ClusterHome): Promise<void> {
  for (const name of await readdir(home.path)) {
    if (name.startsWith(DRAFT_PREFIX) || name.startsWith(PASSWORD_PREFIX))
      await remove(join(home.path, name));
  }
  if (!(await exists(home.data))) return;
  // No cluster (no PG_VERSION), and not made here, where only complete ones get this name: keep it under another name.
  await rename(home.data, `${home.data}.incomplete-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
}

function lost(home: ClusterHome): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The database that was in ${home.data} is gone, and an empty one is not created in its place automatically.`,
    'Restore it from a backup, or delete postgres.json in the data directory to start with an empty database.',
  );
}

/** Sets the superuser's stored password while the server is down, which needs no old password. */
export async function resetSuperuserPassword(home: ClusterHome, binaries: PostgresBinaries): Promise<void> {
  const statement = `ALTER ROLE ${SUPERUSER} LOGIN PASSWORD '${home.state.superuserPassword}'\n`;
  const args = ['--single', '-D', home.data, 'postgres'];
  const { code, output } = await runAs(home.account, program(binaries, 'postgres'), args, statement);
  if (code === 0 && !/ERROR|FATAL/.test(output)) return;
  throw new EmbeddedDatabaseError(
    `The password of the database in ${home.data} is not stored and could not be reset (it ended with ${code}).`,
    'Restore postgres.json in the data directory from a backup.',
    output,
  );
}
