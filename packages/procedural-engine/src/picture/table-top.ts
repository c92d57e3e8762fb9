/** Paints fruit, cups, bowls and books on a table top, with their shadows. */
import type { Random } from '../random.js';
import { paintLathe, profile, VIEW_TILT } from './lathe.js';
import { clamp, smooth } from './noise.js';
import { mix, parseHex, type Rgb, toHex } from './palette.js';
import type { Sheet } from './sheet.js';
import type { Studio } from './studio.js';

/** The table and its light, in scene units. */
export interface TableSet {
  tableY: number;
  /** -1 light from the left, 1 from the right. */
  side: number;
  light: readonly [number, number, number];
  lightColour: Rgb;
  shade: Rgb;
  size: number;
}

/** A table that is being laid: its things and their shadows are layers of their own. */
export interface Table {
  studio: Studio;
  shadows: Sheet;
  things: Sheet;
  set: TableSet;
  choose: Random;
}

/** Paints the shadow of an object on the table: dark at its foot, long and soft away from the light. */
export async function castOn(
  sheet: Sheet,
  set: TableSet,
  x: number,
  y: number,
  radius: number,
  tall: number,
): Promise<void> {
  const away = -set.side;
  const long = tall * 0.75 + radius;
  const colour = toHex(mix(set.shade, [0, 0, 0], 0.45));
  await sheet.draw(
    `<path d="M${x} ${y - radius * VIEW_TILT} L${x + away * long} ${y - radius * 0.3 - long * 0.12} Q${x + away * (long + radius * 0.9)} ${y - long * 0.05} ${x + away * long} ${y + radius * 0.24 - long * 0.02} L${x} ${y + radius * VIEW_TILT * 1.2} Z" fill="${colour}" opacity="0.42"/>`,
    0.014,
  );
  await sheet.draw(
    `<ellipse cx="${x + away * radius * 0.12}" cy="${y + radius * 0.03}" rx="${radius * 1.06}" ry="${radius * VIEW_TILT * 1.15}" fill="${colour}" opacity="0.75"/>`,
    0.006,
  );
}

type Thing =
  | 'apple'
  | 'orange'
  | 'lemon'
  | 'pear'
  | 'plum'
  | 'peach'
  | 'grapes'
  | 'cherry'
  | 'cup'
  | 'bowl'
  | 'book';
const FRUIT = ['apple', 'orange', 'lemon', 'pear', 'plum', 'peach'] as const;

/** Paints smaller objects left and right of the tall one, the farther ones first. */
export async function placeSmall(table: Table, x: number): Promise<void> {
  const { studio, set, choose } = table;
  const asked = ([...FRUIT, 'grapes', 'cherry', 'cup', 'bowl', 'book'] as const).filter((name) =>
    studio.has(name),
  );
  const count = Math.max(asked.length, choose.integer(4, 6));
  const list: Thing[] = Array.from(
    { length: count },
    (_, i) => asked[i % Math.max(1, asked.length)] ?? choose.pick([...FRUIT, 'cup'] as const),
  );
  // At most one of these: a second one would look like a copy.
  for (const single of ['bowl', 'book', 'grapes'] as const) {
    list.forEach((thing, i) => {
      if (thing === single && list.indexOf(single) !== i) list[i] = choose.pick(FRUIT);
    });
  }
  const spots = list.map((thing, i) => ({
    thing,
    x:
      x +
      (i % 2 ? 1 : -1) *
        set.size *
        (0.15 + 0.135 * Math.floor(i / 2) + choose.between(-0.02, 0.03)) *
        (thing === 'bowl' ? 1.25 : 1),
    y: set.tableY + set.size * choose.between(0.1, 0.2) + (i % 3) * 0.012,
  }));
  for (const spot of spots.sort((a, b) => a.y - b.y)) await placeThing(table, spot);
}

