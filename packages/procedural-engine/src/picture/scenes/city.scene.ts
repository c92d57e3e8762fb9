/** A city: towers with lit windows in layers of haze, above a river that mirrors them or along a wet street with neon. */
import type { Random } from '../../random.js';
import { clamp, hash2, smooth } from '../noise.js';
import { adjust, mix, type Rgb, toHex } from '../palette.js';
import type { Sheet } from '../sheet.js';
import { paintSky, planSky, type Sky } from '../sky.js';
import type { PaintedScene, Studio } from '../studio.js';
import { drawBirds, drawSubjects } from '../subjects.js';
import { paintMirror } from '../water.js';
import { weatherParticles } from '../weather.js';

export async function paintCity(studio: Studio): Promise<PaintedScene> {
  const { frame, reading } = studio;
  const choose = studio.random.fork('city');
  const street =
    studio.has('neon', 'path', 'person') ||
    reading.weather === 'rain' ||
    frame.high > frame.wide * 1.45 ||
    choose() < 0.3;
  const horizonY = frame.high * (street ? choose.between(0.64, 0.7) : choose.between(0.66, 0.74));
  const sky = planSky(studio, { horizonY, ...(street ? { lightAt: choose.between(0.46, 0.54) } : {}) });
  const backdrop = studio.sheet();
  await paintSky(studio, backdrop, sky, { horizonY });
  if (!sky.isNight && choose() < 0.3) await drawBirds(studio, backdrop, horizonY * 0.3);
  await studio.addLayer('sky', 0, backdrop);
  await (street ? paintStreet : paintSkyline)(studio, sky, backdrop);
  const particles = weatherParticles(studio);
  return {
    caption: `${street ? 'A city street' : 'A city skyline'}, ${reading.light} light${reading.weather === 'rain' ? ', in the rain' : ''}.`,
    ...(particles ? { particles } : {}),
    bloom: isDark(studio) ? 0.75 : 0.38,
  };
}

function isDark(studio: Studio): boolean {
  return studio.reading.light === 'night' || studio.reading.light === 'dusk' || studio.has('neon');
}

async function paintSkyline(studio: Studio, sky: Sky, backdrop: Sheet): Promise<void> {
  const { frame, random } = studio;
  const choose = random.fork('skyline');
  const centre = frame.wide * choose.between(0.35, 0.65);
  const behind = [backdrop];
  const rows = [
    { name: 'far towers', depth: 0.2, near: 0.12, tall: 0.42, wide: [0.025, 0.06], gap: 0.004 },
    { name: 'towers', depth: 0.4, near: 0.42, tall: 0.52, wide: [0.045, 0.1], gap: 0.012 },
    { name: 'near towers', depth: 0.6, near: 0.78, tall: 0.36, wide: [0.06, 0.14], gap: 0.03 },
  ] as const;
  for (const row of rows) {
    const sheet = studio.sheet();
    const base = sky.horizonY + row.near * 0.012;
    for (let x = -frame.left / frame.unit - 0.1; x < frame.wide + frame.left / frame.unit + 0.1;) {
      const w = choose.between(row.wide[0], row.wide[1]);
      const middle = Math.exp(-(((x + w / 2 - centre) / (0.34 + frame.wide * 0.16)) ** 2));
      const tall =
        Math.min(row.tall * (0.3 + 0.75 * middle) * choose.between(0.4, 1.25), 0.85) *
        Math.min(1.15, sky.horizonY / 0.72);
      await tower(
        studio,
        sheet,
        sky,
        { x, w, base, tall, near: row.near, style: choose.integer(0, 3) },
        choose,
      );
      x += w + choose.between(-0.3 * w, row.gap * 3);
    }
    behind.push(sheet);
    if (row.depth === 0.6) await paintMirror(studio, sheet, behind, base, sky, 1.15);
    await studio.addLayer(row.name, row.depth, sheet);
  }
  const front = studio.sheet();
  await embankment(studio, front, sky);
  await studio.addLayer('embankment', 0.9, front);
}

