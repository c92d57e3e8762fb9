import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { toStorageError } from './asset-errors.js';
import { writeNewFile } from './new-file.js';

const CONTENT = Buffer.from('writable?');

/**
 * Writes, flushes, renames and removes a small file. A killed process leaves one, which the sweepers of temporary files remove.
 * @throws {StorageUnavailable} when the disk is full, broken or read-only.
 */
export async function checkWritable(directory: string): Promise<void> {
  const path = join(directory, `upload-check-${randomUUID()}.part`);
  const renamed = `${path.slice(0, -'.part'.length)}-renamed.part`;
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeNewFile(path, Readable.from([CONTENT]), { maxBytes: CONTENT.length, sync: true });
    await rename(path, renamed);
  } catch (error) {
    throw toStorageError(error);
  } finally {
    await Promise.all([path, renamed].map((one) => rm(one, { force: true }).catch(() => undefined)));
  }
}
