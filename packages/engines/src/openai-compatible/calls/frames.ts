import type { Order } from '../dialect.js';
import { type Frame, frameOf, frameOfText, longestEdge, nearestFrame, ratioOf } from '../frame-size.js';

/**
 * The frame that the caller requests is adjusted to the engine's rules.
 * @param shape width / height when the caller sets no ratio. @returns undefined when the engine may choose.
 */
export function requestedFrame({ work, options, frames }: Order, shape?: number): Frame | undefined {
  const { aspectRatio, resolution } = work.input;
  if (aspectRatio === undefined && resolution === undefined && shape === undefined) return undefined;
  const ratio = typeof aspectRatio === 'string' ? ratioOf(aspectRatio) : (shape ?? 1);
  const longest = longestEdge(resolution, ratio);
  return options.sizes
    ? nearestFrame(options.sizes.map(frameOfText), ratio, longest)
    : frameOf(ratio, longest, frames);
}
