/**
 * What a form (a kind of solid: vase, tree, castle) gets and gives. A form is a pure function of its context; the
 * same prompt and seed give the same solid.
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
  /** 0-1, as glTF means them. */
  metallic: number;
  roughness: number;
  /** Shines by itself in the colours of its texture, 0-1. */
  glow?: number;
}

/** Everything of one material; closed shells, which may run into each other and into other parts. */
export interface SolidPart {
  mesh: Mesh;
  material: Material;
}

export interface FormContext {
  random: Random;
  noise: SpaceNoise;
  /** Lower-case words of the prompt in the singular where that is easy to tell. */
  words: ReadonlySet<string>;
  /** One of three numbers, by the detail asked for. */
  by: (low: number, medium: number, high: number) => number;
  /**
   * The prompt's colour for a thing ("red roof"), else its n-th colour word, else the usual colour.
   * @param order which of the free colour words this thing takes; leave it out to take none.
   */
  colour: (nouns: string, usual: Colour, order?: number) => Colour;
}

export type Form = (context: FormContext) => SolidPart[];
