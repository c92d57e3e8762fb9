/** A square block of land: mountains, volcano, dunes or an island in the sea, with layers of earth on its sides. */
import { blend, type Colour, fromHex, lit, ramp } from '../colour.js';
import type { Form, FormContext, SolidPart } from '../form.js';
import { scatter } from '../materials.js';
import { MeshBuilder, type Place } from '../mesh.js';
import { mix, smoothStep } from '../noise.js';
import { box } from '../surfaces.js';

type Biome = 'alpine' | 'volcano' | 'dunes' | 'island';

/** The lower part of the texture contains the layers of earth, for the sides of the block. */
const TOP_SHARE = 0.84;
const BASE = -0.12;
const FIELD = 384;

export const terrain: Form = (context) => {
  const biome = biomeOf(context);
  const field = heights(context, biome);
  const land = landPart(context, biome, field);
  return biome === 'island' ? [land, sea(context)] : [land];
};

function biomeOf({ words }: FormContext): Biome {
  const has = (list: string) => list.split(' ').some((word) => words.has(word));
  if (has('volcano volcanic crater lava')) return 'volcano';
  if (has('island islet atoll archipelago lagoon coast beach')) return 'island';
  if (has('desert dune sand sahara')) return 'dunes';
  return 'alpine';
}

/** Heights on a grid, shared by mesh and texture, so that snow is on the peaks. */
class HeightField {
  readonly values = new Float32Array((FIELD + 1) ** 2);

  at(x: number, z: number): number {
    const fx = Math.min(FIELD - 1e-6, Math.max(0, x * FIELD));
    const fz = Math.min(FIELD - 1e-6, Math.max(0, z * FIELD));
    const i = Math.floor(fz) * (FIELD + 1) + Math.floor(fx);
    const [tx, tz] = [fx % 1, fz % 1];
    const v = this.values;
    const near = mix(v[i]!, v[i + 1]!, tx);
    return mix(near, mix(v[i + FIELD + 1]!, v[i + FIELD + 2]!, tx), tz);
  }

  /** Rise over run. */
  slope(x: number, z: number): number {
    const d = 1.2 / FIELD;
    const dx = this.at(x + d, z) - this.at(x - d, z);
    return Math.hypot(dx, this.at(x, z + d) - this.at(x, z - d)) / (2 * d);
  }
}

function heights(context: FormContext, biome: Biome): HeightField {
  const field = new HeightField();
  const centre = [context.random.between(0.42, 0.58), context.random.between(0.42, 0.58)] as const;
  for (let row = 0; row <= FIELD; row++) {
    for (let column = 0; column <= FIELD; column++) {
      const [x, z] = [column / FIELD, row / FIELD];
      const distance = Math.hypot(x - centre[0], z - centre[1]);
      field.values[row * (FIELD + 1) + column] = height(context, biome, x, z, distance);
    }
  }
  return field;
}

function height({ noise }: FormContext, biome: Biome, x: number, z: number, distance: number): number {
  const hills = noise.fbm(x * 3, 4.2, z * 3, 6);
  if (biome === 'dunes') {
    const warp = noise.fbm(x * 1.6, 1, z * 1.6, 3);
    const wave = Math.abs(Math.sin((x * 2.6 + z * 0.9 + warp * 0.8) * Math.PI));
    return (
      0.03 +
      0.13 * (1 - wave) ** 1.4 * (0.6 + 0.5 * warp) +
      0.0025 * Math.sin((x + z * 0.4 + warp * 0.3) * 260)
    );
  }
  if (biome === 'volcano') {
    const cone = 0.44 * Math.exp(-distance * 4.6) * (1 + 0.16 * noise.ridged(x * 5, 2, z * 5, 4));
    const rim = 0.075 + 0.012 * hills;
    const crater = distance < rim ? (1 - (distance / rim) ** 2) * 0.12 : 0;
    return 0.02 + cone - crater + 0.02 * hills;
  }
  const ridges = noise.ridged(x * 2.6 + hills * 0.18, 7.7, z * 2.6 + hills * 0.18, 6);
  if (biome === 'island') {
    const shore = 1 - smoothStep(0.12, 0.46, distance + hills * 0.07);
    return -0.05 + shore * (0.085 + 0.3 * ridges ** 1.6 * shore);
  }
  const massif = 1 - smoothStep(0.1, 0.72, distance);
  return 0.03 + 0.035 * (hills + 0.6) + massif * 0.46 * ridges ** 1.25;
}

