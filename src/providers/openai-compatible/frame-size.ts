/** Width and height of what an engine is asked for, from our `aspectRatio` and `resolution`. Pure. */

export interface Frame {
  width: number;
  height: number;
}

/** Which frames an engine takes. */
export interface FrameRule {
  /** Both edges are multiples of this. */
  multipleOf: number;
  /** Pixels of the longest edge at most. */
  maxEdge: number;
  /** Of the whole frame. */
  minPixels?: number;
  maxPixels?: number;
  /** Long edge : short edge at most. */
  maxRatio?: number;
}

export const LONGEST_EDGE = 1024;

/** `1280x720`, as these engines write it. */
export const textOf = ({ width, height }: Frame): string => `${width}x${height}`;

export function frameOfText(text: string): Frame {
  const [width = 0, height = 0] = text.split('x').map(Number);
  return { width, height };
}

/** `16:9` → 16 / 9. The catalogue's schema has checked its form. */
export function ratioOf(text: string): number {
  const [width = 1, height = 1] = text.split(':').map(Number);
  return width / height;
}

/**
 * @param resolution longest edge in pixels, or `720p` for the short edge.
 * @returns pixels of the longest edge.
 */
export function longestEdge(resolution: unknown, ratio: number): number {
  if (typeof resolution === 'number') return resolution;
  const short = /^(\d+)p$/.exec(String(resolution))?.[1];
  return short ? Number(short) * Math.max(ratio, 1 / ratio) : LONGEST_EDGE;
}

/** The frame of this ratio (width / height) and size that the engine takes; the nearest one where it takes no such. */
export function frameOf(ratio: number, longest: number, rule: FrameRule): Frame {
  const { minPixels = 0, maxPixels = Infinity, maxRatio = Infinity, maxEdge } = rule;
  const wide = Math.min(Math.max(ratio, 1 / ratio), maxRatio);
  const pixels = clamp(longest ** 2 / wide, minPixels, maxPixels);
  const long = Math.min(Math.sqrt(pixels * wide), maxEdge);
  let edges = inSteps(long, wide, rule, Math.round);
  if (edges.long * edges.short < minPixels) edges = inSteps(long, wide, rule, Math.ceil);
  if (edges.long * edges.short > maxPixels || edges.long > maxEdge)
    edges = inSteps(long, wide, rule, Math.floor);
  return ratio >= 1 ? { width: edges.long, height: edges.short } : { width: edges.short, height: edges.long };
}

/** Of a fixed choice the one whose shape is nearest, and among these the one whose size is. */
export function nearestFrame(choice: readonly Frame[], ratio: number, longest: number): Frame {
  const distance = ({ width, height }: Frame): number =>
    Math.abs(Math.log(width / height / ratio)) * 1_000 +
    Math.abs(Math.log(Math.max(width, height) / longest));
  return choice.reduce((best, frame) => (distance(frame) < distance(best) ? frame : best));
}

function inSteps(
  long: number,
  wide: number,
  { multipleOf, maxRatio }: FrameRule,
  round: (steps: number) => number,
): { long: number; short: number } {
  const step = (edge: number): number => Math.max(1, round(edge / multipleOf)) * multipleOf;
  const edges = { long: step(long), short: step(long / wide) };
  // Rounding must not make the frame slimmer than the engine takes it.
  if (maxRatio !== undefined && edges.long > edges.short * maxRatio)
    edges.short = Math.ceil(edges.long / maxRatio / multipleOf) * multipleOf;
  return edges;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
