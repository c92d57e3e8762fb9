/** A forest: trunks in layers of bright mist, a canopy that opens to the light, light shafts, and a floor of fern and moss. */
import type { Random } from '../../random.js';
import { clamp, hash2, smooth } from '../noise.js';
import { adjust, mix, type Rgb, toHex } from '../palette.js';
import type { Sheet } from '../sheet.js';
import { paintStars, planSky } from '../sky.js';
import type { PaintedScene, Studio } from '../studio.js';
import { drawSubjects } from '../subjects.js';
import { conifers } from '../trees.js';
import { hasSnow, weatherParticles } from '../weather.js';

/** Colours of a forest at one depth, from lit to dark. */
interface Wood {
  light: Rgb;
  air: Rgb;
  leaf: Rgb;
  leafLit: Rgb;
  bark: Rgb;
  floor: Rgb;
}

export async function paintForest(studio: Studio): Promise<PaintedScene> {
  const { frame, reading, noise } = studio;
  const choose = studio.random.fork('forest');
  const horizonY = frame.high * choose.between(0.66, 0.74);
  const glowX = frame.wide * choose.between(0.3, 0.7);
  const glowY = frame.high * choose.between(0.26, 0.42);
  const wood = woodOf(studio);
  const sky = { ...planSky(studio, { horizonY }), lightX: glowX, lightY: glowY };
  const back = studio.sheet();
  back.shade((x, y, out) => {
    const d = Math.hypot((x - glowX) * 0.9, (y - glowY) * 0.75);
    const near = clamp(0.85 * Math.exp(-d * 2.6) + 0.3 * Math.exp(-d * 8), 0, 1);
    const veil = 0.05 * noise.fbm(x * 2.4, y * 1.4, 3);
    for (let c = 0; c < 3; c++) out[c] = wood.air[c]! * (1 + veil) + (wood.light[c]! - wood.air[c]!) * near;
  });
  if (sky.isNight) paintStars(studio, back, { ...sky, horizonY: horizonY * 0.7 });
  await studio.addLayer('light', 0, back);

  const firs = studio.has('pines') || hasSnow(studio) || (reading.weather === 'fog' && choose() < 0.6);
  const snow = hasSnow(studio) ? mix(wood.air, [244, 247, 252], sky.isNight ? 0.3 : 0.7) : undefined;
  const rows = 4;
  for (let i = 0; i < rows; i++) {
    const near = (i + 1) / rows;
    const sheet = studio.sheet();
    const ground = horizonY + (frame.high - horizonY) * (0.03 + 0.42 * near ** 1.6);
    await paintRow(
      studio,
      sheet,
      wood,
      { near, ground, firs: firs && i < 3, snow, glowX },
      choose.fork(`row ${i}`),
    );
    if (i === 2) await lightShafts(studio, sheet, wood, glowX, glowY);
    await studio.addLayer(`trees ${i + 1}`, 0.2 + 0.18 * i, sheet);
  }
  const front = studio.sheet();
  await undergrowth(studio, front, wood, glowX);
  await drawSubjects(studio, front, { groundAt: () => frame.high * 0.9, x: glowX, light: sky, size: 0.6 });
  if (studio.has('fireflies') || (sky.isNight && choose() < 0.6)) fireflies(studio, front);
  await studio.addLayer('undergrowth', 0.95, front);
  const particles = weatherParticles(studio) ?? (sky.isNight ? 'fireflies' : 'dust');
  return { caption: `A forest${snow ? ' in snow' : ''}, ${reading.light} light.`, particles, bloom: 0.5 };
}

function woodOf(studio: Studio): Wood {
  const { tones, reading } = studio;
  const autumn = studio.has('autumn');
  const green: Rgb = autumn ? [206, 122, 40] : studio.has('blossom') ? [238, 164, 188] : [104, 158, 58];
  const named = reading.namedColours.length > 0;
  const night = reading.light === 'night';
  const leafLit = mix(mix(green, tones.glow, 0.2), named ? tones.accent : tones.ground, named ? 0.6 : 0.1);
  const air = mix(mix(tones.haze, green, night ? 0.08 : 0.26), tones.sky, 0.2);
  return {
    light: mix(tones.glow, tones.horizon, night ? 0.6 : 0.25),
    air: night ? adjust(air, -0.02) : adjust(air, -0.05),
    leaf: night ? mix(tones.shadow, leafLit, 0.2) : adjust(mix(leafLit, tones.shadow, 0.5), -0.02, 1.15),
    leafLit: night ? mix(tones.haze, leafLit, 0.3) : leafLit,
    bark: studio.has('birch')
      ? mix([226, 222, 212], tones.haze, night ? 0.6 : 0.2)
      : mix(tones.shadow, [72, 50, 36], night ? 0.15 : 0.5),
    floor: mix(
      mix(tones.shadow, tones.ground, 0.4),
      autumn ? [150, 84, 34] : [52, 74, 34],
      night ? 0.1 : 0.45,
    ),
  };
}

