import { open } from 'node:fs/promises';

/** A file to be read: its path, or its bytes. */
export type MediaFile = string | Uint8Array;

/** Is read by position. A file handle is one. */
export interface OpenedFile {
  read(
    buffer: Buffer<ArrayBuffer>,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ buffer: Buffer<ArrayBuffer>; bytesRead: number }>;
}

/** Opens a file for the time of its use. */
export async function withOpened<T>(
  file: MediaFile,
  use: (opened: OpenedFile, size: number) => Promise<T>,
): Promise<T> {
  if (typeof file !== 'string') return use(openedBytes(file), file.length);
  const opened = await open(file, 'r');
  try {
    return await use(opened, (await opened.stat()).size);
  } finally {
    await opened.close();
  }
}

function openedBytes(bytes: Uint8Array): OpenedFile {
  return {
    read(buffer, offset, length, position) {
      const part = bytes.subarray(position, position + length);
      buffer.set(part, offset);
      return Promise.resolve({ buffer, bytesRead: part.length });
    },
  };
}
