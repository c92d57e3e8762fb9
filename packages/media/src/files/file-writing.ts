/** All outputs, downloads and data URLs are written here, so that each has the byte limit and leaves no partial file. */
import { createHash, webcrypto } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { diskError, FileTooLarge } from '../media-error.js';

/** Bytes to be written: chunks, or the path of a local file. */
export type FileSource = AsyncIterable<Uint8Array> | string;

/** A file that was written. */
export interface WrittenFile {
  bytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/** A larger file is read, hashed and written in pieces. */
const MAX_WHOLE_BYTES = 4 * 1024 * 1024;
const PIECE_BYTES = 512 * 1024;
/** A thread of the pool hashes from here on: below, passing the bytes on takes longer than hashing them. */
const MIN_POOL_BYTES = 256 * 1024;

/**
 * Writes a new file. @param path must not exist; it is removed when this throws.
 * @throws {FileTooLarge} @throws {MediaError} `disk`. @throws the errors of the source.
 */
export async function writeNewFile(
  path: string,
  source: FileSource,
  options: { maxBytes: number; sync?: boolean },
): Promise<WrittenFile> {
  const file = await open(path, 'wx', 0o600).catch(throwDiskError);
  try {
    const written =
      typeof source === 'string'
        ? await copyAll(file, source, options.maxBytes)
        : await writeAll(file, source, options.maxBytes);
    if (options.sync) await file.sync().catch(throwDiskError);
    await file.close().catch(throwDiskError);
    return written;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
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
    if (bytes > maxBytes) throw new FileTooLarge(maxBytes);
    hash.update(chunk);
    await writeFully(file, chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** A stream would cost the event loop more than the copy. */
async function copyAll(file: FileHandle, path: string, maxBytes: number): Promise<WrittenFile> {
  const source = await open(path, 'r').catch(throwDiskError);
  try {
    const { size } = await source.stat().catch(throwDiskError);
    if (size > maxBytes) throw new FileTooLarge(maxBytes);
    // The buffer has one byte more than the file, so that a full buffer means that the file has grown.
    const piece = Buffer.allocUnsafe(size > MAX_WHOLE_BYTES ? PIECE_BYTES : size + 1);
    const { bytesRead } = await source.read(piece, 0, piece.length, 0).catch(throwDiskError);
    const first = piece.subarray(0, bytesRead);
    if (bytesRead === size) {
      const [sha256] = await Promise.all([hashOf(first), writeFully(file, first)]);
      return { bytes: size, sha256 };
    }
    return await writeAll(file, piecesOf(source, piece, bytesRead), maxBytes);
  } finally {
    await source.close();
  }
}

/** The first piece is in the buffer already; the rest follows in the same buffer. */
async function* piecesOf(source: FileHandle, piece: Buffer, bytesRead: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; bytesRead > 0;) {
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
    ({ bytesRead } = await source.read(piece, 0, piece.length, at).catch(throwDiskError));
  }
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  if (bytes.length < MIN_POOL_BYTES) return createHash('sha256').update(bytes).digest('hex');
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

/** Is used for each call of the file system: an error of the source may be one of the system too. */
function throwDiskError(cause: unknown): never {
  throw diskError(cause);
}

/** Repeats partial writes. On a nearly full disk the next write then fails. */
async function writeFully(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.byteLength;) {
    const { bytesWritten } = await file.write(chunk, offset).catch(throwDiskError);
    offset += bytesWritten;
  }
}
