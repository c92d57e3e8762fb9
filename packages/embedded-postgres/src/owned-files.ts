/**
 * Files and directories that the service writes beside the cluster, and who owns them.
 *
 * The same data directory may be used by a plain user today and by root tomorrow (sudo). So what root writes belongs
 * to the owner of the directory it lies in, or the plain user could not read it the day after. Files are replaced by
 * rename, never opened in place: a reader sees the old or the new content, and root never writes through a symbolic
 * link somebody left there.
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

/** Opens a file that must not exist yet, with exactly this mode, owned like its directory (or as told). */
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

/** Replaces a file's content at once and for good: after this returns, a power cut does not bring the old one back. */
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

/** Makes a directory if it is missing. An existing one keeps its mode and its owner. */
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

/** Makes a rename inside this directory survive a power cut. Some platforms cannot open directories: then not. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Gives a whole tree to an account, links themselves and never what they point to. */
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