function landPart(context: FormContext, biome: Biome, field: HeightField): SolidPart {
  const size = context.by(56, 136, 240);
  const mesh = new MeshBuilder(58);
  const top = Array.from({ length: (size + 1) ** 2 }, (_, i) => {
    const [x, z] = [(i % (size + 1)) / size, Math.floor(i / (size + 1)) / size];
    return mesh.point([x - 0.5, field.at(x, z), z - 0.5]);
  });
  const at = (column: number, row: number) => top[row * (size + 1) + column]!;
  const place = (column: number, row: number): Place => [column / size, (row / size) * TOP_SHARE];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [c, r] = [column + 1, row + 1];
      const [a, b, d, e] = [at(column, row), at(column, r), at(c, r), at(c, row)];
      mesh.quad(a, b, d, e, place(column, row), place(column, r), place(c, r), place(c, row));
    }
  }
  sides(mesh, field, size, at);
  const paint = landPainter(context, biome, field);
  return { mesh: mesh.build(), material: { name: 'land', paint, metallic: 0, roughness: 0.95 } };
}

/** Builds the walls and the bottom of the block. */
function sides(
  mesh: MeshBuilder,
  field: HeightField,
  size: number,
  at: (column: number, row: number) => number,
): void {
  const rim: (readonly [number, number])[] = [];
  for (let i = 0; i < size; i++) rim.push([0, i]);
  for (let i = 0; i < size; i++) rim.push([i, size]);
  for (let i = 0; i < size; i++) rim.push([size, size - i]);
  for (let i = 0; i < size; i++) rim.push([size - i, 0]);
  const low = rim.map(([column, row]) => mesh.point([column / size - 0.5, BASE, row / size - 0.5]));
  // The layers of earth: BASE is at the texture's lower edge, and height has the same scale as width.
  const place = (i: number, y: number): Place => [i / size, 0.985 - Math.min(0.125, (y - BASE) * 0.4)];
  rim.forEach(([column, row], i) => {
    const next = (i + 1) % rim.length;
    const [endColumn, endRow] = rim[next]!;
    const y0 = field.at(column / size, row / size);
    const y1 = field.at(endColumn / size, endRow / size);
    const [a, b] = [place(i, BASE), place(i + 1, BASE)];
    mesh.quad(
      low[i]!,
      low[next]!,
      at(endColumn, endRow),
      at(column, row),
      a,
      b,
      place(i + 1, y1),
      place(i, y0),
    );
  });
  const middle = mesh.point([0, BASE, 0]);
  low.forEach((point, i) => {
    mesh.triangle(middle, low[(i + 1) % low.length]!, point, [0.5, 0.98], place(i + 1, BASE), place(i, BASE));
  });
}

