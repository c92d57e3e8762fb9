/**
 * Chooses the eight colours of a picture. Each light has a few schemes chosen by eye; the prompt's mood adjusts them and
 * its colour words tint them. A scheme is in the order of PALETTE_ROLES.
 */
import type { Random } from '../random.js';
import type { SceneFamily, SceneLight, SceneMood, SceneWeather } from './lexicon.js';
import { adjust, dye, labToLch, mix, parseHex, type Rgb, rgbToLab, toHex } from './palette.js';

/** zenith, sky, horizon: the sky from top down. glow: sun or lamp. haze: far air. ground, shadow: near things. accent: the one loud colour. */
export const PALETTE_ROLES = [
  'zenith',
  'sky',
  'horizon',
  'glow',
  'haze',
  'ground',
  'shadow',
  'accent',
] as const;
export type PaletteRole = (typeof PALETTE_ROLES)[number];

const SCHEMES: Record<SceneLight, readonly string[]> = {
  dawn: [
    '#5b7fb0 #a9b9d6 #f6d3c0 #ffe6c4 #cfc5d4 #6b7a68 #27324a #e9856f',
    '#6a76b8 #b9aed3 #f9c6b4 #ffd9b8 #d3bfd0 #70705f #2e2b4a #f0907c',
    '#4f8fa8 #a5cbcf #f7e3c4 #fff0cf #c3d3cf #6f8268 #21404a #e8a05c',
  ],
  day: [
    '#2f74c0 #6fa9dd #cfe4ee #fff6dc #b4cfe0 #6a8a4a #24405a #e2703a',
    '#2a86c4 #74bede #dcefe9 #fff8e0 #b9d8dc #7a9650 #1f4a58 #ee8a3c',
    '#3a68b4 #86a8dc #e0e3ec #fff3d6 #bcc8de #7c8a52 #2c3a60 #d9574a',
  ],
  golden: [
    '#3f5a8e #c08a8c #ffc078 #ffe2a0 #dca47c #7a5c38 #36263c #f0602e',
    '#5a4f8a #d17f80 #ffb066 #ffdc90 #d99078 #6d4c3c #2e1e3c #ff7440',
    '#34708e #b8a58a #ffd184 #fff0b4 #d8b488 #82703c #2c343c #ea7a30',
  ],
  dusk: [
    '#1f2a5c #5a4a8c #e48a8a #ffc49a #7d6a9c #3a3a58 #151a38 #ff7a6a',
    '#16305c #3f6390 #d9a0a0 #ffd0a8 #6a82a4 #2f4258 #0e1c34 #ffa060',
    '#2a1f58 #7a3f8a #f07a86 #ffb48a #8c5a94 #40304e #180f30 #ff5f8c',
  ],
  night: [
    '#060d22 #12244a #2f4f7a #e8eed8 #26406a #16263a #050a18 #ffc46a',
    '#0b0a24 #221f54 #4a4a88 #f2e8d8 #38386c #1e2040 #070618 #ff8fb0',
    '#04141e #0c3040 #24606a #e0f4e4 #1c4a56 #122c30 #030d14 #7fe8c0',
  ],
  storm: [
    '#2a333f #4c5966 #93a0a3 #dfe6dc #74838b #48524a #171d24 #e0b04a',
    '#24303a #46606a #a3aea0 #e8ead0 #6d8488 #4c5a48 #14202a #d98a4a',
    '#302e40 #565468 #a89ea4 #f0e0d4 #807c90 #504c50 #1a1826 #c8605a',
  ],
};

export interface SchemeOptions {
  family: SceneFamily;
  light: SceneLight;
  mood: SceneMood;
  weather: SceneWeather;
  namedColours: readonly string[];
  colourOf: Readonly<Record<string, string>>;
}

