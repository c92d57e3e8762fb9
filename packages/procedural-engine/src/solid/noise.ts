/**
 * Seeded noise in space. Surfaces and their textures sample it at the same points in space, so that a texture follows the
 * shape, does not stretch and has no seam.
 */
import type { Random } from '../random.js';

export class SpaceNoise {
  private readonly permutation = new Uint8Array(512);

  constructor(random: Random) {
    const order = Array.from({ length: 256 }, (_, i) => i);
    for (let i = 255; i > 0; i--) {
      const j = random.integer(0, i);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    for (let i = 0; i < 512; i++) this.permutation[i] = order[i & 255]!;
  }

  /** Gradient noise, about -1 to 1 (Perlin 2002). */
  at(x: number, y: number, z: number): number {
    const p = this.permutation;
    const ix = Math.floor(x);
    const iy = Math.floor(y);
    const iz = Math.floor(z);
    const fx = x - ix;
    const fy = y - iy;
    const fz = z - iz;
    const u = fade(fx);
    const v = fade(fy);
    const w = fade(fz);
    const cx = ix & 255;
    const cy = iy & 255;
    const cz = iz & 255;
    const a = p[cx]! + cy;
    const b = p[cx + 1]! + cy;
    const aa = p[a & 255]! + cz;
    const ab = p[(a + 1) & 255]! + cz;
    const ba = p[b & 255]! + cz;
    const bb = p[(b + 1) & 255]! + cz;
    const near = mix(
      mix(slope(p[aa & 255]!, fx, fy, fz), slope(p[ba & 255]!, fx - 1, fy, fz), u),
      mix(slope(p[ab & 255]!, fx, fy - 1, fz), slope(p[bb & 255]!, fx - 1, fy - 1, fz), u),
      v,
    );
    const far = mix(
      mix(slope(p[(aa + 1) & 255]!, fx, fy, fz - 1), slope(p[(ba + 1) & 255]!, fx - 1, fy, fz - 1), u),
      mix(
        slope(p[(ab + 1) & 255]!, fx, fy - 1, fz - 1),
        slope(p[(bb + 1) & 255]!, fx - 1, fy - 1, fz - 1),
        u,
      ),
      v,
    );
    return mix(near, far, w);
  }

  /** Sum of octaves, about -1 to 1. */
  fbm(x: number, y: number, z: number, octaves: number): number {
    let sum = 0;
    let amplitude = 0.5;
    for (let i = 0; i < octaves; i++) {
      sum += amplitude * this.at(x, y, z);
      amplitude *= 0.5;
      // The offset prevents that the lattices of the octaves coincide at the origin.
      x = x * 2.03 + 7.1;
      y = y * 2.03 + 3.7;
      z = z * 2.03 + 11.3;
    }
    return sum * 1.4;
  }

  /** Sharp crests, 0 to 1: mountain ridges, veins. */
  ridged(x: number, y: number, z: number, octaves: number): number {
    let sum = 0;
    let amplitude = 0.5;
    let weight = 1;
    for (let i = 0; i < octaves; i++) {
      const crest = (1 - Math.abs(this.at(x, y, z))) ** 2 * weight;
      weight = Math.min(1, crest * 1.5);
      sum += amplitude * crest;
      amplitude *= 0.5;
      x = x * 2.07 + 5.3;
      y = y * 2.07 + 9.1;
      z = z * 2.07 + 2.9;
    }
    return sum;
  }

  /** Noise on a unit square that repeats at its edges, about -1 to 1; `scale` is the number of waves across. */
  tile(u: number, v: number, scale: number, octaves: number): number {
    // A torus in four dimensions would be exact; blending four shifted copies is faster and looks the same.
    const x = (u - Math.floor(u)) * scale;
    const y = (v - Math.floor(v)) * scale;
    const bu = x / scale;
    const bv = y / scale;
    const blend = mix(
      mix(this.fbm(x, y, 0.5, octaves), this.fbm(x - scale, y, 0.5, octaves), bu),
      mix(this.fbm(x, y - scale, 0.5, octaves), this.fbm(x - scale, y - scale, 0.5, octaves), bu),
      bv,
    );
    // Compensates the lower contrast of averaged independent values.
    const keep = Math.hypot(1 - bu, bu) * Math.hypot(1 - bv, bv);
    return blend / keep;
  }
}

export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

/** 0 below `from`, 1 above `to`, smooth between. */
export function smoothStep(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

function slope(hash: number, x: number, y: number, z: number): number {
  const h = hash & 15;
  const u = h < 8 ? x : y;
  const v = h < 4 ? y : h === 12 || h === 14 ? x : z;
  return ((h & 1) === 0 ? u : -u) + ((h & 2) === 0 ? v : -v);
}
