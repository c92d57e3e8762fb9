/** Mountains: eroded ranges in three depths, with a lake that mirrors them or a valley in mist, and dark firs in front. */
import { clamp, smooth } from '../noise.js';
import { adjust, mix, type Rgb } from '../palette.js';
import type { Sheet } from '../sheet.js';
import { paintSky, planSky, type Sky } from '../sky.js';
import type { PaintedScene, Studio } from '../studio.js';
import { drawBirds, drawSubjects } from '../subjects.js';
import { type Air, drawTerrain, type Land, lightFrom, type TerrainView } from '../terrain.js';
import { conifers } from '../trees.js';
import { paintMirror } from '../water.js';
import { hasSnow, weatherParticles } from '../weather.js';

export async function paintLandscape(studio: Studio): Promise<PaintedScene> {
  const { frame, reading, random } = studio;
  const choose = random.fork('landscape');
  const horizonY = frame.high * choose.between(0.55, 0.64);
  const sky = planSky(studio, { horizonY });
  const backdrop = studio.sheet();
  await paintSky(studio, backdrop, sky, { horizonY });
  if (studio.has('birds') || choose() < 0.3) await drawBirds(studio, backdrop, horizonY * 0.5);
  await studio.addLayer('sky', 0, backdrop);

  const air = airOf(studio);
  const light = lightFrom(studio, sky);
  const withLake = studio.has('lake', 'river') || (!studio.has('volcano', 'canyon') && choose() < 0.5);
  // The camera is near the shore of a lake, so that it mirrors the peaks, and higher above a valley.
  const view: TerrainView = { horizonY, cameraHeight: withLake ? 0.19 : 0.42, focal: 1.25 };
  const far = studio.sheet();
  drawTerrain(
    studio,
    far,
    view,
    rangeLand(studio, { near: 6.5, far: 26, tall: 2.9, from: 7, rise: withLake ? 3.5 : 5.5, salt: 0 }),
    light,
    air,
    sky,
  );
  if (studio.has('volcano')) paintEruption(studio, far, view, peakOf(studio, 26));
  await studio.addLayer('far mountains', 0.25, far);
  const mid = studio.sheet();
  drawTerrain(
    studio,
    mid,
    view,
    rangeLand(studio, {
      near: 3,
      far: 8.2,
      tall: withLake ? 1.05 : 0.85,
      from: withLake ? 2.9 : 3.1,
      rise: withLake ? 1.5 : 3,
      salt: 40,
    }),
    light,
    air,
    sky,
  );
  if (withLake) {
    const shoreY = horizonY + (view.cameraHeight / 3.05) * view.focal;
    await paintMirror(studio, mid, [backdrop, far, mid], shoreY, sky);
  } else {
    drawTerrain(
      studio,
      mid,
      view,
      rangeLand(studio, { near: 0.8, far: 3.1, tall: 0.32, from: 0.6, rise: 2, salt: 70 }),
      light,
      air,
      sky,
    );
  }
  await studio.addLayer(withLake ? 'hills and lake' : 'hills', 0.5, mid);
  await paintForeground(studio, sky, withLake);
  const snowing = reading.weather === 'snow';
  const particles = weatherParticles(studio) ?? (studio.has('embers', 'volcano') ? 'embers' : undefined);
  return {
    caption: `${snowing ? 'Snowy mountains' : 'Mountains'}${withLake ? ' above a lake' : ''}, ${reading.light} light.`,
    ...(particles ? { particles } : {}),
    bloom: 0.32,
  };
}

function airOf(studio: Studio): Air {
  const { weather, light } = studio.reading;
  const thick =
    weather === 'fog' ? 2.4 : weather === 'rain' || weather === 'snow' || weather === 'storm' ? 1.5 : 1;
  const soft = light === 'dawn' || light === 'golden' ? 1.25 : 1;
  return {
    density: 0.055 * thick * soft,
    mist: Math.min(0.9, 0.42 * thick * soft),
    mistHeight: 0.3 * thick,
    shadow: 0.85,
  };
}

