/**
 * The sky of outdoor scenes: gradient, sun or moon with its glow, stars, aurora, and clouds lit from the light's position.
 */
import { clamp, smooth } from './noise.js';
import { adjust, mix, Ramp, type Rgb } from './palette.js';
import type { Sheet } from './sheet.js';
import type { Studio } from './studio.js';

export interface Sky {
  /** Sun or moon in scene units; outside the frame when not visible. */
  lightX: number;
  lightY: number;
  horizonY: number;
  isNight: boolean;
  /** Writes the sky colour at a point without clouds and disc, for reflections and haze. */
  colourAt(x: number, y: number, out: Float32Array): void;
}

export interface SkyOptions {
  /** Scene units from the frame's top. */
  horizonY: number;
  /** 0-1 of the frame's width; default: chosen by the seed. */
  lightAt?: number;
  /** Clouds, 0-1; default: from the weather. */
  cover?: number;
}

/** Chooses the position of the light and returns the sky without painting it. */
export function planSky(studio: Studio, options: SkyOptions): Sky {
  const { frame, reading, tones } = studio;
  const choose = studio.random.fork('sky');
  const isNight = reading.light === 'night';
  const horizonY = options.horizonY;
  const heights = { dawn: 0.16, day: 0.72, golden: 0.17, dusk: 0.06, night: 0.68, storm: 0.5 };
  const side = choose() < 0.5 ? choose.between(0.2, 0.42) : choose.between(0.58, 0.8);
  const lightX = frame.wide * (options.lightAt ?? side);
  const lift = heights[reading.light] * choose.between(0.8, 1.25);
  const lightY = horizonY - Math.min(horizonY * 0.9, Math.max(0.02, lift * Math.min(horizonY, 0.95)));
  const ramp = new Ramp([
    [0, tones.horizon],
    [0.16, mix(tones.horizon, tones.sky, 0.45)],
    [0.42, tones.sky],
    [1, tones.zenith],
  ]);
  const glowing = { dawn: 0.85, day: 0.5, golden: 0.95, dusk: 0.85, night: 0.3, storm: 0.4 }[reading.light];
  const glow = tones.glow;
  const span = Math.max(0.35, horizonY * 1.02);
  return {
    lightX,
    lightY,
    horizonY,
    isNight,
    colourAt(x, y, out) {
      const e = (horizonY - y) / span;
      ramp.read(e < 0 ? -e * 0.8 : e, out);
      const dx = (x - lightX) * 0.8;
      const dy = y - lightY;
      const d = Math.sqrt(dx * dx + dy * dy);
      const near = glowing * (0.5 * Math.exp(-d * 3.2) + 0.42 * Math.exp(-d * 9));
      out[0] = out[0]! + (glow[0] - out[0]!) * near;
      out[1] = out[1]! + (glow[1] - out[1]!) * near;
      out[2] = out[2]! + (glow[2] - out[2]!) * near;
    },
  };
}

/** Paints gradient, stars, aurora, disc and clouds on `sheet`, the whole layer. */
export async function paintSky(studio: Studio, sheet: Sheet, sky: Sky, options: SkyOptions): Promise<void> {
  sheet.shade((x, y, out) => sky.colourAt(x, y, out));
  if (sky.isNight || (studio.reading.light === 'dusk' && studio.reading.weather !== 'storm')) {
    paintStars(studio, sheet, sky);
  }
  if (studio.has('aurora')) paintAurora(studio, sheet, sky);
  const overcast = ['storm', 'rain', 'fog'].includes(studio.reading.weather);
  if (sky.isNight) paintMoon(studio, sheet, sky);
  else if (!overcast && studio.reading.light !== 'storm') paintSun(studio, sheet, sky);
  await studio.checkAbort();
  paintClouds(studio, sheet, sky, options.cover ?? coverOf(studio));
  if (studio.has('lightning') || (studio.reading.light === 'storm' && studio.random.fork('bolt')() < 0.35)) {
    await paintLightning(studio, sheet, sky);
  }
}

function coverOf(studio: Studio): number {
  const chance = studio.random.fork('cover').between(-0.06, 0.08);
  if (studio.has('aurora')) return 0.1;
  return (
    chance +
    { clear: 0.2, clouds: 0.5, fog: 0.4, rain: 0.78, snow: 0.48, storm: 0.85, wind: 0.42 }[
      studio.reading.weather
    ]
  );
}

