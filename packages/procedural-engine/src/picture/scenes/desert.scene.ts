/** A desert: dunes in raking light with rippled sand near by, and the figures that the prompt names. */
import { smooth } from '../noise.js';
import { adjust, mix, type Rgb, toHex } from '../palette.js';
import { palm } from '../palms.js';
import type { Sheet } from '../sheet.js';
import { paintSky, planSky, type Sky } from '../sky.js';
import type { PaintedScene, Studio } from '../studio.js';
import { drawSubject, drawSubjects } from '../subjects.js';
import { drawTerrain, type Land, lightFrom } from '../terrain.js';

export async function paintDesert(studio: Studio): Promise<PaintedScene> {
  const { frame, reading, tones } = studio;
  const choose = studio.random.fork('desert');
  const horizonY = frame.high * choose.between(0.48, 0.56);
  const sky = planSky(studio, { horizonY });
  const backdrop = studio.sheet();
  await paintSky(studio, backdrop, sky, {
    horizonY,
    ...(reading.weather === 'clouds' ? { cover: 0.3 } : {}),
  });
  if (studio.has('pyramid')) await pyramids(studio, backdrop, sky);
  await studio.addLayer('sky', 0, backdrop);
  const light = lightFrom(studio, sky);
  const air = { density: reading.weather === 'wind' ? 0.13 : 0.05, mist: 0.3, mistHeight: 0.15, shadow: 0.9 };
  const view = { horizonY, cameraHeight: 0.5, focal: 1.15 };
  const bands = [
    { name: 'far dunes', depth: 0.25, near: 5.5, far: 22, tall: 1.5 },
    { name: 'dunes', depth: 0.5, near: 2.1, far: 6, tall: 0.72 },
    { name: 'near dunes', depth: 0.75, near: 0.55, far: 2.3, tall: 0.34 },
  ];
  const sheets: Sheet[] = [];
  for (const band of bands) {
    const sheet = studio.sheet();
    drawTerrain(studio, sheet, view, dunes(studio, band.near, band.far, band.tall), light, air, sky);
    sheets.push(sheet);
    await studio.addLayer(band.name, band.depth, sheet);
  }
  const front = studio.sheet();
  const x = frame.wide * (sky.lightX > frame.wide / 2 ? 0.28 : 0.72);
  const ground = (): number => frame.high * 0.83;
  if (studio.has('camel'))
    for (const [i, at] of [0, 0.17, 0.33].entries())
      await drawSubject(studio, front, 'camel', {
        groundAt: () => ground() - i * 0.006,
        x: x + (at - 0.16) * (x > frame.wide / 2 ? -1 : 1),
        light: sky,
        size: 0.27 - i * 0.03,
      });
  else await drawSubjects(studio, front, { groundAt: ground, x, light: sky, size: 0.3 });
  if (studio.has('cactus') || (!studio.has('camel', 'pyramid', 'palm', 'person') && choose() < 0.35))
    await cacti(studio, front, sky);
  if (studio.has('palm', 'lake')) {
    const dark = mix(tones.shadow, [14, 20, 16], 0.4);
    const at = frame.wide * (sky.lightX > frame.wide / 2 ? 0.12 : 0.86);
    await front.draw(
      [0, 0.07, 0.15]
        .map((d, i) =>
          palm(
            {
              x: at + d,
              y: frame.high * (0.86 + i * 0.015),
              tall: frame.high * (0.5 - i * 0.09),
              lean: i % 2 ? 0.6 : -0.5,
              colour: dark,
            },
            choose,
          ),
        )
        .join(''),
    );
  }
  await studio.addLayer('foreground', 0.9, front);
  return {
    caption: `Desert dunes, ${reading.light} light.`,
    particles: sky.isNight ? 'stars' : 'dust',
    bloom: 0.36,
  };
}

