/** Deep space: nebula clouds in two colours, star fields with spikes, planets with day and night sides, rings and moons. */
import { clamp, hash2, smooth } from '../noise.js';
import { adjust, lightness, mix, type Rgb, toHex } from '../palette.js';
import type { Sheet } from '../sheet.js';
import type { PaintedScene, Studio } from '../studio.js';
import { drawSubject } from '../subjects.js';

export async function paintSpace(studio: Studio): Promise<PaintedScene> {
  const { frame } = studio;
  const choose = studio.random.fork('space');
  const hues = nebulaColours(studio);
  const back = studio.sheet();
  nebula(studio, back, hues);
  await studio.checkAbort();
  starField(studio, back, 1500, 0.55, 'far');
  if (studio.has('galaxy') || (!studio.has('planet') && choose() < 0.35)) galaxy(studio, back, hues);
  await studio.addLayer('nebula', 0, back);
  const stars = studio.sheet();
  starField(studio, stars, 130, 1.5, 'near');
  if (studio.has('comet')) await comet(studio, stars);
  await studio.addLayer('stars', 0.3, stars);

  const withPlanet = studio.has('planet', 'rings', 'moon') || !studio.has('galaxy');
  const lightAngle = choose.between(-2.6, -0.5);
  const lit = { x: Math.cos(lightAngle), y: Math.sin(lightAngle) };
  if (withPlanet) {
    const far = studio.sheet();
    const r = choose.between(0.2, 0.29) * Math.min(1.25, Math.max(frame.high, frame.wide));
    const [px, py] = [frame.wide * choose.between(0.3, 0.7), frame.high * choose.between(0.38, 0.6)];
    const ringed = studio.has('rings') || choose() < 0.3;
    planet(studio, far, { x: px, y: py, r: ringed ? r * 0.8 : r, lit, ringed, salt: 1, colour: hues.planet });
    await studio.addLayer('planet', 0.6, far);
    const moons = studio.sheet();
    const turn = choose.between(0, 6.28);
    planet(studio, moons, {
      x: px + Math.cos(turn) * r * 1.75,
      y: py + Math.sin(turn) * r * 1.35,
      r: r * choose.between(0.1, 0.2),
      lit,
      ringed: false,
      salt: 2,
      colour: mix(hues.planet, [188, 180, 172], 0.75),
      rocky: true,
    });
    await studio.addLayer('moon', 0.75, moons);
  }
  const front = studio.sheet();
  if (studio.has('spaceship')) await ship(studio, front);
  if (studio.has('person')) await astronautHill(studio, front);
  if (front.rgba.some((value) => value > 0)) await studio.addLayer('foreground', 0.95, front);
  return {
    caption: withPlanet ? 'A planet before a nebula.' : 'A galaxy among stars.',
    particles: 'stars',
    bloom: 0.55,
  };
}

interface Hues {
  deep: Rgb;
  cloud: Rgb;
  second: Rgb;
  hot: Rgb;
  planet: Rgb;
}

function nebulaColours(studio: Studio): Hues {
  const { tones, reading } = studio;
  const choose = studio.random.fork('hues');
  const pairs: readonly (readonly [Rgb, Rgb, Rgb])[] = [
    [
      [64, 70, 190],
      [214, 70, 150],
      [255, 190, 140],
    ],
    [
      [24, 120, 150],
      [226, 120, 60],
      [255, 220, 160],
    ],
    [
      [96, 50, 170],
      [40, 150, 190],
      [200, 240, 255],
    ],
    [
      [150, 40, 70],
      [230, 140, 50],
      [255, 226, 170],
    ],
    [
      [30, 90, 170],
      [70, 190, 160],
      [220, 255, 230],
    ],
  ];
  const [cloud, second, hot] = choose.pick(pairs);
  const named = reading.namedColours.length > 0;
  const planets: readonly Rgb[] = [
    [196, 132, 84],
    [84, 132, 190],
    [208, 172, 120],
    [120, 160, 140],
    [170, 100, 120],
  ];
  const mars = reading.details.includes('planet') && studio.reading.namedColours.length > 0;
  return {
    deep: [5, 6, 14],
    cloud: named ? mix(tones.sky, cloud, 0.2) : cloud,
    second: named ? tones.accent : second,
    hot: named ? mix(tones.accent, [255, 246, 236], 0.7) : hot,
    planet: mars ? mix(tones.accent, choose.pick(planets), 0.3) : choose.pick(planets),
  };
}

