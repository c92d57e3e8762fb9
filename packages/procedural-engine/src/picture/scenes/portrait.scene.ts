/**
 * A portrait as a poster: a head in profile before a low sun, in flat tones with a lit edge, or as a double exposure whose
 * silhouette contains the prompt's second scene. A stylised figure, never a likeness.
 */
import type { Random } from '../../random.js';
import { clamp, smooth } from '../noise.js';
import { adjust, mix, parseHex, type Rgb, toHex } from '../palette.js';
import type { SceneFamily } from '../prompt-reading.js';
import type { Sheet } from '../sheet.js';
import { type PaintedScene, type ScenePainter, Studio } from '../studio.js';
import { paintCity } from './city.scene.js';
import { paintForest } from './forest.scene.js';
import { paintLandscape } from './landscape.scene.js';
import { paintMeadow } from './meadow.scene.js';
import { paintSea } from './sea.scene.js';
import { paintSpace } from './space.scene.js';

/** Head, neck and shoulders facing right, in units of a hundredth of the figure's height. */
const FIGURE =
  'M50 3 C60 4 68 10 72 19 C74.5 25 75.5 30 75.6 34 C75.8 37 74.6 39.4 75.4 42 C77.6 47 81.6 52.4 83.8 56.2 C84.8 58.4 83.6 60 80.6 60.4 C79 60.7 77.8 61.2 77.9 62.2 C78.1 63.4 80.6 64.4 80.4 66 C80.3 67.2 78.6 67.9 77.4 68.3 C78.8 69 79.6 70.2 79 71.8 C78.4 73.4 76.4 74 76 75.6 C75.6 77.4 77.4 79.4 76.8 82.2 C76 86 71.6 88.4 66.6 88 C61.6 87.6 57.4 87.4 55.4 90.4 C53.2 94 53.4 101 56 106.4 C60 113 74 117 84 122 C95 127.6 100 140 101 190 L-34 190 C-33 148 -28 132 -14 124 C-2 117.6 12 114.4 17 106 C20.4 99.6 20.4 91 17.6 84.4 C10 76 3.6 63 3.6 46 C3.6 20 22 0.6 50 3 Z';

/** The lit edge: forehead, face, throat and the front shoulder. */
const PROFILE = `M72 19${FIGURE.split('72 19')[1]!.split(' L-34')[0]!}`;

const HAIR = {
  short:
    'M74.6 25 C70 24 64 27 60 31 C57.6 36 57.4 41 56 45 C52 44 49.6 46 49.4 51 C48.6 57 44 61 38 66 C32 72 27 82 22.6 90 C17 88 12 80 8 72 C-2 56 -1 34 8 18 C18 1 36 -4.6 52 -2.4 C64 -1 72 6 75 14 C76.4 19 76 23 74.6 25 Z',
  long: 'M74.6 25 C70 23 64 26 60 31 C56.6 38 57.6 47 53 55 C49 63 48.4 72 46.4 82 C44.6 94 48 104 46 116 C44 130 36 140 22 146 C2 150 -22 146 -30 138 C-22 126 -14 112 -8 98 C-4 84 -6 72 -5 58 C-5 34 2 14 20 3 C38 -7 62 -5 71 8 C75 14 76.4 22 74.6 25 Z',
  bob: 'M74.6 25 C70 23 64 26 60 31 C57 38 58 46 55 54 C52 62 51 72 51.4 85 C40 91 24 95 8 92 C0 82 -6 66 -5 50 C-5 26 8 4 32 -2.6 C52 -7 68 0 73 11 C76 17 76.4 22 74.6 25 Z',
  bun: 'M74.6 25 C70 23 62 24 57 29 C53 36 52 43 47 49 C42 55 36 60 30 70 C27 76 24 82 20 86 C14 82 6 70 3 58 C-2 40 1 20 14 8 C28 -4 52 -6 66 3 C73 9 76.4 20 74.6 25 Z M14 16 C4 18 -10 12 -12 0 C-14 -14 0 -24 12 -20 C24 -16 28 -2 24 8 C22 13 18 15 14 16 Z',
} as const;
type HairCut = keyof typeof HAIR;

