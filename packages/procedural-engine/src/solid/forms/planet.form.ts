/** Celestial bodies: a planet with seas, a gas giant with rings, a cratered moon, an irregular asteroid. */
import { blend, type Colour, fromHex, lit, ramp } from '../colour.js';
import type { Form, FormContext, SolidPart } from '../form.js';
import { spatial, type SpatialColour } from '../materials.js';
import { MeshBuilder, type Vector } from '../mesh.js';
import { smoothStep } from '../noise.js';
import { ball } from '../surfaces.js';
import { dot, unit } from '../vector.js';

/** Returns the direction of a position in the texture of a ball; the inverse of the coordinates of `turn`. */
function direction(u: number, v: number): Vector {
  const latitude = (0.5 - v) * Math.PI;
  const angle = u * Math.PI * 2;
  return [Math.cos(latitude) * Math.cos(angle), Math.sin(latitude), -Math.cos(latitude) * Math.sin(angle)];
}

function body(
  context: FormContext,
  radius: (to: Vector) => number,
  colourAt: SpatialColour,
  roughness: number,
): SolidPart {
  const mesh = new MeshBuilder(75);
  ball(mesh, context.by(48, 112, 200), radius);
  return {
    mesh: mesh.build(),
    material: { name: 'surface', paint: spatial(direction, colourAt), metallic: 0, roughness },
  };
}

export const planet: Form = (context) => {
  const has = (list: string) => list.split(' ').some((word) => context.words.has(word));
  const ringed = has('saturn ring ringed uranus');
  if (has('moon lunar mercury')) return [cratered(context, 0.012, 0.06)];
  if (ringed || has('jupiter neptune gas giant venus')) {
    return ringed ? [giant(context), rings(context)] : [giant(context)];
  }
  return [world(context)];
};

export const asteroid: Form = (context) => [cratered(context, 0.34, 0.12)];

function world(context: FormContext): SolidPart {
  const { noise, colour, words, random } = context;
  const dry = ['mars', 'desert', 'dry', 'arrakis'].some((word) => words.has(word));
  const lava = ['lava', 'volcanic', 'fire', 'burning'].some((word) => words.has(word));
  const scale = random.between(1.2, 1.9);
  const land = ([x, y, z]: Vector) => noise.fbm(x * scale, y * scale, z * scale, 6) + (dry ? 0.6 : 0.02);
  const sea = colour('sea ocean water', lava ? [1, 0.45, 0.08] : [0.07, 0.25, 0.5], 0);
  const ground = colour(
    'land continent',
    dry ? [0.72, 0.36, 0.2] : lava ? [0.16, 0.13, 0.13] : [0.27, 0.45, 0.2],
    1,
  );
  const high = lit(blend(ground, [0.5, 0.4, 0.3], 0.55), 0.9);
  const colourAt: SpatialColour = (to) => {
    const [x, y, z] = to;
    const h = land(to);
    const grain = noise.fbm(x * 9, y * 9, z * 9, 3);
    const wet = blend(lit(sea, 0.65), lit(sea, 1.35), smoothStep(-0.45, 0, h));
    const solid = blend(lit(ground, 1 + 0.3 * grain), lit(high, 1 + 0.35 * grain), smoothStep(0.1, 0.5, h));
    const surface = blend(wet, solid, smoothStep(-0.005, 0.012, h));
    if (lava) return surface;
    const ice = smoothStep(0.78, 0.88, Math.abs(y) + 0.1 * grain);
    const cloud = dry ? 0 : smoothStep(0.18, 0.6, noise.fbm(x * 2.4 + 30, y * 4.2 + grain * 0.3, z * 2.4, 5));
    return blend(blend(surface, [0.93, 0.95, 0.98], ice), [0.98, 0.98, 1], cloud * 0.85);
  };
  return body(context, (to) => 0.5 + 0.022 * Math.max(0, land(to)), colourAt, dry || lava ? 0.9 : 0.65);
}

function giant(context: FormContext): SolidPart {
  const { noise, colour, random } = context;
  const [fallback, second] = random.pick([
    ['#d8b384', '#9a6a4a'],
    ['#7fa8d8', '#3f5fa8'],
    ['#d9a0a8', '#7d4a78'],
    ['#a8cdb8', '#4a8a80'],
  ] as const);
  const main = colour('planet band', fromHex(fallback), 0);
  const bands = [
    lit(main, 1.15),
    colour('stripe', fromHex(second), 1),
    main,
    lit(blend(main, [1, 1, 1], 0.5), 1),
    main,
  ];
  const colourAt: SpatialColour = ([x, y, z]) => {
    const swirl = noise.fbm(x * 2, y * 7, z * 2, 5);
    const at = y * 3.2 + swirl * 0.28 + 0.2 * noise.at(0, y * 5, 4);
    return lit(ramp(bands, at - Math.floor(at)), 0.97 + 0.1 * noise.fbm(x * 6, y * 22, z * 6, 3));
  };
  return body(context, ([, y]) => 0.5 - 0.015 * y * y, seamless(colourAt), 0.7);
}

