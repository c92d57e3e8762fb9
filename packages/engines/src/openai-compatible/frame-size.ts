/** Our `aspectRatio` and `resolution` determine the frame to request from an engine. */

export interface Frame {
  width: number;
  height: number;
}

export interface FrameRule {
  multipleOf: number;
  maxEdge: number;
  minPixels?: number;
  maxPixels?: number;
  /** The ratio is that of the long edge to the short edge. */
  maxRatio?: number;
}

const LONGEST_EDGE = 1024;

/** These engines expect `1280x720`. */
export const textOf = ({ width, height }: Frame): string => `${width}x${height}`;

export function frameOfText(text: string): Frame {
  const [width = 0, height = 0] = text.split('x').map(Number);
  return { width, height };
}

/** Parses `16:9` as 16 / 9. The catalogue's schema has checked the format. */
export function ratioOf(text: string): number {
  const [width = 1, height = 1] = text.split(':').map(Number);
  return width / height;
}

/** @param resolution the longest edge in pixels, or `720p` for the short edge. */
export function longestEdge(resolution: unknown, ratio: number): number {
  if (typeof resolution === 'number') return resolution;
  const short = /^(\d+)p$/.exec(String(resolution))?.[1];
  return short ? Number(short) * Math.max(ratio, 1 / ratio) : LONGEST_EDGE;
}

/** Returns the frame of this ratio (width / height) and size, or the nearest one that the engine accepts. */
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

/** Compares ratios first, then sizes. */
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
  // Rounding must not exceed the engine's largest ratio.
  if (maxRatio !== undefined && edges.long > edges.short * maxRatio)
    edges.short = Math.ceil(edges.long / maxRatio / multipleOf) * multipleOf;
  return edges;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
