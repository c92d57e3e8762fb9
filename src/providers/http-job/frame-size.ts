/** Pixels that engines ask for where our callers name a ratio. Pure. */
import { type PictureSize, pictureSize, ratioOf } from '../wire/index.js';

/** Bounds of an engine's width and height, in pixels. */
export interface SizeRule {
  /** The longest edge when the caller names no resolution. Default 1024. */
  longest?: number;
  /** Both edges are multiples of it. Default 8. */
  multipleOf?: number;
  /** Multiples of it too. */
  min?: number;
  max?: number;
}

/** Pixels to add at each side. */
export interface Padding {
  outpaintLeft: number;
  outpaintRight: number;
  outpaintUp: number;
  outpaintDown: number;
}

/** @returns the size that the input's `aspectRatio` and `resolution` mean, brought to the nearest that the engine takes. */
export function sizeOf(input: Readonly<Record<string, unknown>>, rule: SizeRule = {}): PictureSize {
  const { longest, multipleOf, min = 0, max = Infinity } = rule;
  const { width, height } = pictureSize(input, { multipleOf, resolution: longest });
  const fit = (pixels: number) => Math.min(max, Math.max(min, pixels));
  return { width: fit(width), height: fit(height) };
}

/**
 * What has to be painted around a picture to bring it to a ratio: half at either side, nothing cut off.
 * @returns all zero when the picture has that ratio already, to the pixel.
 */
export function paddingOf(picture: PictureSize, aspectRatio: unknown): Padding {
  const ratio = ratioOf(aspectRatio);
  const across = Math.max(0, Math.round(picture.height * ratio) - picture.width);
  const along = Math.max(0, Math.round(picture.width / ratio) - picture.height);
  // Rounding may leave a pixel for the other direction as well: only the one that grows counts.
  const [x, y] = across >= along ? [across, 0] : [0, along];
  return {
    outpaintLeft: Math.floor(x / 2),
    outpaintRight: Math.ceil(x / 2),
    outpaintUp: Math.floor(y / 2),
    outpaintDown: Math.ceil(y / 2),
  };
}
