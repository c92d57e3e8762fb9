/** The sea: waves in perspective that mirror the sky and the light, islands, and a shore or a boat in front. */
import { clamp, smooth } from '../noise.js';
import { adjust, mix, type Rgb, toHex } from '../palette.js';
import { palm } from '../palms.js';
import type { Sheet } from '../sheet.js';
import { paintSky, planSky, type Sky } from '../sky.js';
import type { PaintedScene, Studio } from '../studio.js';
import { drawBirds } from '../subjects.js';
import { drawTerrain, type Land, lightFrom } from '../terrain.js';
import { weatherParticles } from '../weather.js';

export async function paintSea(studio: Studio): Promise<PaintedScene> {
  const { frame, reading } = studio;
  const choose = studio.random.fork('sea');
  const horizonY = frame.high * choose.between(0.46, 0.56);
  const sky = planSky(studio, { horizonY });
  const backdrop = studio.sheet();
  await paintSky(studio, backdrop, sky, { horizonY });
  if (studio.has('birds') || (!sky.isNight && choose() < 0.45))
    await drawBirds(studio, backdrop, horizonY * 0.62);
  await studio.addLayer('sky', 0, backdrop);

  if (studio.has('island', 'palm', 'lighthouse') || choose() < 0.55) {
    const land = studio.sheet();
    drawTerrain(
      studio,
      land,
      { horizonY, cameraHeight: 0.2, focal: 1.2 },
      islands(studio),
      lightFrom(studio, sky),
      { density: 0.06, mist: 0.3, mistHeight: 0.1, shadow: 0.8 },
      sky,
    );
    await studio.addLayer('islands', 0.25, land);
  }
  const water = studio.sheet();
  paintWaves(
    studio,
    water,
    sky,
    reading.weather === 'storm' || reading.light === 'storm' ? 2.1 : reading.weather === 'wind' ? 1.5 : 1,
  );
  await studio.addLayer('sea', 0.5, water);

  const front = studio.sheet();
  const lighthouse = studio.has('lighthouse');
  const boat = studio.has('boat') || (!lighthouse && choose() < 0.4);
  if (boat) await drawBoat(studio, front, sky);
  if (studio.has('whale')) await drawWhale(studio, front, sky);
  if (lighthouse) await drawLighthouse(studio, front, sky);
  else if (studio.has('palm', 'path') || /beach|shore|coast/.test(reading.second ?? '') || choose() < 0.42)
    await paintBeach(studio, front, sky);
  await studio.addLayer('foreground', 0.85, front);
  const particles = weatherParticles(studio);
  return {
    caption: `The sea${boat ? ' with a boat' : lighthouse ? ' with a lighthouse' : ''}, ${reading.light} light.`,
    ...(particles ? { particles } : {}),
    bloom: 0.36,
  };
}

function islands(studio: Studio): Land {
  const { noise, tones } = studio;
  const choose = studio.random.fork('islands');
  const ox = choose.between(0, 80);
  const side = choose() < 0.5 ? -1 : 1;
  const wide = choose.between(1.6, 3.4);
  const rock = mix(tones.ground, tones.shadow, 0.35);
  return {
    near: 5,
    far: 14,
    height(x, z, octaves) {
      const a = (x - side * 3.4) / wide;
      const b = (z - 9.5) / 2.4;
      const c = (x + side * 4.4) / 1.2;
      const mass = Math.exp(-a * a - b * b) + 0.4 * Math.exp(-c * c - b * b);
      return mass * (0.3 + 1.5 * noise.eroded(x * 0.7 + ox, z * 0.7, octaves)) - 0.14;
    },
    colour(x, z, h, steep, _side, out) {
      const n = noise.at(x * 9, z * 9);
      const green = smooth(0.5, 0.2, steep + n * 0.1) * smooth(0.02, 0.12, h);
      for (let c = 0; c < 3; c++) out[c] = rock[c]! * (1 + 0.15 * n) + (tones.ground[c]! - rock[c]!) * green;
    },
  };
}

