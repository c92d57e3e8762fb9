/**
 * Draws small figures that a prompt may name (a cabin, a deer, a walker, a balloon ...) as vector silhouettes.
 */
import { mix, type Rgb, toHex } from './palette.js';
import type { Sheet } from './sheet.js';
import type { Sky } from './sky.js';
import type { Studio } from './studio.js';

export interface SubjectPlace {
  /** Ground line: y at x, scene units. */
  groundAt(x: number): number;
  /** Preferred x. */
  x: number;
  light: Sky;
  /** Height of a large subject (a cabin), scene units. */
  size: number;
}

/** A silhouette in a 100-unit box that stands on y = 100, and its height relative to a cabin. */
interface Silhouette {
  path: string;
  height: number;
  /** Extra parts that shine at night: windows, lamps. */
  lights?: string;
}

const SILHOUETTES: Readonly<Record<string, Silhouette>> = {
  cabin: {
    height: 0.62,
    path: 'M2 62 L50 22 L66 35 V24 H75 V43 L98 62 L95 66 L90 62 V100 H10 V62 L5 66 Z',
    lights: 'M24 68 h14 v15 h-14z M58 68 h14 v15 h-14z',
  },
  castle: {
    height: 1.15,
    path: 'M8 100 V58 H6 V50 H10 V53 H14 V50 H18 V53 H22 V50 H26 V56 H30 V34 H28 L36 14 L44 34 H42 V44 H46 V40 H50 V44 H54 V40 H56 V22 H54 L64 -6 L74 22 H72 V50 H76 V46 H80 V40 H78 L86 24 L94 40 H92 V100 Z',
    lights: 'M34 40 h4 v7 h-4z M62 30 h4 v8 h-4z M62 62 h4 v8 h-4z M84 52 h4 v6 h-4z M18 66 h4 v7 h-4z',
  },
  person: {
    height: 0.36,
    path: 'M50 6 a8 8 0 1 1 -0.1 0 Z M44 24 Q50 21 56 24 L63 32 Q66 44 65 56 L61 57 L59 42 L58 60 L60 98 L64 100 H53 L51 66 L46 99 L44 100 H36 L41 96 L42 60 L40 44 L36 57 L32 56 Q34 40 38 31 Z',
  },
  deer: {
    height: 0.42,
    path: 'M18 52 Q12 50 12 60 Q15 58 18 60 L20 74 L18 100 H21 L25 78 L28 72 L30 100 H33 L33 70 Q46 74 58 70 L60 100 H63 L65 74 L69 100 H72 L70 66 Q74 56 76 44 Q82 44 88 42 Q90 40 88 38 L81 33 L84 28 L79 31 L78 24 Q84 20 85 10 L83 10 Q82 16 79 18 L80 6 L78 6 L77 20 L75 30 L74 20 Q68 18 66 10 L64 10 Q64 16 68 21 L60 17 L60 19 Q66 24 72 25 L74 31 L70 30 L73 34 Q66 48 58 50 Q36 46 18 52 Z',
  },
  horse: {
    height: 0.5,
    path: 'M14 46 Q4 52 8 76 Q12 66 16 58 Q18 66 22 70 L18 84 L20 100 H24 L23 86 L30 72 L33 84 L32 100 H36 L37 82 L36 70 Q48 74 60 70 L62 84 L60 100 H64 L66 84 L68 72 L74 82 L72 100 H76 L78 80 L72 64 Q76 52 78 42 L86 46 L92 43 Q94 40 91 37 L84 26 L83 20 L80 25 Q70 26 64 42 Q58 48 46 46 Q28 42 14 46 Z',
  },
  wolf: {
    height: 0.34,
    path: 'M6 62 Q0 74 4 86 Q10 76 16 70 Q17 76 20 78 L16 90 L18 100 H24 L22 92 L28 78 L32 88 L32 100 H38 L36 86 L36 74 Q48 78 60 76 L60 100 H66 L66 78 L70 100 H76 L73 72 Q76 62 80 56 L92 56 Q97 54 95 51 L86 45 L84 36 L80 42 L76 37 L74 45 Q66 54 56 56 Q30 50 16 56 Q10 58 6 62 Z',
  },
  fox: {
    height: 0.26,
    path: 'M2 84 Q2 66 22 66 L30 60 Q46 56 58 60 Q64 58 68 50 L66 36 L73 43 H80 L87 36 L86 50 Q84 58 78 62 Q78 70 74 76 L76 100 H70 L68 82 L64 100 H58 L59 80 Q46 82 38 78 L36 86 L38 100 H32 L29 88 Q22 100 8 98 Q3 94 2 84 Z',
  },
  cat: {
    height: 0.24,
    path: 'M52 100 Q44 96 45 78 Q46 60 56 52 Q52 44 54 34 L54 18 L63 26 H72 L81 18 L81 34 Q83 46 76 51 Q82 62 82 80 L84 100 Z M50 98 Q30 102 20 90 Q12 76 22 66 Q28 62 30 68 Q22 74 28 84 Q36 92 50 88 Z',
  },
  dog: {
    height: 0.3,
    path: 'M12 44 Q6 36 8 28 Q14 38 22 48 Q42 50 60 48 L68 34 Q66 44 72 46 L70 30 Q76 24 82 26 L96 36 Q97 42 90 43 L82 44 Q80 56 74 64 L76 100 H70 L67 72 L64 100 H58 L58 70 Q44 72 34 68 L32 80 L34 100 H28 L25 82 L20 100 H14 L18 66 Q14 54 18 50 Z',
  },
  camel: {
    height: 0.5,
    path: 'M10 52 Q6 60 8 72 L12 62 Q16 68 20 70 L18 100 H22 L26 74 L30 100 H34 L34 70 Q46 74 58 70 L60 100 H64 L66 72 L70 100 H74 L72 64 Q82 62 84 46 L86 34 L96 34 Q99 31 96 27 L86 22 L84 19 L81 22 Q78 30 78 42 Q76 52 70 50 Q66 28 58 28 Q52 30 50 42 Q46 46 44 40 Q40 26 34 28 Q26 32 24 46 Q16 46 10 52 Z',
  },
  windmill: {
    height: 1,
    path: 'M40 100 L45 48 Q50 40 55 48 L60 100 Z M49 47 L20 14 L26 9 L52 45 Z M51 45 L84 18 L88 25 L53 49 Z M52 49 L80 82 L74 87 L50 51 Z M49 50 L17 77 L13 71 L48 47 Z',
    lights: 'M47 70 h6 v8 h-6z',
  },
};

