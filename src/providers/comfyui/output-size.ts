/** Pixels and frames of what is to be made, from the fields that callers send. Pure. */
import { ratioOf } from '../wire/index.js';

type Input = Readonly<Record<string, unknown>>;

/** How a model wants its sizes. */
export interface SizeRule {
  /** Pixels of the whole picture, where the caller gives no resolution. Default 1,048,576: a square of 1024. */
  area?: number;
  /** Width and height are multiples of it. Default 8, which latents of diffusion models need. */
  multipleOf?: number;
}

/** How a model counts frames: whole groups, and some more (a first frame that stands alone). */
export interface FrameRule {
  perSecond: number;
  /** Default 1. */
  multipleOf?: number;
  /** Default 0. */
  plus?: number;
}

/**
 * From `width` and `height`; or from `aspectRatio` (default 1:1) and `resolution`: a number is the longest edge in
 * pixels, a text such as `720p` the shortest; or from `aspectRatio` and the rule's area.
 * @returns whole pixels, each rounded to the nearest multiple.
 */
export function outputSize(input: Input, rule: SizeRule = {}): { width: number; height: number } {
  const { area = 1024 * 1024, multipleOf = 8 } = rule;
  const round = (edge: number) => nearestMultiple(edge, multipleOf);
  if (isPositive(input.width) && isPositive(input.height))
    return { width: round(input.width), height: round(input.height) };
  const ratio = ratioOf(input.aspectRatio);
  const height = heightOf(input.resolution, ratio) ?? Math.sqrt(area / ratio);
  return { width: round(height * ratio), height: round(height) };
}

/** @param seconds @returns e.g. 121 for 5 s at 24 per second in groups of 4 and one more. */
export function frameCount(seconds: number, { perSecond, multipleOf = 1, plus = 0 }: FrameRule): number {
  return nearestMultiple(seconds * perSecond, multipleOf) + plus;
}

function heightOf(resolution: unknown, ratio: number): number | null {
  if (isPositive(resolution)) return resolution / Math.max(ratio, 1);
  const shortest = typeof resolution === 'string' ? Number(/^(\d+)p$/.exec(resolution)?.[1]) : NaN;
  return shortest > 0 ? shortest / Math.min(ratio, 1) : null;
}

/** Halves go down: 720 is 704 in steps of 32, as the models that ask for it expect. */
function nearestMultiple(value: number, step: number): number {
  return Math.max(1, Math.ceil(value / step - 0.5)) * step;
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}
