/**
 * Removes metadata from results while they are stored: prompts, workflows, ids, names of software, places. Pixels and
 * samples are taken over byte by byte; colour profile, orientation, duration, loops and provenance stay.
 */
import { type FileHandle, open } from 'node:fs/promises';
import type { AssetSource } from '../storage/asset-storage.js';
import { cleanBoxes } from './boxes.js';
import { cleanFlac } from './flac.js';
import { cleanGif } from './gif.js';
import { cleanGlb } from './glb.js';
import { cleanJpeg } from './jpeg.js';
import { cleanMatroska } from './matroska.js';
import { cleanMp3 } from './mp3.js';
import { cleanOgg } from './ogg.js';
import { cleanPng } from './png.js';
import { cleanWav, cleanWebp } from './riff.js';
import { type Cleaner, Source } from './source.js';

const CLEANERS: Record<string, Cleaner> = {
  'image/png': cleanPng,
  'image/jpeg': cleanJpeg,
  'image/webp': cleanWebp,
  'image/gif': cleanGif,
  'image/avif': (source, choose) => cleanBoxes(source, choose, true),
  'video/mp4': cleanBoxes,
  'audio/mp4': cleanBoxes,
  'video/quicktime': cleanBoxes,
  'video/webm': cleanMatroska,
  'video/matroska': cleanMatroska,
  'audio/wav': cleanWav,
  'audio/mpeg': cleanMp3,
  'audio/aac': (source) => cleanMp3(source, (found) => found),
  'audio/flac': cleanFlac,
  'audio/ogg': cleanOgg,
  'model/gltf-binary': cleanGlb,
};

/** A cleaned copy, to be read once. */
export interface CleanedCopy {
  source: AssetSource;
  /** Term of IPTC's vocabulary in the copy, or null. */
  carries: string | null;
}

/**
 * Cleans a file and passes the copy on. Memory is bounded, whatever the size of the file.
 * @param contentType as it was detected. @param sourceType the mark of a file that has none; null adds none.
 */
export async function withCleanedCopy<T>(
  path: string,
  contentType: string,
  sourceType: string | null,
  use: (copy: CleanedCopy) => Promise<T>,
): Promise<T> {
  const cleaner = CLEANERS[contentType];
  if (!cleaner) return use({ source: path, carries: null });
  return withFile(path, async (file, size) => {
    // A manifest signs the bytes of its file: nothing is added to one.
    const choose = (found: string | null, hasManifest: boolean) => found ?? (hasManifest ? null : sourceType);
    const { pieces, carries } = await cleaner(new Source(file, size), choose);
    return use({ source: pieces.isWhole(size) ? path : pieces.read(file), carries });
  });
}

/** Returns the term of IPTC's vocabulary that a file carries, or null. */
export async function readSourceType(path: string, contentType: string): Promise<string | null> {
  const cleaner = CLEANERS[contentType];
  if (!cleaner) return null;
  return withFile(
    path,
    async (file, size) => (await cleaner(new Source(file, size), (found) => found)).carries,
  );
}

async function withFile<T>(path: string, use: (file: FileHandle, size: number) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await use(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}
