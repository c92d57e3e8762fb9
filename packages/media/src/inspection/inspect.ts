/** Images are decoded to the last row; audio and video are read packet by packet: so a truncated file is found. */
// Imported at the start: its binary may be missing for a platform, which must stop the start.
import sharp from 'sharp';
import type { MediaFile } from '../files/media-file.js';
import { brokenFileError } from '../media-error.js';
import { inspectAvifSequence, isAvifSequence } from './avif-sequence.js';
import { readLength } from './container-length.js';
import { type FoundContent, typeByTracks } from './content-type.js';
import { checkGlb } from './glb.js';
import { inspectMedia } from './inspect-media.js';
import { mend } from './mend.js';
import { measurePng } from './png-pixels.js';
import { INPUT_POLICY, type InspectionPolicy } from './policy.js';
import { inspectSound } from './sound-length.js';
import { SOUNDS } from './sounds.js';
import { inspectWav } from './wav.js';

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
  /** Only for a picture that moves. */
  frames?: number;
}

/** Pictures that can be inspected in memory, and are never mended. */
const IN_MEMORY = new Set(['image/png', 'image/jpeg']);

/** Whether `inspectPicture` takes the bytes of such a file. */
export const isInspectedInMemory = ({ contentType }: FoundContent): boolean => IN_MEMORY.has(contentType);

/** Larger pictures are decoded one after the other: some formats need every pixel in memory. */
let largePicture: Promise<unknown> = Promise.resolve();

/** Inspects a picture of a type of `isInspectedInMemory`. @throws {MediaError} when it is truncated or does not decode. */
export async function inspectPicture(
  picture: MediaFile,
  { contentType }: FoundContent,
  policy: InspectionPolicy,
): Promise<InspectedAsset> {
  const { isTruncated, frames } = await readLength(picture, contentType, policy);
  if (isTruncated) throw brokenFileError('The file is cut short.');
  if (typeof picture !== 'string' && contentType === 'image/png') {
    const size = await measurePng(picture);
    if (size) return { contentType, ...size };
  }
  return {
    contentType,
    ...(frames ? { frames } : {}),
    ...(await inspectImage(picture, contentType, policy)),
  };
}

/**
 * Inspects a file. @param found what `sniffContent` found in it. @param policy one that mends changes the file.
 * @throws {MediaError} when it is truncated or does not decode.
 */
export async function inspectAsset(
  path: string,
  found: FoundContent,
  policy: InspectionPolicy = INPUT_POLICY,
): Promise<InspectedAsset> {
  const { contentType, family } = found;
  if (isInspectedInMemory(found)) return inspectPicture(path, found, policy);
  if (policy.mends) await mend(path, contentType, policy);
  const { isTruncated } = await readLength(path, contentType, policy);
  if (isTruncated) throw brokenFileError('The file is cut short.');
  if (contentType === 'audio/wav') return { contentType, ...(await inspectWav(path, policy)) };
  const readSound = SOUNDS[contentType];
  if (readSound) return { contentType, ...(await inspectSound(path, readSound, policy)) };
  switch (family) {
    case 'image':
      if (contentType === 'image/avif' && (await isAvifSequence(path)))
        return { contentType, ...(await inspectAvifSequence(path, policy)) };
      return { contentType, ...(await inspectImage(path, contentType, policy)) };
    case 'video':
    case 'audio': {
      const { frames: _, ...measures } = await inspectMedia(path, contentType, policy);
      return { ...measures, contentType: typeByTracks(contentType, measures.width !== undefined) };
    }
    case '3d':
      await checkGlb(path);
      return { contentType };
  }
}

type PictureMeasures = Pick<InspectedAsset, 'width' | 'height' | 'frames'>;

async function inspectImage(
  picture: MediaFile,
  contentType: string,
  { maxPixels, decodeSeconds }: InspectionPolicy,
): Promise<PictureMeasures> {
  const animated = contentType === 'image/gif' || contentType === 'image/webp';
  const image = sharp(picture, {
    failOn: 'error',
    limitInputPixels: maxPixels,
    sequentialRead: true,
    animated,
  });
  // Resizing decodes every row but needs little memory.
  const decode = () =>
    image
      .timeout({ seconds: decodeSeconds })
      .resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer();
  try {
    const { width, height, pages = 1, pageHeight, autoOrient } = await image.metadata();
    if (width * height <= INPUT_POLICY.maxPixels) await decode();
    else {
      const turn = largePicture.then(decode, decode);
      largePicture = turn;
      await turn;
    }
    if (pages === 1 || !pageHeight) return { width: autoOrient.width, height: autoOrient.height };
    return { width: autoOrient.width, height: pageHeight, frames: pages };
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
    throw brokenFileError(
      isTooLarge
        ? `The picture has more than ${maxPixels / 1_000_000} megapixels.`
        : 'The picture does not decode.',
      error,
    );
  }
}
