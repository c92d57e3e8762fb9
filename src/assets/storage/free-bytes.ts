import { statfs } from 'node:fs/promises';

/** Bytes that this process can still write to the file system of a path that exists. */
export async function freeBytesOf(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