/** The eight colours as '#rrggbb', in the order of PALETTE_ROLES. */
export function schemeFor(options: SchemeOptions, choose: Random): string[] {
  const row = choose.pick(SCHEMES[options.light]).split(' ').map(parseHex);
  const turned = row.map((colour) => bendToMood(colour, options.mood));
  const muted = turned.map((colour) => bendToWeather(colour, options.weather));
  return dyed(muted, options).map(toHex);
}

/** Returns the scheme by role. */
export function tonesOf(palette: readonly string[]): Record<PaletteRole, Rgb> {
  return Object.fromEntries(
    PALETTE_ROLES.map((role, i) => [role, parseHex(palette[i] ?? '#808080')]),
  ) as unknown as Record<PaletteRole, Rgb>;
}

/** Lightness shift and chroma factor per mood: visible, but small enough to keep a scheme chosen by eye. */
const MOOD_BEND: Record<SceneMood, readonly [number, number]> = {
  calm: [0.01, 0.92],
  joyful: [0.02, 1.18],
  melancholy: [-0.02, 0.7],
  mysterious: [-0.03, 0.95],
  epic: [0, 1.1],
  tense: [-0.04, 0.85],
  romantic: [0.01, 1.08],
  dreamy: [0.02, 1.02],
};

function bendToMood(colour: Rgb, mood: SceneMood): Rgb {
  const [lighter, chroma] = MOOD_BEND[mood];
  const degrees = mood === 'dreamy' ? -10 : mood === 'mysterious' ? -6 : 0;
  return adjust(colour, lighter, chroma, degrees);
}

function bendToWeather(colour: Rgb, weather: SceneWeather): Rgb {
  if (weather === 'fog') return adjust(colour, 0, 0.72);
  if (weather === 'rain' || weather === 'storm') return adjust(colour, -0.02, 0.78);
  return colour;
}

/** Tints the scheme with the colour words: the first sky and ground, the second glow and accent, a third the haze. */
function dyed(scheme: readonly Rgb[], options: SchemeOptions): Rgb[] {
  const [zenith, sky, horizon, glow, haze, ground, shadow, accent] = scheme as [
    Rgb,
    Rgb,
    Rgb,
    Rgb,
    Rgb,
    Rgb,
    Rgb,
    Rgb,
  ];
  // The colour of a thing (a red vase) does not tint the sky; it is used for that thing and the accent.
  const owned = new Set(Object.values(options.colourOf));
  const ruling = options.namedColours.filter(
    (colour) => !owned.has(colour) || isPlace(options.colourOf, colour),
  );
  const first = ruling[0] ? parseHex(ruling[0]) : undefined;
  const second = parseHexOr(ruling[1] ?? options.namedColours.find((colour) => colour !== ruling[0]));
  const loud = second ?? (first && isColourful(first) ? first : undefined);
  const tint = (colour: Rgb, amount: number): Rgb => (first ? dye(colour, first, amount) : colour);
  return [
    tint(zenith, 0.8),
    tint(sky, 0.7),
    second ? dye(tint(horizon, 0.3), second, 0.5) : tint(horizon, 0.35),
    second ? dye(glow, second, 0.4) : glow,
    tint(haze, 0.6),
    tint(ground, 0.4),
    tint(shadow, 0.6),
    loud ? mix(accent, loud, 0.85) : accent,
  ];
}

const PLACES =
  /^(sky|sea|ocean|light|lights|tone|palette|theme|colour|color|hue|background|mood|fog|mist|sunset|night|nebula|space|planet|world|city|forest|shade|water|wave|hour|gradient|abstract|art|pattern)$/;

function isPlace(colourOf: Readonly<Record<string, string>>, colour: string): boolean {
  return Object.entries(colourOf).some(([noun, value]) => value === colour && PLACES.test(noun));
}

function isColourful(colour: Rgb): boolean {
  return labToLch(rgbToLab(colour))[1] > 0.05;
}

function parseHexOr(hex: string | undefined): Rgb | undefined {
  return hex ? parseHex(hex) : undefined;
}
