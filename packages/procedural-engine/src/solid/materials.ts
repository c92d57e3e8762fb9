/**
 * Textures of common materials. Tiled ones repeat and are scaled by the size of a face; `spatial` ones are sampled in space
 * at the points of a surface, so that they neither stretch nor have a seam.
 */
import { blend, type Colour, lit, ramp } from './colour.js';
import type { FormContext } from './form.js';
import type { Vector } from './mesh.js';
import { smoothStep, type SpaceNoise } from './noise.js';
import type { Painter } from './texture.js';

export type SpatialColour = (point: Vector) => Colour;

/** Long grain along u or v, with rings. */
export function wood(noise: SpaceNoise, colour: Colour, grainAlong: 'u' | 'v' = 'v'): Painter {
  const [light, dark] = [lit(colour, 1.12), lit(colour, 0.62)];
  return (u, v) => {
    const [across, along] = grainAlong === 'v' ? [u, v] : [v, u];
    const bend = noise.tile(across, along, 2, 2) * 0.09;
    const ring = 0.5 + 0.5 * Math.sin((across + bend) * Math.PI * 2 * 7);
    const fibre = noise.tile(across * 12, along, 4, 2);
    return blend(light, dark, 0.12 + 0.5 * ring * ring + 0.22 * fibre);
  };
}

/** Bark: deep furrows along v. */
export function bark(noise: SpaceNoise, colour: Colour): Painter {
  return (u, v) => {
    const wander = noise.tile(u, v, 4, 3) * 0.05;
    const furrow = Math.abs(noise.tile(u * 6 + wander * 6, v, 3, 3));
    return lit(colour, 0.45 + Math.min(0.8, furrow * 1.6));
  };
}

/** Many small leaves, as on the outside of a crown. */
export function leaves(noise: SpaceNoise, colour: Colour, second: Colour): Painter {
  return (u, v) => {
    const clump = noise.tile(u, v, 5, 2);
    const cell = cells(u, v, 34);
    const shade = 0.5 + 0.62 * (1 - smoothStep(0.1, 0.75, cell.distance));
    return lit(
      blend(colour, second, smoothStep(-0.35, 0.55, clump + (cell.id - 0.5) * 0.9)),
      shade + 0.12 * clump,
    );
  };
}

export function stone(noise: SpaceNoise, colour: Colour): Painter {
  return (u, v) => {
    const grain = noise.tile(u, v, 6, 5);
    const fine = noise.tile(u, v, 40, 2);
    return lit(colour, 0.92 + 0.24 * grain + 0.14 * fine);
  };
}

/** Courses of blocks with joints, `rows` per tile. */
export function masonry(noise: SpaceNoise, colour: Colour, rows = 8): Painter {
  const columns = rows / 2;
  return (u, v) => {
    const row = Math.floor(v * rows);
    const x = u * columns + (row % 2) * 0.5;
    const column = ((Math.floor(x) % columns) + columns) % columns;
    const [fx, fy] = [x - Math.floor(x), v * rows - row];
    const edge = Math.min(Math.min(fx, 1 - fx) * 2, Math.min(fy, 1 - fy));
    const tone = 0.82 + 0.3 * scatter(column, row);
    const joint = 0.55 + 0.45 * smoothStep(0.02, 0.1, edge + noise.tile(u, v, 24, 2) * 0.03);
    return lit(colour, (tone + 0.16 * noise.tile(u, v, 20, 3)) * joint);
  };
}

/** Roof tiles or shingles, rounded at their lower end. */
export function shingles(noise: SpaceNoise, colour: Colour, rows = 10): Painter {
  return (u, v) => {
    const row = Math.floor(v * rows);
    const x = u * rows + (row % 2) * 0.5;
    const [fx, fy] = [x - Math.floor(x), v * rows - row];
    const column = ((Math.floor(x) % rows) + rows) % rows;
    const shadow = smoothStep(0, 0.3, fy) * smoothStep(0, 0.08, Math.min(fx, 1 - fx));
    return lit(
      colour,
      (0.8 + 0.3 * scatter(column, row)) * (0.5 + 0.5 * shadow) + 0.08 * noise.tile(u, v, 12, 2),
    );
  };
}

export function marble(noise: SpaceNoise, colour: Colour, vein: Colour, scale = 2.2): SpatialColour {
  return ([x, y, z]) => {
    const [a, b, c] = [x * scale, y * scale, z * scale];
    const warp = noise.fbm(a, b, c, 4);
    const line = 1 - Math.abs(Math.sin((a + b * 0.6 + warp * 2.4) * 2.1));
    const cloud = noise.fbm(a * 0.8 + 9, b * 0.8, c * 0.8, 3);
    return blend(lit(colour, 0.96 + 0.1 * cloud), vein, line ** 7 * 0.85 + line ** 2 * 0.12);
  };
}