interface RangeOptions {
  near: number;
  far: number;
  /** Height of the highest peaks, world units. */
  tall: number;
  /** Depth at which the ground starts to rise, and the depth over which it rises. */
  from: number;
  rise: number;
  salt: number;
}

function rangeLand(studio: Studio, options: RangeOptions): Land {
  const { noise, tones } = studio;
  const choose = studio.random.fork(`range ${options.salt}`);
  const [ox, oz] = [choose.between(0, 60) + options.salt, choose.between(0, 60)];
  const peak = options.far > 20 ? peakOf(studio, options.far) : choose.between(-0.17, 0.17) * options.far;
  const frequency = 0.34 + 0.5 / options.far;
  const volcano = options.far > 20 && studio.has('volcano');
  const snowy = hasSnow(studio);
  const snowLine = snowy ? -1 : volcano ? 9 : options.tall * choose.between(0.42, 0.6);
  const wood = woodColour(studio);
  const rock = volcano
    ? mix(tones.shadow, [70, 52, 50], 0.6)
    : mix(adjust(tones.ground, 0.02, 0.35), tones.haze, 0.15);
  const grass = tones.ground;
  const snow: Rgb = mix([240, 244, 250], tones.sky, 0.12);
  return {
    near: options.near,
    far: options.far,
    height(x, z, octaves) {
      const lift = smooth(
        options.from,
        options.from + options.rise,
        z + noise.at(x * 0.6, options.salt) * 0.35,
      );
      const dx = x - peak;
      if (volcano) return volcanoHeight(noise.eroded(x * 0.5 + ox, z * 0.5 + oz, octaves), dx, z - 15, lift);
      const massif = 0.62 + 0.5 * Math.exp((-dx * dx) / (options.far * options.far * 0.035));
      const n = noise.eroded(x * frequency + ox, z * frequency + oz, octaves);
      return lift * options.tall * massif * (n * 1.55 - 0.12) - (1 - lift) * 0.05;
    },
    colour(x, z, h, steep, side, out) {
      const n = noise.at(x * 7 + ox, z * 7);
      const fine = noise.at(x * 42, z * 42);
      const forest =
        smooth(0.42, 0.22, steep + n * 0.08) * smooth(snowy ? 0.7 : 0.62, 0.3, h / options.tall + n * 0.07);
      const white =
        smooth(snowLine - 0.12, snowLine + 0.3, h + n * 0.16) * smooth(0.62, 0.4, steep - fine * 0.06);
      const meadow = smooth(0.2, 0.05, steep + n * 0.1) * 0.7;
      for (let c = 0; c < 3; c++) {
        let v = rock[c]! * (0.94 + 0.14 * n + 0.07 * fine);
        v += (wood[c]! * (0.85 + 0.35 * fine) - v) * forest;
        v += (grass[c]! * (1 + 0.1 * n) - v) * meadow * (1 - forest * 0.6);
        v += (snow[c]! * (0.98 + 0.04 * fine + side * 0.02) - v) * white * (snowy ? 0.95 : 1);
        out[c] = v;
      }
    },
  };
}

/** Returns the world x of the main summit. */
function peakOf(studio: Studio, far: number): number {
  return studio.random.fork('peak').between(-0.15, 0.15) * far;
}