/** Rows of façades left and right, open in the middle: a street along its length. */
async function paintStreet(studio: Studio, sky: Sky, backdrop: Sheet): Promise<void> {
  const { frame } = studio;
  const choose = studio.random.fork('street');
  const vanish = frame.wide * choose.between(0.46, 0.54);
  const behind = [backdrop];
  const rows = 5;
  for (let i = 0; i < rows; i++) {
    const near = (i + 0.4) / rows;
    const scale = 0.16 + near ** 1.9 * 1.05;
    const sheet = i < 2 && behind.length > 1 ? behind[1]! : studio.sheet();
    const base = sky.horizonY + 0.015 + (frame.high - sky.horizonY) * 0.62 * near ** 2.2;
    for (const side of [-1, 1]) {
      let inner = scale * (0.13 + frame.wide * 0.27);
      const limit = frame.wide * 0.62 + frame.left / frame.unit;
      while (inner < limit) {
        const w = scale * choose.between(0.24, 0.42);
        const tall = Math.min(
          frame.high * 0.97,
          scale * choose.between(0.75, 1.35) + (1 - near) * choose.between(0.1, 0.5),
        );
        const x = side < 0 ? vanish - inner - w : vanish + inner;
        await tower(
          studio,
          sheet,
          sky,
          { x, w, base, tall, near: 0.08 + near * 0.9, style: choose.integer(0, 3), sign: i > 0 ? side : 0 },
          choose,
        );
        inner += w * choose.between(0.96, 1.1);
      }
    }
    if (sheet !== behind.at(-1)) behind.push(sheet);
    if (i === rows - 1) {
      await wetRoad(studio, sheet, behind, sky, vanish);
    }
    if (i > 0) await studio.addLayer(`street ${i}`, 0.15 + 0.16 * i, sheet);
  }
  const front = studio.sheet();
  if (studio.has('person', 'cat', 'dog')) {
    await drawSubjects(studio, front, {
      groundAt: () => frame.high * 0.92,
      x: vanish,
      light: sky,
      size: 0.62,
    });
    await studio.addLayer('figure', 0.92, front);
  }
}

async function wetRoad(
  studio: Studio,
  sheet: Sheet,
  behind: readonly Sheet[],
  sky: Sky,
  vanish: number,
): Promise<void> {
  const { frame, noise, tones } = studio;
  const shore = sky.horizonY + 0.016;
  const road = studio.sheet();
  await paintMirror(studio, road, behind, shore, sky, 1.7);
  const asphalt = mix(tones.shadow, tones.haze, isDark(studio) ? 0.1 : 0.35);
  const half = 0.13 + frame.wide * 0.27;
  const wet = isDark(studio) || studio.reading.weather === 'rain' ? 0.36 : 0.8;
  road.glaze((x, y, out) => {
    const down = y - shore;
    if (down < 0) return;
    const t = down / (frame.high - shore);
    const z = 1 / (down + 0.02);
    const u = (x - vanish) * z;
    const puddle = smooth(-0.05, 0.4, noise.fbm(u * 1.2 + 8, z * 1.4, 4));
    const lane = Math.abs(u) < 0.05 && (z * 0.35) % 1 < 0.5 ? 0.35 * t : 0;
    const kerb = Math.abs(Math.abs(u) - half * 1.9) < 0.03 ? 0.25 : 0;
    for (let c = 0; c < 3; c++)
      out[c] = asphalt[c]! * (0.9 + 0.2 * noise.at(u * 20, z * 40)) + lane * 150 + kerb * 70;
    out[3] = clamp(wet * (1 - puddle * 0.75) + lane + kerb * 0.5, 0, 0.95) * smooth(0, 0.03, down);
  }, shore);
  // The road is below the nearest façades and in front of the farther ones.
  const { rgba } = sheet;
  for (let i = 0; i < rgba.length; i += 4) {
    if (rgba[i + 3] === 255) continue;
    const a = rgba[i + 3]! / 255;
    for (let c = 0; c < 3; c++) rgba[i + c] = rgba[i + c]! * a + road.rgba[i + c]! * (1 - a);
    rgba[i + 3] = Math.max(rgba[i + 3]!, road.rgba[i + 3]!);
  }
}

interface Tower {
  x: number;
  w: number;
  base: number;
  tall: number;
  /** 0 far in the haze, 1 near. */
  near: number;
  style: number;
  /** Street side (-1, 1) when it carries signs. */
  sign?: number;
}

