/**
 * `postgres.json` below DATA_DIR: what the service must remember about its database from one run to the next.
 *
 * It holds the passwords, so only its owner may read it (0600).
 */
import { randomBytes } from 'node:crypto';
import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedDatabaseError, errorCode, reasonOf } from './embedded-database-error.js';
import { replaceFile } from './owned-files.js';

export interface ClusterState {
  /** Where the cluster lies: "postgres" (below DATA_DIR, which may be moved) or an absolute path elsewhere. */
  home: string;
  /** Set while a cluster is being moved to `home` from here (a path as in `home`). */
  movedFrom?: string;
  /** True once the cluster was complete: from then on a missing one is a loss to report, never one to make anew. */
  initialised: boolean;
  /** The TCP port used last. */
  port?: number;
  /** Of the role "postgres": makes the role and the database, adopts and repairs. */
  superuserPassword: string;
  /** Of the role the service works as. */
  password: string;
}

export function stateFilePath(dataDirectory: string): string {
  return join(dataDirectory, 'postgres.json');
}

export function newState(home: string): ClusterState {
  const [superuserPassword, password] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
  return { home, initialised: false, superuserPassword, password };
}

/** The state, or undefined when there is none yet. An unreadable one is an error: it may point to real data. */
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
      `${path}, which says where the embedded PostgreSQL's data lies, cannot be read (${reason}).`,
      'Restore it from a backup or make it readable; if the data lies in the directory "postgres" beside it, delete the file and it is made anew.',
      '',
      error,
    );
  }
}

export async function writeState(dataDirectory: string, state: ClusterState): Promise<void> {
  await replaceFile(stateFilePath(dataDirectory), `${JSON.stringify(state, null, 2)}\n`, 0o600);
}
