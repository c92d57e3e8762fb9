/**
 * The light of a frame: a coarse grid of colour gains (vignette, sweeps, pulses) and of the glow around bright parts. The
 * gains may be an expensive function, because it is evaluated at one point per 256 pixels and interpolated linearly between
 * them. An ordered dither prevents bands in gradients.
 */
import { glowOf } from './glow.js';

const CELL = 16;
const ONE = 65536;

/** Writes the red, green and blue gain (1 leaves the picture as it is, below 3) at a place into `gains`. */
export type Light = (u: number, v: number, gains: Float64Array) => void;

/** 4 × 4 Bayer pattern in 16ths of a level. */
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
const DITHER = Int32Array.from(BAYER, (rank) => ((rank + 0.5) * ONE) / 16);

/** Numbers of one grid point: red, green and blue gain, then red, green and blue glow. */
const POINT = 6;

export class LightMap {
  private readonly columns: number;
  private readonly rows: number;
  private readonly points: Int32Array;
  private readonly gains = new Float64Array(3);
  /** The points left and right of the current span, on its row. */
  private readonly left = new Int32Array(POINT);
  private readonly right = new Int32Array(POINT);

  /** @param bloom 0–1, strength of the glow around bright parts. */
  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly bloom = 0,
  ) {
    this.columns = Math.ceil(width / CELL) + 1;
    this.rows = Math.ceil(height / CELL) + 1;
    this.points = new Int32Array(this.columns * this.rows * POINT);
  }

  /** Applies the light to `pixels` (packed, opaque) in place. `light` gets positions as shares of width and height. */
  apply(pixels: Int32Array, light: Light): void {
    const { points, gains, columns, rows } = this;
    const glow =
      this.bloom > 0 ? glowOf(pixels, this.width, this.height, { columns, rows, cell: CELL }) : undefined;
    for (let row = 0, at = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++, at++) {
        light((column * CELL) / this.width, (row * CELL) / this.height, gains);
        for (let i = 0; i < 3; i++) {
          points[at * POINT + i] = Math.round(gains[i]! * ONE);
          points[at * POINT + 3 + i] = glow
            ? Math.round(glow[at * 3 + i]! * this.bloom * gains[i]! * ONE)
            : 0;
        }
      }
    }
    for (let y = 0; y < this.height; y++) this.applyRow(pixels, y);
  }

  private applyRow(pixels: Int32Array, y: number): void {
    const { columns, width, left, right } = this;
    const down = (y % CELL) / CELL;
    const top = Math.floor(y / CELL) * columns;
    this.read(right, top, down);
    for (let column = 0; column < columns - 1; column++) {
      left.set(right);
      this.read(right, top + column + 1, down);
      const from = column * CELL;
      span(pixels, y * width + from, Math.min(CELL, width - from), (y & 3) * 4, left, right);
    }
  }

  private read(into: Int32Array, point: number, down: number): void {
    const above = point * POINT;
    const below = above + this.columns * POINT;
    for (let i = 0; i < POINT; i++) {
      const value = this.points[above + i]!;
      into[i] = value + (this.points[below + i]! - value) * down;
    }
  }
}

function span(
  pixels: Int32Array,
  from: number,
  count: number,
  pattern: number,
  left: Int32Array,
  right: Int32Array,
): void {
  let [red, green, blue] = [left[0]!, left[1]!, left[2]!];
  let [moreRed, moreGreen, moreBlue] = [left[3]!, left[4]!, left[5]!];
  const [redStep, greenStep, blueStep] = [
    (right[0]! - red) >> 4,
    (right[1]! - green) >> 4,
    (right[2]! - blue) >> 4,
  ];
  const moreRedStep = (right[3]! - moreRed) >> 4;
  const moreGreenStep = (right[4]! - moreGreen) >> 4;
  const moreBlueStep = (right[5]! - moreBlue) >> 4;
  for (let i = 0; i < count; i++) {
    const pixel = pixels[from + i]!;
    const dither = DITHER[pattern + (i & 3)]!;
    const r = ((pixel & 255) * red + moreRed + dither) >> 16;
    const g = (((pixel >>> 8) & 255) * green + moreGreen + dither) >> 16;
    const b = (((pixel >>> 16) & 255) * blue + moreBlue + dither) >> 16;
    pixels[from + i] =
      (r > 255 ? 255 : r) | ((g > 255 ? 255 : g) << 8) | ((b > 255 ? 255 : b) << 16) | -16777216;
    red += redStep;
    green += greenStep;
    blue += blueStep;
    moreRed += moreRedStep;
    moreGreen += moreGreenStep;
    moreBlue += moreBlueStep;
  }
}

/** Returns the gain of the darkening towards the corners; 1 in the middle. */
export function vignette(u: number, v: number, strength: number): number {
  const distance = ((u - 0.5) ** 2 + (v - 0.5) ** 2) * 2;
  return 1 - strength * distance * Math.min(1, 0.4 + distance);
}
