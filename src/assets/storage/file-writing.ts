/**
 * Writes a stream of bytes to a new file while counting and hashing it. Stored outputs, downloads and data URLs all
 * come to disk here, so that the byte limit and "no partial file is left" hold for each of them.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { AssetTooLarge, nameStorageError } from './asset-errors.js';

export interface WrittenFile {
  bytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/**
 * @param path must not exist; it is gone again when this throws.
 * @throws {AssetTooLarge} @throws {StorageFull} or whatever the source throws.
 */
export async function writeNewFile(
  path: string,
  source: AsyncIterable<Uint8Array>,
  options: { maxBytes: number; sync?: boolean },
): Promise<WrittenFile> {
  let file: FileHandle;
  try {
    file = await open(path, 'wx', 0o600);
  } catch (error) {
    throw nameStorageError(error);
  }
  try {
    const written = await writeAll(file, source, options.maxBytes);
    if (options.sync) await file.sync();
    await file.close();
    return written;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true }).catch(() => undefined);
    throw nameStorageError(error);
  }
}

async function writeAll(
  file: FileHandle,
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    // Counted before it is written: a source without an end never gets more than the limit onto the disk.
    if (bytes > maxBytes) throw new AssetTooLarge(maxBytes);
    hash.update(chunk);
    await writeFully(file, chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** A write may take fewer bytes than given when the disk is nearly full; the rest then says so. */
async function writeFully(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.byteLength;) {
    const { bytesWritten } = await file.write(chunk, offset);
    offset += bytesWritten;
  }
}
