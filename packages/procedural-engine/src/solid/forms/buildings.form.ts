/** Buildings: a tower, a castle, a house. */
import { type Colour, lit } from '../colour.js';
import type { Form, FormContext, Material, SolidPart } from '../form.js';
import { masonry, shingles, wood } from '../materials.js';
import { MeshBuilder, type Vector } from '../mesh.js';
import { box, slab, turn } from '../surfaces.js';

interface Masons {
  walls: MeshBuilder;
  roofs: MeshBuilder;
  timber: MeshBuilder;
}

/** A round tower with a corbelled head; a cone for a roof, or an open top with merlons. */
function roundTower(
  { by }: FormContext,
  { walls, roofs, timber }: Masons,
  at: Vector,
  radius: number,
  height: number,
  roofed: boolean,
) {
  const segments = by(20, 36, 60);
  const shape = ([x, y, z]: Vector): Vector => [x + at[0], y + at[1], z + at[2]];
  const head = radius * 1.2;
  const neck = height - radius * 0.9;
  const floor = height - radius * 0.25;
  const profile: [number, number][] = [
    [0, 0],
    [radius * 1.08, 0],
    [radius, height * 0.12],
    [radius * 0.97, neck],
    [head, neck + radius * 0.3],
    [head, height],
    [head * 0.84, height],
    [head * 0.84, floor],
    [0, floor],
  ];
  const around = Math.max(2, Math.round(radius * 16));
  turn(walls, {
    profile,
    segments,
    shape,
    repeat: { around, along: Math.max(2, Math.round((around * (height + radius * 2)) / (radius * 6.3))) },
  });
  const merlons = 8;
  for (let i = 0; i < merlons && !roofed; i++) {
    const angle = (i / merlons) * Math.PI * 2;
    const turned = ([x, y, z]: Vector): Vector =>
      shape([x * Math.cos(angle) + z * Math.sin(angle), y, -x * Math.sin(angle) + z * Math.cos(angle)]);
    box(walls, {
      centre: [head * 0.92, height + radius * 0.14, 0],
      size: [head * 0.155, radius * 0.32, radius * 0.42],
      density: 2.6,
      at: turned,
    });
  }
  if (roofed) {
    const top = height + radius * 2.6;
    turn(roofs, {
      profile: [
        [0, height - 0.002],
        [head * 1.16, height - radius * 0.06],
        [head * 0.55, height + radius * 1.1],
        [0, top],
      ],
      segments,
      shape,
      repeat: { around: around * 1, along: around },
    });
    turn(timber, {
      profile: [
        [0, top - 0.01],
        [0.006, top - 0.01],
        [0.004, top + radius * 0.5],
        [0, top + radius * 0.52],
      ],
      segments: 8,
      shape,
    });
  }
  for (let i = 0; i < 3; i++) {
    const angle = i * 2.1 + 0.4;
    const y = height * (0.35 + 0.17 * i);
    const out = radius * 0.99;
    const turned = ([x, yy, z]: Vector): Vector =>
      shape([x * Math.cos(angle) + z * Math.sin(angle), yy, -x * Math.sin(angle) + z * Math.cos(angle)]);
    box(timber, {
      centre: [out, y, 0],
      size: [radius * 0.14, radius * 0.5, radius * 0.22],
      density: 2,
      at: turned,
    });
  }
}

function masons(): Masons {
  return { walls: new MeshBuilder(35), roofs: new MeshBuilder(35), timber: new MeshBuilder(35) };
}

function stoneParts(
  { noise, colour }: FormContext,
  { walls, roofs, timber }: Masons,
  more: SolidPart[] = [],
): SolidPart[] {
  const wall = masonry(noise, colour('wall castle tower stone house', [0.66, 0.62, 0.56], 0));
  const roof = shingles(noise, colour('roof', [0.6, 0.27, 0.2], 1));
  const dark = wood(noise, colour('door window gate', [0.25, 0.17, 0.12]));
  const part = (name: string, mesh: MeshBuilder, paint: Material['paint']): SolidPart => ({
    mesh: mesh.build(),
    material: { name, paint, metallic: 0, roughness: 0.9 },
  });
  return [
    part('walls', walls, wall),
    part('roofs', roofs, roof),
    part('timber', timber, dark),
    ...more,
  ].filter(({ mesh }) => mesh.indices.length > 0);
}

export const tower: Form = (context) => {
  const kit = masons();
  roundTower(context, kit, [0, 0.03, 0], 0.15, 0.72, context.random() < 0.65);
  return [...stoneParts(context, kit), lawn(context, 0.26)];
};

