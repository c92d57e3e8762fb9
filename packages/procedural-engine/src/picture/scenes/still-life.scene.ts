/** A still life: a vase with flowers, fruit and tableware on a table, window light on the wall, and matching shadows. */
import { bouquet } from '../bouquet.js';
import { paintLathe, profile } from '../lathe.js';
import { clamp, smooth } from '../noise.js';
import { adjust, mix, parseHex, type Rgb } from '../palette.js';
import type { Sheet } from '../sheet.js';
import type { PaintedScene, Studio } from '../studio.js';
import { blend, castOn, placeSmall, type Table, type TableSet } from '../table-top.js';

export async function paintStillLife(studio: Studio): Promise<PaintedScene> {
  const { frame, reading, tones } = studio;
  const choose = studio.random.fork('still life');
  const side = choose() < 0.5 ? -1 : 1;
  const night = reading.light === 'night' || studio.has('candle');
  const set: TableSet = {
    tableY: frame.high * choose.between(0.66, 0.7),
    side,
    light: [side * 0.66, 0.48, 0.58],
    lightColour: night ? [255, 214, 160] : mix(tones.glow, [255, 252, 244], 0.4),
    shade: mix(tones.shadow, [40, 26, 26], 0.4),
    size: Math.min(1, frame.wide * 0.95, frame.high * 1.05),
  };
  const room = studio.sheet();
  paintRoom(studio, room, set, night);
  await studio.addLayer('room', 0, room);
  const shadows = studio.sheet();
  const things = studio.sheet();
  const table: Table = { studio, shadows, things, set, choose };
  const withVase =
    studio.has('vase', 'flowers', 'rose', 'tulip') ||
    (!studio.has('bottle', 'cup', 'candle') && choose() < 0.7);
  const middle = frame.wide * 0.5 + side * -0.12 * set.size;
  if (withVase) await placeVase(table, middle);
  else await placeTall(table, middle);
  await studio.checkAbort();
  await placeSmall(table, middle);
  await studio.addLayer('shadows', 0.45, shadows);
  await studio.addLayer('things', 0.6, things);
  return {
    caption: `A still life${withVase ? ' with flowers' : ''}, ${reading.light} light.`,
    particles: 'dust',
    bloom: night ? 0.5 : 0.24,
  };
}

/** Paints the wall with the window's light on it, and a table of planks. */
function paintRoom(studio: Studio, sheet: Sheet, set: TableSet, night: boolean): void {
  const { frame, noise, tones, reading } = studio;
  const choose = studio.random.fork('room');
  const wallNamed = reading.colourOf['wall'] ?? reading.colourOf['background'];
  const wallBase = wallNamed
    ? parseHex(wallNamed)
    : mix(
        mix(tones.sky, tones.haze, 0.5),
        choose.pick([
          [196, 178, 150],
          [150, 164, 158],
          [184, 150, 136],
          [120, 132, 150],
        ] as const),
        0.55,
      );
  const wall = night ? adjust(wallBase, -0.3, 0.9) : adjust(wallBase, 0.02, 1.1);
  const wood = mix(
    choose.pick([
      [134, 90, 58],
      [168, 124, 84],
      [92, 62, 46],
      [196, 168, 132],
    ] as const),
    tones.shadow,
    night ? 0.5 : 0.12,
  );
  const pane = 0.5 * set.size;
  const cx = frame.wide * 0.5 - set.side * 0.1;
  const cy = frame.high * 0.3;
  sheet.shade((x, y, out) => {
    if (y > set.tableY) {
      const t = (y - set.tableY) / (frame.high - set.tableY);
      const z = 0.32 / (y - set.tableY + 0.22);
      const u = (x - frame.wide / 2) * z * 3.4;
      const plank = Math.floor(u);
      const grain =
        noise.fbm(u * 1.2 + plank * 9.7, z * 9, 2) * 0.08 +
        noise.ridged(u * 5 + plank * 3.1, z * 1.4 + plank, 3) * 0.2;
      const seam = smooth(0.035, 0.008, Math.min(u - plank, plank + 1 - u));
      const beam =
        Math.exp(-(((x - frame.wide / 2 + set.side * -0.1 * t) / (0.62 * set.size)) ** 2)) *
        (night ? 0.5 : 0.8);
      const far = smooth(0, 0.06, t);
      for (let c = 0; c < 3; c++) {
        const v = wood[c]! * (0.78 + grain) * (1 - 0.45 * seam) * (0.66 + 0.5 * beam) * (0.8 + 0.2 * far);
        out[c] = v + set.lightColour[c]! * 0.05 * beam;
      }
      return;
    }
    const plaster = noise.fbm(x * 2.2, y * 2.2, 5) * 0.06 + noise.fbm(x * 18, y * 18, 2) * 0.018;
    // The window: a slanted pane in four, soft at its edges.
    const a = (x - cx) / pane + (y - cy) * 0.34 * set.side;
    const b = (y - cy) / (pane * 1.12) + (x - cx) * 0.12 * set.side;
    const box = smooth(0.62, 0.5, Math.abs(a)) * smooth(0.66, 0.54, Math.abs(b));
    const bars = smooth(0.012, 0.05, Math.abs(a)) * smooth(0.012, 0.05, Math.abs(Math.abs(b) - 0.16));
    const leaf = 0.7 + 0.3 * smooth(-0.25, 0.15, noise.fbm(x * 4.4 + 60, y * 4.4, 3));
    const light = night
      ? 0.9 * Math.exp(-Math.hypot((x - frame.wide / 2) * 1.1, y - set.tableY + 0.25) * 2.6)
      : box * bars * leaf;
    const base =
      0.8 +
      plaster +
      0.14 * Math.exp(-Math.abs(x - frame.wide * (0.5 + 0.5 * set.side)) * 1.2) -
      0.16 * smooth(set.tableY - 0.3, set.tableY, y) * 0.6;
    for (let c = 0; c < 3; c++) {
      const v = wall[c]! * base;
      out[c] = v + (set.lightColour[c]! * 0.95 - v) * light * (night ? 0.36 : 0.46);
    }
  });
}