/** Averages three samples, so that a ramp that jumps at a whole number shows no hard line. */
function seamless(colourAt: SpatialColour): SpatialColour {
  return ([x, y, z]) =>
    blend(colourAt([x, y, z]), blend(colourAt([x, y - 0.012, z]), colourAt([x, y + 0.012, z]), 0.5), 0.66);
}

function rings(context: FormContext): SolidPart {
  const mesh = new MeshBuilder(40);
  const [inner, outer, half] = [0.66, 1.12, 0.003];
  // A flat closed profile, with texture coordinates across the ring on both faces.
  const segments = context.by(48, 96, 160);
  const tilt = (point: Vector): Vector => [point[0], point[1] * 0.955 - point[0] * 0.29, point[2]];
  const ring = (radius: number, y: number) =>
    Array.from({ length: segments }, (_, i) => {
      const angle = (i / segments) * Math.PI * 2;
      return mesh.point(tilt([radius * Math.cos(angle), y, -radius * Math.sin(angle)]));
    });
  const loop = [ring(inner, -half), ring(outer, -half), ring(outer, half), ring(inner, half)];
  const across = [0.01, 0.99, 0.99, 0.01];
  for (let row = 0; row < 4; row++) {
    const next = (row + 1) % 4;
    for (let i = 0; i < segments; i++) {
      const j = (i + 1) % segments;
      const [u, w] = [(i / segments) * 8, ((i + 1) / segments) * 8];
      const [v0, v1] = [across[row]!, across[next]!];
      const [low, high] = [loop[row]!, loop[next]!];
      mesh.quad(low[i]!, low[j]!, high[j]!, high[i]!, [u, v0], [w, v0], [w, v1], [u, v1]);
    }
  }
  const dust = context.colour('ring', [0.8, 0.7, 0.56], 1);
  const paint = (u: number, v: number): Colour => {
    const band = context.noise.at(0.5, v * 26, 2.5) + 0.5 * context.noise.at(0.5, v * 90, 7.5);
    const gap = smoothStep(0.03, 0.045, Math.abs(v - 0.68));
    return lit(dust, (0.8 + 0.4 * band) * (0.25 + 0.75 * gap) + 0.05 * context.noise.tile(u, v, 40, 2));
  };
  return { mesh: mesh.build(), material: { name: 'rings', paint, metallic: 0, roughness: 0.9 } };
}

interface Crater {
  centre: Vector;
  /** Cosine of its angular radius. */
  edge: number;
  angle: number;
}

/** @param lumps deviation from a sphere. @param depth of the craters, relative to their size. */
function cratered(context: FormContext, lumps: number, depth: number): SolidPart {
  const { noise, random, colour } = context;
  const craters = Array.from({ length: random.integer(26, 40) }, (): Crater => {
    const y = random.between(-1, 1);
    const turned = random.between(0, Math.PI * 2);
    const flat = Math.sqrt(1 - y * y);
    const angle = 0.05 + 0.32 * random() ** 3;
    return {
      centre: [flat * Math.cos(turned), y, flat * Math.sin(turned)],
      edge: Math.cos(angle * 1.5),
      angle,
    };
  });
  const dent = (to: Vector) => {
    let sum = 0;
    for (const { centre, edge, angle } of craters) {
      const near = dot(to, centre);
      if (near < edge) continue;
      const r = Math.acos(Math.min(1, near)) / angle;
      const bowl = r < 1 ? r * r - 1 : 0;
      sum += angle * (bowl + 0.35 * Math.exp(-(((r - 1) / 0.17) ** 2)));
    }
    return sum;
  };
  const stretch = lumps > 0.1 ? ([1, 0.74, 0.82] as const) : ([1, 1, 1] as const);
  const radius = (to: Vector) => {
    const [x, y, z] = unit([to[0] * stretch[0], to[1] * stretch[1], to[2] * stretch[2]]);
    const shape = Math.hypot(to[0] * stretch[0], to[1] * stretch[1], to[2] * stretch[2]);
    const rough = lumps * noise.fbm(x * 1.3, y * 1.3, z * 1.3, 3) + 0.012 * noise.fbm(x * 8, y * 8, z * 8, 4);
    return 0.5 * (shape * (1 + rough) + dent(to) * (depth * 4));
  };
  const dust = colour('asteroid rock moon', lumps > 0.1 ? [0.42, 0.38, 0.35] : [0.66, 0.65, 0.63], 0);
  const colourAt: SpatialColour = (to) => {
    const [x, y, z] = to;
    const mare = smoothStep(0, 0.4, noise.fbm(x * 1.6 + 5, y * 1.6, z * 1.6, 4));
    const grain = noise.fbm(x * 14, y * 14, z * 14, 4);
    return lit(dust, (1 - 0.3 * mare) * (1 + 0.28 * grain) + 0.9 * dent(to));
  };
  return body(context, radius, colourAt, 0.95);
}