interface RowPlan {
  near: number;
  /** Ground line, scene units. */
  ground: number;
  firs: boolean;
  snow: Rgb | undefined;
  glowX: number;
}

async function paintRow(
  studio: Studio,
  sheet: Sheet,
  wood: Wood,
  plan: RowPlan,
  choose: Random,
): Promise<void> {
  const { frame, noise } = studio;
  const { near } = plan;
  const salt = choose.between(0, 60);
  const crest = (x: number): number => plan.ground + 0.05 * near * noise.fbm(x * 1.7 + salt, salt, 4);
  const clear = 0.12 + 0.8 * near ** 1.25;
  const inAir = (colour: Rgb): Rgb => mix(mix(wood.air, wood.light, 0.28 * (1 - near)), colour, clear);
  if (plan.firs) {
    await sheet.draw(
      conifers(studio, {
        crest,
        colour: inAir(mix(wood.leaf, wood.bark, 0.4)),
        count: Math.round((34 - near * 24) * frame.wide),
        tall: frame.high * (0.42 + near * 0.5),
        sparse: near > 0.5 ? plan.glowX : -3,
        salt: Math.floor(salt),
        snow: plan.snow && inAir(plan.snow),
      }),
    );
  } else {
    const count = Math.round(
      (17 - near * 12) * Math.max(0.75, frame.wide) * (frame.width / frame.frameWidth),
    );
    for (let i = 0; i < count; i++) {
      const slot = (i + choose.between(0.08, 0.92)) / count;
      let x = -frame.left / frame.unit + (slot * frame.width) / frame.unit;
      // Near trunks keep a distance from the light, so that it stays visible.
      if (near > 0.7) x += (x < plan.glowX ? -1 : 1) * Math.max(0, 0.24 - Math.abs(x - plan.glowX));
      paintTrunk(studio, sheet, wood, {
        x,
        foot: crest(x) + 0.02 * near,
        width: (0.014 + 0.062 * near ** 1.7) * choose.between(0.6, 1.35),
        lean: choose.between(-0.07, 0.07),
        salt: salt + i * 7.7,
        clear,
        near,
        lightSide: x < plan.glowX ? 1 : -1,
      });
    }
    if (!plan.snow) canopy(studio, sheet, wood, near, clear, salt, plan.glowX);
  }
  const floor = inAir(plan.snow ?? wood.floor);
  const lit = inAir(mix(plan.snow ?? wood.leafLit, wood.light, 0.4));
  const soft = 1.2 / frame.unit;
  sheet.glaze((x, y, out) => {
    const tuft =
      0.012 * near * (Math.abs(noise.at(x * (90 - near * 40), salt)) + 0.6 * noise.at(x * 33, salt + 4));
    const d = y - crest(x) + tuft;
    if (d < -soft) return;
    const n = noise.fbm(x * 9, y * 26, 4);
    const pool = Math.exp(-Math.abs(x - plan.glowX) * 2.2) * smooth(0.16 * near + 0.02, 0, d);
    const bright = clamp(pool * 0.9 + n * 0.28, 0, 1);
    const dark = 1 - 0.55 * smooth(0, 0.3, d) * near;
    for (let c = 0; c < 3; c++) out[c] = (floor[c]! + (lit[c]! - floor[c]!) * bright) * dark * (1 + n * 0.14);
    out[3] = smooth(-soft, soft, d);
  }, plan.ground - 0.12);
}

interface Trunk {
  x: number;
  foot: number;
  width: number;
  lean: number;
  salt: number;
  clear: number;
  near: number;
  lightSide: number;
}

