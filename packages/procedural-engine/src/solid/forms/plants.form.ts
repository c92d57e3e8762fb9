/** Plants: broad-leaved tree, pine, mushrooms. */
import { blend, type Colour, lit } from '../colour.js';
import type { Form, FormContext } from '../form.js';
import { bark, leaves, type SpatialColour } from '../materials.js';
import { MeshBuilder, type Vector } from '../mesh.js';
import { smoothStep } from '../noise.js';
import { ball, tube, turn } from '../surfaces.js';
import { add, scaled, unit } from '../vector.js';
import { paintAlong } from './turned.form.js';

const LEAF_NOUNS = 'leaf leave foliage crown tree';

export const tree: Form = (context) => {
  const { random, noise, by, colour, words } = context;
  const wood = new MeshBuilder(75);
  const crown = new MeshBuilder(75);
  const tips: { at: Vector; size: number }[] = [];
  const segments = by(8, 12, 18);
  const grow = (from: Vector, towards: Vector, length: number, radius: number, level: number): void => {
    const steps = by(4, 7, 10);
    const path: Vector[] = [from];
    let heading = unit(towards);
    for (let i = 0; i < steps; i++) {
      const bend = [random.between(-1, 1), random.between(0, 0.6), random.between(-1, 1)] as const;
      heading = unit(add(heading, scaled(bend, level === 0 ? 0.08 : 0.22)));
      path.push(add(path.at(-1)!, scaled(heading, length / steps)));
    }
    const flare = (t: number) => (level === 0 ? 1 + 0.7 * Math.exp(-t * 9) : 1);
    const radii = path.map((_, i) => radius * (1 - 0.55 * (i / steps)) * flare(i / steps));
    const around = Math.max(1, Math.round(radius * 30));
    tube(wood, {
      path,
      radii,
      segments,
      repeat: { around, along: Math.max(1, Math.round((length * around) / (radius * 7))) },
    });
    if (level >= 1) tips.push({ at: path.at(-1)!, size: random.between(0.15, 0.22) });
    if (level === 2) return;
    const children = level === 0 ? random.integer(5, 7) : 2;
    const turnStart = random.between(0, 6.28);
    for (let i = 0; i < children; i++) {
      const angle = turnStart + (i / children) * Math.PI * 2 + random.between(-0.3, 0.3);
      const start = path[Math.max(2, steps - (level === 0 ? i % 3 : i))]!;
      const outward: Vector = [Math.cos(angle), random.between(0.5, 1), Math.sin(angle)];
      grow(
        start,
        add(outward, scaled(heading, level === 0 ? 0.2 : 0.9)),
        length * random.between(0.42, 0.6),
        radius * 0.45,
        level + 1,
      );
    }
    if (level === 0) tips.push({ at: add(path.at(-1)!, [0, 0.2, 0]), size: 0.25 });
  };
  grow([0, 0, 0], [random.between(-0.1, 0.1), 1, random.between(-0.1, 0.1)], 0.55, 0.055, 0);
  for (const { at, size } of tips) leafBall(crown, context, at, size);
  const autumn = words.has('autumn') || words.has('maple');
  const blossom = ['cherry', 'blossom', 'sakura'].some((word) => words.has(word));
  const usual: Colour = blossom ? [0.95, 0.66, 0.74] : autumn ? [0.85, 0.42, 0.13] : [0.3, 0.52, 0.2];
  const leaf = colour(LEAF_NOUNS, usual, 0);
  const second = colour(
    'blossom flower',
    lit(blend(leaf, autumn ? [0.95, 0.75, 0.2] : [0.65, 0.75, 0.3], 0.35), 1.05),
    1,
  );
  const timber = colour('trunk bark wood branch', [0.4, 0.3, 0.22]);
  return [
    {
      mesh: crown.build(),
      material: { name: 'leaves', paint: leaves(noise, leaf, second), metallic: 0, roughness: 0.9 },
    },
    {
      mesh: wood.build(),
      material: { name: 'bark', paint: bark(noise, timber), metallic: 0, roughness: 0.95 },
    },
  ];
};

