/**
 * The interface of a form (a kind of solid: vase, tree, castle). A form is a pure function of its context; the same prompt
 * and seed result in the same solid.
 */
import type { Random } from '../random.js';
import type { Colour } from './colour.js';
import type { Mesh } from './mesh.js';
import type { SpaceNoise } from './noise.js';
import type { Painter } from './texture.js';

export const DETAILS = ['low', 'medium', 'high'] as const;
export type Detail = (typeof DETAILS)[number];

export interface Material {
  name: string;
  paint: Painter;
  /** 0-1, as in glTF. */
  metallic: number;
  roughness: number;
  /** Emission in the colours of its texture, 0-1. */
  glow?: number;
}

/** The meshes of one material: closed shells, which may intersect each other and other parts. */
export interface SolidPart {
  mesh: Mesh;
  material: Material;
}

export interface FormContext {
  random: Random;
  noise: SpaceNoise;
  /** Lower-case words of the prompt, in the singular where it can be derived. */
  words: ReadonlySet<string>;
  /** Returns one of three numbers by the requested detail. */
  by: (low: number, medium: number, high: number) => number;
  /**
   * Returns the prompt's colour for an object ("red roof"), else its n-th free colour word, else the usual colour.
   * @param order the number of the free colour word; without it, none is used.
   */
  colour: (nouns: string, usual: Colour, order?: number) => Colour;
}

export type Form = (context: FormContext) => SolidPart[];