/** Paints a round trunk with furrowed bark, lit from the light's side, up to beyond the frame. */
function paintTrunk(studio: Studio, sheet: Sheet, wood: Wood, t: Trunk): void {
  const { noise, frame } = studio;
  const birch = studio.has('birch');
  const reach = t.width * 2.6 + Math.abs(t.lean) * frame.high;
  const soft = 1 / frame.unit;
  const far = mix(wood.air, wood.light, 0.28 * (1 - t.near));
  sheet.glaze(
    (x, y, out) => {
      const up = t.foot - y;
      const flare = 1 + 0.9 * Math.exp(-Math.max(0, up) * 26) + 0.1 * noise.at(y * 5, t.salt);
      const half = (t.width / 2) * flare * (1 - clamp(up, 0, 1) * 0.28);
      const centre = t.x + t.lean * up + 0.02 * noise.at(y * 1.9, t.salt + 3) * (0.4 + t.near);
      const u = (x - centre) / half;
      const inside = smooth(1 + soft / half, 1 - soft / half, Math.abs(u));
      if (inside <= 0) return;
      const round = Math.sqrt(Math.max(0, 1 - u * u));
      const lambert = clamp(0.32 + 0.5 * u * t.lightSide + 0.25 * round, 0, 1);
      const furrow = noise.ridged((u * 2.6 + t.salt) * (1 + t.near), y * (7 + 5 * t.near), 3);
      let shade = (0.45 + 0.75 * lambert) * (birch ? 0.95 : 0.62 + 0.62 * furrow);
      if (birch && noise.fbm(u * 0.8 + t.salt, y * 62, 3) > 0.34) shade *= 0.25;
      const rim = Math.max(0, u * t.lightSide) ** 4 * 0.55 * t.near;
      for (let c = 0; c < 3; c++) {
        let v = wood.bark[c]! * shade;
        v += (wood.light[c]! - v) * rim;
        out[c] = far[c]! + (v - far[c]!) * t.clear;
      }
      out[3] = inside * smooth(-0.004, 0.004, up);
    },
    -Infinity,
    t.foot + 0.01,
    t.x - reach,
    t.x + reach,
  );
}

/** Paints foliage as clumps of noise, dense at the top and open around the light; brighter where it is thin. */
function canopy(
  studio: Studio,
  sheet: Sheet,
  wood: Wood,
  near: number,
  clear: number,
  salt: number,
  glowX: number,
): void {
  const { noise, frame } = studio;
  const far = mix(wood.air, wood.light, 0.28 * (1 - near));
  const size = 7.5 - near * 4;
  const bottom = frame.high * (0.62 - 0.16 * near);
  sheet.glaze(
    (x, y, out) => {
      const open = Math.exp(-(((x - glowX) / 0.42) ** 2)) * (0.5 + 0.4 * near);
      const thick = 0.52 - (y / bottom) * 1.06 - open * 0.75;
      const clump = noise.fbm(x * size + salt, y * size * 1.15, 3);
      if (thick + clump < -0.3) return;
      const leaves = noise.fbm(x * size * 5.2, y * size * 5.6 + salt, 3);
      const speck = noise.at(x * size * 21, y * size * 23 + salt);
      const d = thick + clump * 0.7 + leaves * 0.6 + speck * 0.3;
      if (d < 0) return;
      const light = clamp(0.6 - d * 0.7 + leaves * 0.55 + speck * 0.4 + open * 0.4, 0, 1);
      for (let c = 0; c < 3; c++) {
        const v = wood.leaf[c]! * 0.75 + (wood.leafLit[c]! - wood.leaf[c]! * 0.75) * light;
        out[c] = far[c]! + (v - far[c]!) * clear;
      }
      out[3] = smooth(0, 0.1, d) * 0.97;
    },
    -Infinity,
    bottom + 0.2,
  );
}

async function lightShafts(
  studio: Studio,
  sheet: Sheet,
  wood: Wood,
  glowX: number,
  glowY: number,
): Promise<void> {
  if (studio.reading.light === 'storm') return;
  const { frame, noise } = studio;
  const strength = { dawn: 0.42, day: 0.36, golden: 0.5, dusk: 0.22, night: 0.16, storm: 0 }[
    studio.reading.light
  ];
  const [ox, oy] = [glowX - 0.12, Math.min(-0.35, glowY - 0.9)];
  sheet.glaze((x, y, out) => {
    const angle = Math.atan2(x - ox, y - oy);
    const reach = Math.hypot(x - ox, y - oy);
    const beam = smooth(0.02, 0.62, noise.fbm(angle * 7.5 + 40, 3 + reach * 0.12, 2));
    const fine = 0.7 + 0.3 * noise.at(angle * 48, 8);
    const fade =
      smooth(frame.high * 1.02, frame.high * 0.35, y) *
      Math.exp(-(((x - glowX - (y - glowY) * 0.1) / 0.62) ** 2));
    for (let c = 0; c < 3; c++) out[c] = wood.light[c]!;
    out[3] = clamp(beam * fine * fade * strength, 0, 0.7);
  });
  await studio.checkAbort();
}

