/** Crystals on a rock, and a cut gem: flat faces with hard edges. */
import { blend, type Colour, fromHex, lit } from '../colour.js';
import type { Form, FormContext, SolidPart } from '../form.js';
import { scatter, stone } from '../materials.js';
import { MeshBuilder, type Vector } from '../mesh.js';
import { smoothStep } from '../noise.js';
import { ball, turn } from '../surfaces.js';
import { add, cross, scaled, unit } from '../vector.js';

const USUAL = ['#8e5fd0', '#3fa7c9', '#e0709a', '#4fb58a', '#d9a441', '#5f7fe0'] as const;

function mineralPaint({ noise }: FormContext, colour: Colour) {
  const [deep, pale] = [lit(colour, 0.6), blend(colour, [1, 1, 1], 0.55)];
  return (u: number, v: number): Colour => {
    const cloud = noise.tile(u, v, 3, 4);
    const crack = smoothStep(0.93, 1, 1 - Math.abs(noise.tile(u, v, 5, 2)));
    return blend(blend(deep, pale, 0.15 + 0.6 * (1 - v) + 0.25 * cloud), [1, 1, 1], 0.22 * crack);
  };
}

function mineralColour({ random, colour }: FormContext): Colour {
  const nouns = 'crystal gem diamond amethyst ruby sapphire emerald';
  return colour(nouns, fromHex(random.fork('mineral').pick(USUAL)), 0);
}

function mineralPart(context: FormContext, mesh: MeshBuilder): SolidPart {
  const paint = mineralPaint(context, mineralColour(context));
  return {
    mesh: mesh.build(),
    material: { name: 'crystal', paint, metallic: 0, roughness: 0.08, glow: 0.12 },
  };
}

export const crystal: Form = (context) => {
  const { random, noise, by, colour } = context;
  const mesh = new MeshBuilder(10);
  const count = random.integer(7, 11);
  for (let i = 0; i < count; i++) {
    const main = i === 0;
    const angle = i * 2.39996 + random.between(-0.3, 0.3);
    const spread = main ? 0.04 : 0.06 + 0.2 * Math.sqrt(i / count);
    const length = main ? 0.85 : random.between(0.28, 0.66) * (1.1 - spread);
    const direction = unit([Math.cos(angle) * spread * 2.6, 1, Math.sin(angle) * spread * 2.6]);
    const root: Vector = [Math.cos(angle) * spread, 0.02, Math.sin(angle) * spread];
    prismWithPoint(mesh, context, root, direction, length, length * random.between(0.11, 0.16));
  }
  const rock = new MeshBuilder(by(20, 35, 50));
  const radius = (to: Vector) => 0.33 * (1 + 0.28 * noise.fbm(to[0] * 2, to[1] * 2, to[2] * 2, 4));
  ball(rock, by(24, 52, 90), radius, { around: 2, along: 1 }, ([x, y, z]) => [x, y * 0.4, z]);
  const paint = stone(noise, colour('rock stone', [0.38, 0.35, 0.35]));
  return [
    mineralPart(context, mesh),
    { mesh: rock.build(), material: { name: 'rock', paint, metallic: 0, roughness: 0.95 } },
  ];
};

/** A six-sided column with a tip a little off centre, as in natural crystals. */
function prismWithPoint(
  mesh: MeshBuilder,
  { random, by }: FormContext,
  root: Vector,
  axis: Vector,
  length: number,
  width: number,
) {
  const side = unit(cross([0.3, 0.2, 1], axis));
  const other = cross(axis, side);
  const skew = [random.between(-0.3, 0.3) * width, random.between(-0.3, 0.3) * width] as const;
  const shoulder = length * random.between(0.72, 0.84);
  const rows = by(1, 3, 6);
  const column = Array.from({ length: rows + 1 }, (_, i): [number, number] => {
    const t = i / rows;
    return [width * (0.86 + 0.14 * t), shoulder * t];
  });
  const shape = ([x, y, z]: Vector): Vector => {
    const tip = y > shoulder ? 1 : 0;
    const lean = add(scaled(side, x + tip * skew[0]), scaled(other, -z + tip * skew[1]));
    return add(root, add(lean, scaled(axis, y)));
  };
  turn(mesh, { profile: [[0, 0], ...column, [0, length]], segments: 6, shape });
}

/** Brilliant cut: table, crown, girdle, pavilion, each row of facets turned by half a step against the last. */
export const gem: Form = (context) => {
  const mesh = new MeshBuilder(3);
  const sides = context.by(8, 12, 16);
  const rows: readonly (readonly [radius: number, y: number, half: number])[] = [
    [0.27, 0.62, 0],
    [0.4, 0.55, 1],
    [0.5, 0.46, 0],
    [0.5, 0.435, 0],
    [0.29, 0.2, 1],
  ];
  const rings = rows.map(([radius, y, half]) =>
    Array.from({ length: sides }, (_, i) => {
      const angle = ((i + half / 2) / sides) * Math.PI * 2;
      return mesh.point([radius * Math.cos(angle), y, -radius * Math.sin(angle)]);
    }),
  );
  const [top, bottom] = [mesh.point([0, 0.62, 0]), mesh.point([0, 0, 0])];
  for (let i = 0; i < sides; i++) {
    const j = (i + 1) % sides;
    // The table is one facet: all its triangles have the same tone.
    facet(mesh, 900, top, rings[0]![i]!, rings[0]![j]!);
    facet(mesh, 300 + i, bottom, rings[4]![j]!, rings[4]![i]!);
  }
  for (let row = 0; row < 4; row++) {
    facetRow(mesh, rings[row]!, rings[row + 1]!, rows[row]![2], rows[row + 1]![2], row);
  }
  const colour = mineralColour(context);
  // u selects the tone of a facet, v is a gradient over it: imitates light that viewers without refraction do not show.
  const paint = (u: number, v: number): Colour => {
    const tone = blend(lit(colour, 0.45), blend(colour, [1, 1, 1], 0.6), u);
    return blend(tone, [1, 1, 1], 0.25 * (1 - v) ** 2);
  };
  return [{ mesh: mesh.build(), material: { name: 'gem', paint, metallic: 0, roughness: 0.05, glow: 0.15 } }];
};

/** @param number decides the facet's tone. */
function facet(mesh: MeshBuilder, number: number, a: number, b: number, c: number): void {
  const tone = 0.04 + 0.9 * scatter(number, 5);
  mesh.triangle(a, b, c, [tone, 0.05], [tone + 0.02, 0.95], [tone - 0.02, 0.95]);
}

/** The triangles between two rings of corners; `half` says which of them is turned by half a step. */
function facetRow(
  mesh: MeshBuilder,
  upper: readonly number[],
  lower: readonly number[],
  half: number,
  lowerHalf: number,
  row: number,
): void {
  const sides = upper.length;
  for (let i = 0; i < sides; i++) {
    const j = (i + 1) % sides;
    const number = row * 50 + i * 2;
    if (half === lowerHalf) {
      facet(mesh, number, lower[i]!, lower[j]!, upper[j]!);
      facet(mesh, number, upper[j]!, upper[i]!, lower[i]!);
    } else if (lowerHalf) {
      facet(mesh, number, upper[i]!, lower[i]!, upper[j]!);
      facet(mesh, number + 1, upper[j]!, lower[i]!, lower[j]!);
    } else {
      facet(mesh, number, lower[i]!, lower[j]!, upper[i]!);
      facet(mesh, number + 1, upper[i]!, lower[j]!, upper[j]!);
    }
  }
}