/** Returns a painter that samples a colour in space at the surface's point for (u, v). */
export function spatial(pointAt: (u: number, v: number) => Vector, colourAt: SpatialColour): Painter {
  return (u, v) => colourAt(pointAt(u, v));
}

/** Returns the distance to the nearest of a grid of jittered points and that point's number 0-1; repeats at 1. */
function cells(u: number, v: number, count: number): { distance: number; id: number } {
  const [x, y] = [u * count, v * count];
  const [cx, cy] = [Math.floor(x), Math.floor(y)];
  let distance = 9;
  let id = 0;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const column = (((cx + dx) % count) + count) % count;
      const row = (((cy + dy) % count) + count) % count;
      const px = cx + dx + 0.5 + 0.8 * (scatter(column, row) - 0.5);
      const py = cy + dy + 0.5 + 0.8 * (scatter(row + 57, column) - 0.5);
      const d = Math.hypot(px - x, py - y);
      if (d < distance) [distance, id] = [d, scatter(column + 31, row + 11)];
    }
  }
  return { distance, id };
}

/** Returns a deterministic number 0-1 for a cell of a pattern. */
export function scatter(a: number, b: number): number {
  let h = (Math.imul(a | 0, 374761393) + Math.imul(b | 0, 668265263)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** The material of an object, when the prompt names one. */
export interface Finish {
  colourAt: SpatialColour;
  metallic: number;
  roughness: number;
}

const METALS: readonly (readonly [words: string, colour: Colour])[] = [
  ['gold golden', [1, 0.78, 0.36]],
  ['silver chrome platinum', [0.9, 0.91, 0.93]],
  ['copper', [0.93, 0.6, 0.45]],
  ['bronze brass', [0.8, 0.6, 0.34]],
  ['metal metallic steel iron titanium', [0.62, 0.63, 0.66]],
];

/** Returns metal, marble, wood or clay by the prompt's words; undefined when it names none. */
export function namedFinish({ words, noise, colour }: FormContext): Finish | undefined {
  const has = (list: string) => list.split(' ').some((word) => words.has(word));
  const metal = METALS.find(([list]) => has(list));
  if (metal) {
    const colourAt: SpatialColour = ([x, y, z]) =>
      lit(metal[1], 0.93 + 0.1 * noise.fbm(x * 3, y * 3, z * 3, 4));
    return { colourAt, metallic: 1, roughness: 0.28 };
  }
  if (has('marble')) {
    const colourAt = marble(
      noise,
      colour('marble', [0.93, 0.92, 0.9], 0),
      colour('vein', [0.38, 0.37, 0.4], 1),
    );
    return { colourAt, metallic: 0, roughness: 0.25 };
  }
  if (has('wood wooden oak walnut')) {
    const tone = colour('wood', [0.6, 0.4, 0.24]);
    const colourAt: SpatialColour = ([x, y, z]) => {
      const ring = Math.hypot(x + 0.2, z - 0.1) * 9 + noise.fbm(x * 2, y * 0.6, z * 2, 3) * 2;
      return lit(
        tone,
        0.75 + 0.35 * Math.abs(Math.sin(ring * Math.PI)) + 0.1 * noise.at(x * 40, y * 3, z * 40),
      );
    };
    return { colourAt, metallic: 0, roughness: 0.6 };
  }
  if (has('stone granite concrete')) {
    const tone = colour('stone', [0.58, 0.57, 0.55], 0);
    const colourAt: SpatialColour = ([x, y, z]) =>
      lit(tone, 0.95 + 0.3 * noise.fbm(x * 5, y * 5, z * 5, 5) + 0.12 * noise.at(x * 60, y * 60, z * 60));
    return { colourAt, metallic: 0, roughness: 0.9 };
  }
  return undefined;
}

/** Glaze in soft bands over a body colour. */
export function glaze(noise: SpaceNoise, colours: readonly Colour[]): SpatialColour {
  return ([x, y, z]) => {
    const flow = noise.fbm(x * 2.2, y * 1.4, z * 2.2, 4);
    const speck = noise.at(x * 55, y * 55, z * 55) > 0.62 ? 0.86 : 1;
    return lit(ramp(colours, 0.5 + 0.55 * flow + 0.25 * Math.sin(y * 5 + flow * 3)), speck);
  };
}
