/**
 * A transparent raw RGBA layer and the operations of painters on it: per-pixel shading with dither, soft dots, and vector
 * drawings rasterised by sharp. `Frame` holds the geometry, so that a picture with overscan (for camera moves) shows the
 * same scene in its middle as one without.
 */
import sharp from 'sharp';
import { hash2 } from './noise.js';
import type { Rgb } from './palette.js';

export interface Frame {
  /** Layer size in px, overscan included. */
  width: number;
  height: number;
  /** The visible frame inside the layer, px. */
  left: number;
  top: number;
  frameWidth: number;
  frameHeight: number;
  /** Pixels per scene unit: the shorter edge, a little more for long formats. Isotropic. */
  unit: number;
  /** Frame width and height in scene units. */
  wide: number;
  high: number;
}

/** @param overscan fraction of the frame added on each side */
export function frameOf(frameWidth: number, frameHeight: number, overscan = 0): Frame {
  const left = Math.round(frameWidth * overscan);
  const top = Math.round(frameHeight * overscan);
  const unit = Math.min(frameWidth, frameHeight) * 0.75 + Math.sqrt(frameWidth * frameHeight) * 0.25;
  return {
    width: frameWidth + 2 * left,
    height: frameHeight + 2 * top,
    left,
    top,
    frameWidth,
    frameHeight,
    unit,
    wide: frameWidth / unit,
    high: frameHeight / unit,
  };
}

/** Writes red, green, blue (0-255) and alpha (0-1) for a point in scene units. */
export type Shader = (x: number, y: number, out: Float32Array) => void;

type Area = readonly [fromY?: number, toY?: number, fromX?: number, toX?: number];

export class Sheet {
  readonly rgba: Buffer;

  constructor(readonly frame: Frame) {
    this.rgba = Buffer.alloc(frame.width * frame.height * 4);
  }

  /** Shades rows `fromY` to `toY` (scene units; default: the whole layer), replacing the pixels. */
  shade(shader: Shader, ...area: Area): this {
    return this.paint(shader, 1, area);
  }

  /** Like `shade`, but composes the colour over the pixels. */
  glaze(shader: Shader, ...area: Area): this {
    return this.paint(shader, 0, area);
  }

  /** @param alpha of a point whose shader writes none: 1 replaces the pixels, 0 composes over them. */
  private paint(
    shader: Shader,
    alpha: 0 | 1,
    [fromY = -Infinity, toY = Infinity, fromX = -Infinity, toX = Infinity]: Area,
  ): this {
    const { width, height, left, top, unit } = this.frame;
    const out = new Float32Array(4);
    const rows = range(fromY, toY, top, unit, height);
    const columns = range(fromX, toX, left, unit, width);
    for (let py = rows[0]; py < rows[1]; py++) {
      const y = (py + 0.5 - top) / unit;
      for (let px = columns[0]; px < columns[1]; px++) {
        out[3] = alpha;
        shader((px + 0.5 - left) / unit, y, out);
        if (alpha === 1) this.put(px, py, out[0]!, out[1]!, out[2]!, out[3]);
        else if (out[3] > 0.002) this.over(px, py, out[0]!, out[1]!, out[2]!, out[3]);
      }
    }
    return this;
  }

  /** Stores a pixel, dithered, so that slow gradients show no bands. */
  put(px: number, py: number, r: number, g: number, b: number, a: number): void {
    const i = (py * this.frame.width + px) * 4;
    const d = hash2(px, py, 1) + hash2(px, py, 2) - 0.5;
    const rgba = this.rgba;
    rgba[i] = byte(r + d);
    rgba[i + 1] = byte(g + d);
    rgba[i + 2] = byte(b + d);
    rgba[i + 3] = byte(a * 255 + (a > 0 && a < 1 ? d : 0.5));
  }

  /** Composes a colour with alpha over the pixel. */
  over(px: number, py: number, r: number, g: number, b: number, a: number): void {
    const i = (py * this.frame.width + px) * 4;
    const rgba = this.rgba;
    const below = rgba[i + 3]! / 255;
    if (a > 1) a = 1;
    const total = a + below * (1 - a);
    if (total <= 0) return;
    const t = a / total;
    const d = hash2(px, py, 3) + hash2(px, py, 4) - 0.5;
    rgba[i] = byte(rgba[i]! + (r - rgba[i]!) * t + d);
    rgba[i + 1] = byte(rgba[i + 1]! + (g - rgba[i + 1]!) * t + d);
    rgba[i + 2] = byte(rgba[i + 2]! + (b - rgba[i + 2]!) * t + d);
    rgba[i + 3] = byte(total * 255 + 0.5);
  }

  /** Draws a soft round dot; lengths in scene units. `hard` 0 fades from the centre, 1 is a sharp disc. */
  dot(x: number, y: number, radius: number, colour: Rgb, alpha: number, hard = 0): void {
    const { width, height, left, top, unit } = this.frame;
    const [cx, cy, r] = [x * unit + left, y * unit + top, Math.max(radius * unit, 0.6)];
    const edge = Math.max(hard * r, 0);
    const soft = Math.max(r - edge, 1);
    for (let py = Math.max(0, Math.floor(cy - r - 1)); py < Math.min(height, cy + r + 1); py++) {
      for (let px = Math.max(0, Math.floor(cx - r - 1)); px < Math.min(width, cx + r + 1); px++) {
        const d = Math.hypot(px + 0.5 - cx, py + 0.5 - cy);
        const t = 1 - (d - edge) / soft;
        if (t <= 0) continue;
        const a = t >= 1 ? alpha : alpha * (hard > 0 ? t : t * t);
        this.over(px, py, colour[0], colour[1], colour[2], a);
      }
    }
  }

  /** Rasterises SVG elements in scene units and composes them over the layer. @param blur Gaussian sigma, scene units */
  async draw(elements: string, blur = 0): Promise<this> {
    const { width, height, left, top, unit } = this.frame;
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<g transform="translate(${left} ${top}) scale(${unit})">${elements}</g></svg>`;
    let image = sharp(Buffer.from(svg)).ensureAlpha();
    if (blur * unit >= 0.3) image = image.blur(blur * unit);
    const drawn = await image.raw().toBuffer();
    this.lay(drawn);
    return this;
  }

  /** Composes a raw RGBA buffer of the layer's size over the layer. */
  lay(drawn: Buffer): void {
    const { width, height } = this.frame;
    for (let py = 0, i = 0; py < height; py++) {
      for (let px = 0; px < width; px++, i += 4) {
        const a = drawn[i + 3]!;
        if (a) this.over(px, py, drawn[i]!, drawn[i + 1]!, drawn[i + 2]!, a / 255);
      }
    }
  }
}

function range(
  from: number,
  to: number,
  offset: number,
  unit: number,
  size: number,
): readonly [number, number] {
  const first = Math.max(0, Math.floor(Math.max(from, -1e6) * unit + offset));
  const last = Math.min(size, Math.ceil(Math.min(to, 1e6) * unit + offset));
  return [Math.min(first, size), Math.max(last, 0)];
}

function byte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : value | 0;
}
