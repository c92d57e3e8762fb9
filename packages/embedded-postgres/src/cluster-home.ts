/**
 * Chooses the directory of the cluster, its home: `postgres` in the data directory if PostgreSQL's account can reach that.
 * As root below a directory that only root may enter, the account cannot, and this package never changes the permissions
 * of other directories: then the home is elsewhere, if possible where it survives a reboot, and `postgres.json` names it.
 *
 * A home contains `data` (the cluster), `log`, `postgresql.conf` and possibly a copy of PostgreSQL's programs. Only `data`
 * and `log` belong to the account; root writes nothing below those two.
 */
import { createHash } from 'node:crypto';
import { chmod, cp, lstat, readdir, readFile, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedDatabaseError, errorCode } from './embedded-database-error.js';
import { ensureDirectory, exists, giveTree, isRoot, type Owner, remove, replaceFile } from './owned-files.js';
import { canReach, choosePostgresAccount, type PostgresAccount } from './postgres-account.js';
import { stopAnyServer } from './postmaster.js';
import { type ClusterState, newState, readState, stateFilePath, writeState } from './state-file.js';

const LOCAL = 'postgres';
const BELONGS_TO = 'belongs-to';

export interface ClusterHome {
  path: string;
  /** The cluster itself (PGDATA). */
  data: string;
  log: string;
  account: PostgresAccount;
  state: ClusterState;
  /** False when the stored passwords are new and an existing cluster still has others. */
  hasKnownPasswords: boolean;
}

/** Finds the cluster's home or creates an empty one. The caller owns the data directory (see owner-lock). */
export async function settleHome(dataDirectory: string, log: (line: string) => void): Promise<ClusterHome> {
  const known = await readState(dataDirectory);
  const current = resolve(dataDirectory, known?.movedFrom ?? known?.home ?? LOCAL);
  const account = await choosePostgresAccount(await ownerOf(join(current, 'data')), log);
  const state = known ?? newState(LOCAL);
  const hasKnownPasswords = known !== undefined || !(await exists(join(current, 'data', 'PG_VERSION')));
  if (state.movedFrom !== undefined || !(await isReachable(dataDirectory, state.home, account))) {
    await chooseElsewhere(dataDirectory, state, account, log);
  }
  await writeState(dataDirectory, state);
  const path = resolve(dataDirectory, state.home);
  if (state.movedFrom !== undefined) {
    await move(resolve(dataDirectory, state.movedFrom), path);
    delete state.movedFrom;
    await writeState(dataDirectory, state);
  }
  await claimHome(path, dataDirectory, state);
  await ensureDirectory(join(path, 'log'), 0o700, account.owner);
  for (const name of ['data', 'log']) await giveToAccount(join(path, name), account);
  return { path, data: join(path, 'data'), log: join(path, 'log'), account, state, hasKnownPasswords };
}

async function ownerOf(path: string): Promise<Owner | undefined> {
  return stat(path).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => undefined,
  );
}

async function isReachable(dataDirectory: string, home: string, account: PostgresAccount): Promise<boolean> {
  const path = resolve(dataDirectory, home);
  if (await exists(path)) {
    await makeTraversable(path);
    return canReach(account, { directories: [path] });
  }
  return canReach(account, { directories: [home === LOCAL ? dataDirectory : dirname(path)] });
}

/** As root, lets the account pass through the home, which other accounts still cannot list. */
async function makeTraversable(path: string): Promise<void> {
  const found = await stat(path);
  if (isRoot() && found.uid === 0 && (found.mode & 0o711) !== 0o711) await chmod(path, 0o711);
}

