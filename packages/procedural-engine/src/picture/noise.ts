/**
 * Seeded gradient noise on typed tables, for clouds, terrain, bark and water. It allocates nothing per sample, because a
 * picture takes tens of millions of samples.
 */
import type { Random } from '../random.js';

/** Looked up once: in a test runner's sandbox every global look-up is slow, and this is called per pixel. */
const { imul } = Math;

const SIZE = 256;
const MASK = SIZE - 1;

export class Noise {
  private readonly permutation = new Uint8Array(SIZE * 2);
  private readonly gx = new Float64Array(SIZE);
  private readonly gy = new Float64Array(SIZE);
  /** Values 0-1 per lattice point, for value noise with derivatives. */
  private readonly value = new Float64Array(SIZE);
  /** The derivatives of the last result of `withSlope`. */
  slopeX = 0;
  slopeY = 0;

  constructor(random: Random) {
    const order = Array.from({ length: SIZE }, (_, i) => i);
    for (let i = MASK; i > 0; i--) {
      const j = random.integer(0, i);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    for (let i = 0; i < SIZE; i++) {
      this.permutation[i] = this.permutation[i + SIZE] = order[i]!;
      const angle = random() * Math.PI * 2;
      this.gx[i] = Math.cos(angle) * 1.5;
      this.gy[i] = Math.sin(angle) * 1.5;
      this.value[i] = random();
    }
  }

  /** Gradient noise, about -1 to 1, smooth to the second derivative. */
  at(x: number, y: number): number {
    const fx = Math.floor(x);
    const fy = Math.floor(y);
    const dx = x - fx;
    const dy = y - fy;
    const p = this.permutation;
    const ix = fx & MASK;
    const iy = fy & MASK;
    const a = p[ix]! + iy;
    const b = p[(ix + 1) & MASK]! + iy;
    const gx = this.gx;
    const gy = this.gy;
    const h00 = p[a & 511]!;
    const h10 = p[b & 511]!;
    const h01 = p[(a + 1) & 511]!;
    const h11 = p[(b + 1) & 511]!;
    const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const v = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const n00 = gx[h00]! * dx + gy[h00]! * dy;
    const n10 = gx[h10]! * (dx - 1) + gy[h10]! * dy;
    const n01 = gx[h01]! * dx + gy[h01]! * (dy - 1);
    const n11 = gx[h11]! * (dx - 1) + gy[h11]! * (dy - 1);
    const top = n00 + (n10 - n00) * u;
    return top + (n01 + (n11 - n01) * u - top) * v;
  }

  /** Value noise 0-1; writes its derivatives to `slopeX` and `slopeY`. */
  withSlope(x: number, y: number): number {
    const fx = Math.floor(x);
    const fy = Math.floor(y);
    const dx = x - fx;
    const dy = y - fy;
    const p = this.permutation;
    const ix = fx & MASK;
    const iy = fy & MASK;
    const a = p[ix]! + iy;
    const b = p[(ix + 1) & MASK]! + iy;
    const value = this.value;
    const va = value[p[a & 511]!]!;
    const vb = value[p[b & 511]!]!;
    const vc = value[p[(a + 1) & 511]!]!;
    const vd = value[p[(b + 1) & 511]!]!;
    const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const v = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const k1 = vb - va;
    const k2 = vc - va;
    const k4 = va - vb - vc + vd;
    this.slopeX = 30 * dx * dx * (dx * (dx - 2) + 1) * (k1 + k4 * v);
    this.slopeY = 30 * dy * dy * (dy * (dy - 2) + 1) * (k2 + k4 * u);
    return va + k1 * u + k2 * v + k4 * u * v;
  }

  /** Sum of octaves, about -1 to 1. Each octave is rotated, so that the lattice is not visible. */
  fbm(x: number, y: number, octaves: number, gain = 0.5): number {
    let sum = 0;
    let amplitude = 0.5;
    let reach = 0;
    for (let i = 0; i < octaves; i++) {
      sum += amplitude * this.at(x, y);
      reach += amplitude;
      amplitude *= gain;
      const t = 1.6 * x - 1.2 * y + 17.3;
      y = 1.2 * x + 1.6 * y + 5.1;
      x = t;
    }
    return (sum / reach) * 1.25;
  }

  /** Ridged octaves 0-1 with sharp crests: bare rock, veins, lightning. */
  ridged(x: number, y: number, octaves: number): number {
    let sum = 0;
    let amplitude = 0.55;
    let reach = 0;
    let weight = 1;
    for (let i = 0; i < octaves; i++) {
      const n = 1 - Math.abs(this.at(x, y));
      const crest = n * n * weight;
      weight = Math.min(1, Math.max(0, crest * 1.6));
      sum += amplitude * crest;
      reach += amplitude;
      amplitude *= 0.52;
      const t = 1.6 * x - 1.2 * y + 31.7;
      y = 1.2 * x + 1.6 * y + 11.9;
      x = t;
    }
    return sum / reach;
  }

  /**
   * Height with eroded slopes, about 0-1: steep parts get less detail, like scree and gullies (the method with derivatives
   * that Inigo Quilez published).
   */
  eroded(x: number, y: number, octaves: number): number {
    let height = 0;
    let amplitude = 0.5;
    let sx = 0;
    let sy = 0;
    for (let i = 0; i < octaves; i++) {
      const n = this.withSlope(x, y);
      sx += this.slopeX;
      sy += this.slopeY;
      height += (amplitude * n) / (1 + sx * sx + sy * sy);
      amplitude *= 0.5;
      const t = 1.6 * x - 1.2 * y;
      y = 1.2 * x + 1.6 * y;
      x = t;
    }
    return height;
  }
}

/** Returns a deterministic number 0-1 for a pixel or cell: dither, grain, window lights. */
export function hash2(x: number, y: number, salt = 0): number {
  let h = (imul(x | 0, 0x27d4eb2d) ^ imul(y | 0, 0x165667b1) ^ imul(salt | 0, 0x9e3779b1)) | 0;
  h = imul(h ^ (h >>> 15), 0x85ebca6b);
  h = imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth step: 0 below `low`, 1 above `high`. `low` may exceed `high`. */
export function smooth(low: number, high: number, x: number): number {
  const t = (x - low) / (high - low);
  return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t);
}

export function clamp(x: number, low: number, high: number): number {
  return x < low ? low : x > high ? high : x;
}