const STANDING: readonly string[] = [
  'castle',
  'windmill',
  'cabin',
  'horse',
  'deer',
  'camel',
  'wolf',
  'fox',
  'dog',
  'cat',
  'person',
];

/** Draws the figures that the prompt names, at most three standing ones and one balloon. */
export async function drawSubjects(studio: Studio, sheet: Sheet, place: SubjectPlace): Promise<void> {
  const asked = STANDING.filter((name) => studio.has(name)).slice(0, 3);
  const choose = studio.random.fork('subjects');
  let x = place.x;
  for (const name of asked) {
    await drawSubject(studio, sheet, name, { ...place, x });
    x += place.size * choose.between(0.7, 1.1) * (x > studio.frame.wide / 2 ? -1 : 1);
  }
  if (studio.has('balloon')) await drawBalloons(studio, sheet, place);
}

export async function drawSubject(
  studio: Studio,
  sheet: Sheet,
  name: string,
  place: SubjectPlace,
): Promise<void> {
  const shape = SILHOUETTES[name];
  if (!shape) return;
  const tall = place.size * shape.height;
  const scale = tall / 100;
  const side = place.light.lightX < place.x ? 1 : -1;
  const colour = studio.reading.colourOf[name];
  const body: Rgb = mix(studio.tones.shadow, [8, 8, 14], 0.35);
  const fill = colour ? toHex(mix(body, studio.tones.accent, 0.6)) : toHex(body);
  const y = place.groundAt(place.x) + tall * 0.02;
  const at = `translate(${place.x - 50 * scale} ${y - 100 * scale}) scale(${scale})`;
  const rim = toHex(mix(studio.tones.glow, studio.tones.accent, 0.2));
  const dx = -1.3 * side;
  const lamp = shape.lights ? `<path d="${shape.lights}" fill="#ffd27a"/>` : '';
  await sheet.draw(
    `<g transform="${at}"><path d="${shape.path}" fill="${rim}" opacity="0.75"/><path transform="translate(${-dx} 1)" d="${shape.path}" fill="${fill}"/>${lamp}</g>`,
  );
}

