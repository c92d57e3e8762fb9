/** Prepares a caller's picture for an engine: upright, in sRGB, without metadata such as places and names. */
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { writeNewFile } from '../files/file-writing.js';
import { brokenFileError } from '../media-error.js';
import { readSourceType, withCleanedCopy } from './clean.js';

export interface InputPicture {
  path: string;
  contentType: string;
  /** Term of IPTC's vocabulary that the caller's file carried, or null. */
  sourceType: string | null;
}

/** The inspection accepts as many. */
const MAX_PIXELS = 50_000_000;
const MAX_COPY_BYTES = 1_000_000_000;
const JPEG_QUALITY = 95;

/**
 * Returns a copy beside the file, or the file itself when it is such a picture already. Pixels are encoded again only to
 * turn them or to change their colour space: JPEG stays JPEG, other pictures become PNG.
 */
export async function prepareInputPicture(path: string, contentType: string): Promise<InputPicture> {
  const sourceType = await readSourceType(path, contentType);
  const picture = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  try {
    const { orientation = 1, icc, space, pages = 1, depth } = await picture.metadata();
    const copy = join(dirname(path), `input-${randomUUID()}`);
    const isPlain = orientation === 1 && !icc && ['srgb', 'b-w'].includes(space) && depth === 'uchar';
    if (isPlain || pages > 1) {
      const used = await withCleanedCopy(path, contentType, null, async ({ source }) => {
        if (source === path) return path;
        await writeNewFile(copy, source, { maxBytes: MAX_COPY_BYTES });
        return copy;
      });
      return { path: used, contentType, sourceType };
    }
    const upright = picture.autoOrient().toColourspace('srgb');
    const isJpeg = contentType === 'image/jpeg';
    await (
      isJpeg ? upright.jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' }) : upright.png()
    ).toFile(copy);
    return { path: copy, contentType: isJpeg ? 'image/jpeg' : 'image/png', sourceType };
  } catch (error) {
    throw brokenFileError('The picture does not decode.', error);
  }
}
