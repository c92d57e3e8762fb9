/** Fields and meadows: rolling hills with trees, rows or wild flowers, a farm in the distance, blossoms close by. */
import { hash2, smooth } from '../noise.js';
import { adjust, mix, type Rgb, toHex } from '../palette.js';
import type { Sheet } from '../sheet.js';
import { paintSky, planSky, type Sky } from '../sky.js';
import type { PaintedScene, Studio } from '../studio.js';
import { drawBirds, drawSubjects } from '../subjects.js';
import { drawTerrain, type Land, lightFrom, type TerrainView } from '../terrain.js';
import { broadleaf } from '../trees.js';
import { hasSnow, weatherParticles } from '../weather.js';

export async function paintMeadow(studio: Studio): Promise<PaintedScene> {
  const { frame, reading } = studio;
  const choose = studio.random.fork('meadow');
  const horizonY = frame.high * choose.between(0.46, 0.54);
  const sky = planSky(studio, { horizonY });
  const backdrop = studio.sheet();
  await paintSky(studio, backdrop, sky, { horizonY, ...(reading.weather === 'clear' ? { cover: 0.4 } : {}) });
  if (studio.has('birds') || choose() < 0.3) await drawBirds(studio, backdrop, horizonY * 0.45);
  await studio.addLayer('sky', 0, backdrop);
  const light = lightFrom(studio, sky);
  const air = {
    density: 0.06,
    mist: reading.weather === 'fog' ? 0.75 : 0.24,
    mistHeight: 0.14,
    shadow: 0.75,
  };
  const view: TerrainView = { horizonY, cameraHeight: 0.34, focal: 1.15 };
  const far = studio.sheet();
  drawTerrain(studio, far, view, hills(studio, 4.6, 18, 0.95, 1), light, air, sky);
  await studio.addLayer('far hills', 0.25, far);
  const mid = studio.sheet();
  drawTerrain(studio, mid, view, hills(studio, 1.9, 5, 0.3, 2), light, air, sky);
  const treeX =
    frame.wide * (sky.lightX > frame.wide / 2 ? choose.between(0.2, 0.36) : choose.between(0.64, 0.8));
  const standing = (x: number): number => groundLine(mid, x);
  const house = studio.has('cabin', 'windmill', 'castle');
  if (house)
    await drawSubjects(studio, mid, { groundAt: standing, x: frame.wide - treeX, light: sky, size: 0.21 });
  if (studio.has('tree', 'autumn', 'blossom') || choose() < 0.72)
    await plantTree(studio, mid, sky, treeX, standing(treeX) + 0.01, choose.between(0.3, 0.4));
  await studio.addLayer('hills', 0.5, mid);
  const near = studio.sheet();
  drawTerrain(studio, near, view, hills(studio, 0.42, 2.1, 0.1, 3), light, air, sky);
  const x = frame.wide * (sky.lightX > frame.wide / 2 ? 0.34 : 0.66);
  if (!house)
    await drawSubjects(studio, near, {
      groundAt: (at) => groundLine(near, at) + 0.1,
      x,
      light: sky,
      size: 0.46,
    });
  await studio.addLayer('field', 0.72, near);
  const front = studio.sheet();
  if (!hasSnow(studio)) await blossoms(studio, front, sky);
  await studio.addLayer('flowers', 0.95, front);
  const particles = weatherParticles(studio) ?? (sky.isNight ? 'fireflies' : 'dust');
  return {
    caption: `A meadow ${hasSnow(studio) ? 'under snow' : 'in flower'}, ${reading.light} light.`,
    particles,
    bloom: 0.34,
  };
}

/** Returns the first opaque row of a layer at x: the ground of objects placed there. */
function groundLine(sheet: Sheet, x: number): number {
  const { width, height, left, top, unit } = sheet.frame;
  const px = Math.min(width - 1, Math.max(0, Math.round(x * unit + left)));
  for (let py = 0; py < height; py++)
    if (sheet.rgba[(py * width + px) * 4 + 3]! > 200) return (py - top) / unit;
  return (height - top) / unit;
}

function flowerColours(studio: Studio): Rgb[] {
  const { tones, reading } = studio;
  if (studio.has('lavender'))
    return [
      [140, 104, 196],
      [164, 130, 214],
      [118, 84, 176],
    ];
  if (studio.has('sunflower'))
    return [
      [244, 190, 40],
      [250, 208, 72],
      [232, 168, 30],
    ];
  if (studio.has('poppy'))
    return [
      [214, 48, 36],
      [232, 74, 52],
      [196, 34, 40],
    ];
  if (studio.has('tulip', 'rose'))
    return [
      [222, 60, 84],
      [240, 150, 60],
      [246, 206, 90],
    ];
  if (reading.namedColours.length)
    return [tones.accent, adjust(tones.accent, 0.08), adjust(tones.accent, -0.04, 1, 25)];
  return [tones.accent, mix(tones.accent, [250, 240, 220], 0.6), [246, 206, 84], [168, 128, 214]];
}