async function placeThing(
  table: Table,
  { thing, x, y }: { thing: Thing; x: number; y: number },
): Promise<void> {
  const { studio, shadows, things, set, choose } = table;
  const s = set.size;
  if (thing === 'cup' || thing === 'bowl') {
    const tall = s * (thing === 'cup' ? 0.1 : 0.095);
    const wide = s * (thing === 'cup' ? 0.062 : 0.125);
    const radius =
      thing === 'cup'
        ? profile([
            [0, wide * 0.62],
            [0.1, wide * 0.72],
            [0.5, wide * 0.94],
            [1, wide],
          ])
        : profile([
            [0, wide * 0.4],
            [0.08, wide * 0.44],
            [0.4, wide * 0.8],
            [1, wide],
          ]);
    const colour: Rgb = studio.reading.colourOf[thing]
      ? parseHex(studio.reading.colourOf[thing])
      : choose.pick([
          [232, 226, 214],
          [92, 122, 140],
          [196, 120, 86],
        ] as const);
    await castOn(shadows, set, x, y, wide * 0.8, tall);
    const side = set.side;
    if (thing === 'cup')
      await things.draw(
        `<path d="M${x + side * wide * 0.85} ${y - tall * 0.82} q${side * wide * 0.85} ${tall * 0.02} ${side * wide * 0.7} ${tall * 0.34} q${-side * wide * 0.12} ${tall * 0.22} ${-side * wide * 0.72} ${tall * 0.24}" fill="none" stroke="${toHex(mix(colour, set.shade, 0.3))}" stroke-width="${wide * 0.2}" stroke-linecap="round"/>`,
      );
    paintLathe(things, {
      ...set,
      x,
      y,
      tall,
      radius,
      gloss: 0.8,
      open: true,
      colour: () => colour,
    });
    if (thing === 'cup')
      await things.draw(
        `<ellipse cx="${x}" cy="${y - tall + wide * 0.035}" rx="${wide * 0.84}" ry="${wide * 0.84 * VIEW_TILT}" fill="#3a2012"/>`,
      );
    else
      for (const [dx, dy, r] of [
        [-0.5, 0.02, 0.4],
        [0.46, 0.03, 0.42],
        [0, -0.12, 0.46],
      ] as const)
        fruitBall(
          table,
          choose.pick(['orange', 'apple', 'plum'] as const),
          x + dx * wide,
          y - tall - dy * wide - r * wide * 0.3,
          r * wide,
        );
    return;
  }
  if (thing === 'book') {
    const cover = toHex(mix(studio.tones.accent, set.shade, 0.3));
    await castOn(shadows, set, x, y, s * 0.11, s * 0.03);
    await things.draw(
      `<path d="M${x - s * 0.13} ${y - s * 0.045} L${x + s * 0.09} ${y - s * 0.06} L${x + s * 0.14} ${y - s * 0.03} L${x - s * 0.1} ${y - s * 0.01} Z" fill="${cover}"/><path d="M${x - s * 0.1} ${y - s * 0.01} L${x + s * 0.14} ${y - s * 0.03} V${y + s * 0.002} L${x - s * 0.1} ${y + s * 0.022} Z" fill="#e6dcc4"/><path d="M${x - s * 0.13} ${y - s * 0.045} L${x - s * 0.1} ${y - s * 0.01} V${y + s * 0.022} L${x - s * 0.13} ${y - s * 0.012} Z" fill="${cover}" opacity="0.8"/>`,
    );
    return;
  }
  if (thing === 'pear') {
    const tall = s * 0.15;
    await castOn(shadows, set, x, y, tall * 0.34, tall * 0.7);
    const skin: Rgb = studio.reading.colourOf['pear']
      ? parseHex(studio.reading.colourOf['pear'])
      : [186, 184, 74];
    paintLathe(things, {
      ...set,
      x,
      y,
      tall,
      radius: profile([
        [0, 0.16 * tall],
        [0.06, 0.26 * tall],
        [0.3, 0.37 * tall],
        [0.52, 0.31 * tall],
        [0.74, 0.17 * tall],
        [0.92, 0.12 * tall],
        [1, 0.03 * tall],
      ]),
      gloss: 0.4,
      colour: (u, t) =>
        blend(
          skin,
          [206, 112, 58],
          clamp(0.3 - u * set.side * 0.4 + studio.noise.fbm(u * 3, t * 4, 3) * 0.3, 0, 0.7),
          1 + studio.noise.at(u * 22, t * 30) * 0.05,
        ),
    });
    await things.draw(
      `<path d="M${x} ${y - tall * 0.97} q0.004 -0.02 0.014 -0.034" stroke="#4a3420" stroke-width="0.005" fill="none" stroke-linecap="round"/>`,
    );
    return;
  }
  if (thing === 'grapes' || thing === 'cherry') {
    const r = s * (thing === 'grapes' ? 0.021 : 0.024);
    const many = thing === 'grapes' ? 22 : 3;
    await castOn(shadows, set, x, y, r * (many > 5 ? 4 : 2), r * 3);
    const balls = Array.from({ length: many }, (_, i) => ({
      x: x + (choose() + choose() - 1) * r * (many > 5 ? 4.4 : 2.6),
      y: y - r * (many > 5 ? choose() * 3.4 : 0.2) + (i % 3) * r * 0.2,
    })).sort((a, b) => a.y - b.y);
    for (const ball of balls)
      fruitBall(
        table,
        thing === 'grapes' ? 'plum' : 'cherry',
        ball.x,
        ball.y - r,
        r * choose.between(0.9, 1.1),
      );
    return;
  }
  const r = s * { apple: 0.066, orange: 0.064, lemon: 0.05, plum: 0.048, peach: 0.06 }[thing];
  await castOn(shadows, set, x, y, r * 0.82, r * 1.3);
  fruitBall(table, thing, x, y - r * 0.82, r);
}