function landPainter(
  context: FormContext,
  biome: Biome,
  field: HeightField,
): (u: number, v: number) => Colour {
  const { noise, colour, words } = context;
  const snowy = ['snow', 'snowy', 'winter', 'ice', 'icy', 'frozen', 'arctic'].some((word) => words.has(word));
  const grass = colour('grass meadow land forest hill', snowy ? [0.83, 0.87, 0.92] : [0.33, 0.47, 0.2], 0);
  const rock = colour(
    'rock mountain cliff stone',
    biome === 'volcano' ? [0.26, 0.23, 0.23] : [0.46, 0.43, 0.41],
    1,
  );
  const sand = colour('sand dune desert beach', [0.87, 0.72, 0.48], biome === 'dunes' ? 0 : undefined);
  const snowLine = snowy ? 0.08 : 0.25;
  const top = (x: number, z: number): Colour => {
    const y = field.at(x, z);
    const steep = field.slope(x, z);
    const grain = noise.fbm(x * 24, 3, z * 24, 4);
    if (biome === 'dunes') {
      const ripple = Math.sin((x + z * 0.4 + 0.12 * noise.fbm(x * 3, 6, z * 3, 3)) * 300);
      return lit(sand, 0.98 + 0.08 * grain + 0.35 * (y - 0.06) + 0.035 * ripple);
    }
    if (biome === 'volcano') return volcanic(rock, grass, y, noise.fbm(x * 6, 8, z * 6, 4), grain, steep);
    const bare =
      smoothStep(0.55, 1.15, steep + 0.25 * grain) * smoothStep(0.03, 0.12, y) +
      smoothStep(0.2, 0.3, y) * 0.5;
    const green = lit(
      blend(grass, lit(grass, 0.68), smoothStep(-0.2, 0.5, noise.fbm(x * 7, 5, z * 7, 3))),
      1 + 0.2 * grain,
    );
    let ground = blend(green, lit(rock, 1 + 0.3 * grain), Math.min(1, bare));
    if (biome === 'island') ground = blend(sand, ground, smoothStep(0.012, 0.035, y + 0.008 * grain));
    const snow =
      smoothStep(snowLine, snowLine + 0.06, y + 0.05 * grain) * (1 - 0.7 * smoothStep(1.4, 2.6, steep));
    return blend(ground, [0.94, 0.96, 0.99], biome === 'island' && !snowy ? 0 : snow);
  };
  const layers = [
    fromHex('#5b4534'),
    fromHex('#7d6248'),
    fromHex('#63503f'),
    fromHex('#8d7355'),
    fromHex('#4b3c32'),
  ];
  const earth = (u: number, depth: number): Colour => {
    const bent = depth * 9 + noise.tile(u, 0.3, 4, 3) * 0.9;
    return lit(
      layers[((Math.floor(bent) % 5) + 5) % 5]!,
      0.9 + 0.2 * scatter(Math.floor(u * 512), Math.floor(depth * 90)),
    );
  };
  return (u, v) => (v < TOP_SHARE ? top(u, v / TOP_SHARE) : earth(u, (v - TOP_SHARE) / (1 - TOP_SHARE)));
}

function volcanic(
  rock: Colour,
  grass: Colour,
  y: number,
  flow: number,
  grain: number,
  steep: number,
): Colour {
  const ash = lit(rock, 0.95 + 0.5 * grain);
  const ground = blend(
    lit(grass, 0.85 + 0.3 * grain),
    ash,
    smoothStep(0.06, 0.15, y + 0.03 * grain + 0.02 * steep),
  );
  const heat = (1 - smoothStep(0, 0.075, Math.abs(flow))) * smoothStep(0.12, 0.27, y);
  return blend(
    ground,
    ramp(
      [
        [0.55, 0.08, 0.03],
        [0.95, 0.33, 0.05],
        [1, 0.8, 0.3],
      ],
      heat,
    ),
    smoothStep(0.25, 0.7, heat),
  );
}

/** The sea is a little wider than the land, so that their walls are never in one plane. */
function sea(context: FormContext): SolidPart {
  const mesh = new MeshBuilder(30);
  box(mesh, {
    centre: [0, BASE / 2 - 0.004, 0],
    size: [1.02, -BASE + 0.016, 1.02],
    bevel: 0.006,
    density: 1 / 1.02,
  });
  const water = context.colour('sea water ocean lagoon', [0.1, 0.42, 0.55]);
  const paint = (u: number, v: number): Colour => {
    const swell = context.noise.tile(u, v, 7, 4);
    const foam = smoothStep(0.62, 0.8, context.noise.tile(u, v, 22, 3) + swell * 0.2);
    return blend(lit(water, 1 + 0.22 * swell), [0.92, 0.97, 0.98], foam * 0.5);
  };
  return { mesh: mesh.build(), material: { name: 'sea', paint, metallic: 0, roughness: 0.15 } };
}