function nebula(studio: Studio, sheet: Sheet, hues: Hues): void {
  const { noise, frame } = studio;
  const choose = studio.random.fork('nebula');
  const [ox, oy] = [choose.between(0, 90), choose.between(0, 90)];
  const tilt = choose.between(-0.9, 0.9);
  const [cx, cy] = [frame.wide * choose.between(0.35, 0.65), frame.high * choose.between(0.35, 0.65)];
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  sheet.shade((x, y, out) => {
    const u = (x - cx) * cos + (y - cy) * sin;
    const v = -(x - cx) * sin + (y - cy) * cos;
    const q = noise.fbm(x * 1.3 + ox, y * 1.3 + oy, 4);
    const r = noise.fbm(x * 1.3 + q * 1.4 + 20, y * 1.3 + q * 1.1 + oy, 4);
    const n = noise.fbm(x * 1.5 + r * 1.7 + ox, y * 1.5 + q * 1.3, 5);
    const band = Math.exp(-(((v + r * 0.25) / 0.42) ** 2)) * (0.75 + 0.35 * Math.exp(-((u / 0.9) ** 2)));
    const gas = clamp((n * 0.75 + 0.3) * band * 1.5, 0, 1.2);
    const dust = smooth(0.05, 0.5, noise.ridged(x * 1.7 + q + 50, y * 1.7 + r, 4) - 0.42) * band;
    const tone = smooth(-0.35, 0.45, r + u * 0.35);
    const hot = smooth(0.5, 1.1, gas) * smooth(0.05, 0.5, q + 0.25);
    for (let c = 0; c < 3; c++) {
      const cloud = hues.cloud[c]! + (hues.second[c]! - hues.cloud[c]!) * tone;
      let value = hues.deep[c]! + hues.cloud[c]! * 0.07 * (1 + q);
      value += cloud * gas * 0.72;
      value *= 1 - 0.66 * dust;
      out[c] = value + (hues.hot[c]! - value) * hot * 0.62;
    }
  });
}

function starField(studio: Studio, sheet: Sheet, count: number, size: number, name: string): void {
  const { frame, noise } = studio;
  const choose = studio.random.fork(`stars ${name}`);
  const total = Math.round(count * (frame.width / frame.unit) * (frame.height / frame.unit));
  for (let i = 0; i < total; i++) {
    const x = choose.between(-frame.left, frame.width - frame.left) / frame.unit;
    const y = choose.between(-frame.top, frame.height - frame.top) / frame.unit;
    const bright = choose() ** 6;
    const heat = choose();
    const colour: Rgb = heat < 0.22 ? [255, 212, 176] : heat < 0.6 ? [196, 214, 255] : [255, 252, 246];
    const alpha = clamp((0.16 + 0.84 * bright) * (0.8 + 0.5 * noise.at(x * 2, y * 2)), 0.06, 1);
    sheet.dot(x, y, (0.0009 + bright * 0.0017) * size, colour, alpha, 0.4);
    if (bright > 0.5 && size > 1) {
      const r = 0.008 + bright * 0.03 * choose();
      sheet.dot(x, y, r, colour, 0.35);
      for (let k = -1; k <= 1; k += 0.04) {
        const fade = (1 - Math.abs(k)) ** 2.4 * 0.7;
        sheet.dot(x + k * r * 1.3, y, 0.0008, colour, fade, 0.3);
        sheet.dot(x, y + k * r * 1.3, 0.0008, colour, fade, 0.3);
      }
    }
  }
}