/** Paints waves by slope: each point mirrors the part of the sky that it faces; slopes that face the light form its path. */
function paintWaves(studio: Studio, sheet: Sheet, sky: Sky, rough: number): void {
  const { frame, noise, tones } = studio;
  const choose = studio.random.fork('waves');
  const [ox, oy] = [choose.between(0, 90), choose.between(0, 90)];
  const horizonY = sky.horizonY;
  const named =
    studio.reading.colourOf['sea'] ?? studio.reading.colourOf['water'] ?? studio.reading.colourOf['ocean'];
  const body = adjust(
    mix(
      mix(tones.zenith, tones.shadow, 0.45),
      named ? tones.accent : [24, 92, 110],
      sky.isNight ? 0.12 : 0.32,
    ),
    0,
    1.1,
  );
  const bright = sky.isNight ? mix(tones.glow, tones.sky, 0.2) : tones.glow;
  const seen = new Float32Array(3);
  const overcast = studio.reading.light === 'storm' ? 0.25 : 1;
  const foamy = rough > 1.4 ? 0.9 : 0.25;
  const depth = frame.high - horizonY;
  sheet.shade((x, y, out) => {
    const down = y - horizonY;
    if (down < 0) {
      out[3] = 0;
      return;
    }
    const t = down / depth;
    const z = 0.42 / (down + 0.012);
    const u = (x - frame.wide / 2) * z;
    const fade = clamp(1.3 / (1 + z * 0.1), 0, 1);
    const swell = noise.at(u * 0.55 + ox, z * 1.6 + oy);
    const wave =
      noise.at(u * 1.5 + swell * 0.5, z * 4.6 + oy) + 0.55 * noise.at(u * 3.4 + ox, z * 9.5 + swell);
    const chop = noise.at(u * 9 + wave, z * 24) + 0.6 * noise.at(u * 22, z * 52 + ox);
    const slope = (wave * 0.62 + swell * 0.4 + chop * 0.3) * fade * rough;
    // Far water, at a flat angle, mirrors the low sky; near water mirrors the high sky.
    const lift = clamp(0.05 + t * 0.55 + slope * (0.1 + t * 0.28), 0.004, 0.98);
    sky.colourAt(x + slope * 0.03, horizonY - lift * horizonY, seen);
    const mirrored = clamp(0.86 - t * 0.5 - slope * (0.16 + 0.22 * t), 0.08, 0.94);
    const dx = Math.abs(x - sky.lightX) / (0.05 + down * 0.34);
    const path = Math.exp(-dx * dx * 1.3) * overcast;
    const sparkle = smooth(0.34 - path * 0.5, 0.95 - path * 0.4, slope + chop * 0.28 * fade) * path;
    const sheen = path * 0.34 * Math.exp(-t * 2.4);
    const crest = smooth(0.9, 1.5, slope + noise.at(u * 14, z * 30) * 0.35) * foamy * smooth(0, 0.08, t);
    for (let c = 0; c < 3; c++) {
      let v = body[c]! * (0.86 + slope * 0.16) + (seen[c]! - body[c]!) * mirrored;
      v += (bright[c]! - v) * clamp(sparkle * 0.95 + sheen, 0, 1);
      out[c] = v + (245 - v) * crest * 0.6 * (sky.isNight ? 0.35 : 1);
    }
    out[3] = smooth(0, 1.5 / frame.unit, down);
  });
}