/** Paints fern fronds, grass and mushrooms at the bottom edge, dark against the light. */
async function undergrowth(studio: Studio, sheet: Sheet, wood: Wood, glowX: number): Promise<void> {
  const { frame, tones } = studio;
  const choose = studio.random.fork('undergrowth');
  const dark = hasSnow(studio) ? mix(tones.haze, tones.shadow, 0.55) : mix(wood.floor, tones.shadow, 0.6);
  const tip = hasSnow(studio) ? mix(tones.haze, [250, 250, 255], 0.6) : wood.leafLit;
  let art = '';
  const count = Math.round(17 * (frame.width / frame.unit));
  for (let i = 0; i < count; i++) {
    const x = choose.between(-frame.left / frame.unit, (frame.width - frame.left) / frame.unit);
    const aside = Math.min(1, Math.abs(x - glowX) / 0.4);
    const y = frame.high + 0.03 + (frame.top / frame.unit) * 0.2;
    const colour = toHex(mix(dark, tip, choose.between(0.05, 0.34)));
    const blades = choose.integer(4, 7);
    for (let b = 0; b < blades; b++)
      art += fern(
        x,
        y,
        choose.between(-1.15, 1.15),
        (0.07 + 0.15 * aside) * choose.between(0.6, 1.2),
        colour,
      );
  }
  if (studio.has('mushroom')) art += mushrooms(studio, choose);
  await sheet.draw(art);
}

function fern(x: number, y: number, turn: number, length: number, colour: string): string {
  let leaf = '';
  let [px, py] = [x, y];
  const steps = 15;
  for (let i = 0; i < steps; i++) {
    const t = i / steps;
    const angle = -Math.PI / 2 + turn * (0.35 + t * 0.95);
    px += (Math.cos(angle) * length) / steps;
    py += (Math.sin(angle) * length) / steps;
    const size = length * 0.26 * Math.sin(Math.PI * (0.12 + t * 0.86));
    for (const side of [-1, 1]) {
      const a = angle + side * 1.05;
      leaf += `M${px.toFixed(4)} ${py.toFixed(4)}l${(Math.cos(a) * size).toFixed(4)} ${(Math.sin(a) * size).toFixed(4)}`;
    }
    leaf += `M${px.toFixed(4)} ${py.toFixed(4)}l${((Math.cos(angle) * length) / steps).toFixed(4)} ${((Math.sin(angle) * length) / steps).toFixed(4)}`;
  }
  return `<path d="${leaf}" fill="none" stroke="${colour}" stroke-width="${(length * 0.042).toFixed(4)}" stroke-linecap="round"/>`;
}

function mushrooms(studio: Studio, choose: Random): string {
  const { frame, tones } = studio;
  let art = '';
  for (let i = 0; i < 9; i++) {
    const s = choose.between(0.03, 0.085);
    const x = choose.between(0.05, frame.wide - 0.05);
    const y = frame.high * choose.between(0.88, 0.98);
    const cap = mix(
      studio.reading.namedColours.length ? tones.accent : [196, 54, 40],
      tones.shadow,
      choose.between(0.05, 0.3),
    );
    const dots = [-0.5, -0.1, 0.35, 0.6]
      .map((u) => `<ellipse cx="${u}" cy="${-0.98 + u * u * 0.5}" rx="0.1" ry="0.07" fill="#f6efe2"/>`)
      .join('');
    art += `<g transform="translate(${x} ${y}) scale(${s})"><path d="M-0.16 0 Q-0.1 -0.5 -0.13 -0.8 H0.13 Q0.1 -0.5 0.18 0 Z" fill="#d9ccb6"/><path d="M-0.85 -0.62 Q-0.75 -1.3 0 -1.34 Q0.75 -1.3 0.85 -0.62 Q0 -0.5 -0.85 -0.62 Z" fill="${toHex(cap)}"/>${dots}</g>`;
  }
  return art;
}

function fireflies(studio: Studio, sheet: Sheet): void {
  const { frame } = studio;
  const choose = studio.random.fork('fireflies');
  for (let i = 0; i < 46; i++) {
    const x = choose.between(0, frame.wide);
    const y = frame.high * choose.between(0.4, 0.96);
    const s = choose.between(0.35, 1) * (hash2(i, 3) < 0.2 ? 1.6 : 1);
    sheet.dot(x, y, 0.02 * s, [236, 236, 120], 0.4);
    sheet.dot(x, y, 0.0032 * s, [255, 252, 208], 0.95, 0.5);
  }
}