const BEARD =
  'M76.4 75 C77.6 79 78.6 84 76 89 C70 97 60 97 53 91 C46 84 44 66 46 50 L50 50 C50 60 54 72 63 74.6 C68 75.6 70 70 75 69.4 C76.6 69.2 77 68.6 77.4 68.4 C77 70.4 75 71.6 73.6 72.6 C74.6 73.4 75.8 74 76.4 75 Z';

export async function paintPortrait(studio: Studio): Promise<PaintedScene> {
  const choose = studio.random.fork('portrait');
  const inner = innerScene(studio, choose);
  return inner ? paintDoubleExposure(studio, inner, choose) : paintPoster(studio, choose);
}

const INNER: Partial<Record<SceneFamily, ScenePainter>> = {
  landscape: paintLandscape,
  sea: paintSea,
  city: paintCity,
  forest: paintForest,
  space: paintSpace,
  meadow: paintMeadow,
};

/** Returns the scene inside the silhouette: the prompt's second family, or sometimes one chosen by the seed. */
function innerScene(studio: Studio, choose: Random): ScenePainter | undefined {
  const second = studio.reading.second && INNER[studio.reading.second];
  const own = choose.pick([paintLandscape, paintForest, paintSea, paintSpace]);
  const wantsFace =
    Object.keys(studio.reading.colourOf).length > 0 ||
    studio.has('beard', 'hat', 'glasses', 'crown', 'curly', 'bun', 'long-hair', 'short-hair');
  if (wantsFace) return undefined;
  if (second) return choose() < 0.85 ? second : undefined;
  return choose() < 0.3 ? own : undefined;
}

interface Pose {
  /** Transform from figure units to scene units, as SVG and as numbers. */
  svg: string;
  scale: number;
  x: number;
  y: number;
  flip: number;
}

function poseOf(studio: Studio, choose: Random): Pose {
  const { frame } = studio;
  const scale = Math.min(frame.high / 152, (frame.wide * 0.98) / 104);
  const flip = choose() < 0.5 ? 1 : -1;
  const x = frame.wide / 2 - flip * 40 * scale;
  const y = frame.high - 128 * scale;
  return { svg: `translate(${x} ${y}) scale(${scale * flip} ${scale})`, scale, x, y, flip };
}

async function paintBackdrop(studio: Studio, pose: Pose, choose: Random): Promise<Sheet> {
  const { frame, tones, noise, reading } = studio;
  const sheet = studio.sheet();
  const night = reading.light === 'night';
  const low = night ? mix(tones.haze, tones.horizon, 0.4) : mix(tones.horizon, tones.haze, 0.25);
  const high = mix(tones.sky, tones.zenith, 0.45);
  const cx = pose.x + pose.flip * 46 * pose.scale;
  const cy = pose.y + 42 * pose.scale;
  const r = 58 * pose.scale * choose.between(0.9, 1.12);
  const disc = reading.namedColours.length
    ? mix(tones.accent, tones.glow, 0.3)
    : mix(tones.glow, tones.accent, night ? 0.05 : 0.35);
  sheet.shade((x, y, out) => {
    const t = clamp(y / frame.high + 0.06 * noise.fbm(x * 1.3, y * 1.3, 4), 0, 1);
    const d = Math.hypot(x - cx, y - cy);
    const inside = smooth(r + 0.0015, r - 0.0015, d);
    const halo = Math.exp(-Math.max(0, d - r) * 4.5) * 0.34;
    const paper = 1 + 0.025 * noise.fbm(x * 14, y * 14, 3);
    for (let c = 0; c < 3; c++) {
      let v = high[c]! + (low[c]! - high[c]!) * t;
      v += (tones.glow[c]! - v) * halo;
      const sun = disc[c]! + (tones.glow[c]! - disc[c]!) * clamp(0.75 - (y - cy + r) / (2.2 * r), 0, 1);
      out[c] = (v + (sun - v) * inside * 0.92) * paper;
    }
  });
  await studio.addLayer('backdrop', 0, sheet);
  await studio.checkAbort();
  const sprigs = studio.sheet();
  await sprigs.draw(leaves(studio, choose), 0.002);
  await studio.addLayer('leaves', 0.3, sprigs);
  return sheet;
}