async function paintBeach(studio: Studio, sheet: Sheet, sky: Sky): Promise<void> {
  const { frame, noise, tones, reading } = studio;
  const choose = studio.random.fork('beach');
  const lean = choose() < 0.5 ? -1 : 1;
  const sand: Rgb = mix(mix([226, 200, 160], tones.ground, 0.2), tones.haze, 0.25);
  const dim = sky.isNight
    ? 0.24
    : reading.light === 'dusk' || reading.light === 'storm'
      ? 0.55
      : reading.light === 'golden'
        ? 0.82
        : 0.95;
  const wet = mix(mix(sand, tones.shadow, 0.55), tones.horizon, 0.3);
  const edge = (x: number): number => {
    const u = (x / frame.wide - 0.5) * lean;
    return frame.high * (0.89 - u * 0.13) + 0.02 * noise.at(x * 2.2, 5) + 0.008 * noise.at(x * 7, 9);
  };
  sheet.glaze((x, y, out) => {
    const d = y - edge(x);
    if (d < -0.05) return;
    const grain = noise.at(x * 90, y * 160) * 0.05 + noise.fbm(x * 6, y * 17, 4) * 0.1;
    const damp = smooth(0.07, 0.012, d + noise.at(x * 5, 30) * 0.012);
    const lace = smooth(0.16, 0.02, Math.abs(noise.fbm(x * 16, y * 42, 3)));
    const foam = smooth(-0.028, -0.004, d) * smooth(0.012, 0.001, d) * (0.45 + 0.55 * lace);
    const wash = smooth(-0.05, -0.01, d) * smooth(0.004, -0.008, d) * 0.4 * lace;
    const land = smooth(0.001, 0.006, d);
    for (let c = 0; c < 3; c++) {
      let v = sand[c]! * dim * (1 + grain);
      v += (wet[c]! * (0.6 + dim * 0.4) - v) * damp;
      out[c] = v + (250 * (0.35 + dim * 0.65) - v) * foam;
    }
    out[3] = Math.max(land, foam, wash);
    if (land < foam || land < wash) for (let c = 0; c < 3; c++) out[c] = 248 * (0.35 + dim * 0.65);
  }, frame.high * 0.7);
  if (!studio.has('palm') && reading.mood !== 'joyful' && choose() < 0.6) return;
  const dark = mix(tones.shadow, [14, 22, 20], 0.3);
  const x = lean > 0 ? frame.wide * 0.93 : frame.wide * 0.07;
  await sheet.draw(
    palm({ x, y: frame.high * 0.9, tall: frame.high * 0.58, lean: -lean, colour: dark }, choose) +
      palm(
        { x: x + lean * 0.06, y: frame.high * 0.93, tall: frame.high * 0.4, lean: -lean * 0.5, colour: dark },
        choose,
      ),
  );
}

async function drawBoat(studio: Studio, sheet: Sheet, sky: Sky): Promise<void> {
  const { frame, tones } = studio;
  const choose = studio.random.fork('boat');
  const s = choose.between(0.1, 0.15);
  // On the other side of the picture than the light.
  const x =
    frame.wide * (sky.lightX > frame.wide / 2 ? choose.between(0.24, 0.4) : choose.between(0.6, 0.76));
  const y = sky.horizonY + (frame.high - sky.horizonY) * choose.between(0.16, 0.3);
  const back = sky.lightY > sky.horizonY - 0.3 || sky.isNight;
  const sail =
    studio.reading.colourOf['boat'] || studio.reading.colourOf['sail']
      ? tones.accent
      : back
        ? mix(tones.shadow, tones.haze, 0.35)
        : mix([250, 244, 232], tones.horizon, 0.2);
  const shade = mix(sail, tones.shadow, 0.35);
  const hull = mix(tones.shadow, tones.accent, back ? 0.15 : 0.45);
  const boat =
    `<path d="M-0.04 -0.16 L-0.04 -1.15" stroke="${toHex(tones.shadow)}" stroke-width="0.025"/>` +
    `<path d="M-0.02 -1.12 Q0.34 -0.6 0.5 -0.2 L-0.02 -0.18 Z" fill="${toHex(sail)}"/>` +
    `<path d="M-0.06 -1.02 Q-0.2 -0.55 -0.44 -0.2 L-0.06 -0.18 Z" fill="${toHex(shade)}"/>` +
    `<path d="M-0.58 -0.14 Q0 -0.08 0.62 -0.16 Q0.5 0.04 0.34 0.06 L-0.36 0.06 Q-0.5 0.03 -0.58 -0.14 Z" fill="${toHex(hull)}"/>`;
  await sheet.draw(
    `<g opacity="0.34" transform="translate(${x} ${y + s * 0.09}) scale(${s} ${-s * 0.75})">${boat}</g>`,
    0.004,
  );
  await sheet.draw(`<g transform="translate(${x} ${y}) scale(${s})">${boat}</g>`);
}

async function drawWhale(studio: Studio, sheet: Sheet, sky: Sky): Promise<void> {
  const { frame, tones } = studio;
  const x = frame.wide * (sky.lightX > frame.wide / 2 ? 0.35 : 0.65);
  const y = sky.horizonY + (frame.high - sky.horizonY) * 0.4;
  const dark = toHex(mix(tones.shadow, tones.zenith, 0.3));
  const tail =
    'M-0.05 0.1 Q-0.09 -0.3 -0.03 -0.5 Q-0.3 -0.78 -0.72 -0.72 Q-0.46 -0.98 -0.1 -0.86 Q0 -0.82 0 -0.72 Q0 -0.82 0.1 -0.86 Q0.46 -0.98 0.72 -0.72 Q0.3 -0.78 0.03 -0.5 Q0.09 -0.3 0.16 0.1 Z';
  await sheet.draw(`<g transform="translate(${x} ${y}) scale(0.2)"><path d="${tail}" fill="${dark}"/></g>`);
  await sheet.draw(
    `<ellipse cx="${x}" cy="${y + 0.02}" rx="0.09" ry="0.011" fill="${toHex(mix([250, 250, 250], tones.horizon, 0.4))}" opacity="0.75"/>`,
    0.006,
  );
}

