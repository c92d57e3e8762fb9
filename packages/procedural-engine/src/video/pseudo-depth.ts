/**
 * Estimates the depth of a still picture without a model: low is nearer than high, sharp is nearer than blurred, the middle
 * is nearer than the rim. The estimate is blurred and suffices only for a small parallax.
 */
import sharp from 'sharp';

export interface DepthMap {
  /** 0 far – 1 near at a position of the picture (shares of width and height). */
  at(u: number, v: number): number;
  /** Centre of the sharp parts (shares of width and height): the target of a zoom. */
  focus: { u: number; v: number };
}

const EDGE = 48;

/** @param rgba raw RGBA of the picture. */
export async function guessDepth(rgba: Uint8Array, width: number, height: number): Promise<DepthMap> {
  const columns = Math.max(8, Math.round(width >= height ? EDGE : (EDGE * width) / height));
  const rows = Math.max(8, Math.round(height >= width ? EDGE : (EDGE * height) / width));
  const luminance = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .greyscale()
    .resize(columns * 4, rows * 4, { fit: 'fill' })
    .raw()
    .toBuffer();
  const detail = detailOf(luminance, columns, rows);
  const focus = centroid(detail, columns, rows);
  const near = new Float64Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [u, v] = [(column + 0.5) / columns, (row + 0.5) / rows];
      const centre = 1 - Math.min(1, Math.hypot(u - focus.u, (v - focus.v) * 0.8) / 0.7);
      near[row * columns + column] = 0.5 * v + 0.25 * detail[row * columns + column]! + 0.25 * centre;
    }
  }
  const smooth = normalised(blurred(blurred(near, columns, rows), columns, rows));
  return { at: (u, v) => sample(smooth, columns, rows, u, v), focus };
}

/** Returns the contrast of each 4 × 4 block with its neighbours, 0–1. */
function detailOf(luminance: Uint8Array, columns: number, rows: number): Float64Array {
  const detail = new Float64Array(columns * rows);
  const wide = columns * 4;
  for (let y = 1; y < rows * 4 - 1; y++) {
    for (let x = 1; x < wide - 1; x++) {
      const at = y * wide + x;
      const slope =
        Math.abs(luminance[at + 1]! - luminance[at - 1]!) +
        Math.abs(luminance[at + wide]! - luminance[at - wide]!);
      detail[(y >> 2) * columns + (x >> 2)]! += slope;
    }
  }
  return normalised(blurred(detail, columns, rows));
}

function centroid(weights: Float64Array, columns: number, rows: number): { u: number; v: number } {
  let [sum, u, v] = [1e-6, 0.5e-6, 0.5e-6];
  weights.forEach((weight, i) => {
    const strong = weight * weight;
    sum += strong;
    u += (strong * ((i % columns) + 0.5)) / columns;
    v += (strong * (Math.floor(i / columns) + 0.5)) / rows;
  });
  return { u: u / sum, v: v / sum };
}

function blurred(values: Float64Array, columns: number, rows: number): Float64Array {
  const radius = 4;
  const pass = (source: Float64Array, step: number, stride: number, length: number, lines: number) => {
    const result = new Float64Array(source.length);
    for (let line = 0; line < lines; line++) {
      for (let i = 0; i < length; i++) {
        let sum = 0;
        for (let k = -radius; k <= radius; k++) {
          sum += source[line * stride + Math.min(length - 1, Math.max(0, i + k)) * step]!;
        }
        result[line * stride + i * step] = sum / (2 * radius + 1);
      }
    }
    return result;
  };
  return pass(pass(values, 1, columns, columns, rows), columns, 1, rows, columns);
}

function normalised(values: Float64Array): Float64Array {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const span = high - low || 1;
  return values.map((value) => (value - low) / span);
}

function sample(values: Float64Array, columns: number, rows: number, u: number, v: number): number {
  const x = Math.min(columns - 1.001, Math.max(0, u * columns - 0.5));
  const y = Math.min(rows - 1.001, Math.max(0, v * rows - 0.5));
  const at = Math.floor(y) * columns + Math.floor(x);
  const [fx, fy] = [x % 1, y % 1];
  const above = values[at]! * (1 - fx) + values[at + 1]! * fx;
  return above * (1 - fy) + (values[at + columns]! * (1 - fx) + values[at + columns + 1]! * fx) * fy;
}
