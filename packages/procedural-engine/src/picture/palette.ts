/**
 * Colour arithmetic in OKLab and OKLCH (Björn Ottosson, 2020), in which mixing and shading look even. Pure functions on
 * small arrays. Painters work in gamma-encoded sRGB 0-255; they read ramps from tables, so that no cube root is computed
 * per pixel.
 */

/** Gamma-encoded sRGB, each 0-255, not rounded. */
export type Rgb = readonly [number, number, number];
/** L 0-1, a and b about -0.4 to 0.4. */
export type Lab = readonly [number, number, number];
/** L 0-1, chroma 0 to about 0.37, hue in degrees 0-360. */
export type Lch = readonly [number, number, number];

export function parseHex(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

export function toHex(rgb: Rgb): string {
  return `#${rgb.map((c) => clampByte(Math.round(c)).toString(16).padStart(2, '0')).join('')}`;
}

function clampByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}

function toLinear(c: number): number {
  const u = c / 255;
  return u <= 0.04045 ? u / 12.92 : ((u + 0.055) / 1.055) ** 2.4;
}

function fromLinear(u: number): number {
  const v = u <= 0 ? 0 : u >= 1 ? 1 : u;
  return 255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);
}

export function rgbToLab([r, g, b]: Rgb): Lab {
  const [lr, lg, lb] = [toLinear(r), toLinear(g), toLinear(b)];
  const l = Math.cbrt(0.4122214708 * lr + 0.5363325363 * lg + 0.0514459929 * lb);
  const m = Math.cbrt(0.2119034982 * lr + 0.6806995451 * lg + 0.1073969566 * lb);
  const s = Math.cbrt(0.0883024619 * lr + 0.2817188376 * lg + 0.6299787005 * lb);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Colours outside sRGB are clipped per channel. */
export function labToRgb([L, a, b]: Lab): Rgb {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

export function labToLch([L, a, b]: Lab): Lch {
  return [L, Math.hypot(a, b), ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360];
}

export function lchToLab([L, c, h]: Lch): Lab {
  const angle = (h * Math.PI) / 180;
  return [L, c * Math.cos(angle), c * Math.sin(angle)];
}

/** Mixes in OKLab. @param amount 0 gives `from`, 1 gives `to`. */
export function mix(from: Rgb, to: Rgb, amount: number): Rgb {
  const [p, q] = [rgbToLab(from), rgbToLab(to)];
  return labToRgb([
    p[0] + (q[0] - p[0]) * amount,
    p[1] + (q[1] - p[1]) * amount,
    p[2] + (q[2] - p[2]) * amount,
  ]);
}

/** Changes lightness by `lighter` (-1 to 1), multiplies chroma by `chroma`, turns hue by `degrees`. */
export function adjust(colour: Rgb, lighter: number, chroma = 1, degrees = 0): Rgb {
  const [L, c, h] = labToLch(rgbToLab(colour));
  return labToRgb(lchToLab([Math.min(1, Math.max(0, L + lighter)), c * chroma, (h + degrees + 360) % 360]));
}

/** Gives `colour` the hue and chroma of `dye`, keeping most of its own lightness. @param amount 0-1 */
export function dye(colour: Rgb, pigment: Rgb, amount: number): Rgb {
  const [from, to] = [rgbToLab(colour), rgbToLab(pigment)];
  // The gamut narrows towards black and white: scale the chroma of dark and very light colours.
  const room = Math.min(1, 4 * from[0] * (1 - from[0]) + 0.25);
  return labToRgb([
    from[0] + (to[0] - from[0]) * amount * 0.22,
    from[1] + (to[1] * room - from[1]) * amount,
    from[2] + (to[2] * room - from[2]) * amount,
  ]);
}

/** OKLab lightness of a colour, 0-1. */
export function lightness(colour: Rgb): number {
  return rgbToLab(colour)[0];
}

/** A table of colours along [position 0-1, colour] stops (rising positions), mixed in OKLab and eased at the stops. */
export class Ramp {
  private readonly table: Float32Array;

  constructor(
    stops: readonly (readonly [number, Rgb])[],
    private readonly size = 512,
  ) {
    this.table = new Float32Array((size + 1) * 3);
    const labs = stops.map(([at, colour]) => ({ at, lab: rgbToLab(colour) }));
    for (let i = 0; i <= size; i++) {
      const t = i / size;
      let k = 0;
      while (k < labs.length - 2 && t > labs[k + 1]!.at) k++;
      const [p, q] = [labs[k]!, labs[Math.min(k + 1, labs.length - 1)]!];
      const raw = q.at > p.at ? Math.min(1, Math.max(0, (t - p.at) / (q.at - p.at))) : 0;
      const eased = raw * 0.5 + raw * raw * (3 - 2 * raw) * 0.5;
      const lab = p.lab.map((v, c) => v + (q.lab[c]! - v) * eased) as unknown as Lab;
      this.table.set(labToRgb(lab), i * 3);
    }
  }

  /** Writes the colour at `t` (clamped to 0-1) into `out` without rounding. */
  read(t: number, out: Float32Array): void {
    const x = (t <= 0 ? 0 : t >= 1 ? 1 : t) * this.size;
    const i = x | 0;
    const f = x - i;
    const a = i * 3;
    const b = (i < this.size ? i + 1 : i) * 3;
    const table = this.table;
    out[0] = table[a]! + (table[b]! - table[a]!) * f;
    out[1] = table[a + 1]! + (table[b + 1]! - table[a + 1]!) * f;
    out[2] = table[a + 2]! + (table[b + 2]! - table[a + 2]!) * f;
  }

  at(t: number): Rgb {
    const out = new Float32Array(3);
    this.read(t, out);
    return [out[0]!, out[1]!, out[2]!];
  }
}
