/** Draws small soft sprites at subpixel positions: glowing dots and streaks of rain. */
import { mix } from './packed-pixels.js';

export interface Canvas {
  /** Packed and opaque. */
  pixels: Int32Array;
  width: number;
  height: number;
}

/** @param colour 0xBBGGRR (the packed order); @param strength 0–1 in the middle, falling to 0 at twice the radius. */
export function drawGlow(
  canvas: Canvas,
  x: number,
  y: number,
  radius: number,
  colour: number,
  strength: number,
): void {
  const { pixels, width, height } = canvas;
  const reach = Math.max(1.5, radius * 2);
  // A dot smaller than a pixel keeps its amount of light.
  const weight = 256 * Math.min(1, strength) * Math.min(1, (radius * radius * 4) / (reach * reach));
  const top = Math.max(0, Math.ceil(y - reach));
  const bottom = Math.min(height - 1, Math.floor(y + reach));
  const left = Math.max(0, Math.ceil(x - reach));
  const right = Math.min(width - 1, Math.floor(x + reach));
  const scale = 1 / (reach * reach);
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const near = 1 - ((column - x) ** 2 + (row - y) ** 2) * scale;
      if (near <= 0) continue;
      const at = row * width + column;
      pixels[at] = mix(pixels[at]!, colour | -16777216, (weight * near * near) | 0);
    }
  }
}

/** Draws a falling streak whose head is at (x, y). @param slant pixels sideways per pixel down. */
export function drawStreak(
  canvas: Canvas,
  x: number,
  y: number,
  length: number,
  slant: number,
  thickness: number,
  colour: number,
  strength: number,
): void {
  const { pixels, width, height } = canvas;
  const from = Math.max(0, Math.ceil(y - length));
  const to = Math.min(height - 1, Math.floor(y));
  for (let row = from; row <= to; row++) {
    const centre = x - (y - row) * slant;
    const along = 1 - (y - row) / length;
    const end = Math.min(1, y - row + 0.5);
    for (let column = Math.ceil(centre - thickness - 1); column <= centre + thickness + 1; column++) {
      if (column < 0 || column >= width) continue;
      const cover = Math.min(1, Math.max(0, thickness + 0.5 - Math.abs(column - centre)));
      const at = row * width + column;
      pixels[at] = mix(pixels[at]!, colour | -16777216, (256 * strength * along * end * cover) | 0);
    }
  }
}
