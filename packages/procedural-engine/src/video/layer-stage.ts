/**
 * Composes a frame from the layers of a painted scene, each with its own shift and zoom at subpixel precision. A table,
 * computed once, classifies the 16 × 16 blocks of a layer as empty, solid or mixed, so that pixels behind a solid block and
 * pixels of an empty block are never sampled.
 */
import type { SceneLayer } from '../picture/scene.js';
import { mix, over, premultiplied } from './packed-pixels.js';

/** The part of a layer that fills the frame, in the layer's pixels. */
export interface Placement {
  left: number;
  top: number;
  /** Layer pixels for each frame pixel; at most 1 shows every detail. */
  step: number;
  /** Sideways waves, for water. */
  wave?: Wave;
}

/** Two superposed waves, growing from the horizon down to the frame's lower edge. */
export interface Wave {
  /** Maximum, in layer pixels. */
  height: number;
  /** Frame row above which nothing moves. */
  horizon: number;
  /** Radians for each row. */
  perRow: number;
  /** Radians, by the time. */
  phase: number;
}

const EMPTY = 1;
const SOLID = 2;
const BLOCK = 16;
const TILE_WIDTH = 64;
const TILE_HEIGHT = 16;
const ONE = 65536;
const BLACK = -16777216;

interface StageLayer {
  pixels: Int32Array;
  width: number;
  height: number;
  /** EMPTY, SOLID or 0 (mixed) for every block. */
  blocks: Uint8Array;
  blocksWide: number;
}

export class LayerStage {
  private readonly layers: StageLayer[];

  /** @param layers farthest first; the stage owns and changes their pixel buffers. */
  constructor(
    layers: readonly SceneLayer[],
    private readonly width: number,
    private readonly height: number,
  ) {
    this.layers = layers.map(({ rgba, width, height }) => {
      const pixels = premultiplied(rgba);
      const blocksWide = Math.ceil(width / BLOCK);
      return { pixels, width, height, blocks: classify(pixels, width, height), blocksWide };
    });
  }

  /** @param placements one for each layer, in their order. */
  draw(target: Int32Array, placements: readonly Placement[]): void {
    const inside = placements.map((placement, i) => this.kept(placement, this.layers[i]!));
    for (let y = 0; y < this.height; y += TILE_HEIGHT) {
      for (let x = 0; x < this.width; x += TILE_WIDTH) this.drawTile(target, inside, x, y);
    }
  }

  /** Returns whether only the farthest layer is visible at a pixel of the frame, so that a star may be drawn there. */
  isSky(placements: readonly Placement[], x: number, y: number): boolean {
    return this.layers.every((layer, i) => {
      if (i === 0) return true;
      const { left, top, step } = this.kept(placements[i]!, layer);
      const at = Math.round(top + y * step) * layer.width + Math.round(left + x * step);
      return (layer.pixels[at] ?? 0) >>> 24 === 0;
    });
  }

  /** Returns the placement moved (and, if larger than the layer, shrunk) so that it is inside the layer. */
  private kept(placement: Placement, layer: StageLayer): Placement {
    const sway = placement.wave?.height ?? 0;
    const [wide, high] = [layer.width - 2.02 - 2 * sway, layer.height - 2.02];
    const step = Math.min(placement.step, wide / this.width, high / this.height);
    const left = Math.min(sway + wide - this.width * step, Math.max(sway, placement.left));
    const top = Math.min(high - this.height * step, Math.max(0, placement.top));
    return { ...placement, left, top, step };
  }

  private drawTile(target: Int32Array, placements: readonly Placement[], x: number, y: number): void {
    const columns = Math.min(TILE_WIDTH, this.width - x);
    const rows = Math.min(TILE_HEIGHT, this.height - y);
    const shown: number[] = [];
    let covered = false;
    for (let i = this.layers.length - 1; i >= 0 && !covered; i--) {
      const kind = blockKind(this.layers[i]!, placements[i]!, x, y, columns, rows);
      if (kind !== EMPTY) shown.push(i);
      covered = kind === SOLID;
    }
    if (!covered) {
      for (let row = 0; row < rows; row++) {
        const from = (y + row) * this.width + x;
        target.fill(BLACK, from, from + columns);
      }
    }
    for (let k = shown.length - 1; k >= 0; k--) {
      const [layer, placement] = [this.layers[shown[k]!]!, placements[shown[k]!]!];
      const solid = covered && k === shown.length - 1;
      for (let row = 0; row < rows; row++) {
        drawRow(target, (y + row) * this.width + x, columns, layer, placement, x, y + row, solid);
      }
    }
  }
}

