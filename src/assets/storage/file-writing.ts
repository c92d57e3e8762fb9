/**
 * Writes a stream to a new file while counting and hashing its bytes. All outputs, downloads and data URLs are written
 * here, so that each has the byte limit and leaves no partial file.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { AssetTooLarge, toStorageError } from './asset-errors.js';

export interface WrittenFile {
  bytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/**
 * Writes a new file.
 * @param path must not exist; it is removed when this throws.
 * @throws {AssetTooLarge} @throws {StorageFull} @throws the errors of the source.
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
    throw toStorageError(error);
  }
  try {
    const written = await writeAll(file, source, options.maxBytes);
    if (options.sync) await file.sync();
    await file.close();
    return written;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true }).catch(() => undefined);
    throw toStorageError(error);
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
    // Counted before the write, so that an endless source never exceeds the limit on disk.
    if (bytes > maxBytes) throw new AssetTooLarge(maxBytes);
    hash.update(chunk);
    await writeFully(file, chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Repeats partial writes. On a nearly full disk the next write then fails. */
async function writeFully(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.byteLength;) {
    const { bytesWritten } = await file.write(chunk, offset);
    offset += bytesWritten;
  }
}
