/** Sculptures from a swept curve: torus knot, ring, sea shell. */
import { blend, fromHex, lit, ramp } from '../colour.js';
import type { Form, FormContext, SolidPart } from '../form.js';
import { type Finish, glaze, marble, namedFinish, spatial } from '../materials.js';
import { MeshBuilder, type Vector } from '../mesh.js';
import { framesAlong, tube } from '../surfaces.js';
import { add, scaled } from '../vector.js';

export const knot: Form = (context) => {
  const [p, q] = context.random.pick([
    [2, 3],
    [3, 2],
    [2, 5],
    [3, 4],
    [3, 5],
  ] as const);
  return [
    swept(
      context,
      (t) => {
        const [a, b] = [t * Math.PI * 2 * p, t * Math.PI * 2 * q];
        const r = 0.34 + 0.14 * Math.cos(b);
        return [r * Math.cos(a), 0.17 * Math.sin(b) * 1.3, r * Math.sin(a)];
      },
      p > 2 ? 0.055 : 0.075,
      'knot',
    ),
  ];
};

export const torus: Form = (context) => [
  swept(
    context,
    (t) => {
      const angle = t * Math.PI * 2;
      return [0.36 * Math.cos(angle), 0, 0.36 * Math.sin(angle)];
    },
    context.random.between(0.11, 0.16),
    'ring',
  ),
];

function swept(context: FormContext, curve: (t: number) => Vector, radius: number, name: string): SolidPart {
  const { by } = context;
  const mesh = new MeshBuilder(75);
  const steps = by(120, 260, 480);
  const segments = by(16, 28, 44);
  const line = (count: number) => Array.from({ length: count }, (_, i) => curve(i / count));
  const path = line(steps);
  tube(mesh, { path, radii: path.map(() => radius), segments, loop: true });
  // The texture uses frames per pixel along the same curve, so that it matches the mesh.
  const fine = line(1024);
  const frames = framesAlong(fine, true);
  const pointAt = (u: number, v: number): Vector => {
    const i = Math.min(1023, Math.floor((1 - v) * 1024));
    const { side, up } = frames[i]!;
    const angle = u * Math.PI * 2;
    return add(fine[i]!, add(scaled(side, Math.cos(angle) * radius), scaled(up, Math.sin(angle) * radius)));
  };
  const { colourAt, metallic, roughness } = finishOf(context);
  return { mesh: mesh.build(), material: { name, paint: spatial(pointAt, colourAt), metallic, roughness } };
}

function finishOf(context: FormContext): Finish {
  const { noise, random, colour } = context;
  const named = namedFinish(context);
  if (named) return named;
  const [first, second] = random.pick([
    ['#e9e4da', '#5a5560'],
    ['#20343a', '#c9a24a'],
    ['#6b2f45', '#e8c7c0'],
    ['#22304f', '#9fc3d8'],
    ['#24443a', '#d8dcc0'],
  ] as const);
  const main = colour('knot torus ring sculpture', fromHex(first), 0);
  const vein = colour('vein', fromHex(second), 1);
  if (random() < 0.6) return { colourAt: marble(noise, main, vein, 4), metallic: 0, roughness: 0.2 };
  return {
    colourAt: glaze(noise, [main, vein, lit(main, 1.2), blend(main, vein, 0.5)]),
    metallic: 0,
    roughness: 0.3,
  };
}

/** A spiral shell: a tube that grows as it winds down, by the same factor every turn. */
export const shell: Form = (context) => {
  const { random, noise, by, colour } = context;
  const mesh = new MeshBuilder(60);
  const turns = random.between(6, 7.5);
  const growth = random.between(0.44, 0.54);
  const tall = random.between(1.25, 1.9);
  const steps = Math.round(by(26, 48, 80) * turns);
  const spread = (t: number) => Math.exp(growth * (t - 1) * turns);
  const at = (t: number): Vector => {
    const angle = t * turns * Math.PI * 2;
    const grown = spread(t);
    return [0.26 * grown * Math.cos(angle), -tall * 0.42 * grown, -0.26 * grown * Math.sin(angle)];
  };
  const path = Array.from({ length: steps + 1 }, (_, i) => at(i / steps));
  const ribs = random.pick([0, 11, 17]);
  const radii = path.map((_, i) => {
    const t = i / steps;
    const rib = ribs ? 1 + 0.045 * Math.max(0, Math.sin(t * turns * Math.PI * 2 * (ribs / 2))) ** 3 : 1;
    return 0.225 * spread(t) * rib;
  });
  tube(mesh, { path, radii, segments: by(20, 36, 56), repeat: { around: 1, along: 1 } });
  const [light, dark] = random.pick([
    ['#f3dfc4', '#b06a48'],
    ['#f6e6e0', '#c07a86'],
    ['#efe6cf', '#8a6a44'],
  ] as const);
  const pale = colour('shell', fromHex(light), 0);
  const mark = colour('stripe', fromHex(dark), 1);
  const paint = (u: number, v: number) => {
    const t = 1 - v;
    // The marks keep their spacing relative to the size of the shell.
    const wave = noise.tile(u, t * turns * 2, 5, 3);
    const band =
      Math.sin(u * Math.PI * 2 * 5 + wave * 1.6) * 0.5 +
      Math.sin(t * turns * Math.PI * 14 + wave * 2.5) * 0.5;
    return lit(ramp([pale, pale, mark], 0.42 + 0.45 * band), 0.95 + 0.1 * wave);
  };
  return [{ mesh: mesh.build(), material: { name: 'shell', paint, metallic: 0, roughness: 0.35 } }];
};
