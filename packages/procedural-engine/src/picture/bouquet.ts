/** Draws flowers above the mouth of a vase as vector art in scene units: stems, leaves, blossoms and buds. */
import type { Random } from '../random.js';
import { adjust, mix, type Rgb, toHex } from './palette.js';
import type { Studio } from './studio.js';

export interface BouquetOptions {
  /** The vase's mouth. */
  x: number;
  y: number;
  /** Size of the whole still life, scene units. */
  size: number;
  /** Half-width of the bunch as a share of `size`. */
  spread: number;
  /** Light from the left (-1) or the right (1). */
  side: number;
}

export function bouquet(studio: Studio, options: BouquetOptions, choose: Random): string {
  const { x, y, size } = options;
  const colours = flowerColours(studio, choose);
  const green = mix([74, 108, 62], studio.tones.shadow, 0.22);
  const heads = Array.from({ length: 13 }, (_, i) => {
    const angle = -Math.PI / 2 + (i / 12 - 0.5) * 2.5 + choose.between(-0.12, 0.12);
    const reach = size * options.spread * choose.between(0.45, 1.12) * (1 - 0.18 * Math.abs(i / 12 - 0.5));
    return {
      x: x + Math.cos(angle) * reach * 1.06,
      y: y + Math.sin(angle) * reach * 1.05 - size * 0.02,
      r: size * choose.between(0.036, 0.064),
    };
  });
  let art = '';
  for (const head of heads) {
    art += `<path d="M${x} ${y + size * 0.02} Q${x + (head.x - x) * 0.25} ${y - (y - head.y) * 0.7} ${head.x} ${head.y}" fill="none" stroke="${toHex(adjust(green, choose.between(-0.06, 0.03)))}" stroke-width="${size * 0.007}"/>`;
  }
  for (let i = 0; i < 26; i++) {
    const angle = -Math.PI / 2 + choose.between(-1.75, 1.75);
    const reach = size * options.spread * choose.between(0.2, 1.05);
    art += leaf(
      x + Math.cos(angle) * reach * 0.8,
      y + Math.sin(angle) * reach * 0.75,
      angle * 57.3 + choose.between(-40, 40),
      size * choose.between(0.06, 0.12),
      adjust(green, choose.between(-0.09, 0.09), 1, choose.between(-12, 12)),
    );
  }
  const order = heads.sort((a, b) => a.y - b.y);
  for (const head of order)
    art += blossom(studio, head.x, head.y, head.r, choose.pick(colours), options.side, choose);
  return art;
}

function flowerColours(studio: Studio, choose: Random): Rgb[] {
  const { reading, tones } = studio;
  const own = reading.colourOf['flower'] ?? reading.colourOf['rose'] ?? reading.colourOf['tulip'];
  if (own || (reading.namedColours.length && !Object.keys(reading.colourOf).length))
    return [tones.accent, adjust(tones.accent, 0.08, 0.9), adjust(tones.accent, -0.07)];
  return choose
    .pick([
      [
        [232, 120, 128],
        [246, 196, 180],
        [250, 236, 220],
      ],
      [
        [238, 168, 74],
        [224, 98, 70],
        [250, 222, 150],
      ],
      [
        [150, 122, 196],
        [206, 180, 226],
        [244, 236, 246],
      ],
      [
        [250, 240, 226],
        [246, 222, 196],
        [232, 196, 120],
      ],
      [
        [206, 58, 64],
        [236, 128, 110],
        [250, 214, 196],
      ],
    ] as const)
    .map((colour): Rgb => [colour[0], colour[1], colour[2]]);
}

function leaf(x: number, y: number, turn: number, length: number, colour: Rgb): string {
  return `<g transform="translate(${x.toFixed(4)} ${y.toFixed(4)}) rotate(${turn.toFixed(1)}) scale(${length.toFixed(4)})"><path d="M0 0 Q0.45 -0.3 1 0 Q0.45 0.3 0 0 Z" fill="${toHex(colour)}"/><path d="M0 0 Q0.45 0.3 1 0 Z" fill="#000" opacity="0.16"/></g>`;
}

/** Rings of petals, outer ones darker on the side away from the light. */
function blossom(
  studio: Studio,
  x: number,
  y: number,
  r: number,
  colour: Rgb,
  side: number,
  choose: Random,
): string {
  const { shadow, glow } = studio.tones;
  const turn0 = choose.between(0, 60);
  let art = `<ellipse cx="${0.1 * -side}" cy="0.16" rx="0.98" ry="0.9" fill="${toHex(mix(colour, shadow, 0.72))}" opacity="0.55"/>`;
  const rings = choose() < 0.75 ? 4 : 2;
  for (let ring = 0; ring < rings; ring++) {
    const petals = 9 - ring;
    const reach = 0.62 - ring * (0.62 / rings);
    for (let k = 0; k < petals; k++) {
      const angle = turn0 + (360 * k) / petals + ring * 23 + choose.between(-6, 6);
      const facing = Math.cos((angle - 90) / 57.3) * side * 0.55 - Math.sin((angle - 90) / 57.3) * 0.45;
      const shade = mix(colour, facing > 0 ? glow : shadow, Math.abs(facing) * (facing > 0 ? 0.28 : 0.42));
      const deep = adjust(shade, -0.05 * ring + 0.03, 1 + ring * 0.05);
      art += `<ellipse transform="rotate(${angle.toFixed(1)})" cx="0" cy="${(-reach).toFixed(3)}" rx="${(0.36 - ring * 0.05).toFixed(3)}" ry="${(0.4 - ring * 0.06).toFixed(3)}" fill="${toHex(deep)}" stroke="${toHex(adjust(deep, -0.08))}" stroke-width="0.025"/>`;
    }
  }
  const heart = rings === 2 ? '#d9a53a' : toHex(adjust(colour, -0.1, 1.1));
  return `<g transform="translate(${x.toFixed(4)} ${y.toFixed(4)}) scale(${r.toFixed(4)} ${(r * choose.between(0.78, 1)).toFixed(4)})">${art}<circle r="${rings === 2 ? 0.26 : 0.13}" fill="${heart}"/></g>`;
}
