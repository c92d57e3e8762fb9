import { ratioOf } from '../wire/index.js';

type Input = Readonly<Record<string, unknown>>;

export interface SizeRule {
  /** Total pixels when the caller sets no resolution. Default 1,048,576: a square of 1024. */
  area?: number;
  /** Width and height are multiples of this. Default 8, which latents of diffusion models need. */
  multipleOf?: number;
}

/** Frames come in whole groups plus a constant (a separate first frame). */
export interface FrameRule {
  perSecond: number;
  /** Default 1. */
  multipleOf?: number;
  /** Default 0. */
  plus?: number;
}

/**
 * Computes the size from `width` and `height`; or from `aspectRatio` (default 1:1) and `resolution`, where a number is the longest edge in
 * pixels and a text such as `720p` the shortest; or from `aspectRatio` and the rule's area.
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

/** Returns e.g. 121 for 5 s at 24 per second in groups of 4 plus 1. */
export function frameCount(seconds: number, { perSecond, multipleOf = 1, plus = 0 }: FrameRule): number {
  return nearestMultiple(seconds * perSecond, multipleOf) + plus;
}

function heightOf(resolution: unknown, ratio: number): number | null {
  if (isPositive(resolution)) return resolution / Math.max(ratio, 1);
  const shortest = typeof resolution === 'string' ? Number(/^(\d+)p$/.exec(resolution)?.[1]) : NaN;
  return shortest > 0 ? shortest / Math.min(ratio, 1) : null;
}

/** Rounds halves down: 720 becomes 704 in steps of 32, as the models that need it expect. */
function nearestMultiple(value: number, step: number): number {
  return Math.max(1, Math.ceil(value / step - 0.5)) * step;
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}