/** Draws soft sprigs of leaves from the lower corners, behind the figure. */
function leaves(studio: Studio, choose: Random): string {
  const { frame, tones } = studio;
  let art = '';
  for (const side of [0, 1]) {
    for (let i = 0; i < 5; i++) {
      const colour = toHex(
        mix(mix(tones.ground, tones.haze, choose.between(0.1, 0.6)), tones.shadow, choose.between(0, 0.4)),
      );
      let x = side * frame.wide + (side ? 1 : -1) * choose.between(-0.1, 0.05);
      let y = frame.high * choose.between(0.75, 1.05);
      let angle = -Math.PI / 2 + (side ? -1 : 1) * choose.between(0, 0.7);
      let stem = `M${x} ${y}`;
      for (let k = 0; k < 10; k++) {
        angle += choose.between(-0.05, 0.1) * (side ? -1 : 1);
        x += Math.cos(angle) * 0.048;
        y += Math.sin(angle) * 0.048;
        stem += `L${x.toFixed(4)} ${y.toFixed(4)}`;
        for (const turn of [-1, 1]) {
          const s = 0.075 * Math.sin(Math.PI * (0.16 + k * 0.078));
          art += `<path transform="translate(${x.toFixed(4)} ${y.toFixed(4)}) rotate(${((angle + turn * 0.85) * 57.3).toFixed(1)}) scale(${s.toFixed(4)})" d="M0 0 Q0.5 -0.34 1 0 Q0.5 0.34 0 0 Z" fill="${colour}"/>`;
        }
      }
      art += `<path d="${stem}" fill="none" stroke="${colour}" stroke-width="0.003"/>`;
    }
  }
  return art;
}

function cutOf(studio: Studio, choose: Random): HairCut {
  if (studio.has('bun')) return 'bun';
  if (studio.has('long-hair')) return 'long';
  if (studio.has('curly')) return 'short';
  if (studio.has('short-hair', 'beard') || (studio.has('man') && !studio.has('woman'))) return 'short';
  return studio.has('woman')
    ? choose.pick(['long', 'bob', 'bun'] as const)
    : choose.pick(['short', 'long', 'bob', 'bun'] as const);
}

