/** Turned vessels: vase, bowl, goblet, bottle, cup, plate. Hollow, with a wall of some thickness. */
import { blend, type Colour, fromHex, lit, ramp } from '../colour.js';
import type { Form, FormContext, SolidPart } from '../form.js';
import { glaze, namedFinish, type SpatialColour } from '../materials.js';
import { MeshBuilder, type Vector } from '../mesh.js';
import { lengthsAlong, turn } from '../surfaces.js';

type Profile = (readonly [radius: number, y: number])[];

/** Outer outlines from foot to lip, before smoothing; the seed stretches them. */
const OUTLINES: Record<string, readonly (readonly [number, number])[]> = {
  vase: [
    [0.17, 0],
    [0.2, 0.03],
    [0.31, 0.32],
    [0.29, 0.58],
    [0.13, 0.82],
    [0.12, 0.88],
    [0.18, 1],
  ],
  urn: [
    [0.2, 0],
    [0.19, 0.05],
    [0.13, 0.1],
    [0.26, 0.36],
    [0.34, 0.64],
    [0.24, 0.84],
    [0.2, 0.9],
    [0.26, 1],
  ],
  bottle: [
    [0.2, 0],
    [0.21, 0.04],
    [0.21, 0.5],
    [0.19, 0.6],
    [0.075, 0.76],
    [0.07, 0.95],
    [0.085, 1],
  ],
  bowl: [
    [0.2, 0],
    [0.2, 0.03],
    [0.17, 0.05],
    [0.36, 0.2],
    [0.47, 0.36],
    [0.5, 0.46],
  ],
  goblet: [
    [0.27, 0],
    [0.26, 0.02],
    [0.07, 0.07],
    [0.045, 0.2],
    [0.06, 0.4],
    [0.055, 0.46],
    [0.22, 0.56],
    [0.28, 0.76],
    [0.25, 1],
  ],
  cup: [
    [0.26, 0],
    [0.28, 0.03],
    [0.32, 0.2],
    [0.33, 0.55],
    [0.34, 0.68],
  ],
  plate: [
    [0.28, 0],
    [0.28, 0.02],
    [0.36, 0.035],
    [0.5, 0.1],
  ],
};
/** Height of the inner floor and wall thickness; a goblet is solid up to its cup. */
const FLOORS: Record<string, number> = { goblet: 0.5, plate: 0.03 };
const WALL = 0.022;

export const vessel =
  (kind: keyof typeof OUTLINES): Form =>
  (context) => [thrown(context, kind)];

function thrown(context: FormContext, kind: string): SolidPart {
  const { random, by } = context;
  const belly = random.between(0.9, 1.15);
  const outline = OUTLINES[kind]!.map(([r, y]) => [r * belly, y] as const);
  const outside = smoothed(outline, by(4, 9, 16));
  const profile = hollowed(outside, FLOORS[kind] ?? 0.05);
  const flutes = kind === 'vase' || kind === 'urn' ? random.pick([0, 0, 9, 14]) : 0;
  const mesh = new MeshBuilder(50);
  const shape = (point: Vector, angle: number): Vector => {
    const ripple = 1 + (flutes ? 0.025 * Math.cos(angle * flutes) : 0);
    return [point[0] * ripple, point[1], point[2] * ripple];
  };
  turn(mesh, { profile, segments: by(40, 88, 160), shape });
  const finish = finishOf(context, outside.at(-1)![1]);
  return {
    mesh: mesh.build(),
    material: { name: kind, paint: paintAlong(profile, finish.colourAt), ...finish.look },
  };
}

