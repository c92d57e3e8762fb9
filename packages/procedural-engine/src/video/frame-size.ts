/** Converts "16:9 at 480p" to even pixel counts: both codecs store colour for blocks of 2 × 2 pixels. */
import { EngineRefusal } from '../engine.js';

export const FRAMES_PER_SECOND = 24;

export type Resolution = '360p' | '480p' | '720p';
const SHORT_EDGE: Record<Resolution, number> = { '360p': 360, '480p': 480, '720p': 720 };

/** Longest edge as a multiple of the short one; longer shapes are rejected. */
const LONGEST = 4;

export interface FrameSize {
  width: number;
  height: number;
}

/**
 * Returns the frame's size. The short edge is the resolution's; a shape wider than 16:9 is reduced to the number of pixels
 * of 16:9, so that all clips of a resolution cost about the same.
 *
 * @param ratio width / height.
 */
export function frameSize(ratio: number, resolution: Resolution): FrameSize {
  if (!(ratio >= 1 / LONGEST && ratio <= LONGEST)) {
    throw new EngineRefusal('invalid_input', 'A video can be at most four times as long as it is wide.');
  }
  const wide = Math.max(ratio, 1 / ratio);
  const short = SHORT_EDGE[resolution] * Math.min(1, Math.sqrt(16 / 9 / wide));
  const [shortEdge, longEdge] = [even(short), even(short * wide)];
  return ratio >= 1 ? { width: longEdge, height: shortEdge } : { width: shortEdge, height: longEdge };
}

/** @param aspect "<w>:<h>" */
export function ratioOf(aspect: string): number {
  const [width, height] = aspect.split(':').map(Number);
  return width! / height!;
}

export function frameCount(durationSeconds: number): number {
  return Math.max(1, Math.round(durationSeconds * FRAMES_PER_SECOND));
}

function even(pixels: number): number {
  return Math.max(16, Math.round(pixels / 2) * 2);
}
