/**
 * Writes files and directories beside the cluster with the right owner.
 *
 * A plain user and root (sudo) may use the same data directory in turn. Files that root writes belong to the owner of
 * their directory, so that the plain user can read them later. Files are replaced by rename, never opened in place: a
 * reader sees the old or the new content, and root never writes through a symbolic link of another user.
 */
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  type FileHandle,
  lchown,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from './embedded-database-error.js';

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Creates a file that must not exist, with exactly this mode. @param owner default: the owner of its directory. */
export async function createFile(path: string, mode: number, owner?: Owner): Promise<FileHandle> {
  const handle = await open(path, 'wx', mode);
  try {
    await handle.chmod(mode);
    if (isRoot()) {
      const { uid, gid } = owner ?? (await stat(dirname(path)));
      await handle.chown(uid, gid);
    }
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Replaces the content of a file atomically and durably: when this returns, the new content survives a power cut. */
export async function replaceFile(path: string, content: string, mode: number): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const handle = await createFile(draft, mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
  await syncDirectory(dirname(path));
}

/** Creates a directory if it is missing. An existing one keeps its mode and owner. */
export async function ensureDirectory(path: string, mode: number, owner?: Owner): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    throw error;
  }
  await chmod(path, mode);
  if (isRoot()) {
    const { uid, gid } = owner ?? (await stat(dirname(path)));
    await chown(path, uid, gid);
  }
}

/** Makes a rename in this directory survive a power cut, on platforms that can open directories. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Changes the owner of a directory tree: of symbolic links, never of their targets. */
export async function giveTree(path: string, owner: Owner): Promise<void> {
  await lchown(path, owner.uid, owner.gid);
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  }
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

export async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}

export interface Owner {
  uid: number;
  gid: number;
}