function hills(studio: Studio, near: number, far: number, tall: number, band: number): Land {
  const { noise, tones, reading } = studio;
  const choose = studio.random.fork(`hills ${band}`);
  const [ox, oz] = [choose.between(0, 70), choose.between(0, 70)];
  const snow = hasSnow(studio);
  const lush: Rgb = studio.has('autumn') ? [176, 138, 62] : [112, 150, 62];
  const grass = snow
    ? mix([238, 242, 248], tones.sky, 0.12)
    : adjust(mix(lush, tones.ground, 0.4), reading.light === 'night' ? -0.16 : 0, 1.05);
  const straw = snow ? grass : mix(grass, [206, 178, 92], 0.5);
  const blooms = flowerColours(studio);
  const rows = studio.has('lavender', 'sunflower', 'tulip');
  const slant = choose.between(-0.25, 0.25);
  const dim = reading.light === 'night' ? 0.5 : 1;
  return {
    near,
    far,
    height(x, z, octaves) {
      const lift = smooth(near * 0.8, near * 1.6, z);
      let h =
        lift *
        tall *
        (0.45 +
          0.75 * noise.fbm(x * (0.2 + 0.5 / far) + ox, z * (0.16 + 0.4 / far) + oz, Math.min(3, octaves)));
      if (rows && band > 1) h += 0.016 * Math.max(0, Math.sin((x + z * slant) * 21)) * smooth(0.3, 0.9, z);
      if (octaves > 6) h += 0.006 * noise.at(x * 52, z * 52) + 0.0035 * noise.at(x * 140, z * 140);
      return h;
    },
    colour(x, z, _h, _steep, _side, out) {
      const patch = smooth(-0.25, 0.4, noise.fbm(x * 0.8 + oz, z * 0.55 + ox, 3));
      const fine = noise.at(x * 26, z * 26) * 0.5 + noise.at(x * 88, z * 60) * 0.5;
      for (let c = 0; c < 3; c++)
        out[c] = (grass[c]! + (straw[c]! - grass[c]!) * patch * 0.7) * (1 + 0.16 * fine);
      if (snow) return;
      const stripe = rows
        ? smooth(0.1, 0.55, Math.sin((x + z * slant) * 21))
        : smooth(0.0, 0.5, noise.fbm(x * 1.4 + 9, z * 1.1 + ox, 3));
      // Single flowers near by; only a tint of their colour in the distance.
      const size = 46;
      const cell = hash2(Math.floor(x * size), Math.floor(z * size), band);
      const spot =
        z < 4
          ? smooth(
              0.5,
              0.28,
              Math.hypot(x * size - Math.floor(x * size) - 0.5, z * size - Math.floor(z * size) - 0.5),
            ) * (cell < 0.55 ? 1 : 0)
          : 0.5;
      const bloom = blooms[Math.floor(cell * 97) % blooms.length]!;
      const amount = stripe * (spot * 0.85 + (rows ? 0.3 : 0.08)) * (band === 1 && !rows ? 0.3 : 1);
      for (let c = 0; c < 3; c++) out[c] = out[c]! + (bloom[c]! * dim - out[c]!) * Math.min(1, amount);
    },
  };
}

async function plantTree(
  studio: Studio,
  sheet: Sheet,
  sky: Sky,
  x: number,
  y: number,
  tall: number,
): Promise<void> {
  const { tones } = studio;
  const choose = studio.random.fork('tree');
  const leaf: Rgb = studio.has('autumn')
    ? [210, 112, 38]
    : studio.has('blossom')
      ? [242, 168, 194]
      : [92, 134, 56];
  const night = sky.isNight;
  const base = mix(leaf, tones.shadow, night ? 0.7 : 0.1);
  const leaves = hasSnow(studio)
    ? []
    : [
        mix(base, tones.shadow, 0.66),
        mix(base, tones.shadow, 0.42),
        mix(base, tones.shadow, 0.16),
        mix(base, tones.glow, 0.14),
        mix(base, tones.glow, night ? 0.18 : 0.42),
      ];
  const shade = toHex(mix(tones.shadow, tones.ground, 0.3));
  const side = sky.lightX < x ? -1 : 1;
  await sheet.draw(
    `<ellipse cx="${x - side * tall * 0.2}" cy="${y + 0.004}" rx="${tall * 0.42}" ry="${tall * 0.035}" fill="${shade}" opacity="0.5"/>`,
    0.008,
  );
  await sheet.draw(
    broadleaf(
      { x, y, tall, bark: mix(tones.shadow, [62, 44, 32], 0.5), leaves, lightSide: side, density: 1.1 },
      choose,
    ),
  );
}