export const castle: Form = (context) => {
  const { random } = context;
  const kit = masons();
  const half = 0.36;
  const roofed = random() < 0.75;
  const corners = [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ] as const;
  for (const [x, z] of corners)
    roundTower(context, kit, [x, 0, z], 0.085, random.between(0.36, 0.44), roofed);
  const h = 0.22;
  corners.forEach(([x, z], i) => {
    const [nx, nz] = corners[(i + 1) % 4]!;
    const alongX = z === nz;
    const size: Vector = alongX ? [half * 2, h, 0.05] : [0.05, h, half * 2];
    box(kit.walls, { centre: [(x + nx) / 2, h / 2, (z + nz) / 2], size, density: 2.6 });
    for (let k = -5; k <= 5; k++) {
      const offset = k * 0.051;
      const centre: Vector = alongX ? [offset, h + 0.015, z] : [x, h + 0.015, offset];
      box(kit.walls, { centre, size: alongX ? [0.028, 0.04, 0.05] : [0.05, 0.04, 0.028], density: 2.6 });
    }
  });
  box(kit.timber, { centre: [0, 0.065, half + 0.012], size: [0.11, 0.13, 0.05], density: 3 });
  for (const side of [-1, 1]) roundTower(context, kit, [side * 0.1, 0, half], 0.05, 0.29, roofed);
  box(kit.walls, { centre: [0, 0.2, -0.06], size: [0.28, 0.4, 0.24], density: 2.6 });
  slab(kit.walls, {
    outline: [
      [-0.14, 0],
      [0.14, 0],
      [0, 0.15],
    ],
    depth: 0.238,
    density: 2.6,
    at: ([x, y, z]) => [x, y + 0.398, z - 0.06],
  });
  gable(kit.roofs, [0, 0.382, -0.06], 0.34, 0.19, 0.28);
  roundTower(context, kit, [-0.15, 0, -0.19], 0.075, 0.62, true);
  return [...stoneParts(context, kit), lawn(context, 0.66)];
};

export const house: Form = (context) => {
  const { random } = context;
  const kit = masons();
  const [w, h, d] = [0.5, random.between(0.28, 0.36), random.between(0.38, 0.5)];
  box(kit.walls, { centre: [0, h / 2, 0], size: [w, h, d], density: 1.6 });
  slab(kit.walls, {
    outline: [
      [-w / 2, 0],
      [w / 2, 0],
      [0, 0.27],
    ],
    depth: d * 0.995,
    density: 1.6,
    at: ([x, y, z]) => [x, y + h - 0.002, z],
  });
  gable(kit.roofs, [0, h - 0.03, 0], w + 0.1, 0.325, d + 0.08);
  box(kit.walls, { centre: [w * 0.26, h + 0.2, -d * 0.2], size: [0.07, 0.3, 0.07], density: 1.6 });
  box(kit.timber, { centre: [0, 0.09, d / 2], size: [0.1, 0.18, 0.03], density: 3 });
  for (const side of [-1, 1]) {
    box(kit.timber, { centre: [side * w * 0.31, h * 0.55, d / 2], size: [0.085, 0.1, 0.02], density: 3 });
    box(kit.timber, { centre: [(side * w) / 2, h * 0.55, 0], size: [0.02, 0.1, 0.1], density: 3 });
  }
  return [...stoneParts(context, kit), lawn(context, 0.52)];
};

/** Two sloping plates that meet in a ridge along z. */
function gable(mesh: MeshBuilder, [x, y, z]: Vector, width: number, rise: number, depth: number): void {
  const thick = 0.03;
  const half = width / 2;
  for (const side of [1, -1]) {
    const outline = [
      [half, 0],
      [half, thick],
      [0, rise + thick],
      [0, rise],
    ].map(([a, b]) => [a! * side, b!] as const);
    const at = ([a, b, c]: Vector): Vector => [a + x, b + y, c + z];
    slab(mesh, { outline: side === 1 ? outline : outline.reverse(), depth, density: 1.8, at });
  }
}

/** The ground a building stands on: a low round mound. */
function lawn({ noise, colour, by }: FormContext, radius: number): SolidPart {
  const mesh = new MeshBuilder(50);
  turn(mesh, {
    profile: [
      [0, -0.05],
      [radius * 0.98, -0.05],
      [radius, -0.03],
      [radius * 0.97, -0.01],
      [radius * 0.8, 0.004],
      [radius * 0.4, 0.006],
      [0, 0.006],
    ],
    segments: by(36, 64, 112),
    repeat: { around: 4, along: 2 },
    shape: ([x, y, z]) => {
      const k = 1 + 0.05 * noise.at(x * 4, 1, z * 4);
      return [x * k, y, z * k];
    },
  });
  const grass = colour('grass ground lawn hill', [0.36, 0.5, 0.24]);
  const paint = (u: number, v: number): Colour => lit(grass, 0.9 + 0.25 * noise.tile(u, v, 8, 5));
  return { mesh: mesh.build(), material: { name: 'lawn', paint, metallic: 0, roughness: 1 } };
}