/** A clump of leaves: a ball with deep bumps, flatter below. */
function leafBall(crown: MeshBuilder, { noise, by }: FormContext, centre: Vector, size: number): void {
  const radius = (to: Vector) => {
    const [x, y, z] = [to[0] * 2.6 + centre[0] * 9, to[1] * 2.6 + centre[1] * 9, to[2] * 2.6 + centre[2] * 9];
    const bumps = 0.3 * noise.fbm(x, y, z, 3) + 0.13 * Math.abs(noise.at(x * 2.4, y * 2.4, z * 2.4));
    return size * (1 + bumps) * (to[1] < 0 ? 1 + 0.35 * to[1] : 1);
  };
  ball(crown, by(14, 28, 44), radius, { around: 2, along: 1 }, (point) => add(point, centre));
}

export const pine: Form = (context) => {
  const { random, noise, by, colour, words } = context;
  const needles = new MeshBuilder(75);
  const trunk = new MeshBuilder(75);
  const layers = random.integer(5, 7);
  const segments = by(28, 56, 96);
  for (let i = 0; i < layers; i++) {
    const t = i / (layers - 1);
    const width = 0.34 * (1 - 0.74 * t) * random.between(0.95, 1.05);
    const base = 0.15 + 0.62 * t;
    const height = 0.3 - 0.08 * t;
    const points = random.integer(7, 10);
    const phase = random.between(0, 6.28);
    // Boughs: the edge of each layer has points that swing out and droop.
    const shape = ([x, y, z]: Vector, angle: number): Vector => {
      const out = Math.hypot(x, z) / width;
      const swing = Math.cos(angle * points + phase) + 0.45 * Math.cos(angle * (points * 2 + 1) + phase * 2);
      const k = 1 + 0.15 * swing * out;
      const rough = 0.02 * noise.at(x * 14, y * 14 + i, z * 14) * out;
      return [x * k, y - 0.035 * swing * out * out + rough, z * k];
    };
    const steps = by(4, 8, 12);
    const slope = Array.from({ length: steps }, (_, step): [number, number] => {
      const s = step / steps;
      return [width * (1 - s) ** 1.15, base + height * s];
    });
    const profile: [number, number][] = [
      [0, base + 0.05],
      [width * 0.55, base + 0.02],
      ...slope,
      [0, base + height],
    ];
    turn(needles, {
      profile,
      segments,
      repeat: { around: Math.max(2, Math.round(width * 12)), along: 1 },
      shape,
    });
  }
  tube(trunk, {
    path: [0, 0.1, 0.25, 0.5, 0.8].map((y): Vector => [0, y, 0]),
    radii: [0.05, 0.038, 0.033, 0.02, 0.008],
    segments: by(10, 14, 20),
    repeat: { around: 2, along: 5 },
  });
  const leaf = colour(`${LEAF_NOUNS} needle pine fir spruce`, [0.13, 0.34, 0.2], 0);
  const snowy = ['snow', 'snowy', 'winter', 'christmas'].some((word) => words.has(word));
  const second = snowy ? ([0.95, 0.97, 1] as const) : lit(leaf, 1.45);
  const paint = (u: number, v: number): Colour => {
    const strand = noise.tile(u * 5, v, 8, 2);
    const tip = smoothStep(0.45, 0.75, v + 0.12 * strand);
    return lit(
      blend(leaf, second, snowy ? 0.75 * smoothStep(0.1, 0.5, 1 - v + 0.3 * strand) : tip * 0.6),
      0.85 + 0.45 * strand,
    );
  };
  const wood = colour('trunk bark wood', [0.36, 0.26, 0.19]);
  return [
    { mesh: needles.build(), material: { name: 'needles', paint, metallic: 0, roughness: 0.9 } },
    {
      mesh: trunk.build(),
      material: { name: 'bark', paint: bark(noise, wood), metallic: 0, roughness: 0.95 },
    },
  ];
};

const CAP: [number, number][] = [
  [0, 0.02],
  [0.1, 0.015],
  [0.3, -0.015],
  [0.4, -0.03],
  [0.425, -0.015],
  [0.42, 0.02],
  [0.39, 0.09],
  [0.32, 0.17],
  [0.22, 0.225],
  [0.1, 0.255],
  [0, 0.26],
];