/** Catmull-Rom spline through the outline: thrown clay has corners only at its foot and lip. */
function smoothed(outline: Profile, steps: number): Profile {
  const result: Profile = [];
  for (let i = 0; i + 1 < outline.length; i++) {
    const [a, b, c, d] = [
      outline[Math.max(0, i - 1)]!,
      outline[i]!,
      outline[i + 1]!,
      outline[Math.min(outline.length - 1, i + 2)]!,
    ];
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      const curve = (k: 0 | 1) =>
        0.5 *
        (2 * b[k] +
          (c[k] - a[k]) * t +
          (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t ** 2 +
          (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t ** 3);
      result.push([Math.max(0.01, curve(0)), Math.max(0, curve(1))]);
    }
  }
  return [...result, outline.at(-1)!];
}

/** Returns the profile of the hollow vessel: foot, outside, rounded lip, inside down to the floor. */
function hollowed(outside: Profile, floor: number): Profile {
  const lip = outside.at(-1)!;
  const inside = outside
    .filter(([, y]) => y > floor + WALL && y < lip[1] - WALL * 0.3)
    .map(([r, y]) => [Math.max(0.012, r - WALL), y] as const);
  const round = [0.25, 0.5, 0.75].map((t) => {
    const angle = Math.PI * t;
    return [lip[0] - WALL / 2 + (WALL / 2) * Math.cos(angle), lip[1] + (WALL / 2) * Math.sin(angle)] as const;
  });
  const lowest = inside[0]!;
  const bottom = [
    [lowest[0] * 0.8, floor + WALL * 0.3],
    [lowest[0] * 0.4, floor],
  ] as const;
  return [
    [0, 0],
    [outside[0]![0] * 0.9, 0],
    ...outside,
    ...round,
    ...inside.reverse(),
    ...bottom,
    [0, floor],
  ];
}

/** Returns a painter for a turned surface that samples a colour in space at the point of a texture position. */
export function paintAlong(profile: Profile, colourAt: SpatialColour): (u: number, v: number) => Colour {
  const along = lengthsAlong(profile);
  return (u, v) => {
    const t = 1 - v;
    let row = 1;
    while (row + 1 < along.length && along[row]! < t) row++;
    const share = (t - along[row - 1]!) / Math.max(1e-9, along[row]! - along[row - 1]!);
    const [a, b] = [profile[row - 1]!, profile[row]!];
    const radius = a[0] + (b[0] - a[0]) * share;
    const angle = u * Math.PI * 2;
    return colourAt([radius * Math.cos(angle), a[1] + (b[1] - a[1]) * share, -radius * Math.sin(angle)]);
  };
}

function finishOf(context: FormContext, top: number) {
  const { noise, random, colour, words } = context;
  const named = namedFinish(context);
  if (named)
    return { colourAt: named.colourAt, look: { metallic: named.metallic, roughness: named.roughness } };
  const usual = random.pick(['#2f6f86', '#b5563a', '#3f7d5c', '#7a4f8a', '#c79a4a', '#33507d']);
  const main = colour('vase bowl goblet cup bottle urn plate pot', fromHex(usual), 0);
  const clay = words.has('clay') || words.has('terracotta') || words.has('pottery');
  if (clay) {
    const tone = colour('clay terracotta', [0.72, 0.42, 0.29], 0);
    const colourAt: SpatialColour = ([x, y, z]) =>
      lit(
        tone,
        0.95 +
          0.07 * Math.sin(y * 160 + noise.at(x * 3, y * 3, z * 3)) +
          0.16 * noise.fbm(x * 5, y * 5, z * 5, 4),
      );
    return { colourAt, look: { metallic: 0, roughness: 0.9 } };
  }
  const second = colour('stripe band', lit(blend(main, [1, 0.95, 0.85], 0.7), 1), 1);
  const flowing = glaze(noise, [lit(main, 0.62), main, lit(main, 1.15), second]);
  const striped: SpatialColour = ([x, y, z]) => {
    const wide = Math.hypot(x, z) > 0.12;
    const h = y / top + 0.006 * noise.at(x * 6, y * 6, z * 6);
    const wave = 0.03 * Math.sin(Math.atan2(z, x) * 12);
    const band =
      wide &&
      ((h > 0.2 && h < 0.23) ||
        (h > 0.72 && h < 0.75) ||
        Math.abs(h - 0.47 - wave) < 0.02 ||
        Math.abs(h - 0.53 + wave) < 0.012);
    const base = lit(band ? second : main, 0.95 + 0.12 * noise.fbm(x * 4, y * 4, z * 4, 4));
    return y > top * 0.985 ? ramp([base, second], 0.8) : base;
  };
  return { colourAt: random() < 0.5 ? flowing : striped, look: { metallic: 0, roughness: 0.22 } };
}
