import { type PictureSize, pictureSize, ratioOf } from '../wire/index.js';

export interface SizeRule {
  /** The longest edge when the caller sets no resolution. Default 1024. */
  longest?: number;
  /** Both edges are multiples of this. Default 8. */
  multipleOf?: number;
  /** Must be multiples of `multipleOf` too. */
  min?: number;
  max?: number;
}

export interface Padding {
  outpaintLeft: number;
  outpaintRight: number;
  outpaintUp: number;
  outpaintDown: number;
}

/** Uses the input's `aspectRatio` and `resolution`, limited to the engine's bounds. */
export function sizeOf(input: Readonly<Record<string, unknown>>, rule: SizeRule = {}): PictureSize {
  const { longest, multipleOf, min = 0, max = Infinity } = rule;
  const { width, height } = pictureSize(input, { multipleOf, resolution: longest });
  const fit = (pixels: number) => Math.min(max, Math.max(min, pixels));
  return { width: fit(width), height: fit(height) };
}

/**
 * The area around a picture gives it an aspect ratio: half on either side, nothing cropped.
 * @returns zeros when the picture already has that ratio to the pixel.
 */
export function paddingOf(picture: PictureSize, aspectRatio: unknown): Padding {
  const ratio = ratioOf(aspectRatio);
  const across = Math.max(0, Math.round(picture.height * ratio) - picture.width);
  const along = Math.max(0, Math.round(picture.width / ratio) - picture.height);
  // Rounding may leave a pixel for the other direction as well: only the larger extension counts.
  const [x, y] = across >= along ? [across, 0] : [0, along];
  return {
    outpaintLeft: Math.floor(x / 2),
    outpaintRight: Math.ceil(x / 2),
    outpaintUp: Math.floor(y / 2),
    outpaintDown: Math.ceil(y / 2),
  };
}