export function paintStars(studio: Studio, sheet: Sheet, sky: Sky): void {
  const { frame, noise } = studio;
  const choose = studio.random.fork('stars');
  const count = Math.round(
    620 * (frame.width / frame.unit) * (frame.height / frame.unit) * (sky.isNight ? 1 : 0.3),
  );
  for (let i = 0; i < count; i++) {
    const x = choose.between(-frame.left / frame.unit, (frame.width - frame.left) / frame.unit);
    const y = choose.between(-frame.top / frame.unit, (frame.height - frame.top) / frame.unit);
    const size = choose() ** 9;
    const warm = choose();
    const fade = smooth(0.02, 0.4, sky.horizonY - y) * (0.6 + 0.6 * noise.at(x * 2.3, y * 2.3));
    if (fade <= 0.05) continue;
    const colour: Rgb = warm < 0.3 ? [255, 226, 196] : warm < 0.65 ? [206, 222, 255] : [250, 250, 255];
    sheet.dot(x, y, 0.0011 + size * 0.0022, colour, fade * (0.3 + 0.7 * choose()), 0.3);
    if (size > 0.6) sheet.dot(x, y, 0.012, colour, 0.16 * fade);
  }
}

function paintAurora(studio: Studio, sheet: Sheet, sky: Sky): void {
  const { noise, tones } = studio;
  const choose = studio.random.fork('aurora');
  const low: Rgb = studio.reading.namedColours.length ? tones.accent : [96, 240, 170];
  const high: Rgb = adjust(low, -0.08, 1.05, 110);
  const lines = [0, 1, 2].map((i) => ({
    base: sky.horizonY * choose.between(0.55, 0.78) - i * sky.horizonY * 0.13,
    phase: choose.between(0, 40),
    tall: sky.horizonY * choose.between(0.4, 0.62),
    strength: 0.8 - i * 0.2,
  }));
  sheet.glaze(
    (x, y, out) => {
      let light = 0;
      let upper = 0;
      for (const line of lines) {
        const bend = noise.fbm(x * 0.9 + line.phase, line.phase, 3) * 0.22;
        const foot = line.base + bend;
        const t = (foot - y) / line.tall;
        if (t < -0.08 || t > 1) continue;
        const rays =
          0.62 +
          0.5 * noise.at(x * 9 + bend * 30 + line.phase, 3 + t * 0.3) +
          0.2 * noise.at(x * 31 + bend * 60, line.phase);
        const shape = (t < 0 ? smooth(-0.08, 0, t) : (1 - t) ** 1.9) * clamp(rays, 0, 1.4);
        light += shape * line.strength * (0.65 + 0.5 * noise.at(x * 1.3 + line.phase, 9));
        upper += shape * line.strength * t * 1.7;
      }
      const blend = clamp(upper / (light + 0.001), 0, 1);
      for (let c = 0; c < 3; c++) out[c] = low[c]! + (high[c]! - low[c]!) * blend;
      out[3] = clamp(light * 0.8, 0, 0.86);
    },
    -Infinity,
    sky.horizonY,
  );
}

function paintSun(studio: Studio, sheet: Sheet, sky: Sky): void {
  const { tones, reading } = studio;
  const big = studio.has('sun') || reading.light === 'golden' || reading.light === 'dusk';
  const radius = (big ? 0.055 : 0.034) * studio.random.fork('sun').between(0.85, 1.25);
  const named = reading.colourOf['sun'];
  const core: Rgb = named ? tones.accent : mix(tones.glow, [255, 252, 240], 0.65);
  sheet.dot(sky.lightX, sky.lightY, radius * 7, tones.glow, 0.5);
  sheet.dot(sky.lightX, sky.lightY, radius * 2.6, mix(tones.glow, core, 0.5), 0.6);
  sheet.dot(sky.lightX, sky.lightY, radius, core, 1, 0.94);
}

function paintMoon(studio: Studio, sheet: Sheet, sky: Sky): void {
  const { noise, tones } = studio;
  const choose = studio.random.fork('moon');
  const radius = choose.between(0.04, 0.058) * (studio.has('moon') ? 1.5 : 1);
  const phase = choose.between(-0.5, 0.9);
  const pale: Rgb = studio.reading.colourOf['moon'] ? tones.accent : mix(tones.glow, [248, 246, 238], 0.5);
  sheet.dot(sky.lightX, sky.lightY, radius * 9, tones.glow, 0.2);
  sheet.dot(sky.lightX, sky.lightY, radius * 3.2, tones.glow, 0.24);
  const soft = 1.2 / studio.frame.unit / radius;
  sheet.glaze(
    (x, y, out) => {
      const u = (x - sky.lightX) / radius;
      const v = (y - sky.lightY) / radius;
      const d = Math.hypot(u, v);
      if (d > 1 + soft) return;
      const z = Math.sqrt(Math.max(0, 1 - d * d));
      const lit = smooth(
        -0.1,
        0.35,
        u * Math.cos(phase * 2.2) * (phase < 0 ? -1 : 1) * 0.6 + z * 0.8 - v * 0.2,
      );
      const maria =
        0.86 + 0.16 * smooth(-0.2, 0.35, noise.fbm(u * 1.7 + 40, v * 1.7, 4)) - 0.05 * noise.at(u * 9, v * 9);
      const level = (0.12 + 0.88 * lit) * maria;
      for (let c = 0; c < 3; c++)
        out[c] = tones.sky[c]! * (1 - lit) * 0.9 + pale[c]! * level * (0.15 + 0.85 * lit);
      out[3] = (1 - smooth(1 - soft, 1 + soft, d)) * (0.35 + 0.65 * lit);
    },
    sky.lightY - radius * 1.1,
    sky.lightY + radius * 1.1,
    sky.lightX - radius * 1.1,
    sky.lightX + radius * 1.1,
  );
}

