/** A block of a city: streets, towers with setbacks, windows that are lit by night. */
import { blend, type Colour, lit } from '../colour.js';
import type { Form, FormContext, Material } from '../form.js';
import { scatter, stone } from '../materials.js';
import { MeshBuilder, type Vector } from '../mesh.js';
import { smoothStep } from '../noise.js';
import { box } from '../surfaces.js';

const WARM: readonly Colour[] = [[1, 0.82, 0.48]];
const NEON: readonly Colour[] = [
  [1, 0.3, 0.75],
  [0.3, 0.9, 1],
  [1, 0.8, 0.4],
];

/** Facade tile: eight by eight windows; by night some are lit. */
function facade({ noise, words }: FormContext, wall: Colour): Material {
  const night = ['night', 'neon', 'cyberpunk', 'midnight', 'dusk'].some((word) => words.has(word));
  const lamps = words.has('neon') || words.has('cyberpunk') ? NEON : WARM;
  const paint = (u: number, v: number): Colour => {
    const [x, y] = [u * 8, v * 8];
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [x - column, y - row];
    const inside = Math.min(
      smoothStep(0.16, 0.19, fx),
      smoothStep(0.16, 0.19, 1 - fx),
      smoothStep(0.2, 0.24, fy),
      smoothStep(0.14, 0.18, 1 - fy),
    );
    const on = scatter(column * 7 + 1, row * 13 + 5);
    const warm = lamps[Math.floor(on * 97) % lamps.length]!;
    const dark: Colour = night
      ? [0.05, 0.06, 0.09]
      : blend([0.2, 0.29, 0.38], [0.55, 0.68, 0.78], on * 0.6 + 0.3 * (1 - fy));
    const glass = night && on > 0.5 ? lit(warm, 0.7 + 0.3 * fy) : dark;
    return blend(lit(wall, (night ? 0.45 : 0.95) + 0.1 * noise.tile(u, v, 12, 3)), glass, inside);
  };
  return { name: 'facade', paint, metallic: 0, roughness: 0.55, ...(night ? { glow: 0.8 } : {}) };
}

export const city: Form = (context) => {
  const { random, noise, by, colour } = context;
  const [walls, second, roofs, ground] = [
    new MeshBuilder(30),
    new MeshBuilder(30),
    new MeshBuilder(30),
    new MeshBuilder(30),
  ];
  const lots = by(5, 7, 9);
  const lot = 1 / lots;
  const centre = [random.between(0.35, 0.65), random.between(0.35, 0.65)] as const;
  box(ground, { centre: [0, -0.02, 0], size: [1.06, 0.04, 1.06], bevel: 0.006 });
  for (let i = 0; i < lots * lots; i++) {
    const [x, z] = [((i % lots) + 0.5) * lot - 0.5, (Math.floor(i / lots) + 0.5) * lot - 0.5];
    if (random() < 0.06) continue;
    const near = 1 - Math.hypot(x + 0.5 - centre[0], z + 0.5 - centre[1]) * 1.5;
    const height = 0.08 + Math.max(0, near) ** 2 * random.between(0.25, 1) + random.between(0, 0.1);
    const mesh = random() < 0.5 ? walls : second;
    const width = lot * random.between(0.62, 0.8);
    building(context, mesh, roofs, [x, 0, z], [width, height, lot * random.between(0.62, 0.8)], lots);
  }
  const wall = colour(
    'building wall city',
    random.pick([
      [0.72, 0.68, 0.62],
      [0.62, 0.66, 0.7],
      [0.78, 0.7, 0.6],
    ] as const),
    0,
  );
  const other = colour(
    'tower',
    blend(
      wall,
      random.pick([
        [0.55, 0.35, 0.28],
        [0.35, 0.42, 0.5],
      ] as const),
      0.6,
    ),
    1,
  );
  const roof = stone(noise, colour('roof', [0.42, 0.42, 0.43]));
  return [
    { mesh: walls.build(), material: facade(context, wall) },
    { mesh: second.build(), material: { ...facade(context, other), name: 'second facade' } },
    { mesh: roofs.build(), material: { name: 'roofs', paint: roof, metallic: 0, roughness: 0.9 } },
    {
      mesh: ground.build(),
      material: { name: 'street', paint: streets(context, lots), metallic: 0, roughness: 0.95 },
    },
  ];
};

/** Builds one to three setbacks; a roof plate covers the facade texture on top of each. */
function building(
  { random }: FormContext,
  walls: MeshBuilder,
  roofs: MeshBuilder,
  at: Vector,
  size: Vector,
  lots: number,
) {
  const tiers = size[1] > 0.35 ? random.integer(1, 3) : 1;
  let [w, d, y] = [size[0], size[2], 0];
  const plate = 0.006;
  for (let tier = 0; tier < tiers; tier++) {
    const h = (size[1] / tiers) * (tier === 0 ? 1.2 : 0.9);
    box(walls, {
      centre: [at[0], y + h / 2 - 0.002, at[2]],
      size: [w, h, d],
      bevel: 0.0015,
      density: lots * 0.7,
    });
    box(roofs, {
      centre: [at[0], y + h, at[2]],
      size: [w * 1.03, plate * 2, d * 1.03],
      bevel: 0.0015,
      density: 3,
    });
    y += h;
    w *= random.between(0.6, 0.82);
    d *= random.between(0.6, 0.82);
  }
  if (random() < 0.7)
    box(roofs, { centre: [at[0] + w * 0.1, y + 0.012, at[2]], size: [w * 0.3, 0.024, d * 0.25], density: 3 });
  if (tiers === 3)
    box(roofs, { centre: [at[0], y + 0.06, at[2]], size: [0.006, 0.12, 0.006], bevel: 0.001, density: 3 });
}

function streets({ noise }: FormContext, lots: number) {
  return (u: number, v: number): Colour => {
    // The plate is 1.06 wide; the repeating texture is centred on it.
    const [x, z] = [(u < 0.5 ? u : u - 1) + 0.5, (v < 0.5 ? v : v - 1) + 0.5];
    const [fx, fz] = [(x * lots + lots) % 1, (z * lots + lots) % 1];
    const edge = Math.min(fx, 1 - fx, fz, 1 - fz);
    const line = edge < 0.006 && Math.floor((fx + fz) * 24) % 2 === 0 ? 1 : 0;
    const pavement: Colour = [0.6, 0.59, 0.57];
    const road = blend([0.2, 0.2, 0.22], [0.85, 0.83, 0.75], line);
    return lit(blend(road, pavement, smoothStep(0.065, 0.075, edge)), 0.95 + 0.12 * noise.tile(u, v, 20, 3));
  };
}