async function drawBalloons(studio: Studio, sheet: Sheet, place: SubjectPlace): Promise<void> {
  const { frame, tones } = studio;
  const choose = studio.random.fork('balloon');
  const count = choose.integer(2, 4);
  let art = '';
  for (let i = 0; i < count; i++) {
    const r = frame.high * (i === 0 ? 0.075 : choose.between(0.02, 0.045));
    const x = frame.wide * (i === 0 ? choose.between(0.3, 0.7) : choose.between(0.1, 0.9));
    const y = place.light.horizonY * (i === 0 ? choose.between(0.32, 0.5) : choose.between(0.2, 0.75));
    const main =
      i === 0
        ? tones.accent
        : mix(tones.accent, choose.pick([tones.glow, tones.zenith, tones.ground]), choose.between(0.3, 0.8));
    const stripe = mix(main, [255, 246, 226], 0.65);
    const shade = mix(main, tones.shadow, 0.5);
    const side = place.light.lightX < x ? -1 : 1;
    const arc = (k: number): string => `M0 -1 C${k * 1.35} -1 ${k * 1.3} 0.35 ${k * 0.16} 1.12 L0 1.12 Z`;
    art +=
      `<g transform="translate(${x} ${y}) scale(${r})"><path d="M-0.16 1.1 L-0.11 1.42 M0.16 1.1 L0.11 1.42" stroke="#2a2228" stroke-width="0.02"/>` +
      `<path d="${arc(-1)}" fill="${toHex(main)}"/><path d="${arc(1)}" fill="${toHex(main)}"/>` +
      `<path d="${arc(-0.62)}" fill="${toHex(stripe)}"/><path d="${arc(0.62)}" fill="${toHex(stripe)}"/>` +
      `<path d="${arc(-0.24)}" fill="${toHex(main)}"/><path d="${arc(0.24)}" fill="${toHex(main)}"/>` +
      `<path d="${arc(-side)}" fill="${toHex(shade)}" opacity="0.28"/>` +
      `<rect x="-0.14" y="1.4" width="0.28" height="0.2" rx="0.04" fill="#4a3020"/></g>`;
  }
  await sheet.draw(art);
}

/** Draws a flock of birds. @param y height of its middle, scene units */
export async function drawBirds(studio: Studio, sheet: Sheet, y: number): Promise<void> {
  const choose = studio.random.fork('birds');
  const { frame } = studio;
  const x = frame.wide * choose.between(0.25, 0.75);
  const dark = toHex(mix(studio.tones.shadow, studio.tones.haze, 0.25));
  let art = '';
  for (let i = 0; i < choose.integer(5, 11); i++) {
    const s = choose.between(0.007, 0.017);
    const [bx, by] = [x + (choose() + choose() - 1) * 0.32, y + (choose() + choose() - 1) * 0.13];
    const lift = choose.between(-0.2, 0.8);
    art +=
      `<path transform="translate(${bx.toFixed(4)} ${by.toFixed(4)}) rotate(${choose.between(-14, 14).toFixed(1)}) scale(${s.toFixed(4)})" ` +
      `d="M-1.5 ${-lift * 0.4} Q-0.8 ${-lift} 0 0 Q0.8 ${-lift} 1.5 ${-lift * 0.4} Q0.8 ${-lift * 0.55} 0.12 0.26 L-0.12 0.26 Q-0.8 ${-lift * 0.55} -1.5 ${-lift * 0.4} Z" fill="${dark}"/>`;
  }
  await sheet.draw(art);
}