/** Paints a spiral galaxy at an angle: two logarithmic arms, a warm bulge, dust between. */
function galaxy(studio: Studio, sheet: Sheet, hues: Hues): void {
  const { frame, noise } = studio;
  const choose = studio.random.fork('galaxy');
  const [cx, cy] = [frame.wide * choose.between(0.4, 0.6), frame.high * choose.between(0.4, 0.6)];
  const tilt = choose.between(-0.7, 0.7);
  const squash = choose.between(0.4, 0.72);
  const radius = 0.5 * Math.min(1.25, Math.max(frame.wide, frame.high));
  const wind = choose.between(2.6, 3.5) * (choose() < 0.5 ? -1 : 1);
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  sheet.glaze((x, y, out) => {
    const u = ((x - cx) * cos + (y - cy) * sin) / radius;
    const v = (-(x - cx) * sin + (y - cy) * cos) / radius / squash;
    const r = Math.hypot(u, v);
    if (r > 1.15) return;
    const n = noise.fbm(u * 4 + 9, v * 4, 4);
    const phase = Math.atan2(v, u) * 2 + Math.log(r + 0.04) * wind * 2 + n * 1.2;
    const arm = (0.5 + 0.5 * Math.cos(phase)) ** 2;
    const lane = smooth(0.4, 0.9, 0.5 + 0.5 * Math.cos(phase + 1.1)) * smooth(0.1, 0.35, r);
    const disc = Math.exp(-r * 3.1) * smooth(1.1, 0.55, r);
    const bulge = Math.exp(-((r / 0.11) ** 1.3));
    const knots = Math.max(0, noise.at(u * 26, v * 26)) * arm * smooth(0.12, 0.3, r);
    const light = disc * (0.25 + 1.9 * arm * (0.7 + 0.6 * n)) * (1 - lane * 0.55) + knots * disc * 1.8;
    const core = clamp(bulge * 1.1, 0, 1);
    for (let c = 0; c < 3; c++) {
      const tone = hues.cloud[c]! * 0.35 + 150 * 0.4 + hues.second[c]! * 0.3 * knots;
      out[c] = clamp(tone + (c === 2 ? 40 : c === 0 ? 6 : 16) + ([255, 232, 196][c]! - tone) * core, 0, 255);
    }
    out[3] = clamp(light * 1.25 + core, 0, 1);
  });
}

interface PlanetPlan {
  x: number;
  y: number;
  r: number;
  /** Screen direction towards its sun. */
  lit: { x: number; y: number };
  ringed: boolean;
  salt: number;
  colour: Rgb;
  rocky?: boolean;
}