async function placeVase({ studio, shadows, things, set, choose }: Table, x: number): Promise<void> {
  const { tones, reading, noise } = studio;
  const tall = set.size * choose.between(0.27, 0.34);
  const y = set.tableY + set.size * 0.085;
  const shapes = [
    [
      [0, 0.2],
      [0.08, 0.24],
      [0.45, 0.42],
      [0.75, 0.24],
      [0.9, 0.17],
      [1, 0.22],
    ],
    [
      [0, 0.24],
      [0.05, 0.27],
      [0.35, 0.4],
      [0.62, 0.36],
      [0.84, 0.15],
      [1, 0.19],
    ],
    [
      [0, 0.2],
      [0.04, 0.22],
      [0.5, 0.29],
      [0.9, 0.25],
      [1, 0.27],
    ],
    [
      [0, 0.16],
      [0.1, 0.2],
      [0.6, 0.44],
      [0.82, 0.33],
      [0.93, 0.19],
      [1, 0.21],
    ],
  ] as const;
  const curve = profile(choose.pick(shapes));
  const radius = (t: number): number => curve(t) * tall;
  const named = reading.colourOf['vase'] ?? reading.colourOf['jug'] ?? reading.colourOf['pottery'];
  const glaze: Rgb = named
    ? parseHex(named)
    : mix(
        choose.pick([
          [66, 110, 136],
          [222, 212, 194],
          [176, 92, 62],
          [74, 112, 92],
          [52, 60, 84],
        ] as const),
        tones.accent,
        0.12,
      );
  const second = mix(glaze, [250, 244, 232], 0.6);
  const banded = choose() < 0.5;
  const salt = choose.between(0, 50);
  await castOn(shadows, set, x, y, radius(0.3), tall * 1.1);
  await things.draw(
    bouquet(studio, { x, y: y - tall, size: set.size, spread: 0.27, side: set.side }, choose),
  );
  paintLathe(things, {
    ...set,
    x,
    y,
    tall,
    radius,
    gloss: 0.9,
    open: false,
    colour: (u, t) => {
      const speck = noise.fbm(u * 4 + salt, t * 8, 4) * 0.12;
      const band = banded
        ? smooth(0.03, 0.02, Math.abs(t - 0.72)) + smooth(0.03, 0.02, Math.abs(t - 0.64))
        : smooth(0.62, 0.7, t + noise.at(u * 3 + salt, t * 3) * 0.05);
      return blend(glaze, second, clamp(band, 0, 1) * 0.85, 1 + speck);
    },
  });
}

async function placeTall({ studio, shadows, things, set, choose }: Table, x: number): Promise<void> {
  const y = set.tableY + set.size * 0.08;
  if (studio.has('candle')) {
    const tall = set.size * 0.26;
    await castOn(shadows, set, x, y, tall * 0.2, tall * 0.6);
    paintLathe(things, {
      ...set,
      x,
      y,
      tall: tall * 0.12,
      radius: profile([
        [0, 0.26 * tall],
        [0.5, 0.24 * tall],
        [1, 0.28 * tall],
      ]),
      gloss: 1,
      colour: () => [176, 134, 68],
    });
    paintLathe(things, {
      ...set,
      x,
      y: y - tall * 0.1,
      tall,
      radius: () => tall * 0.11,
      shade: [120, 74, 44],
      gloss: 0.3,
      colour: (_u, t) => blend([226, 208, 176], [255, 206, 130], t * t, 1),
    });
    const fy = y - tall * 1.24;
    things.dot(x, fy, set.size * 0.3, [255, 176, 84], 0.5);
    await things.draw(
      `<path d="M${x} ${fy - 0.06 * set.size} Q${x + 0.026 * set.size} ${fy} ${x} ${fy + 0.03 * set.size} Q${x - 0.026 * set.size} ${fy} ${x} ${fy - 0.06 * set.size}Z" fill="#fff1c0"/>`,
      0.002,
    );
    return;
  }
  const tall = set.size * choose.between(0.42, 0.5);
  const radius = profile([
    [0, 0.115 * tall],
    [0.03, 0.125 * tall],
    [0.55, 0.125 * tall],
    [0.7, 0.085 * tall],
    [0.78, 0.042 * tall],
    [0.96, 0.04 * tall],
    [1, 0.046 * tall],
  ]);
  const glass: Rgb = studio.reading.colourOf['bottle']
    ? parseHex(studio.reading.colourOf['bottle'])
    : choose.pick([
        [42, 74, 52],
        [40, 60, 84],
        [92, 52, 30],
      ] as const);
  await castOn(shadows, set, x, y, radius(0.2), tall);
  paintLathe(things, {
    ...set,
    x,
    y,
    tall,
    radius,
    gloss: 1,
    opacity: 0.86,
    colour: (_u, t) => (t > 0.18 && t < 0.44 ? [232, 222, 198] : glass),
  });
}
