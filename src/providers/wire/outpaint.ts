/**
 * A picture on a larger canvas of another shape, and the mask of what is new: how an engine that paints into masks
 * (inpainting) is asked to reframe.
 */
import sharp from 'sharp';
import { type PictureSize, ratioOf, sizeWithin } from './picture-size.js';

export interface Outpaint extends PictureSize {
  /** PNG, opaque. What is new is filled by the mirrored edge, out of focus: something for the engine to start from. */
  canvas: Buffer;
  /** PNG of one size with it: white where the engine paints, black where the picture stays. */
  mask: Buffer;
  /** Where the picture lies on the canvas. */
  picture: PictureSize & { left: number; top: number };
}

/** Pixels of the picture next to the new area that are painted again, so that no seam is left. */
const OVERLAP = 8;
const BLUR_SIGMA = 12;

/**
 * The picture in the middle of the smallest canvas of that shape.
 * @param options.longest edge of the canvas, pixels; a smaller picture is not enlarged.
 * @throws what sharp says of a picture that it cannot read.
 */
export async function outpaint(
  path: string,
  aspectRatio: unknown,
  { longest, multipleOf = 8 }: { longest: number; multipleOf?: number },
): Promise<Outpaint> {
  const upright = await sharp(path).autoOrient().toColourspace('srgb').toBuffer({ resolveWithObject: true });
  const size = sizeWithin(around(upright.info, ratioOf(aspectRatio)), longest, multipleOf);
  const picture = placed(upright.info, size);
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

/** The smallest area of this shape that the picture fits into. */
function around({ width, height }: PictureSize, ratio: number): PictureSize {
  return width / height > ratio ? { width, height: width / ratio } : { width: height * ratio, height };
}

function placed(picture: PictureSize, canvas: PictureSize): Outpaint['picture'] {
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