async function tower(studio: Studio, sheet: Sheet, sky: Sky, plan: Tower, choose: Random): Promise<void> {
  const { tones, frame } = studio;
  const dark = isDark(studio);
  const salt = Math.floor(choose() * 1e6);
  const stone = mix(
    mix(tones.shadow, tones.ground, choose.between(0.1, 0.5)),
    tones.haze,
    choose.between(0.05, 0.25),
  );
  const wall = dark
    ? adjust(stone, -0.03)
    : mix(
        stone,
        [choose.between(170, 226), choose.between(160, 200), choose.between(150, 196)],
        studio.reading.light === 'day' ? 0.5 : 0.2,
      );
  const far = mix(tones.haze, tones.horizon, dark ? 0.3 : 0.45);
  const clear = (dark ? 0.2 : 0.38) + (dark ? 0.8 : 0.62) * plan.near;
  const lightSide = sky.lightX < plan.x + plan.w / 2 ? -1 : 1;
  const cell = 0.0065 + plan.near * 0.011;
  const lively = dark ? choose.between(0.25, 0.62) : choose.between(0.03, 0.12);
  const warm: Rgb = mix([255, 208, 128], tones.glow, 0.25);
  const cool: Rgb = studio.has('neon') ? mix([120, 230, 255], tones.accent, 0.3) : [206, 226, 255];
  const blocks = setbacks(plan, choose);
  for (const block of blocks) {
    sheet.shade(
      (x, y, out) => {
        const u = (x - block.x) / block.w;
        const face = (lightSide < 0 ? u > 0.72 : u < 0.28) ? 0.72 : 1;
        const fog = clear * (0.72 + 0.28 * clamp((plan.base - y) / 0.5, 0, 1));
        const cx = Math.floor((x - block.x) / cell);
        const cy = Math.floor((y - block.top) / (cell * 1.35));
        const wx = (x - block.x) / cell - cx;
        const wy = (y - block.top) / (cell * 1.35) - cy;
        const inWindow =
          plan.style === 0
            ? wy > 0.3 && wy < 0.8
            : plan.style === 1
              ? wx > 0.25 && wx < 0.75
              : wx > 0.2 && wx < 0.8 && wy > 0.22 && wy < 0.78;
        const lit = hash2(cx, cy, salt) < lively * (0.6 + 0.8 * hash2(0, cy, salt + 7));
        const glass = inWindow ? (dark ? 0.78 : 0.86) : 1;
        const edge = y - block.top < 0.004 ? 1.18 : 1;
        for (let c = 0; c < 3; c++) {
          let v = wall[c]! * face * glass * edge;
          if (inWindow && !dark && !lit) v += (tones.sky[c]! - v) * 0.3 * (face < 1 ? 0.4 : 1);
          if (inWindow && lit)
            v +=
              ((hash2(cx, cy, salt + 3) < 0.74 ? warm[c]! : cool[c]!) *
                (0.55 + 0.45 * hash2(cx, cy, salt + 5)) -
                v) *
              (dark ? 0.92 : 0.55);
          out[c] = far[c]! + (v - far[c]!) * fog;
        }
      },
      block.top,
      frame.high + frame.top / frame.unit,
      block.x,
      block.x + block.w,
    );
  }
  await crown(studio, sheet, plan, blocks, mix(far, wall, clear), choose);
}

interface Block {
  x: number;
  w: number;
  top: number;
}

/** Returns the one to three boxes of a tower, the upper ones narrower, in painting order (tallest first). */
function setbacks(plan: Tower, choose: Random): Block[] {
  const top = plan.base - plan.tall;
  if (plan.tall < 0.16 || choose() < 0.45) return [{ x: plan.x, w: plan.w, top }];
  const inset = plan.w * choose.between(0.1, 0.2);
  const middle = { x: plan.x + inset, w: plan.w - 2 * inset, top };
  return [middle, { x: plan.x, w: plan.w, top: top + plan.tall * choose.between(0.12, 0.35) }];
}

