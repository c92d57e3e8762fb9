/** Objects: chair, table, rocket. */
import { type Colour, fromHex, lit } from '../colour.js';
import type { Form, FormContext, Material, SolidPart } from '../form.js';
import { namedFinish, wood } from '../materials.js';
import { MeshBuilder, type Vector } from '../mesh.js';
import { smoothStep } from '../noise.js';
import { box, slab, turn } from '../surfaces.js';
import { paintAlong } from './turned.form.js';

const TIMBERS = ['#a9713f', '#7a4b2c', '#c99a62', '#5d3b28'] as const;

function timber(context: FormContext, nouns: string): Material {
  const { noise, random, colour } = context;
  const metal = namedFinish(context);
  if (metal && metal.metallic > 0) {
    const paint = (u: number, v: number): Colour =>
      lit(metal.colourAt([u, v, 0]), 0.96 + 0.06 * noise.tile(u, v * 20, 3, 2));
    return { name: 'metal', paint, metallic: 1, roughness: 0.35 };
  }
  const tone = colour(nouns, fromHex(random.pick(TIMBERS)), 0);
  return { name: 'wood', paint: wood(noise, tone), metallic: 0, roughness: 0.6 };
}

/** A turned leg from the floor to `height`. */
function turnedLeg(
  mesh: MeshBuilder,
  { by }: FormContext,
  [x, y, z]: Vector,
  height: number,
  radius: number,
): void {
  const beads = [
    [0.62, 0],
    [0.7, 0.03],
    [0.6, 0.1],
    [0.8, 0.3],
    [1, 0.6],
    [0.95, 0.72],
    [0.6, 0.78],
    [0.85, 0.82],
    [0.6, 0.86],
    [1, 0.9],
    [1, 1],
  ];
  const profile: [number, number][] = [
    [0, 0],
    ...beads.map(([r, t]): [number, number] => [r! * radius, t! * height]),
    [0, height],
  ];
  turn(mesh, {
    profile,
    segments: by(14, 24, 40),
    repeat: { around: 1, along: 3 },
    shape: (p) => [p[0] + x, p[1] + y, p[2] + z],
  });
}

export const chair: Form = (context) => {
  const { random, colour, noise } = context;
  const frame = new MeshBuilder(35);
  const cushion = new MeshBuilder(50);
  const seat = 0.44;
  const back = random.between(0.88, 1.02);
  const half = 0.2;
  const turned = random() < 0.4;
  const lean = ([x, y, z]: Vector): Vector => [x, y, z - Math.max(0, y - seat) * 0.14];
  for (const x of [-half, half]) {
    if (turned) turnedLeg(frame, context, [x, 0, half], seat, 0.026);
    else
      box(frame, {
        grained: true,
        centre: [x, seat / 2, half],
        size: [0.042, seat, 0.042],
        bevel: 0.005,
        density: 2,
      });
    // The back post bends at the seat: two pieces that overlap there.
    box(frame, {
      grained: true,
      centre: [x, seat / 2, -half],
      size: [0.042, seat + 0.02, 0.042],
      bevel: 0.005,
      density: 2,
    });
    box(frame, {
      grained: true,
      centre: [x, (seat + back) / 2, -half],
      size: [0.04, back - seat, 0.036],
      bevel: 0.005,
      density: 2,
      at: lean,
    });
    box(frame, { grained: true, centre: [x, seat * 0.4, 0], size: [0.022, 0.026, half * 2], density: 2 });
  }
  box(frame, { grained: true, centre: [0, seat - 0.035, half], size: [half * 2, 0.05, 0.026], density: 2 });
  box(frame, { grained: true, centre: [0, seat * 0.4, 0], size: [half * 2, 0.026, 0.022], density: 2 });
  box(frame, {
    grained: true,
    centre: [0, seat, 0.005],
    size: [half * 2 + 0.07, 0.032, half * 2 + 0.07],
    bevel: 0.01,
    density: 2,
  });
  box(frame, {
    grained: true,
    centre: [0, back - 0.03, -half],
    size: [half * 2 + 0.05, 0.085, 0.03],
    bevel: 0.01,
    density: 2,
    at: lean,
  });
  const slats = random.pick([0, 3, 4, 5]);
  for (let i = 0; i < slats; i++) {
    const x = ((i + 0.5) / slats - 0.5) * half * 1.8;
    box(frame, {
      grained: true,
      centre: [x, (seat + back) / 2, -half],
      size: [0.034, back - seat - 0.06, 0.014],
      density: 2,
      at: lean,
    });
  }
  for (let i = 0; i < 3 && slats === 0; i++) {
    const y = seat + 0.1 + (i * (back - seat - 0.1)) / 3;
    box(frame, { grained: true, centre: [0, y, -half], size: [half * 2, 0.05, 0.016], density: 2, at: lean });
  }
  box(cushion, {
    centre: [0, seat + 0.032, 0.01],
    size: [half * 2 - 0.01, 0.04, half * 2 - 0.02],
    bevel: 0.014,
    density: 2,
  });
  const fabric = colour(
    'cushion seat fabric',
    fromHex(random.pick(['#7d3b3b', '#3b5a7d', '#4d6b4a', '#b58a3f'])),
    1,
  );
  const paint = (u: number, v: number): Colour => {
    const weave = Math.sin(u * Math.PI * 2 * 90) * Math.sin(v * Math.PI * 2 * 90);
    return lit(fabric, 0.9 + 0.12 * weave + 0.15 * noise.tile(u, v, 6, 3));
  };
  return [
    { mesh: frame.build(), material: timber(context, 'chair stool bench frame') },
    { mesh: cushion.build(), material: { name: 'fabric', paint, metallic: 0, roughness: 1 } },
  ];
};

