/**
 * Looks into a file as far as needed to say that it is whole and what its measures are. Pictures are decoded to the
 * last row, sound and moving pictures are read packet by packet.
 */
import sharp from 'sharp';
import { BrokenAsset } from '../storage/asset-errors.js';
import { isCutShort } from './container-length.js';
import { sniffContent } from './content-type.js';
import { checkGlb } from './glb.js';

export interface InspectedAsset {
  /** By content, in our spelling. */
  contentType: string;
  /** Pixels, as shown: after rotation by the picture's own orientation. */
  width?: number;
  height?: number;
  durationSeconds?: number;
  /** Of a video. */
  framesPerSecond?: number;
}

/** 50 megapixels, all frames of an animation together: what a file of a few bytes may unpack to. */
const MAX_PIXELS = 50_000_000;
const DECODE_TIMEOUT_SECONDS = 60;

/**
 * @param contentType what the file is taken for.
 * @throws {BrokenAsset} when it is something else, is cut short or does not decode.
 */
export async function inspectAsset(path: string, contentType: string): Promise<InspectedAsset> {
  const found = await sniffContent(path);
  if (!found || found.contentType !== contentType)
    throw new BrokenAsset('The file is not of the type it claims.');
  if (await isCutShort(path, contentType)) throw new BrokenAsset('The file is cut short.');
  switch (found.family) {
    case 'image':
      return { contentType, ...(await inspectImage(path, contentType)) };
    case 'video':
    case 'audio': {
      // The library below it is large, and many processes never see such a file. (Unlike `sharp`, whose binary may be
      // missing for a platform: that has to stop the start.)
      const { inspectMedia } = await import('./inspect-media.js');
      return { contentType, ...(await inspectMedia(path, found)) };
    }
    case '3d':
      await checkGlb(path);
      return { contentType };
  }
}

async function inspectImage(path: string, contentType: string): Promise<{ width: number; height: number }> {
  const animated = contentType === 'image/gif' || contentType === 'image/webp';
  const image = sharp(path, {
    failOn: 'error',
    limitInputPixels: MAX_PIXELS,
    sequentialRead: true,
    animated,
  });
  try {
    const { pages = 1, pageHeight, autoOrient } = await image.metadata();
    // Shrinking reads every row but keeps few: the whole decode costs time, not memory.
    await image
      .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
      .resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer();
    return { width: autoOrient.width, height: pages > 1 && pageHeight ? pageHeight : autoOrient.height };
  } catch (error) {
    const tooMany = error instanceof Error && error.message.includes('pixel limit');
    throw new BrokenAsset(
      tooMany ? 'The picture has more than 50 megapixels.' : 'The picture does not decode.',
      error,
    );
  }
}