async function crown(
  studio: Studio,
  sheet: Sheet,
  plan: Tower,
  blocks: readonly Block[],
  colour: Rgb,
  choose: Random,
): Promise<void> {
  const { tones } = studio;
  const top = blocks[0]!;
  const middle = top.x + top.w / 2;
  const dark = isDark(studio);
  if (plan.tall > 0.25 && choose() < 0.4) {
    const spire = plan.tall * choose.between(0.1, 0.22);
    for (let t = 0; t < 1; t += 0.02)
      sheet.dot(middle, top.top - spire * t, 0.0022 * (1 - t * 0.6) * (0.4 + plan.near), colour, 1, 0.9);
    if (dark) sheet.dot(middle, top.top - spire, 0.009, [255, 70, 60], 0.9);
  }
  if (dark && plan.sign && choose() < (studio.has('neon') ? 0.85 : 0.55)) {
    const hue: Rgb = choose.pick([
      tones.accent,
      [255, 64, 150],
      [60, 220, 255],
      [255, 170, 60],
      [150, 90, 255],
    ] as const);
    const w = plan.w * 0.16;
    const x = plan.sign < 0 ? plan.x + plan.w - w * 1.4 : plan.x + w * 0.4;
    const h = plan.tall * choose.between(0.16, 0.34);
    const y = plan.base - plan.tall * choose.between(0.4, 0.75);
    await sheet.draw(`<g>${sign(x, y, w, h, toHex(hue), choose)}</g>`);
    sheet.dot(x + w / 2, y + h / 2, Math.max(w, h) * 1.1, hue, 0.42);
  }
}

/** Draws a neon sign of bars and rings, without letters. */
function sign(x: number, y: number, w: number, h: number, hue: string, choose: Random): string {
  let marks = '';
  const count = Math.max(2, Math.round(h / w / 0.95));
  for (let i = 0; i < count; i++) {
    const cy = y + (h * (i + 0.5)) / count;
    const s = Math.min(w, h / count) * 0.32;
    const cx = x + w / 2;
    const kind = choose.integer(0, 3);
    if (kind === 0) marks += `<circle cx="${cx}" cy="${cy}" r="${s * 0.8}"/>`;
    else if (kind === 1)
      marks += `<path d="M${cx - s} ${cy - s}H${cx + s}M${cx} ${cy - s}V${cy + s}M${cx - s * 0.7} ${cy + s * 0.2}H${cx + s * 0.7}"/>`;
    else if (kind === 2)
      marks += `<path d="M${cx - s} ${cy + s}L${cx} ${cy - s}L${cx + s} ${cy + s}M${cx - s * 0.5} ${cy + s * 0.25}H${cx + s * 0.5}"/>`;
    else marks += `<path d="M${cx - s} ${cy - s}H${cx + s}V${cy + s}H${cx - s}ZM${cx - s} ${cy}H${cx + s}"/>`;
  }
  return (
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${w * 0.12}" fill="#0c0a14" opacity="0.88"/>` +
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${w * 0.12}" fill="none" stroke="${hue}" stroke-width="${w * 0.07}"/>` +
    `<g fill="none" stroke="#fff4fb" stroke-width="${w * 0.1}" stroke-linecap="round">${marks}</g><g fill="none" stroke="${hue}" stroke-width="${w * 0.065}" stroke-linecap="round">${marks}</g>`
  );
}

/** A dark quay with a railing and lamps at the bottom edge. */
async function embankment(studio: Studio, sheet: Sheet, sky: Sky): Promise<void> {
  const { frame, tones } = studio;
  const choose = studio.random.fork('quay');
  const y = frame.high * 0.955;
  const dark = toHex(mix(tones.shadow, [8, 8, 14], 0.4));
  const left = -frame.left / frame.unit - 0.1;
  const right = frame.wide + frame.left / frame.unit + 0.1;
  let art = `<rect x="${left}" y="${y}" width="${right - left}" height="${frame.high}" fill="${dark}"/><path d="M${left} ${y - 0.03}H${right}" stroke="${dark}" stroke-width="0.006"/>`;
  for (let x = left; x < right; x += 0.022)
    art += `<path d="M${x.toFixed(3)} ${y - 0.03}V${y}" stroke="${dark}" stroke-width="0.0022"/>`;
  const lamps: number[] = [];
  for (let x = choose.between(0.05, 0.3); x < frame.wide; x += 0.42) lamps.push(x);
  for (const x of lamps)
    art += `<path d="M${x} ${y}V${y - 0.14}" stroke="${dark}" stroke-width="0.006"/><circle cx="${x}" cy="${y - 0.147}" r="0.011" fill="${isDark(studio) ? '#ffe2a6' : dark}"/>`;
  await sheet.draw(art);
  if (isDark(studio)) for (const x of lamps) sheet.dot(x, y - 0.147, 0.07, [255, 214, 140], 0.5);
  await drawSubjects(studio, sheet, {
    groundAt: () => y,
    x: frame.wide * (sky.lightX > frame.wide / 2 ? 0.3 : 0.7),
    light: sky,
    size: 0.3,
  });
}