export const table: Form = (context) => {
  const { random, by } = context;
  const mesh = new MeshBuilder(35);
  const height = 0.6;
  const round = context.words.has('round') || random() < 0.4;
  if (round) {
    const r = 0.48;
    turn(mesh, {
      profile: [
        [0, height],
        [r - 0.01, height],
        [r, height + 0.01],
        [r, height + 0.026],
        [r - 0.008, height + 0.034],
        [0, height + 0.034],
      ],
      segments: by(48, 88, 144),
      fromAbove: 1.4,
    });
    turnedLeg(mesh, context, [0, 0.05, 0], height - 0.045, 0.075);
    for (let i = 0; i < 4; i++) {
      const angle = (i * Math.PI) / 2 + 0.4;
      const at = ([x, y, z]: Vector): Vector => [
        x * Math.cos(angle) + z * Math.sin(angle),
        y - x * 0.16,
        -x * Math.sin(angle) + z * Math.cos(angle),
      ];
      box(mesh, {
        grained: true,
        centre: [0.16, 0.085, 0],
        size: [0.34, 0.06, 0.05],
        bevel: 0.012,
        density: 2,
        at,
      });
    }
  } else {
    const [w, d] = [1, random.between(0.5, 0.66)];
    const planks = 5;
    for (let i = 0; i < planks; i++) {
      const z = ((i + 0.5) / planks - 0.5) * d;
      // Each plank uses another part of the texture, rotated so that the grain follows the plank.
      box(mesh, {
        grained: true,
        centre: [0, height, z],
        size: [d / planks - 0.003, 0.034, w],
        density: 1.4,
        at: ([x, y, zz]) => [zz - z, y, -x + z],
      });
    }
    for (const x of [-1, 1]) {
      for (const z of [-1, 1])
        turnedLeg(mesh, context, [x * (w / 2 - 0.07), 0, z * (d / 2 - 0.06)], height - 0.01, 0.036);
      box(mesh, {
        grained: true,
        centre: [x * (w / 2 - 0.07), height - 0.055, 0],
        size: [0.024, 0.08, d - 0.12],
        density: 2,
      });
    }
    for (const z of [-1, 1])
      box(mesh, {
        grained: true,
        centre: [0, height - 0.055, z * (d / 2 - 0.06)],
        size: [w - 0.14, 0.08, 0.024],
        density: 2,
      });
  }
  return [{ mesh: mesh.build(), material: timber(context, 'table desk') }];
};