async function paintPoster(studio: Studio, choose: Random): Promise<PaintedScene> {
  const { tones, reading } = studio;
  const pose = poseOf(studio, choose);
  await paintBackdrop(studio, pose, choose);
  const cut = cutOf(studio, choose);
  const night = reading.light === 'night' || reading.light === 'dusk';
  const skins: readonly Rgb[] = [
    [244, 204, 172],
    [226, 172, 132],
    [190, 130, 92],
    [136, 88, 62],
    [96, 62, 46],
  ];
  const skin = mix(choose.pick(skins), night ? tones.sky : tones.glow, night ? 0.15 : 0.12);
  const shade = mix(adjust(skin, -0.14, 1.15, 8), tones.zenith, 0.3);
  const hairNamed = reading.colourOf['hair'];
  const hair = mix(
    hairNamed
      ? parseHex(hairNamed)
      : choose.pick([
          [38, 26, 26],
          [74, 44, 30],
          [120, 72, 40],
          [28, 28, 38],
          [164, 96, 52],
        ] as const),
    tones.shadow,
    0.12,
  );
  const clothNamed =
    reading.colourOf['dress'] ??
    reading.colourOf['shirt'] ??
    reading.colourOf['coat'] ??
    reading.colourOf['jacket'];
  const cloth = clothNamed
    ? parseHex(clothNamed)
    : mix(tones.accent, tones.zenith, choose.between(0.25, 0.75));
  const lips = adjust(mix(skin, [186, 60, 66], studio.has('man') ? 0.22 : 0.6), -0.05);
  const rim = toHex(mix(tones.glow, [255, 250, 240], 0.4));
  const line = toHex(mix(shade, tones.shadow, 0.7));
  const figure = studio.sheet();
  await figure.draw(
    `<defs><clipPath id="f"><path d="${FIGURE}"/></clipPath><clipPath id="h"><path d="${HAIR[cut]}"/></clipPath>` +
      `<linearGradient id="s" x1="1" y1="0" x2="0.25" y2="0.1"><stop offset="0" stop-color="${toHex(adjust(skin, 0.04))}"/><stop offset="0.55" stop-color="${toHex(skin)}"/><stop offset="1" stop-color="${toHex(shade)}"/></linearGradient>` +
      `<linearGradient id="c" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${toHex(adjust(cloth, 0.05))}"/><stop offset="1" stop-color="${toHex(mix(cloth, tones.shadow, 0.55))}"/></linearGradient></defs>` +
      `<g transform="${pose.svg}"><path d="${FIGURE}" fill="url(#s)"/><g clip-path="url(#f)">` +
      `<path d="M66 88 C58 86 54 80 51 70 C47 78 44 92 46 104 C48 112 52 116 56 118 L40 126 L10 124 L14 86 L40 60 Z" fill="${toHex(shade)}" opacity="0.75"/>` +
      `<path d="M75 90 C66 91 58 92 55.4 95 C54 100 55 106 58 110 L40 112 L46 88 Z" fill="${toHex(mix(shade, tones.shadow, 0.3))}" opacity="0.6"/>` +
      `<ellipse cx="66" cy="63" rx="8" ry="6" fill="${toHex(mix(skin, [226, 96, 88], 0.5))}" opacity="0.28"/>` +
      `<path d="M-40 128 C0 116 14 112 20 107 C30 118 46 120 55 109 C70 116 90 122 110 138 L110 200 L-40 200 Z" fill="url(#c)"/>` +
      `<path d="M20 107 C30 118 46 120 55 109 L57.4 112 C47 126 28 123 17.4 110 Z" fill="${toHex(adjust(cloth, 0.09))}"/></g>` +
      `<g clip-path="url(#f)"><path d="${PROFILE}" fill="none" stroke="${rim}" stroke-width="1.5" opacity="0.8"/></g>` +
      face(line, toHex(lips), toHex(shade), toHex(hair)) +
      (studio.has('beard') ? `<path d="${BEARD}" fill="${toHex(hair)}"/>` : '') +
      `<path d="${HAIR[cut]}" fill="${toHex(hair)}"/><g clip-path="url(#h)">${strands(cut, hair, tones.glow, choose)}</g>` +
      (studio.has('curly') ? curls(hair, tones.glow, choose) : '') +
      extras(studio, tones.accent) +
      '</g>',
  );
  await studio.addLayer('figure', 0.7, figure);
  return {
    caption: `A stylised portrait in profile, ${reading.light} light.`,
    particles: 'dust',
    bloom: 0.28,
  };
}

