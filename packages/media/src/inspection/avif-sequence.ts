/** Neither the decoder of pictures nor an engine reads an AVIF that moves: it is only a result, whose frames are read as a video's are. */
import { type FileHandle, open } from 'node:fs/promises';
import { mediaLibrary } from '../libraries/library-loading.js';
import { brokenFileError } from '../media-error.js';
import { findBox, readBoxes } from './boxes.js';
import { inspectMedia } from './inspect-media.js';
import { PartReader } from './part-reader.js';
import type { InspectionPolicy } from './policy.js';

/** A day of frames has tables of this size. */
const MAX_MOVIE_BYTES = 16 * 1024 * 1024;

/** The brand of sequences can be the file's own, or stand below the general one of pictures that move. */
export async function isAvifSequence(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const head = (await bytesAt(file, 0, 64)).toString('latin1');
    const brands = head.slice(16, head.charCodeAt(3));
    return head.startsWith('avis', 8) || (head.startsWith('msf1', 8) && brands.includes('avis'));
  } finally {
    await file.close();
  }
}

/** @throws {MediaError} for an input, and when the sequence is truncated or has no frames. */
export async function inspectAvifSequence(
  path: string,
  policy: InspectionPolicy,
): Promise<{ width?: number; height?: number; frames?: number }> {
  if (!policy.mends)
    throw brokenFileError('The picture is an AVIF that moves. Send one of its frames, or a GIF or WebP.');
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const movie = await findBox(new PartReader(file, policy), size, 'moov');
    const { isTruncated } = await readBoxes(new PartReader(file, policy), size);
    if (isTruncated || !movie) throw brokenFileError('The file is cut short.');
    if (movie.length > MAX_MOVIE_BYTES) throw brokenFileError('The file has too many parts.');
    const tables = await bytesAt(file, movie.at, movie.length);
    // The demuxer skips tracks of pictures, which differ from those of a video in this name alone.
    for (let at = tables.indexOf('hdlr'); at >= 0; at = tables.indexOf('hdlr', at + 4))
      if (tables.toString('latin1', at + 12, at + 16) === 'pict') tables.write('vide', at + 12, 'latin1');
    const read = async (start: number, end: number) => {
      const bytes = await bytesAt(file, start, end - start);
      const from = Math.max(start, movie.at);
      const to = Math.min(end, movie.at + movie.length);
      if (from < to) tables.copy(bytes, from - start, from - movie.at, to - movie.at);
      return bytes;
    };
    const { CustomSource } = mediaLibrary();
    const source = new CustomSource({ getSize: () => size, read });
    const { width, height, frames } = await inspectMedia(source, 'video/mp4', policy);
    return { width, height, ...(frames && frames > 1 ? { frames } : {}) };
  } finally {
    await file.close();
  }
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}