function planet(studio: Studio, sheet: Sheet, plan: PlanetPlan): void {
  const { noise, frame } = studio;
  const choose = studio.random.fork(`planet ${plan.salt}`);
  const { x: cx, y: cy, r } = plan;
  const kind = plan.rocky ? 2 : choose.integer(0, 2);
  const tilt = choose.between(-0.5, 0.5);
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const salt = choose.between(0, 60);
  const dark = mix(plan.colour, [30, 22, 34], 0.55);
  const pale = mix(plan.colour, [255, 244, 226], 0.55);
  const other = kind === 1 ? mix(plan.colour, [104, 122, 72], 0.75) : adjust(plan.colour, -0.06, 1.1, 40);
  const airColour = mix(plan.colour, lightness(plan.colour) > 0.5 ? [170, 205, 255] : [140, 190, 255], 0.6);
  const lx = plan.lit.x * 0.86;
  const ly = plan.lit.y * 0.86;
  const lz = 0.42;
  const soft = 1 / frame.unit / r;
  const reach = plan.rocky ? 1.02 : 1.22;
  const ring = { inner: 1.32, outer: 2.25, squash: choose.between(0.18, 0.34) };
  if (plan.ringed) paintRing(studio, sheet, plan, ring, cos, sin, -1, pale);
  sheet.glaze(
    (x, y, out) => {
      const sx = (x - cx) / r;
      const sy = (y - cy) / r;
      const d = Math.hypot(sx, sy);
      if (d > reach) return;
      if (d > 1 + soft) {
        const rim =
          Math.exp(-(d - 1) * 26) * smooth(-0.35, 0.9, (sx * lx + sy * ly) / d) * (plan.rocky ? 0 : 0.75);
        for (let c = 0; c < 3; c++) out[c] = airColour[c]!;
        out[3] = rim;
        return;
      }
      const sz = Math.sqrt(Math.max(0, 1 - d * d));
      const u = sx * cos + sy * sin;
      const v = -sx * sin + sy * cos;
      const lon = Math.atan2(u, sz + 0.0001) * 0.9;
      let tone: number;
      let mixIn: number;
      let bump = 0;
      if (kind === 0) {
        const swirl = noise.fbm(lon * 2.2 + salt, v * 5, 4) * 0.22;
        tone = 0.5 + 0.5 * noise.fbm(salt, (v + swirl * 0.35) * 7, 4) + swirl;
        mixIn = smooth(0.1, 0.5, noise.at(salt + 9, (v + swirl * 0.3) * 4));
      } else {
        const k = kind === 1 ? 1.9 : 2.6;
        const n = noise.fbm(lon * k + salt, v * k * 1.1, 6);
        tone = clamp(0.5 + n * (kind === 1 ? 1.1 : 0.75), 0, 1);
        mixIn = kind === 1 ? smooth(-0.02, 0.06, n) : 0;
        bump = kind === 2 ? (noise.ridged(lon * 3.4 + salt, v * 3.6, 4) - 0.5) * 0.5 : n * 0.12;
      }
      const lambert = sx * lx + sy * ly + sz * lz + bump * 0.35;
      const day = smooth(-0.1, 0.5, lambert) * (0.35 + 0.65 * clamp(lambert, 0, 1));
      const cloud = kind === 1 ? smooth(0.1, 0.55, noise.fbm(lon * 2.6 + 30 + salt, v * 4.4, 5)) * 0.85 : 0;
      const fresnel = (1 - sz) ** 2.6;
      const limb = plan.rocky ? 0 : fresnel * smooth(-0.2, 0.6, lambert) * 0.75;
      const shadow = plan.ringed ? ringShadow(sy, sz, lx, ly, ring.squash) : 0;
      for (let c = 0; c < 3; c++) {
        let v2 = dark[c]! + (pale[c]! - dark[c]!) * clamp(tone, 0, 1);
        v2 += ((kind === 1 ? other[c]! * 0.8 : other[c]!) - v2) * mixIn * 0.7;
        v2 += (250 - v2) * cloud;
        v2 *= day * (1 - shadow * 0.6) * 1.12;
        out[c] = v2 + (airColour[c]! - v2) * limb + 3;
      }
      out[3] = 1 - smooth(1 - soft, 1 + soft, d);
    },
    cy - r * reach,
    cy + r * reach,
    cx - r * reach,
    cx + r * reach,
  );
  if (plan.ringed) paintRing(studio, sheet, plan, ring, cos, sin, 1, pale);
}

function ringShadow(sy: number, sz: number, lx: number, ly: number, squash: number): number {
  const offset = sy * 1.1 + lx * 0.08 - ly * squash * 0.9 * sz;
  return smooth(0.1, 0.02, Math.abs(offset - 0.16));
}

/** Paints half a ring: side -1 behind the planet, 1 in front of it. */
function paintRing(
  studio: Studio,
  sheet: Sheet,
  plan: PlanetPlan,
  ring: { inner: number; outer: number; squash: number },
  cos: number,
  sin: number,
  side: number,
  colour: Rgb,
): void {
  const { noise } = studio;
  const { x: cx, y: cy, r } = plan;
  const reach = r * ring.outer * 1.02;
  sheet.glaze(
    (x, y, out) => {
      const u = ((x - cx) * cos + (y - cy) * sin) / r;
      const v = (-(x - cx) * sin + (y - cy) * cos) / r / ring.squash;
      if (v * side < 0) return;
      const d = Math.hypot(u, v);
      if (d < ring.inner || d > ring.outer) return;
      const t = (d - ring.inner) / (ring.outer - ring.inner);
      const bands =
        0.55 + 0.5 * noise.fbm(t * 9 + plan.salt * 7, 3, 4) - 0.8 * smooth(0.03, 0.012, Math.abs(t - 0.62));
      // The shadow of the planet is on the far side of the ring.
      const behind =
        u * plan.lit.x + v * ring.squash * plan.lit.y < 0 &&
        Math.abs(-u * plan.lit.y + v * ring.squash * plan.lit.x) < 0.92
          ? 0.18
          : 1;
      for (let c = 0; c < 3; c++) out[c] = colour[c]! * (0.7 + 0.4 * bands) * behind;
      out[3] = clamp(bands, 0, 1) * smooth(0, 0.05, t) * smooth(1, 0.9, t) * 0.9;
    },
    cy - reach,
    cy + reach,
    cx - reach,
    cx + reach,
  );
}