/** Sets `state.home` to a directory that the account can reach, and `state.movedFrom` when a cluster must move there. */
async function chooseElsewhere(
  dataDirectory: string,
  state: ClusterState,
  account: PostgresAccount,
  log: (line: string) => void,
): Promise<void> {
  if (state.movedFrom !== undefined) return; // an interrupted move: the caller finishes it
  const from = resolve(dataDirectory, state.home);
  if (state.home !== LOCAL) throw unreachable(from, account);
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16);
  for (const parent of ['/var/lib/offprint', '/var/tmp/offprint', join(tmpdir(), 'offprint')]) {
    if (!(await claimParent(parent)) || !(await canReach(account, { directories: [parent] }))) continue;
    const home = join(parent, name);
    await setAside(home, log);
    if (await exists(join(from, 'data'))) state.movedFrom = state.home;
    state.home = home;
    log(`${account.name} cannot reach ${dataDirectory}: the embedded PostgreSQL keeps its data in ${home}`);
    return;
  }
  throw unreachable(from, account);
}

function unreachable(path: string, account: PostgresAccount): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `PostgreSQL runs as ${account.name}, because it refuses root, and that account cannot reach ${path}.`,
    'Choose a data directory that other accounts may pass through, start it as the user who owns this one, or use a PostgreSQL of your own.',
  );
}

/** True for a directory (not a link) that belongs to root and that only root may change, for use in world-writable ones. */
async function claimParent(path: string): Promise<boolean> {
  try {
    await ensureDirectory(path, 0o711, { uid: 0, gid: 0 });
    const found = await lstat(path);
    return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/**
 * Renames a home that no `postgres.json` names, after stopping its server. Its data directory was deleted, so the user
 * wants an empty database; the old data is kept under the new name.
 */
async function setAside(home: string, log: (line: string) => void): Promise<void> {
  if (!(await exists(home))) return;
  await stopAnyServer(join(home, 'data'));
  const aside = `${home}.unclaimed-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  await rename(home, aside);
  log(
    `the database of an earlier data directory at this place was kept in ${aside}; delete it when it is not needed`,
  );
}

/** Moves a home. Safe to interrupt and repeat, because a rename puts the complete data in its new place. */
async function move(from: string, to: string): Promise<void> {
  if (await exists(join(to, 'data'))) return;
  await stopAnyServer(join(from, 'data'));
  try {
    await rename(from, to);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    const draft = `${to}.copying`;
    await remove(draft);
    await cp(from, draft, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await rename(draft, to);
    await remove(from);
  }
}

/** Creates the home and marks its owner: a copied data directory must not share the cluster of its original. */
async function claimHome(path: string, dataDirectory: string, state: ClusterState): Promise<void> {
  await ensureDirectory(path, isRoot() ? 0o711 : 0o700);
  await makeTraversable(path);
  if (state.home === LOCAL) return;
  const mark = join(path, BELONGS_TO);
  const holder = (await readFile(mark, 'utf8').catch(() => '')).trim();
  if (holder !== '' && holder !== dataDirectory) {
    const theirs = await readState(holder).catch(() => undefined);
    if (theirs && resolve(holder, theirs.home) === path) {
      throw new EmbeddedDatabaseError(
        `${dataDirectory} is a copy of ${holder}, whose database is in ${path}, and only one of them may use it.`,
        `Delete ${stateFilePath(dataDirectory)} to give the copy an empty database, or use a PostgreSQL of your own.`,
      );
    }
  }
  if (holder !== dataDirectory) await replaceFile(mark, `${dataDirectory}\n`, 0o600);
}

/** Gives files copied by root to the account: PostgreSQL rejects a cluster of another owner or open to other accounts. */
async function giveToAccount(path: string, account: PostgresAccount): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return;
  if (isRoot() && account.owner && found.uid === 0) {
    await giveTree(path, account.owner);
  } else if (!isRoot() && process.getuid && found.uid !== process.getuid()) {
    throw new EmbeddedDatabaseError(
      `The database in ${path} belongs to the account with uid ${found.uid}, not to this user (uid ${process.getuid()}).`,
      'Start it as the account that made it (probably root), change the owner of the files (chown -R), or choose another data directory.',
    );
  }
  if ((found.mode & 0o077) !== 0 && (await readdir(path)).length > 0) await chmod(path, 0o700);
}