export const rocket: Form = (context) => {
  const { random, by, colour, noise } = context;
  const main = colour('rocket body hull', [0.92, 0.92, 0.9], 0);
  const trim = colour(
    'fin nose stripe',
    fromHex(random.pick(['#c8372d', '#d9722a', '#2f5fa8', '#2f8a6a'])),
    1,
  );
  const hull = new MeshBuilder(45);
  const rows = by(14, 28, 48);
  const body = Array.from({ length: rows }, (_, i): [number, number] => {
    const t = i / rows;
    const belly =
      t < 0.42
        ? 0.105 + 0.04 * Math.sin((t / 0.42) * (Math.PI / 2))
        : 0.145 * Math.cos(((t - 0.42) / 0.58) * (Math.PI / 2)) ** 0.8;
    return [belly, 0.14 + t * 0.82];
  });
  const profile: [number, number][] = [[0, 0.14], ...body, [0, 0.96]];
  turn(hull, { profile, segments: by(32, 60, 104) });
  const fins = new MeshBuilder(30);
  const count = random.pick([3, 4]);
  for (let i = 0; i < count; i++) {
    const angle = ((i + 0.5) / count) * Math.PI * 2;
    const at = ([x, y, z]: Vector): Vector => [
      x * Math.cos(angle) + z * Math.sin(angle),
      y,
      -x * Math.sin(angle) + z * Math.cos(angle),
    ];
    const outline = [
      [0.06, 0.17],
      [0.2, 0.05],
      [0.25, 0],
      [0.27, 0.02],
      [0.25, 0.17],
      [0.12, 0.4],
      [0.07, 0.42],
    ] as const;
    // Two convex pieces, because the outline turns inward between tip and root.
    slab(fins, { outline: [outline[0], outline[1], outline[4], outline[5], outline[6]], depth: 0.022, at });
    slab(fins, { outline: [outline[1], outline[2], outline[3], outline[4]], depth: 0.022, at });
  }
  const metal = new MeshBuilder(45);
  turn(metal, {
    profile: [
      [0, 0.15],
      [0.05, 0.12],
      [0.085, 0.06],
      [0.092, 0.06],
      [0.07, 0.14],
      [0, 0.17],
    ],
    segments: by(24, 40, 64),
  });
  porthole(metal, by(14, 24, 40), 0.62);
  const glass = new MeshBuilder(45);
  turn(glass, {
    profile: [
      [0, 0],
      [0.034, 0],
      [0.028, 0.014],
      [0.014, 0.021],
      [0, 0.023],
    ],
    segments: by(14, 24, 40),
    shape: ([x, y, z]) => [x, 0.62 - z, 0.137 + y],
  });
  const paint = paintAlong(profile, ([x, y, z]) => hullColour(context, main, trim, x, y, z));
  const part = (name: string, mesh: MeshBuilder, look: Omit<Material, 'name'>): SolidPart => ({
    mesh: mesh.build(),
    material: { name, ...look },
  });
  return [
    part('hull', hull, { paint, metallic: 0.15, roughness: 0.35 }),
    part('fins', fins, {
      paint: (u, v) => lit(trim, 0.95 + 0.1 * noise.tile(u, v, 6, 4)),
      metallic: 0.15,
      roughness: 0.4,
    }),
    part('metal', metal, {
      paint: (u, v) => lit([0.55, 0.55, 0.58], 0.9 + 0.2 * noise.tile(u, v, 8, 3)),
      metallic: 0.9,
      roughness: 0.35,
    }),
    part('glass', glass, {
      paint: (u, v) => [0.25 + 0.3 * (1 - v), 0.55 + 0.25 * u * (1 - v), 0.75],
      metallic: 0,
      roughness: 0.05,
    }),
  ];
};

/** A ring on the hull, facing +z. */
function porthole(mesh: MeshBuilder, segments: number, height: number): void {
  turn(mesh, {
    profile: [
      [0, 0],
      [0.046, 0],
      [0.046, 0.012],
      [0.04, 0.018],
      [0.034, 0.013],
      [0, 0.012],
    ],
    segments,
    shape: ([x, y, z]) => [x, height - z, 0.132 + y],
  });
}

function hullColour(
  { noise }: FormContext,
  main: Colour,
  trim: Colour,
  x: number,
  y: number,
  z: number,
): Colour {
  const seam = (value: number) => smoothStep(0.004, 0.012, Math.abs(value - Math.round(value)));
  const angle = Math.atan2(z, x) / (Math.PI * 2);
  const panels = seam(y * 9) * (y < 0.75 ? seam(angle * 8) : 1);
  const coloured = y > 0.79 || (y > 0.44 && y < 0.47) || (y > 0.2 && y < 0.235);
  const wear = 0.97 + 0.07 * noise.fbm(x * 9, y * 9, z * 9, 4);
  return lit(coloured ? trim : main, wear * (0.72 + 0.28 * panels));
}
