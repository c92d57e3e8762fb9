/**
 * Where the cluster lies. Its home is `DATA_DIR/postgres` whenever PostgreSQL's account can reach that. As root in a
 * directory that only root may enter it cannot, and we never loosen permissions of directories that are not ours: then
 * the home is elsewhere, where it survives a reboot if the machine allows, and `postgres.json` points to it.
 *
 * A home holds: `data` (the cluster, owned by the account), `log`, `postgresql.conf`, and perhaps a copy of
 * PostgreSQL's programs. Only `data` and `log` belong to the account; root writes nothing below those two.
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
  /** False when the passwords on record are new and an existing cluster does not know them yet. */
  passwordsKnown: boolean;
}

/** Finds the cluster's home or makes an empty one. The caller owns the data directory (see owner-lock). */
export async function settleHome(dataDirectory: string, log: (line: string) => void): Promise<ClusterHome> {
  const known = await readState(dataDirectory);
  const current = resolve(dataDirectory, known?.movedFrom ?? known?.home ?? LOCAL);
  const account = await choosePostgresAccount(await ownerOf(join(current, 'data')), log);
  const state = known ?? newState(LOCAL);
  const passwordsKnown = known !== undefined || !(await exists(join(current, 'data', 'PG_VERSION')));
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
  for (const name of ['data', 'log']) await takeOverFromRoot(join(path, name), account);
  return { path, data: join(path, 'data'), log: join(path, 'log'), account, state, passwordsKnown };
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

/** A home is our own directory: as root its account must be able to pass through, and nobody can list it. */
async function makeTraversable(path: string): Promise<void> {
  const found = await stat(path);
  if (isRoot() && found.uid === 0 && (found.mode & 0o711) !== 0o711) await chmod(path, 0o711);
}

/** Sets `state.home` to a directory that the account reaches; an existing cluster is to be moved there. */
async function chooseElsewhere(
  dataDirectory: string,
  state: ClusterState,
  account: PostgresAccount,
  log: (line: string) => void,
): Promise<void> {
  if (state.movedFrom !== undefined) return; // an interrupted move: finish it
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
    'Set DATA_DIR to a directory that other accounts may pass through, run the service as the plain user who owns this one, or set DATABASE_URL to use your own PostgreSQL.',
  );
}

/** Below directories that everybody may write to, only a real directory of our own that nobody else can change. */
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
 * A home that no `postgres.json` points to is left of a data directory that was deleted: whoever deletes it wants to
 * begin anew, so its server is stopped and the old data is kept under another name.
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

/** Moves a home; safe to interrupt and repeat, because the data appears at its new place in one step. */
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

/** Makes the home and marks whose it is: a copied DATA_DIR must not share the cluster of its original. */
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
        `${dataDirectory} is a copy of ${holder}, whose database lies in ${path}, and two services must not share it.`,
        `Delete ${stateFilePath(dataDirectory)} to give the copy a database of its own, or set DATABASE_URL.`,
      );
    }
  }
  if (holder !== dataDirectory) await replaceFile(mark, `${dataDirectory}\n`, 0o600);
}

/** PostgreSQL refuses a cluster that is not its account's or open to others: what root has copied is handed over. */
async function takeOverFromRoot(path: string, account: PostgresAccount): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return;
  if (isRoot() && account.owner && found.uid === 0) {
    await giveTree(path, account.owner);
  } else if (!isRoot() && process.getuid && found.uid !== process.getuid()) {
    throw new EmbeddedDatabaseError(
      `The database in ${path} belongs to the account with uid ${found.uid}, not to this user (uid ${process.getuid()}).`,
      'Start the service as it was started before (probably as root), hand the directory over (chown -R), or set DATA_DIR to another directory.',
    );
  }
  if ((found.mode & 0o077) !== 0 && (await readdir(path)).length > 0) await chmod(path, 0o700);
}