/** Paints grass blades and flowers at the bottom edge, out of focus. */
async function blossoms(studio: Studio, sheet: Sheet, sky: Sky): Promise<void> {
  const { frame, tones } = studio;
  const choose = studio.random.fork('blossoms');
  const colours = flowerColours(studio);
  const night = sky.isNight;
  const blade = mix(mix([74, 108, 48], tones.ground, 0.4), tones.shadow, night ? 0.7 : 0.3);
  const bottom = frame.high + frame.top / frame.unit + 0.02;
  const span = [-frame.left / frame.unit, (frame.width - frame.left) / frame.unit] as const;
  let grass = '';
  for (let i = 0; i < 190 * (span[1] - span[0]); i++) {
    const x = choose.between(span[0], span[1]);
    const tall = bottom - frame.high + choose.between(0.04, 0.17);
    const bend = choose.between(-0.05, 0.05);
    grass += `<path d="M${(x - 0.003).toFixed(4)} ${bottom.toFixed(4)}Q${x.toFixed(4)} ${(bottom - tall * 0.6).toFixed(4)} ${(x + bend).toFixed(4)} ${(bottom - tall).toFixed(4)}Q${(x + 0.004).toFixed(4)} ${(bottom - tall * 0.5).toFixed(4)} ${(x + 0.004).toFixed(4)} ${bottom.toFixed(4)}Z" fill="${toHex(mix(blade, choose() < 0.5 ? tones.shadow : tones.glow, choose.between(0, 0.3)))}"/>`;
  }
  await sheet.draw(grass, 0.0012);
  let flowers = '';
  const count = Math.round(15 * (span[1] - span[0]));
  for (let i = 0; i < count; i++) {
    const x = choose.between(span[0], span[1]);
    const away = Math.min(1, Math.abs(x / frame.wide - 0.5) * 2);
    const y = frame.high - choose.between(0.0, 0.1 + 0.13 * away);
    const size = choose.between(0.018, 0.042);
    const colour = mix(choose.pick(colours), tones.shadow, night ? 0.5 : choose.between(0, 0.18));
    flowers += `<path d="M${x} ${y}Q${x + choose.between(-0.02, 0.02)} ${(y + bottom) / 2} ${x + choose.between(-0.03, 0.03)} ${bottom}" stroke="${toHex(blade)}" stroke-width="0.004" fill="none"/>${flower(studio, x, y, size, colour, choose)}`;
  }
  await sheet.draw(flowers, 0.0011);
}

function flower(
  studio: Studio,
  x: number,
  y: number,
  size: number,
  colour: Rgb,
  choose: { between(a: number, b: number): number; integer(a: number, b: number): number },
): string {
  const light = toHex(mix(colour, [255, 250, 236], 0.28));
  const dark = toHex(mix(colour, studio.tones.shadow, 0.28));
  if (studio.has('lavender')) {
    let spike = '';
    for (let k = 0; k < 16; k++)
      spike += `<ellipse cx="${x + choose.between(-0.006, 0.006)}" cy="${y - k * size * 0.13}" rx="${size * 0.2 * (1 - k / 22)}" ry="${size * 0.12}" fill="${k % 3 ? toHex(colour) : light}"/>`;
    return spike;
  }
  const petals = studio.has('sunflower') ? 17 : choose.integer(5, 9);
  const squash = choose.between(0.55, 0.95);
  let art = '';
  for (let k = 0; k < petals; k++) {
    const turn = (360 * k) / petals + choose.between(-5, 5);
    art += `<ellipse transform="rotate(${turn.toFixed(1)})" cx="0" cy="-0.58" rx="${(2 / petals).toFixed(3)}" ry="0.46" fill="${k % 2 ? toHex(colour) : light}" stroke="${dark}" stroke-width="0.03"/>`;
  }
  const heart = studio.has('sunflower')
    ? ['#4a2c16', 0.42]
    : studio.has('poppy')
      ? ['#221a1c', 0.24]
      : ['#e9b93c', 0.26];
  return `<g transform="translate(${x} ${y}) scale(${size} ${size * squash}) rotate(${choose.between(-20, 20).toFixed(1)})">${art}<circle r="${heart[1]}" fill="${heart[0]}"/></g>`;
}
