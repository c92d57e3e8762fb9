/**
 * Computes the glow around bright parts of a frame: the brightest tones averaged over the cells of the light grid, then
 * blurred. Every third pixel of every third row is enough and keeps it cheap.
 */
/** Tones below this cause no glow; it increases from there to white. */
const THRESHOLD = 150;
const BLUR_RADIUS_CELLS = 2;
/** Weight of the glow per tone, as a table instead of a power per pixel. */
const WEIGHTS = Float64Array.from({ length: 256 }, (_, tone) => {
  const above = Math.max(0, tone - THRESHOLD) / (255 - THRESHOLD);
  return above * above;
});

export interface LightGrid {
  columns: number;
  rows: number;
  /** Pixels between two grid points. */
  cell: number;
}

/** @returns red, green and blue (0–255) for each grid point, rows of `columns`. */
export function glowOf(pixels: Int32Array, width: number, height: number, grid: LightGrid): Float64Array {
  const { columns, rows, cell } = grid;
  const sums = new Float64Array(columns * rows * 3);
  const half = cell / 2;
  for (let y = 0; y < height; y += 3) {
    // Grid points are the corners of the cells; a pixel belongs to the nearest corner.
    const row = Math.floor((y + half) / cell) * columns;
    for (let x = 0; x < width; x += 3) {
      const pixel = pixels[y * width + x]!;
      const [red, green, blue] = [pixel & 255, (pixel >>> 8) & 255, (pixel >>> 16) & 255];
      const weight = WEIGHTS[red > green ? (red > blue ? red : blue) : green > blue ? green : blue]!;
      if (weight === 0) continue;
      const at = (row + Math.floor((x + half) / cell)) * 3;
      sums[at]! += red * weight;
      sums[at + 1]! += green * weight;
      sums[at + 2]! += blue * weight;
    }
  }
  const samples = (cell * cell) / 9;
  for (let i = 0; i < sums.length; i++) sums[i]! /= samples;
  const wide = columns * 3;
  const once = blur(blur(sums, 3, wide, columns, rows), wide, 3, rows, columns);
  return blur(blur(once, 3, wide, columns, rows), wide, 3, rows, columns);
}

/** A running mean along lines. @param step between the points of a line; @param stride between lines. */
function blur(
  source: Float64Array,
  step: number,
  stride: number,
  length: number,
  lines: number,
): Float64Array {
  const result = new Float64Array(source.length);
  const weight = 1 / (2 * BLUR_RADIUS_CELLS + 1);
  for (let line = 0; line < lines; line++) {
    for (let channel = 0; channel < 3; channel++) {
      const from = line * stride + channel;
      for (let i = 0; i < length; i++) {
        let sum = 0;
        for (let k = i - BLUR_RADIUS_CELLS; k <= i + BLUR_RADIUS_CELLS; k++) {
          sum += source[from + (k < 0 ? 0 : k >= length ? length - 1 : k) * step]!;
        }
        result[from + i * step] = sum * weight;
      }
    }
  }
  return result;
}