async function comet(studio: Studio, sheet: Sheet): Promise<void> {
  const { frame } = studio;
  const choose = studio.random.fork('comet');
  const [x, y] = [frame.wide * choose.between(0.25, 0.45), frame.high * choose.between(0.2, 0.4)];
  const angle = choose.between(-0.7, -0.3);
  for (let t = 0; t < 1; t += 0.008) {
    const s = t * 0.5;
    sheet.dot(
      x + Math.cos(angle) * s,
      y + Math.sin(angle) * s,
      0.009 + t * 0.028,
      [176, 212, 255],
      0.17 * (1 - t) ** 1.6,
    );
  }
  sheet.dot(x, y, 0.03, [220, 236, 255], 0.8);
  sheet.dot(x, y, 0.007, [255, 255, 255], 1, 0.6);
}

async function ship(studio: Studio, sheet: Sheet): Promise<void> {
  const { frame, tones } = studio;
  const choose = studio.random.fork('ship');
  const s = 0.16;
  const [x, y] = [frame.wide * choose.between(0.2, 0.4), frame.high * choose.between(0.66, 0.8)];
  const hull = toHex([196, 202, 212]);
  const shade = toHex([84, 90, 106]);
  const flame = toHex(mix([120, 200, 255], tones.accent, 0.25));
  const at = `translate(${x} ${y}) rotate(${choose.between(-34, -18)}) scale(${s})`;
  await sheet.draw(
    `<g transform="${at}"><path d="M-0.86 -0.08 L-2.1 0 L-0.86 0.08 Z" fill="${flame}" opacity="0.8"/></g>`,
    0.008,
  );
  await sheet.draw(
    `<g transform="${at}"><path d="M-0.6 -0.1 L-0.95 -0.5 L-0.5 -0.42 L0.1 -0.14 Z M-0.6 0.1 L-0.95 0.5 L-0.5 0.42 L0.1 0.14 Z" fill="${shade}"/>` +
      `<path d="M-0.85 -0.17 Q0 -0.3 0.62 -0.13 Q0.95 -0.04 1.02 0 Q0.95 0.04 0.62 0.13 Q0 0.3 -0.85 0.17 Z" fill="${hull}"/>` +
      `<path d="M-0.85 0.0 Q0.4 0.06 1.02 0 Q0.95 0.04 0.62 0.13 Q0 0.3 -0.85 0.17 Z" fill="${shade}" opacity="0.7"/>` +
      `<path d="M0.3 -0.12 Q0.55 -0.12 0.7 -0.05 Q0.5 0 0.28 -0.02 Z" fill="#1c2c48"/><rect x="-0.92" y="-0.12" width="0.09" height="0.24" fill="#dff4ff"/></g>`,
  );
}

/** Draws an astronaut on a dark hill at the bottom edge, for scale. */
async function astronautHill(studio: Studio, sheet: Sheet): Promise<void> {
  const { frame, noise } = studio;
  const x = frame.wide * 0.5;
  const crest = (at: number): number =>
    frame.high * 0.9 +
    0.14 * (at - x) ** 2 +
    0.012 * noise.fbm(at * 6, 4, 4) * smooth(0, 0.2, Math.abs(at - x));
  const soft = 1 / frame.unit;
  sheet.glaze((px, py, out) => {
    const d = py - crest(px);
    const rim = smooth(0.022, 0, d) * 0.5;
    const grain =
      0.8 + 0.4 * noise.fbm(px * 14, py * 20, 3) + 0.06 * hash2(Math.floor(px * 900), Math.floor(py * 900));
    for (let c = 0; c < 3; c++) out[c] = [16, 16, 26][c]! * grain + rim * [120, 130, 170][c]!;
    out[3] = smooth(-soft, soft, d);
  }, frame.high * 0.8);
  await drawSubject(studio, sheet, 'person', {
    groundAt: crest,
    x,
    light: { lightX: x + 0.3, lightY: 0, horizonY: frame.high, isNight: true, colourAt: () => {} },
    size: 0.5,
  });
}
