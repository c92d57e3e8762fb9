/** Colours as red, green, blue from 0 to 1, in sRGB as they are stored in a texture. */
import { mix } from './noise.js';

export type Colour = readonly [red: number, green: number, blue: number];

/** @param hex '#rrggbb' */
export function fromHex(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

export function blend(a: Colour, b: Colour, t: number): Colour {
  return [mix(a[0], b[0], t), mix(a[1], b[1], t), mix(a[2], b[2], t)];
}

/** Brighter above 1, darker below. */
export function lit(a: Colour, by: number): Colour {
  return [Math.min(1, a[0] * by), Math.min(1, a[1] * by), Math.min(1, a[2] * by)];
}

/** A ramp through several colours, `t` from 0 to 1. */
export function ramp(colours: readonly Colour[], t: number): Colour {
  const at = Math.min(0.9999, Math.max(0, t)) * (colours.length - 1);
  const i = Math.floor(at);
  return blend(colours[i]!, colours[i + 1] ?? colours[i]!, at - i);
}