const SKINS: Record<string, readonly [Rgb, Rgb]> = {
  apple: [
    [186, 40, 38],
    [222, 176, 76],
  ],
  orange: [
    [232, 132, 38],
    [240, 156, 56],
  ],
  lemon: [
    [240, 208, 64],
    [222, 196, 60],
  ],
  plum: [
    [86, 44, 92],
    [122, 60, 96],
  ],
  peach: [
    [236, 160, 104],
    [206, 84, 70],
  ],
  cherry: [
    [150, 18, 34],
    [176, 36, 44],
  ],
};

/** Paints a round fruit: skin in two colours, pores or streaks, dimple and stalk if it has them. */
function fruitBall(table: Table, kind: string, cx: number, cy: number, r: number): void {
  const { studio, things: sheet, set, choose } = table;
  const { noise } = studio;
  const [skin0, blush] = SKINS[kind]!;
  const named = studio.reading.colourOf[kind];
  const skin = named ? parseHex(named) : skin0;
  const salt = choose.between(0, 80);
  const turn = choose.between(-0.4, 0.4);
  const soft = 1 / sheet.frame.unit / r;
  const long = kind === 'lemon' ? 1.28 : kind === 'apple' ? 1.04 : 1;
  const [lx, ly, lz] = set.light;
  const dimpled = kind === 'apple' || kind === 'peach' || kind === 'cherry';
  sheet.glaze(
    (x, y, out) => {
      const px = (x - cx) / r;
      const py = (y - cy) / r;
      const u = px / long;
      let v = py / (kind === 'lemon' ? 0.92 : 0.95);
      // The top of an apple sinks towards the stalk.
      if (dimpled) v += 0.13 * Math.exp(-u * u * 9) * (v < 0 ? -1 : 0.4);
      const tip = kind === 'lemon' ? 0.16 * smooth(0.75, 1.1, Math.abs(u)) : 0;
      const d = Math.hypot(u * (1 - tip), v);
      if (d > 1 + soft) return;
      const nz = Math.sqrt(Math.max(0, 1 - d * d));
      const pores = kind === 'orange' || kind === 'lemon' ? noise.at(u * 24 + salt, v * 24) * 0.07 : 0;
      const lambert = (u + pores) * lx - (v + pores) * ly + nz * lz;
      const streak =
        kind === 'apple'
          ? noise.fbm(Math.atan2(u + turn, nz + 0.3) * 6 + salt, v * 1.3, 4)
          : noise.fbm(u * 1.6 + salt, v * 1.6, 3);
      const second = clamp(0.32 + streak * 0.8 + (kind === 'apple' ? v * 0.25 : 0), 0, 1) * 0.75;
      const lit = smooth(-0.3, 1, lambert);
      const dimple = dimpled ? smooth(0.28, 0.05, Math.hypot(u * 0.9, (v + 0.72) * 2.2)) : 0;
      const half = (u * lx - v * ly + nz * (lz + 1)) / Math.hypot(lx, ly, lz + 1);
      const shine = (kind === 'peach' ? 0.1 : 0.7) * Math.max(0, half) ** 60 + 0.12 * Math.max(0, half) ** 9;
      const bounce = smooth(0.2, 1, v) * 0.13;
      for (let c = 0; c < 3; c++) {
        const base = skin[c]! + (blush[c]! - skin[c]!) * second;
        const dark = base * 0.26 + set.shade[c]! * 0.34;
        const bright = Math.min(255, base * (0.64 + (0.45 * set.lightColour[c]!) / 255));
        const value = (dark + (bright - dark) * clamp(lit + bounce, 0, 1)) * (1 - dimple * 0.5);
        out[c] = value + (255 - value) * clamp(shine, 0, 1);
      }
      out[3] = smooth(1 + soft, 1 - soft, d);
    },
    cy - r * 1.15,
    cy + r * 1.15,
    cx - r * 1.45,
    cx + r * 1.45,
  );
  if (kind === 'apple' || kind === 'cherry') {
    for (let t = 0; t <= 1; t += 0.04)
      sheet.dot(
        cx + t * t * r * 0.24 * (turn < 0 ? -1 : 1),
        cy - r * (0.66 + t * (kind === 'cherry' ? 1.5 : 0.5)),
        r * 0.045,
        [72, 48, 30],
        1,
        0.7,
      );
  }
}

export function blend(a: Rgb, b: Rgb, t: number, level: number): Rgb {
  return [
    (a[0] + (b[0] - a[0]) * t) * level,
    (a[1] + (b[1] - a[1]) * t) * level,
    (a[2] + (b[2] - a[2]) * t) * level,
  ];
}