function face(line: string, lips: string, shade: string, hair: string): string {
  return (
    `<path d="M62.4 41.6 C65.4 44.6 69.6 45 72.4 43" fill="none" stroke="${line}" stroke-width="1.1" stroke-linecap="round"/>` +
    `<path d="M71.4 43.8 L73.4 45.4 M69.4 44.6 L70.8 46.6 M67.2 44.6 L68 46.6" stroke="${line}" stroke-width="0.6" stroke-linecap="round"/>` +
    `<path d="M60.6 34.6 C64.6 31.4 69.6 31 73.6 33.2" fill="none" stroke="${hair}" stroke-width="1.5" stroke-linecap="round"/>` +
    `<path d="M80.2 65.8 C80 67.2 78.4 67.8 77.2 68.3 C74.6 67.6 72.6 67.4 70.8 68 C73.4 65.6 75.8 64.2 77.9 63.6 C79 64.4 80.2 64.8 80.2 65.8 Z M77.2 68.3 C78.6 69.2 79.2 70.4 78.6 71.6 C78 72.8 76.8 73 75.8 73 C73.6 72 71.8 70 70.8 68 C72.8 68.6 75 68.6 77.2 68.3 Z" fill="${lips}"/>` +
    `<path d="M78.2 58.6 C76.6 57.2 75.4 58.4 75.8 60.2" fill="none" stroke="${shade}" stroke-width="1" stroke-linecap="round"/>` +
    `<path d="M44 46 C48.6 44 50.8 48 49.8 52.6 C49 56 47.8 59.6 45 60.6 C42.4 61 42 58 42.6 55 Z" fill="${shade}"/><path d="M45 49 C47.6 48.6 48 52 46.4 55" fill="none" stroke="${line}" stroke-width="0.7" opacity="0.6"/>`
  );
}

/** Draws hair as many strands along the lines of the cut, from the crown. */
function strands(cut: HairCut, hair: Rgb, glow: Rgb, choose: Random): string {
  const fall = cut === 'long' ? 150 : cut === 'bob' ? 96 : 92;
  let art = '';
  for (let i = 0; i < 90; i++) {
    const t = choose();
    const colour = toHex(
      choose() < 0.5
        ? mix(hair, glow, choose.between(0.08, 0.36))
        : adjust(hair, -choose.between(0.02, 0.09)),
    );
    const start = `${72 - t * 30} ${20 - 20 * Math.sin(t * 2.2) + choose.between(-3, 3)}`;
    const end = `${(cut === 'long' ? 44 : 40) - t * (cut === 'long' ? 70 : 36) + choose.between(-3, 3)} ${fall - (cut === 'long' ? 10 : 26 * t)}`;
    art += `<path d="M${start} C${56 - t * 56} ${20 + choose.between(-4, 4) - t * 12} ${50 - t * 58} ${58 + choose.between(-6, 6)} ${end}" fill="none" stroke="${colour}" stroke-width="${choose.between(0.3, 1).toFixed(2)}" opacity="0.7"/>`;
  }
  if (cut === 'bun')
    for (let i = 0; i < 16; i++)
      art += `<ellipse cx="6" cy="-3" rx="${2 + i}" ry="${1.6 + i * 0.86}" transform="rotate(${choose.between(-40, 40).toFixed(0)} 6 -3)" fill="none" stroke="${toHex(mix(hair, glow, choose.between(0, 0.28)))}" stroke-width="0.6" opacity="0.6"/>`;
  return art;
}

function curls(hair: Rgb, glow: Rgb, choose: Random): string {
  let art = '';
  for (let i = 0; i < 420; i++) {
    const angle = choose.between(Math.PI * 0.7, Math.PI * 1.8);
    const d = 50 * Math.sqrt(choose());
    const r = choose.between(2.4, 5.2);
    const [x, y] = [40 + Math.cos(angle) * d * 0.98, 40 + Math.sin(angle) * d];
    if (y > 26 && x > 48) continue;
    const lit = clamp((x - 10) / 90 + (30 - y) / 120 + choose.between(-0.15, 0.15), 0, 0.4);
    art += `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="${toHex(mix(adjust(hair, -0.02), glow, lit))}" stroke="${toHex(adjust(hair, -0.07))}" stroke-width="0.5"/>`;
  }
  return art;
}

