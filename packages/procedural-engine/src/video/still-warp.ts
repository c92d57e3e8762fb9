/**
 * Warps a still picture by a lattice: each lattice point has a position in the picture, and pixels between are sampled
 * bilinearly at subpixel positions. This avoids the jitter of whole-pixel crops in slow zooms.
 */
import { mix } from './packed-pixels.js';

const CELL = 16;
const ONE = 65536;

/** Writes to `place` the position in the picture (pixels, x then y) for a position of the frame (shares). */
export type Lens = (u: number, v: number, place: Float64Array) => void;

export interface Still {
  /** Packed and opaque. */
  pixels: Int32Array;
  width: number;
  height: number;
}

export class StillWarp {
  private readonly columns: number;
  private readonly rows: number;
  private readonly xs: Float64Array;
  private readonly ys: Float64Array;
  private readonly place = new Float64Array(2);

  constructor(
    private readonly still: Still,
    private readonly width: number,
    private readonly height: number,
  ) {
    this.columns = Math.ceil(width / CELL) + 1;
    this.rows = Math.ceil(height / CELL) + 1;
    this.xs = new Float64Array(this.columns * this.rows);
    this.ys = new Float64Array(this.columns * this.rows);
  }

  draw(target: Int32Array, lens: Lens): void {
    this.aim(lens);
    for (let y = 0; y < this.height; y++) {
      const down = (y % CELL) / CELL;
      const top = Math.floor(y / CELL) * this.columns;
      for (let column = 0; column < this.columns - 1; column++) {
        const node = top + column;
        const x0 = this.between(this.xs, node, down);
        const y0 = this.between(this.ys, node, down);
        const x1 = this.between(this.xs, node + 1, down);
        const y1 = this.between(this.ys, node + 1, down);
        const count = Math.min(CELL, this.width - column * CELL);
        this.span(target, y * this.width + column * CELL, count, x0, y0, (x1 - x0) / CELL, (y1 - y0) / CELL);
      }
    }
  }

  private aim(lens: Lens): void {
    for (let row = 0, at = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++, at++) {
        lens((column * CELL) / this.width, (row * CELL) / this.height, this.place);
        this.xs[at] = this.place[0]! * ONE;
        this.ys[at] = this.place[1]! * ONE;
      }
    }
  }

  private between(values: Float64Array, node: number, down: number): number {
    const above = values[node]!;
    return above + (values[node + this.columns]! - above) * down;
  }

  /** Draws one row of a cell. If both ends are inside the picture, all of it is; otherwise each pixel is checked. */
  private span(
    target: Int32Array,
    from: number,
    count: number,
    startX: number,
    startY: number,
    stepX: number,
    stepY: number,
  ): void {
    const { pixels, width, height } = this.still;
    const [right, bottom] = [(width - 1) * ONE - 1, (height - 1) * ONE - 1];
    const [endX, endY] = [startX + stepX * count, startY + stepY * count];
    const inside =
      Math.min(startX, endX) >= CELL &&
      Math.max(startX, endX) <= right - CELL &&
      Math.min(startY, endY) >= CELL &&
      Math.max(startY, endY) <= bottom - CELL;
    if (!inside) {
      for (let i = 0; i < count; i++) {
        const x = Math.min(right, Math.max(0, startX + stepX * i));
        const y = Math.min(bottom, Math.max(0, startY + stepY * i));
        target[from + i] = sample(pixels, width, x | 0, y | 0);
      }
      return;
    }
    let x = Math.round(startX);
    let y = Math.round(startY);
    const dx = Math.round(stepX);
    const dy = Math.round(stepY);
    for (let i = 0; i < count; i++) {
      target[from + i] = sample(pixels, width, x, y);
      x += dx;
      y += dy;
    }
  }
}

/** @param x, y in 1/65536 pixel. */
function sample(pixels: Int32Array, width: number, x: number, y: number): number {
  const at = (y >> 16) * width + (x >> 16);
  const fx = (x >> 8) & 255;
  const above = mix(pixels[at]!, pixels[at + 1]!, fx);
  const below = mix(pixels[at + width]!, pixels[at + width + 1]!, fx);
  return mix(above, below, (y >> 8) & 255);
}
