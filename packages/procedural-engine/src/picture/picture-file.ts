/**
 * Reads pictures of callers safely and writes pictures. Pictures are read upright and in sRGB. Nothing is said about how a
 * caller's picture was made.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { type EngineFile, EngineRefusal } from '../engine.js';
import { withPngText } from './png-text.js';

export type PictureFormat = 'png' | 'webp' | 'jpeg';

export const SOFTWARE = 'Offprint built-in engine';

/** Most pixels of a picture that is read. */
const MAX_INPUT_PIXELS = 50e6;

export interface RawPicture {
  data: Buffer;
  width: number;
  height: number;
  channels: 4;
}

/** Opens a picture lazily: upright, in sRGB; reading rejects damaged and too large files. */
export function openPicture(path: string | undefined): Sharp {
  if (!path) throw new EngineRefusal('invalid_input', 'An image is needed.');
  return sharp(path, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error' })
    .autoOrient()
    .toColourspace('srgb');
}

/** Runs a decoding step; replaces every error of the library with one public message. */
export async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EngineRefusal || (error instanceof Error && error.name === 'AbortError'))
      throw error;
    throw new EngineRefusal('invalid_input', 'The image could not be read.');
  }
}

export async function readRaw(path: string | undefined): Promise<RawPicture> {
  const { data, info } = await reading(() =>
    openPicture(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
  );
  return { data, width: info.width, height: info.height, channels: 4 };
}

export interface WriteOptions {
  directory: string;
  name: string;
  format: PictureFormat;
  /** The description in the file's metadata, one sentence. */
  description: string;
  quality?: number;
}

export async function writePicture(image: Sharp, options: WriteOptions): Promise<EngineFile> {
  // The output is sRGB; every reader takes an untagged file for sRGB.
  const tagged = image.withExif({ IFD0: { ImageDescription: options.description, Software: SOFTWARE } });
  const encoded = encode(tagged, options.format, options.quality ?? 90);
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  const path = join(
    options.directory,
    `${options.name}.${options.format === 'jpeg' ? 'jpg' : options.format}`,
  );
  const bytes =
    options.format === 'png'
      ? withPngText(data, { Description: options.description, Software: SOFTWARE })
      : data;
  await writeFile(path, bytes);
  return { path, contentType: `image/${options.format}`, width: info.width, height: info.height };
}

function encode(image: Sharp, format: PictureFormat, quality: number): Sharp {
  if (format === 'webp') return image.webp({ quality, effort: 3, smartSubsample: true });
  // JPEG has no alpha: transparent parts become white, not black.
  if (format === 'jpeg')
    return image.flatten({ background: '#ffffff' }).jpeg({ quality, chromaSubsampling: '4:4:4' });
  return image.png({ compressionLevel: 6, adaptiveFiltering: false });
}

export function formatOf(value: unknown): PictureFormat {
  return value === 'webp' || value === 'jpeg' ? value : 'png';
}
