/**
 * Inspects a file: checks that it is complete and returns its measures. Images are decoded to the last row; audio and
 * video are read packet by packet.
 */
// Imported at the start: its binary may be missing for a platform, which must stop the start.
import sharp from 'sharp';
import { BrokenAsset } from '../storage/asset-errors.js';
import { isTruncated } from './container-length.js';
import { claimsMatch, type FoundContent, sniffContent } from './content-type.js';
import { checkGlb } from './glb.js';
import { inspectMedia } from './inspect-media.js';

/** What a file was found to be. */
export interface InspectedAsset {
  /** Detected by content, canonical. */
  contentType: string;
  /** Displayed pixels, after applying the image's orientation. */
  width?: number;
  height?: number;
  durationSeconds?: number;
  /** Only for video. */
  framesPerSecond?: number;
}

/** 50 megapixels, over all frames of an animation. Bounds decompression bombs. */
const MAX_PIXELS = 50_000_000;
const DECODE_TIMEOUT_SECONDS = 60;

/**
 * Inspects a file.
 * @param expected a claimed type, with which the content must match; or what `sniffContent` found in this file, which is
 *   not detected again.
 * @throws {BrokenAsset} when it has another type, is truncated or does not decode.
 */
export async function inspectAsset(path: string, expected: string | FoundContent): Promise<InspectedAsset> {
  const found = typeof expected === 'string' ? await findClaimed(path, expected) : expected;
  const { contentType } = found;
  if (await isTruncated(path, contentType)) throw new BrokenAsset('The file is cut short.');
  switch (found.family) {
    case 'image':
      return { contentType, ...(await inspectImage(path, contentType)) };
    case 'video':
    case 'audio':
      return { contentType, ...(await inspectMedia(path, found)) };
    case '3d':
      await checkGlb(path);
      return { contentType };
  }
}

/** Detects the type. @throws {BrokenAsset} when it is not supported or not the claimed one. */
async function findClaimed(path: string, claimed: string): Promise<FoundContent> {
  const found = await sniffContent(path);
  if (!found || !claimsMatch(claimed, found.contentType))
    throw new BrokenAsset('The file is not of the type it claims.');
  return found;
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
    // Resizing decodes every row but needs little memory.
    await image
      .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
      .resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer();
    return { width: autoOrient.width, height: pages > 1 && pageHeight ? pageHeight : autoOrient.height };
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
    throw new BrokenAsset(
      isTooLarge ? 'The picture has more than 50 megapixels.' : 'The picture does not decode.',
      error,
    );
  }
}