/** @returns layer pixels, never more than the wave's height. */
function swayOf({ height, horizon, perRow, phase }: Wave, y: number): number {
  const near = Math.min(1, (y - horizon) / Math.max(1, horizon * 0.6));
  // Perspective: the waves are longer near than far.
  const row = (y - horizon) * perRow * (1.5 - 0.5 * near);
  return height * near * (0.65 * Math.sin(row + phase) + 0.35 * Math.sin(row * 2.3 - phase * 1.7));
}

/** Draws one row of a tile from one layer: finds the two source rows and the first source column, then samples. */
function drawRow(
  target: Int32Array,
  from: number,
  count: number,
  layer: StageLayer,
  { left, top, step, wave }: Placement,
  x: number,
  y: number,
  solid: boolean,
): void {
  const sway = wave && y > wave.horizon ? swayOf(wave, y) : 0;
  const sourceY = Math.round((top + y * step) * ONE);
  const above = (sourceY >> 16) * layer.width;
  const sourceX = Math.round((left + sway + x * step) * ONE);
  const span = solid ? copySpan : blendSpan;
  span(
    target,
    from,
    count,
    layer.pixels,
    above,
    layer.width,
    (sourceY >> 8) & 255,
    sourceX,
    Math.round(step * ONE),
  );
}

/**
 * The inner loops. Positions are whole numbers of 1/65536 pixel. Adjacent pixels share a column of the layer, which is
 * mixed once. The two loops differ in one line; a branch inside one loop would be a third slower.
 */
function copySpan(
  target: Int32Array,
  from: number,
  count: number,
  pixels: Int32Array,
  above: number,
  stride: number,
  fy: number,
  x: number,
  step: number,
): void {
  let column = -2;
  let near = 0;
  let far = 0;
  for (let i = 0; i < count; i++) {
    const at = x >> 16;
    if (at !== column) {
      const here = above + at;
      near = at === column + 1 ? far : mix(pixels[here]!, pixels[here + stride]!, fy);
      far = mix(pixels[here + 1]!, pixels[here + 1 + stride]!, fy);
      column = at;
    }
    target[from + i] = mix(near, far, (x >> 8) & 255);
    x += step;
  }
}

function blendSpan(
  target: Int32Array,
  from: number,
  count: number,
  pixels: Int32Array,
  above: number,
  stride: number,
  fy: number,
  x: number,
  step: number,
): void {
  let column = -2;
  let near = 0;
  let far = 0;
  for (let i = 0; i < count; i++) {
    const at = x >> 16;
    if (at !== column) {
      const here = above + at;
      near = at === column + 1 ? far : mix(pixels[here]!, pixels[here + stride]!, fy);
      far = mix(pixels[here + 1]!, pixels[here + 1 + stride]!, fy);
      column = at;
    }
    if ((near | far) !== 0) target[from + i] = over(mix(near, far, (x >> 8) & 255), target[from + i]!);
    x += step;
  }
}

/** Returns the common kind of the blocks under a tile of the frame. */
function blockKind(
  layer: StageLayer,
  { left, top, step, wave }: Placement,
  x: number,
  y: number,
  columns: number,
  rows: number,
): number {
  const sway = wave?.height ?? 0;
  const firstColumn = Math.floor((left + x * step - sway) / BLOCK);
  const lastColumn = Math.floor((left + (x + columns) * step + sway + 1) / BLOCK);
  const firstRow = Math.floor((top + y * step) / BLOCK);
  const lastRow = Math.floor((top + (y + rows) * step + 1) / BLOCK);
  let kind = EMPTY | SOLID;
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      kind &= layer.blocks[row * layer.blocksWide + column] ?? EMPTY | SOLID;
    }
  }
  return kind;
}

function classify(pixels: Int32Array, width: number, height: number): Uint8Array {
  const wide = Math.ceil(width / BLOCK);
  const blocks = new Uint8Array(wide * Math.ceil(height / BLOCK)).fill(EMPTY | SOLID);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / BLOCK) * wide;
    for (let x = 0; x < width; x++) {
      const alpha = pixels[y * width + x]! >>> 24;
      blocks[row + (x >> 4)]! &= alpha === 255 ? SOLID : alpha === 0 ? EMPTY : 0;
    }
  }
  return blocks;
}