async function drawLighthouse(studio: Studio, sheet: Sheet, sky: Sky): Promise<void> {
  const { frame, noise, tones, reading } = studio;
  const side = sky.lightX > frame.wide / 2 ? -1 : 1;
  const x = frame.wide * (side < 0 ? 0.22 : 0.78);
  const base = frame.high * 0.84;
  const tall = Math.min(frame.high * 0.46, 0.56);
  const dark = mix(tones.shadow, [10, 12, 18], 0.3);
  const lit = mix(tones.ground, tones.shadow, 0.5);
  sheet.glaze((px, y, out) => {
    const d = Math.abs(px - x) - 0.12;
    const top = base + smooth(0, 0.42, d) * 0.34 + 0.05 * noise.fbm(px * 5 + 3, 8, 5) + (d > 0.4 ? 1 : 0);
    const inside = smooth(-0.002, 0.002, y - top);
    if (inside <= 0) return;
    const rough = noise.ridged(px * 5, y * 8, 4);
    const t = clamp((y - top) * 4, 0, 1);
    for (let c = 0; c < 3; c++) out[c] = lit[c]! * (0.55 + 0.7 * rough) * (1 - t * 0.6) + dark[c]! * t * 0.5;
    out[3] = inside;
  }, base - 0.1);
  const glowing = reading.light !== 'day' && reading.light !== 'dawn';
  const white = mix(
    mix([244, 238, 226], tones.haze, 0.2),
    tones.shadow,
    sky.isNight ? 0.6 : glowing ? 0.35 : 0.05,
  );
  const red = mix(
    studio.reading.namedColours.length ? tones.accent : [196, 60, 48],
    tones.shadow,
    sky.isNight ? 0.55 : glowing ? 0.3 : 0.05,
  );
  const bands = [0.16, 0.48].map(
    (at) =>
      `<path d="M${-0.125 + at * 0.05} ${-at} h${0.25 - at * 0.1} l-0.008 -0.16 h${-0.234 + at * 0.1} Z" fill="${toHex(red)}"/>`,
  );
  const tower =
    `<path d="M-0.125 0.05 L-0.085 -0.78 H0.085 L0.125 0.05 Z" fill="${toHex(white)}"/>${bands.join('')}` +
    `<path d="M${side < 0 ? -0.125 : 0} 0.05 L${side < 0 ? -0.085 : 0} -0.78 H${side < 0 ? 0 : 0.085} L${side < 0 ? 0 : 0.125} 0.05 Z" fill="${toHex(tones.shadow)}" opacity="0.3"/>` +
    `<rect x="-0.12" y="-0.81" width="0.24" height="0.035" fill="${toHex(dark)}"/><rect x="-0.06" y="-0.92" width="0.12" height="0.11" fill="${glowing ? '#ffe9ae' : toHex(mix(tones.glow, tones.haze, 0.4))}"/>` +
    `<path d="M-0.085 -0.92 Q0 -1.06 0.085 -0.92 Z" fill="${toHex(red)}"/><path d="M0 -0.99 V-1.05" stroke="${toHex(dark)}" stroke-width="0.012"/>`;
  if (glowing) {
    const beam = `<g transform="translate(${x} ${base - tall * 0.865})"><path d="M0 0 L${-side * 2.4} -0.3 L${-side * 2.4} 0.16 Z" fill="#ffeebc" opacity="0.3"/><path d="M0 0 L${side * 2.4} 0.2 L${side * 2.4} -0.08 Z" fill="#ffeebc" opacity="0.16"/></g>`;
    await sheet.draw(beam, 0.018);
    sheet.dot(x, base - tall * 0.865, 0.16, [255, 230, 160], 0.8);
  }
  await sheet.draw(`<g transform="translate(${x} ${base}) scale(${tall})">${tower}</g>`);
}
