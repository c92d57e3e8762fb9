/**
 * A caller's picture as engines take it. They read few formats and not all know which way up a photo is: all get an
 * upright PNG in sRGB, without the metadata (places, names) that a photo carries.
 */
import sharp, { type Sharp } from 'sharp';
import type { Frame } from './frame-size.js';

/** The picture cannot be used; the message is public. */
export class UnusableInput extends Error {
  override readonly name = 'UnusableInput';
}

/** Pixels that are decoded at most. */
const MAX_PIXELS = 50e6;

/** Of the picture as it is seen, upright. @throws {UnusableInput} */
export async function frameOfPicture(path: string): Promise<Frame> {
  const { autoOrient } = await reading(() => sharp(path, { limitInputPixels: MAX_PIXELS }).metadata());
  return { width: autoOrient.width, height: autoOrient.height };
}

/** @param maxEdge longest edge in pixels at most; a smaller picture stays as it is. @returns PNG */
export function pngOf(path: string, maxEdge = Infinity): Promise<Buffer> {
  const picture = open(path);
  const bounded = Number.isFinite(maxEdge)
    ? picture.resize(maxEdge, maxEdge, { fit: 'inside', withoutEnlargement: true })
    : picture;
  return reading(() => bounded.png().toBuffer());
}

/** The picture filling the frame, cut off evenly where its shape differs. @returns PNG */
export function pngFilling(path: string, { width, height }: Frame): Promise<Buffer> {
  return reading(() => open(path).resize(width, height, { fit: 'cover' }).png().toBuffer());
}

/** Where a picture lies in a larger frame, in pixels. */
interface Place extends Frame {
  left: number;
  top: number;
}

/** Less new area than this part of an edge is none: the shapes agree but for rounding. */
const NOTHING_NEW = 0.01;
/** Pixels of the picture beside the new area that are painted again, so that no seam is left. */
const OVERLAP = 8;

/**
 * The picture as large as it fits in the middle of the frame, its own blurred colours around it, and the mask that
 * leaves all but the new area alone.
 * @returns PNGs of the frame's size. @throws {UnusableInput} when the picture has the frame's shape already.
 */
export async function outpainting(path: string, frame: Frame): Promise<{ image: Buffer; mask: Buffer }> {
  const place = placeIn(frame, await frameOfPicture(path));
  const image = await reading(async () => {
    const picture = await open(path)
      .flatten({ background: '#ffffff' })
      .resize(place.width, place.height, { fit: 'fill' })
      .png()
      .toBuffer();
    return open(path)
      .flatten({ background: '#ffffff' })
      .resize(frame.width, frame.height, { fit: 'cover' })
      .blur(Math.max(frame.width, frame.height) / 40)
      .composite([{ input: picture, left: place.left, top: place.top }])
      .removeAlpha()
      .png()
      .toBuffer();
  });
  return { image, mask: await maskAround(frame, place) };
}

/** Brings a file to exactly this frame, in place of itself. */
export async function stretch(path: string, target: string, { width, height }: Frame): Promise<void> {
  await sharp(path, { limitInputPixels: MAX_PIXELS })
    .resize(width, height, { fit: 'fill' })
    .png()
    .toFile(target);
}

function placeIn(frame: Frame, picture: Frame): Place {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height);
  const width = Math.min(frame.width, Math.max(1, Math.round(picture.width * scale)));
  const height = Math.min(frame.height, Math.max(1, Math.round(picture.height * scale)));
  if (1 - width / frame.width < NOTHING_NEW && 1 - height / frame.height < NOTHING_NEW)
    throw new UnusableInput('The image has this aspect ratio already.');
  return { width, height, left: (frame.width - width) >> 1, top: (frame.height - height) >> 1 };
}

/**
 * One mask for both conventions: the new area is transparent, as OpenAI wants it, and white, as diffusion servers do;
 * the rest is opaque and black.
 */
function maskAround(frame: Frame, place: Place): Promise<Buffer> {
  const pixels = Buffer.alloc(frame.width * frame.height * 4, Buffer.from([255, 255, 255, 0]));
  const [insetX, insetY] = [
    place.width < frame.width ? OVERLAP : 0,
    place.height < frame.height ? OVERLAP : 0,
  ];
  const kept = Buffer.alloc(Math.max(0, place.width - 2 * insetX) * 4, Buffer.from([0, 0, 0, 255]));
  for (let y = place.top + insetY; y < place.top + place.height - insetY; y++) {
    kept.copy(pixels, (y * frame.width + place.left + insetX) * 4);
  }
  return sharp(pixels, { raw: { ...frame, channels: 4 } })
    .png()
    .toBuffer();
}

function open(path: string): Sharp {
  return sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient().toColourspace('srgb');
}

async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new UnusableInput('The image could not be read.', { cause: error });
  }
}