export const mushroom: Form = (context) => {
  const { random, by } = context;
  const cap = new MeshBuilder(60);
  const stem = new MeshBuilder(60);
  const profile = refined(CAP, by(2, 4, 7));
  const count = random.integer(1, 3);
  for (let i = 0; i < count; i++) {
    const size = i === 0 ? 1 : random.between(0.35, 0.6);
    const angle = random.between(0, 6.28);
    const foot: Vector =
      i === 0 ? [0, 0, 0] : [Math.cos(angle + i * 2.2) * 0.34, 0, Math.sin(angle + i * 2.2) * 0.34];
    const lean = [random.between(-0.08, 0.08), random.between(-0.08, 0.08)] as const;
    const at = (y: number): Vector => add(foot, scaled([lean[0] * y * y * 2, y, lean[1] * y * y * 2], size));
    const heights = Array.from(
      { length: by(6, 10, 16) },
      (_, k, all = by(6, 10, 16)) => (k / (all - 1)) * 0.62,
    );
    const radii = heights.map((y) => size * (0.085 + 0.05 * Math.exp(-y * 9) + 0.012 * Math.sin(y * 9)));
    tube(stem, { path: heights.map(at), radii, segments: by(16, 28, 44), repeat: { around: 2, along: 2 } });
    const top = at(0.6);
    turn(cap, { profile, segments: by(32, 64, 112), shape: (point) => add(top, scaled(point, size)) });
  }
  return [
    {
      mesh: cap.build(),
      material: { name: 'cap', paint: capPainter(context, profile), metallic: 0, roughness: 0.45 },
    },
    {
      mesh: stem.build(),
      material: { name: 'stem', paint: stemPainter(context), metallic: 0, roughness: 0.85 },
    },
  ];
};

function refined(profile: readonly [number, number][], steps: number): [number, number][] {
  const result: [number, number][] = [];
  for (let i = 0; i + 1 < profile.length; i++) {
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      const [a, b, c, d] = [
        profile[Math.max(0, i - 1)]!,
        profile[i]!,
        profile[i + 1]!,
        profile[Math.min(profile.length - 1, i + 2)]!,
      ];
      const curve = (k: 0 | 1) =>
        b[k] +
        0.5 *
          t *
          (c[k] - a[k] + t * (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k] + t * (3 * (b[k] - c[k]) + d[k] - a[k])));
      result.push(i === 0 && step === 0 ? b : [Math.max(0.004, curve(0)), curve(1)]);
    }
  }
  return [...result, profile.at(-1)!];
}

/** White warts above, gills below. */
function capPainter({ random, noise, colour }: FormContext, profile: [number, number][]) {
  const skin = colour(
    'cap mushroom toadstool',
    random.pick([
      [0.76, 0.13, 0.1],
      [0.62, 0.36, 0.18],
      [0.78, 0.16, 0.12],
    ] as const),
    0,
  );
  const wart = colour('dot spot', [0.96, 0.93, 0.86], 1);
  // The upper side runs from the rim, the widest point, to the top.
  const heightAt = (r: number) => profile.findLast(([radius]) => radius >= r)![1];
  const warts = Array.from({ length: 34 }, () => {
    const angle = random.between(0, 6.28);
    const r = 0.4 * Math.sqrt(random());
    return {
      x: r * Math.cos(angle),
      y: heightAt(r),
      z: r * Math.sin(angle),
      size: random.between(0.014, 0.034),
    };
  });
  const colourAt: SpatialColour = ([x, y, z]) => {
    const r = Math.hypot(x, z);
    const under = y < -0.008 + 0.03 * (1 - r / 0.42) && r < 0.41;
    if (under) return lit([0.93, 0.87, 0.76], 0.72 + 0.25 * Math.abs(Math.sin(Math.atan2(z, x) * 48)));
    const edge = 0.006 * noise.at(x * 40, y * 40, z * 40);
    const onWart = warts.some((spot) => Math.hypot(spot.x - x, spot.y - y, spot.z - z) + edge < spot.size);
    return onWart
      ? lit(wart, 0.96 + 0.1 * noise.at(x * 60, y * 60, z * 60))
      : lit(skin, 0.9 + 0.22 * noise.fbm(x * 5, y * 5, z * 5, 4));
  };
  return paintAlong(profile, colourAt);
}

function stemPainter({ noise, colour }: FormContext) {
  const flesh = colour('stem stalk', [0.93, 0.89, 0.8]);
  return (u: number, v: number): Colour => lit(flesh, 0.92 + 0.16 * noise.tile(u * 6, v, 4, 3));
}
