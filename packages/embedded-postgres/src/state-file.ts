/**
 * `postgres.json` in the data directory: the state of the cluster from one start to the next. It contains the passwords,
 * so only its owner may read it (0600).
 */
import { randomBytes } from 'node:crypto';
import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedDatabaseError, errorCode, reasonOf } from './embedded-database-error.js';
import { replaceFile } from './owned-files.js';

export interface ClusterState {
  /** The cluster's home: "postgres" (in the data directory, which may be moved) or an absolute path elsewhere. */
  home: string;
  /** Set while a cluster moves from this path to `home`. */
  movedFrom?: string;
  /** True since the cluster was complete: if it is missing later, the start fails instead of creating an empty one. */
  initialised: boolean;
  /** The last TCP port. */
  port?: number;
  /** Password of the role "postgres". */
  superuserPassword: string;
  /** Password of the client's role. */
  password: string;
}

export function stateFilePath(dataDirectory: string): string {
  return join(dataDirectory, 'postgres.json');
}

export function newState(home: string): ClusterState {
  const [superuserPassword, password] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
  return { home, initialised: false, superuserPassword, password };
}

/** Returns the state, or undefined when there is none yet. @throws for an unreadable file, which may name real data. */
export async function readState(dataDirectory: string): Promise<ClusterState | undefined> {
  const path = stateFilePath(dataDirectory);
  try {
    const state = JSON.parse(await readFile(path, 'utf8')) as Partial<ClusterState>;
    const { home, superuserPassword, password } = state;
    if (!home || !superuserPassword || !password) throw new SyntaxError('a field is missing');
    if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600); // copied without its mode
    return { ...state, home, superuserPassword, password, initialised: state.initialised ?? true };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    const reason = reasonOf(error);
    throw new EmbeddedDatabaseError(
      `${path}, which names the directory of the embedded PostgreSQL's data, cannot be read (${reason}).`,
      'Restore it from a backup or make it readable; if the data is in the directory "postgres" beside it, delete the file and it is created again.',
      '',
      error,
    );
  }
}

export async function writeState(dataDirectory: string, state: ClusterState): Promise<void> {
  await replaceFile(stateFilePath(dataDirectory), `${JSON.stringify(state, null, 2)}\n`, 0o600);
}