function extras(studio: Studio, accent: Rgb): string {
  let art = '';
  if (studio.has('hat'))
    art += `<path d="M-16 24 C10 12 60 10 96 22 C98 25 94 27 88 27 C56 22 14 24 -12 32 C-18 31 -19 27 -16 24 Z M8 20 C4 -8 16 -22 34 -20 C40 -16 46 -16 52 -20 C66 -20 72 -6 72 17 C50 12 28 14 8 20 Z" fill="${toHex(mix(accent, studio.tones.shadow, 0.6))}"/><path d="M7 14 C28 7 52 6 72 10 L72 17 C50 12 28 14 8 20 Z" fill="${toHex(accent)}"/>`;
  if (studio.has('crown'))
    art += `<path d="M10 8 L2 -18 L20 -6 L30 -26 L42 -8 L58 -22 L62 4 C46 -2 26 0 10 8 Z" fill="#e2b64c"/><path d="M10 8 C26 0 46 -2 62 4 L63 9 C46 3 26 5 11 13 Z" fill="#b98a2c"/>`;
  if (studio.has('glasses'))
    art += `<g fill="none" stroke="#1c1a22" stroke-width="1.4"><ellipse cx="69" cy="43.4" rx="6.4" ry="6.8" fill="#cfe2f2" fill-opacity="0.25"/><path d="M62.8 42 L46 45"/></g>`;
  return art;
}

/** Paints the silhouette filled with another scene, fading into the backdrop at its foot. */
async function paintDoubleExposure(
  studio: Studio,
  painter: ScenePainter,
  choose: Random,
): Promise<PaintedScene> {
  const { frame, tones } = studio;
  const pose = poseOf(studio, choose);
  const quiet = new Studio(
    frame,
    {
      ...studio.reading,
      details: studio.reading.details.filter((d) => !['person', 'woman', 'man'].includes(d)),
    },
    tones,
    studio.random.fork('inner'),
    6,
    () => {},
    studio.signal,
  );
  await painter(quiet);
  await paintBackdrop(studio, pose, choose);
  const mask = studio.sheet();
  const cut = cutOf(studio, choose);
  await mask.draw(
    `<g transform="${pose.svg}"><path d="${FIGURE}" fill="#fff"/><path d="${HAIR[cut]}" fill="#fff"/></g>`,
  );
  const figure = studio.sheet();
  const pale = mix(tones.horizon, tones.glow, 0.4);
  const dark = mix(tones.shadow, tones.zenith, 0.25);
  for (let i = 0; i < figure.rgba.length; i += 4) {
    const inside = mask.rgba[i + 3]!;
    if (!inside) continue;
    const px = (i >> 2) % frame.width;
    const py = Math.floor((i >> 2) / frame.width);
    const [x, y] = [(px - frame.left) / frame.unit, (py - frame.top) / frame.unit];
    const u = (x - pose.x) / (pose.scale * pose.flip);
    const v = (y - pose.y) / pose.scale;
    const spot: [number, number, number] = [0, 0, 0];
    for (const layer of quiet.layers) {
      const a = layer.sheet.rgba[i + 3]! / 255;
      if (a) for (let c = 0; c < 3; c++) spot[c] = spot[c]! + (layer.sheet.rgba[i + c]! - spot[c]!) * a;
    }
    // Darker along the profile, so that the face stays recognisable; paler towards the back of the head.
    const edge = smooth(66, 84, u) * smooth(95, 60, v);
    const fade = smooth(150, 112, v);
    for (let c = 0; c < 3; c++) {
      let value = spot[c]! * 0.86 + dark[c]! * 0.14;
      value += (dark[c]! - value) * edge * 0.45;
      figure.rgba[i + c] = value + (pale[c]! - value) * (1 - fade) * 0.2;
    }
    figure.rgba[i + 3] = inside * (0.25 + 0.75 * fade);
  }
  await studio.checkAbort();
  const rim = toHex(mix(tones.glow, [255, 255, 255], 0.3));
  await figure.draw(
    `<defs><clipPath id="f"><path d="${FIGURE}"/></clipPath></defs><g transform="${pose.svg}" clip-path="url(#f)"><path d="${PROFILE}" fill="none" stroke="${rim}" stroke-width="1.3" opacity="0.6"/></g>`,
  );
  await studio.addLayer('figure', 0.7, figure);
  return {
    caption: `A stylised portrait as a double exposure, ${studio.reading.light} light.`,
    particles: 'dust',
    bloom: 0.32,
  };
}
