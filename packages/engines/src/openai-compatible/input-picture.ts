/** Engines read few formats, and not all honour a photo's orientation: all get an upright PNG without metadata (places, names). */
import sharp, { type Sharp } from 'sharp';
import type { Frame } from './frame-size.js';

/** The message is public. */
export class UnusableInput extends Error {
  override readonly name = 'UnusableInput';
}

/** Larger pictures are not decoded. */
const MAX_PIXELS = 50e6;

/** The size is that of the upright picture. @throws {UnusableInput} */
export async function frameOfPicture(path: string): Promise<Frame> {
  const { autoOrient } = await readImage(() => sharp(path, { limitInputPixels: MAX_PIXELS }).metadata());
  return { width: autoOrient.width, height: autoOrient.height };
}

/** @param maxEdge the longest edge in pixels; a smaller picture keeps its size. */
export function pngOf(path: string, maxEdge = Infinity): Promise<Buffer> {
  const picture = open(path);
  const bounded = Number.isFinite(maxEdge)
    ? picture.resize(maxEdge, maxEdge, { fit: 'inside', withoutEnlargement: true })
    : picture;
  return readImage(() => bounded.png().toBuffer());
}

/** Scales the picture to fill the frame, cropping evenly where the ratio differs. */
export function pngCovering(path: string, { width, height }: Frame): Promise<Buffer> {
  return readImage(() => open(path).resize(width, height, { fit: 'cover' }).png().toBuffer());
}

/** The position in a larger frame, in pixels. */
interface Place extends Frame {
  left: number;
  top: number;
}

/** A new area below this share of an edge counts as none: the ratios differ only by rounding. */
const NEGLIGIBLE = 0.01;
/** So many pixels of the picture along the new area are repainted, so that no seam is visible. */
const OVERLAP = 8;

/**
 * Centers the picture in the frame as large as it fits, surrounded by its own blurred colours, and creates the mask of the new area.
 * @returns PNGs of the frame's size. @throws {UnusableInput} when the picture already has the frame's ratio.
 */
export async function outpainting(path: string, frame: Frame): Promise<{ image: Buffer; mask: Buffer }> {
  const place = placeIn(frame, await frameOfPicture(path));
  const image = await readImage(async () => {
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
  if (1 - width / frame.width < NEGLIGIBLE && 1 - height / frame.height < NEGLIGIBLE)
    throw new UnusableInput('The image has this aspect ratio already.');
  return { width, height, left: (frame.width - width) >> 1, top: (frame.height - height) >> 1 };
}

/** One mask serves both conventions: the new area is transparent for OpenAI and white for diffusion servers. */
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

async function readImage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new UnusableInput('The image could not be read.', { cause: error });
  }
}