/** Paints the glow in the crater, lava threads down the flank and a column of ash over the finished cone. */
function paintEruption(studio: Studio, sheet: Sheet, view: TerrainView, peak: number): void {
  const { frame, noise, tones } = studio;
  const scale = view.focal / 15;
  const x0 = frame.wide / 2 + peak * scale;
  const y0 = view.horizonY + (view.cameraHeight - 3.5) * scale;
  const fire: Rgb = [255, 120, 36];
  sheet.glaze(
    (x, y, out) => {
      const up = (y0 - y) / (y0 + 0.05);
      const down = y - y0;
      if (down > -0.01) {
        // Threads follow the cone outwards on their way down.
        const along = (x - x0) / (0.1 + down * 1.25);
        const thread = 1 - Math.abs(noise.fbm(along * 4.2, down * 3.2 + 20, 3)) * (9 + down * 34);
        const heat = smooth(0, 0.9, thread) * smooth(0.4, 0.02, down) * smooth(0.5, 0.1, Math.abs(along));
        out[0] = 255;
        out[1] = 96 + 120 * heat;
        out[2] = 30 + 60 * heat * heat;
        out[3] = heat;
        return;
      }
      const bend = up * up * 0.3 + 0.06 * noise.fbm(up * 3, 5, 3) * up;
      const radius = 0.045 + up * 0.3;
      const billow = noise.fbm(x * 6.5, y * 6.5 + 30, 5);
      const d = Math.abs(x - x0 - bend) / radius;
      const thick = smooth(1, 0.35, d + billow * 0.55) * smooth(1.05, 0.3, up);
      const lit = Math.exp(-up * 5.5) * (0.75 + billow * 0.6);
      for (let c = 0; c < 3; c++) {
        const ash = tones.shadow[c]! * 0.75 + tones.haze[c]! * (0.22 + 0.3 * clamp(billow + 0.3, 0, 1));
        out[c] = ash + (fire[c]! - ash) * clamp(lit, 0, 1);
      }
      out[3] = thick * 0.9;
    },
    -Infinity,
    y0 + 0.45,
  );
  sheet.dot(x0, y0, 0.2, fire, 0.55);
}

/** A single cone with a crater, concave flanks and gullies. */
function volcanoHeight(rough: number, dx: number, dz: number, lift: number): number {
  const d = Math.hypot(dx, dz * 0.8);
  const cone = 5.2 * Math.exp(-d * 0.42) - 0.25;
  const crater = smooth(0.75, 0.2, d) * 1.15;
  return lift * (cone - crater + (rough - 0.4) * (0.5 + 0.16 * d));
}

function woodColour(studio: Studio): Rgb {
  const { tones } = studio;
  const green = mix(tones.ground, tones.shadow, 0.55);
  return studio.has('autumn') ? mix(green, [186, 104, 40], 0.5) : mix(green, [38, 62, 44], 0.4);
}

async function paintForeground(studio: Studio, sky: Sky, withLake: boolean): Promise<void> {
  const { frame, noise, tones } = studio;
  const choose = studio.random.fork('foreground');
  const front = studio.sheet();
  const salt = choose.between(0, 50);
  const base = frame.high * (withLake ? 0.95 : 0.88);
  const valley = choose.between(0.3, 0.7) * frame.wide;
  const crest = (x: number): number =>
    base -
    0.17 * smooth(0.08, 0.85, Math.abs(x - valley) / frame.wide) * frame.high +
    0.035 * noise.fbm(x * 2.2 + salt, salt, 4);
  const dark = mix(tones.shadow, tones.ground, 0.18);
  const lit = hasSnow(studio)
    ? mix(tones.haze, [236, 240, 248], sky.isNight ? 0.25 : 0.6)
    : mix(tones.ground, tones.shadow, 0.45);
  await front.draw(
    conifers(studio, {
      crest,
      colour: dark,
      count: Math.round(26 * frame.wide),
      tall: 0.21,
      sparse: valley,
      salt: 3,
      snow: hasSnow(studio) ? lit : undefined,
    }),
  );
  const soft = 1 / frame.unit;
  front.glaze((x, y, out) => {
    const top = crest(x) + 0.006 * noise.at(x * 60, 7) + 0.003 * noise.at(x * 190, 3);
    const inside = smooth(-soft, soft, y - top);
    if (inside <= 0) return;
    const t = clamp((y - top) * 3.4 + 0.18 * noise.fbm(x * 9, y * 22, 3), 0, 1);
    for (let c = 0; c < 3; c++) out[c] = lit[c]! + (dark[c]! * 0.8 - lit[c]!) * t;
    out[3] = inside;
  }, base - 0.4);
  await drawSubjects(studio, front, { groundAt: crest, x: valley, light: sky, size: 0.2 });
  await studio.addLayer('foreground', 0.9, front);
}
