/** Engines with inpainting reframe a picture on a larger canvas of another aspect ratio, with a mask of the new area. */
import sharp from 'sharp';
import { type PictureSize, ratioOf, sizeWithin } from './picture-size.js';

export interface Outpaint extends PictureSize {
  /** Opaque PNG. The new area holds the mirrored, blurred edge as a starting point for the engine. */
  canvas: Buffer;
  /** PNG of the same size: white where the engine paints, black where the picture stays. */
  mask: Buffer;
  /** The position and size of the picture on the canvas. */
  picture: PictureSize & { left: number; top: number };
}

/** So many pixels of the picture along the new area are repainted, so that no seam is visible. */
const OVERLAP = 8;
const BLUR_SIGMA = 12;

/**
 * Centers the picture on the smallest canvas of the aspect ratio.
 * @param options.longest edge of the canvas in pixels; a smaller picture is not enlarged.
 * @throws the error of sharp for an unreadable picture.
 */
export async function outpaint(
  path: string,
  aspectRatio: unknown,
  { longest, multipleOf = 8 }: { longest: number; multipleOf?: number },
): Promise<Outpaint> {
  const upright = await sharp(path).autoOrient().toColourspace('srgb').toBuffer({ resolveWithObject: true });
  const size = sizeWithin(enclosingSize(upright.info, ratioOf(aspectRatio)), longest, multipleOf);
  const picture = centeredOn(upright.info, size);
  const small = await sharp(upright.data)
    .resize(picture.width, picture.height, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer();
  const extension = {
    left: picture.left,
    top: picture.top,
    right: size.width - picture.width - picture.left,
    bottom: size.height - picture.height - picture.top,
  };
  const extended = await sharp(small)
    .extend({ ...extension, extendWith: 'mirror' })
    .png()
    .toBuffer();
  const canvas = await sharp(extended)
    .blur(BLUR_SIGMA)
    .composite([{ input: small, left: picture.left, top: picture.top }])
    .png()
    .toBuffer();
  return { ...size, canvas, mask: await maskOf(size, picture, extension), picture };
}

/** The area is the smallest that contains the picture. */
function enclosingSize({ width, height }: PictureSize, ratio: number): PictureSize {
  return width / height > ratio ? { width, height: width / ratio } : { width: height * ratio, height };
}

function centeredOn(picture: PictureSize, canvas: PictureSize): Outpaint['picture'] {
  const scale = Math.min(1, canvas.width / picture.width, canvas.height / picture.height);
  const width = Math.min(canvas.width, Math.max(1, Math.round(picture.width * scale)));
  const height = Math.min(canvas.height, Math.max(1, Math.round(picture.height * scale)));
  return { width, height, left: (canvas.width - width) >> 1, top: (canvas.height - height) >> 1 };
}

async function maskOf(
  size: PictureSize,
  picture: Outpaint['picture'],
  extension: Record<'left' | 'top' | 'right' | 'bottom', number>,
): Promise<Buffer> {
  const inset = (side: number): number => (side > 0 ? OVERLAP : 0);
  const kept = {
    left: picture.left + inset(extension.left),
    top: picture.top + inset(extension.top),
    width: Math.max(1, picture.width - inset(extension.left) - inset(extension.right)),
    height: Math.max(1, picture.height - inset(extension.top) - inset(extension.bottom)),
  };
  const black = {
    create: { width: kept.width, height: kept.height, channels: 3, background: '#000000' },
  } as const;
  return sharp({ create: { ...size, channels: 3, background: '#ffffff' } })
    .composite([{ input: await sharp(black).png().toBuffer(), left: kept.left, top: kept.top }])
    .png()
    .toBuffer();
}