/** Dune crests are ridges of warped noise: gentle on the windward side, steep in the lee. */
function dunes(studio: Studio, near: number, far: number, tall: number): Land {
  const { noise, tones, reading } = studio;
  const choose = studio.random.fork('dunes');
  const [ox, oz] = [choose.between(0, 70), choose.between(0, 70)];
  const slant = choose.between(-0.5, 0.5);
  const warm: Rgb = reading.namedColours.length ? tones.ground : [222, 164, 100];
  const sand = adjust(
    mix(mix(warm, tones.ground, 0.2), tones.haze, 0.16),
    reading.light === 'night' ? -0.22 : reading.light === 'day' ? -0.07 : 0.02,
    reading.light === 'night' ? 0.45 : 1.08,
  );
  const ridge = (x: number, z: number, scale: number, seed: number): number => {
    const warp = noise.fbm(x * scale * 0.55 + seed, z * scale * 0.5, 2);
    const t = (z * scale + x * scale * slant + warp * 1.5 + seed) % 1;
    const p = t < 0 ? t + 1 : t;
    // A sawtooth with a rounded foot: rises slowly, falls fast.
    return p < 0.7 ? (p / 0.7) ** 1.5 : (1 - smooth(0.7, 1, p)) ** 1.1;
  };
  return {
    near,
    far,
    stride: 0.0018,
    height(x, z, octaves) {
      const lift = smooth(near * 0.86, near * 1.5, z);
      const big = ridge(x, z, 0.3, ox) * (0.62 + 0.5 * noise.at(x * 0.34 + ox, z * 0.3));
      const small = octaves > 5 ? ridge(x, z, 0.95, oz) * 0.2 : 0;
      let h = tall * lift * (big + small);
      if (octaves > 6 && z < 3.4) {
        const wave = (x * 0.75 + z * 1.6) * 26 + noise.fbm(x * 3, z * 3, 2) * 7;
        h += Math.sin(wave) * 0.0024 * smooth(3.4, 1, z);
      }
      return h;
    },
    colour(x, z, _h, steep, side, out) {
      const grain = 1 + 0.05 * noise.at(x * 30, z * 30) + 0.04 * noise.at(x * 110, z * 110);
      for (let c = 0; c < 3; c++) out[c] = sand[c]! * grain * (1 - steep * 0.1 + side * 0.03);
    },
  };
}

async function pyramids(studio: Studio, sheet: Sheet, sky: Sky): Promise<void> {
  const { frame, tones } = studio;
  const choose = studio.random.fork('pyramids');
  const lit = mix(mix([214, 170, 112], tones.glow, 0.3), tones.haze, 0.3);
  const dim = mix(mix([120, 84, 66], tones.shadow, 0.4), tones.haze, 0.35);
  let art = '';
  for (const [at, size] of [
    [0.66, 0.16],
    [0.24, 0.22],
    [0.46, 0.34],
  ] as const) {
    const x = frame.wide * (at + choose.between(-0.04, 0.04));
    const y = sky.horizonY + 0.06;
    const ridge = x + size * (sky.lightX > x ? -0.22 : 0.22);
    const [left, right] = sky.lightX > x ? [dim, lit] : [lit, dim];
    art += `<path d="M${x} ${y - size} L${x - size * 0.95} ${y} L${ridge} ${y} Z" fill="${toHex(left)}"/><path d="M${x} ${y - size} L${ridge} ${y} L${x + size * 0.95} ${y} Z" fill="${toHex(right)}"/>`;
  }
  await sheet.draw(art);
}

async function cacti(studio: Studio, sheet: Sheet, sky: Sky): Promise<void> {
  const { frame, tones } = studio;
  const choose = studio.random.fork('cacti');
  const body = mix(mix([58, 92, 58], tones.shadow, sky.isNight ? 0.75 : 0.5), tones.haze, 0.08);
  const rim = mix(body, tones.glow, 0.55);
  let art = '';
  for (let i = 0; i < 3; i++) {
    const s = frame.high * (i === 0 ? 0.36 : choose.between(0.1, 0.2));
    const x = frame.wide * (i === 0 ? (sky.lightX > frame.wide / 2 ? 0.17 : 0.83) : choose.between(0.1, 0.9));
    const y = frame.high * (i === 0 ? 0.93 : choose.between(0.8, 0.87));
    const arm = (side: number, at: number, up: number): string =>
      `M0 ${-at} C${side * 0.08} ${-at} ${side * 0.22} ${-at + 0.02} ${side * 0.22} ${-at - 0.12} V${-at - up}`;
    const shape = `M0 0 V-0.95 ${arm(-1, choose.between(0.35, 0.5), choose.between(0.2, 0.38))} ${arm(1, choose.between(0.3, 0.6), choose.between(0.16, 0.32))}`;
    const side = sky.lightX > x ? 1 : -1;
    art += `<g transform="translate(${x} ${y}) scale(${s})" fill="none" stroke-linecap="round"><path d="${shape}" stroke="${toHex(body)}" stroke-width="0.13"/><path transform="translate(${side * 0.04} -0.005)" d="${shape}" stroke="${toHex(rim)}" stroke-width="0.018" opacity="0.8"/><path transform="translate(${-side * 0.02} 0)" d="${shape}" stroke="${toHex(tones.shadow)}" stroke-width="0.012" opacity="0.6"/></g>`;
  }
  await sheet.draw(art);
}
