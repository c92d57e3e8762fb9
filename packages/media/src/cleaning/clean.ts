/**
 * Removes metadata from results while they are stored: prompts, workflows, ids, names of software, places. Pixels and samples are taken
 * over byte by byte; colour profile, orientation, duration, loops and provenance stay.
 */
import type { FileSource } from '../files/file-writing.js';
import { type MediaFile, withOpened } from '../files/media-file.js';
import { cleanAiff } from './aiff.js';
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
import { cleanAu, cleanCaf, cleanW64 } from './sounds.js';
import { type Cleaned, type Cleaner, Source } from './source.js';
import { addressOfSourceType } from './source-type.js';
import { cleanTiff } from './tiff.js';

const CLEANERS: Record<string, Cleaner> = {
  'image/png': cleanPng,
  'image/jpeg': cleanJpeg,
  'image/webp': cleanWebp,
  'image/gif': cleanGif,
  'image/avif': (source, choose) => cleanBoxes(source, choose, true),
  'image/tiff': cleanTiff,
  'video/mp4': cleanBoxes,
  'audio/mp4': cleanBoxes,
  'video/quicktime': cleanBoxes,
  'video/webm': cleanMatroska,
  'video/matroska': cleanMatroska,
  'audio/webm': cleanMatroska,
  'audio/matroska': cleanMatroska,
  'audio/wav': cleanWav,
  'audio/aiff': cleanAiff,
  'audio/basic': cleanAu,
  'audio/x-caf': cleanCaf,
  'audio/x-w64': cleanW64,
  'audio/mpeg': cleanMp3,
  'audio/aac': (source) => cleanMp3(source, (found) => found),
  'audio/flac': cleanFlac,
  'audio/ogg': cleanOgg,
  'model/gltf-binary': cleanGlb,
};

/** What a file says of how it came to be. */
export interface FileMark {
  /** Address of a term of IPTC's vocabulary, or null. */
  digitalSourceType: string | null;
  /** Whether it holds a C2PA manifest. */
  c2pa: boolean;
}

/** A cleaned copy, to be read once. */
export interface CleanedCopy {
  source: FileSource;
  mark: FileMark;
}

/**
 * Cleans a file and passes the copy on. Memory is bounded, whatever the size of the file.
 * @param contentType as it was detected. @param sourceType the mark of a file that has none; null adds none.
 */
export async function withCleanedCopy<T>(
  file: MediaFile,
  contentType: string,
  sourceType: string | null,
  use: (copy: CleanedCopy) => Promise<T>,
): Promise<T> {
  const cleaner = CLEANERS[contentType];
  if (!cleaner) return use({ source: sourceOf(file), mark: markOf(null, false) });
  return withOpened(file, async (opened, size) => {
    const { pieces, carries, hasManifest } = await clean(cleaner, new Source(opened, size), sourceType);
    return use({
      source: pieces.isWhole(size) ? sourceOf(file) : pieces.read(opened),
      mark: markOf(carries, hasManifest),
    });
  });
}

/** Returns what a file says of itself. */
export async function readMark(file: MediaFile, contentType: string): Promise<FileMark> {
  const { carries, hasManifest } = await read(file, contentType);
  return markOf(carries, hasManifest);
}

/** Returns the term of IPTC's vocabulary that a file carries, or null. */
export async function readSourceType(path: string, contentType: string): Promise<string | null> {
  return (await read(path, contentType)).carries;
}

type Found = Pick<Cleaned, 'carries'> & { hasManifest: boolean };

async function read(file: MediaFile, contentType: string): Promise<Found> {
  const cleaner = CLEANERS[contentType];
  if (!cleaner) return { carries: null, hasManifest: false };
  return withOpened(file, (opened, size) => clean(cleaner, new Source(opened, size), null));
}

async function clean(cleaner: Cleaner, source: Source, sourceType: string | null): Promise<Cleaned & Found> {
  let hasManifest = false;
  const cleaned = await cleaner(source, (found, isSigned) => {
    hasManifest = isSigned;
    // A manifest signs the bytes of its file: nothing is added to one.
    return found ?? (isSigned ? null : sourceType);
  });
  return { ...cleaned, hasManifest };
}

function markOf(term: string | null, c2pa: boolean): FileMark {
  return { digitalSourceType: term === null ? null : addressOfSourceType(term), c2pa };
}

/** Returns what `writeNewFile` takes. */
export function sourceOf(file: MediaFile): FileSource {
  return typeof file === 'string' ? file : chunkOf(file);
}

async function* chunkOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