/** Paints clouds on a plane in perspective; brighter where they are thinner towards the light. */
function paintClouds(studio: Studio, sheet: Sheet, sky: Sky, cover: number): void {
  if (cover < 0.08) return;
  const { noise, tones, reading, frame } = studio;
  const choose = studio.random.fork('clouds');
  const [ox, oy] = [choose.between(0, 90), choose.between(0, 90)];
  const stretch = choose.between(0.85, 1.5);
  const low = reading.light === 'golden' || reading.light === 'dawn' || reading.light === 'dusk';
  const lit: Rgb = low
    ? mix(tones.glow, tones.accent, 0.16)
    : sky.isNight
      ? mix(tones.haze, tones.glow, 0.3)
      : mix(tones.glow, [255, 255, 255], 0.55);
  const shady: Rgb = sky.isNight
    ? mix(tones.zenith, tones.haze, 0.35)
    : mix(mix(tones.zenith, tones.haze, 0.55), tones.shadow, reading.light === 'storm' ? 0.4 : 0.08);
  const floor = 0.36 - cover * 0.85;
  const step = 0.11;
  const span = Math.max(0.4, sky.horizonY);
  const bottom = sky.horizonY;
  const sample = (u: number, w: number, octaves: number): number => {
    const bend = noise.fbm(u * 0.7 + 7, w * 0.7, 2) * 0.5;
    return noise.fbm(u + bend, w * 1.15 + bend * 0.6, octaves);
  };
  sheet.glaze(
    (x, y, out) => {
      const e = (bottom - y) / span;
      if (e < 0.004) return;
      const far = 1 / (e + 0.34);
      const u = (x - frame.wide / 2) * far * 1.05 * stretch + ox;
      const w = far * 2.6 + oy;
      const n = sample(u, w, 6);
      const density = (n - floor) * 1.9;
      if (density <= 0) return;
      const dx = (sky.lightX - x) * 1.2;
      const dy = (sky.lightY - y) * 1.2;
      const length = Math.sqrt(dx * dx + dy * dy) + 0.15;
      const towards = sample(u + (dx / length) * step, w + (dy / length) * step * 1.4, 4);
      const sunward = clamp(0.52 + (n - towards) * 2.3 - density * 0.34, 0, 1);
      const near = Math.exp(-length * 1.5);
      const bright = clamp(sunward * (0.75 + near * 0.7), 0, 1);
      for (let c = 0; c < 3; c++) out[c] = shady[c]! + (lit[c]! - shady[c]!) * bright;
      out[3] = smooth(0, 0.55, density) * smooth(0.0, 0.09, e) * 0.94;
    },
    -Infinity,
    bottom,
  );
}

async function paintLightning(studio: Studio, sheet: Sheet, sky: Sky): Promise<void> {
  const choose = studio.random.fork('lightning');
  const branch = (x: number, y: number, toY: number, width: number, depth: number): string => {
    let path = `M${x.toFixed(4)} ${y.toFixed(4)}`;
    let side = '';
    const lean = choose.between(-0.4, 0.4);
    while (y < toY) {
      const dy = choose.between(0.012, 0.035);
      x += dy * (lean + choose.between(-1.1, 1.1));
      y += dy;
      path += `L${x.toFixed(4)} ${y.toFixed(4)}`;
      if (depth > 0 && choose() < 0.16)
        side += branch(x, y, y + (toY - y) * choose.between(0.2, 0.6), width * 0.5, depth - 1);
    }
    return `<path d="${path}" fill="none" stroke="#f4f2ff" stroke-width="${width}" stroke-linejoin="round"/>${side}`;
  };
  const x = studio.frame.wide * choose.between(0.2, 0.8);
  const bolt = branch(x, sky.horizonY * 0.12, sky.horizonY * 0.99, 0.0055, 2);
  await sheet.draw(`<g opacity="0.75">${bolt}</g>`, 0.022);
  await sheet.draw(`<g opacity="0.9">${bolt}</g>`, 0.006);
  await sheet.draw(bolt);
}
