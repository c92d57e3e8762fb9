/**
 * Paints turned bodies (vases, bottles, pears, bowls): a profile rotated about its axis, seen a little from above, with a
 * highlight and a core shadow.
 */
import { clamp, smooth } from './noise.js';
import type { Rgb } from './palette.js';
import type { Sheet } from './sheet.js';

export interface LatheOptions {
  x: number;
  /** Where the middle of the foot stands. */
  y: number;
  tall: number;
  /** Radius (scene units) at t, 0 foot to 1 rim. */
  radius(t: number): number;
  /** Bare colour at angle u (-1 left to 1 right) and t. */
  colour(u: number, t: number): Rgb;
  /** Unit-ish vector towards the light: x right, y up, z to the viewer. */
  light: readonly [number, number, number];
  lightColour: Rgb;
  shade: Rgb;
  /** 0 matt to 1 glazed. */
  gloss: number;
  /** 0-1; below 1 the body is glass and shows its ground. */
  opacity?: number;
  /** Open at the top, showing its inside. */
  open?: boolean;
}

/** Visible share of a circle's depth: the camera looks slightly down. */
export const VIEW_TILT = 0.2;

export function paintLathe(sheet: Sheet, options: LatheOptions): void {
  const { x: cx, y: cy, tall, light } = options;
  let widest = 0;
  for (let t = 0; t <= 1; t += 0.02) widest = Math.max(widest, options.radius(t));
  const soft = 1 / sheet.frame.unit;
  const rim = options.radius(1);
  sheet.glaze(
    (x, y, out) => {
      const dx = x - cx;
      let t = clamp((cy - y) / tall, 0, 1);
      let u = 0;
      let inside = 0;
      for (let k = 0; k < 5; k++) {
        const r = options.radius(t);
        u = dx / Math.max(r, 1e-4);
        const front = Math.sqrt(Math.max(0, 1 - u * u));
        t = (cy - y + VIEW_TILT * r * front) / tall;
        if (k === 4)
          inside =
            smooth(r + soft * 0.6, r - soft * 0.6, Math.abs(dx)) * smooth(-soft / tall, soft / tall, t);
        t = clamp(t, 0, 1.0001);
      }
      const top = options.open ? Math.hypot(dx / rim, (y - (cy - tall)) / (rim * VIEW_TILT)) : 2;
      if (t >= 1) {
        // Beyond the front rim: the mouth of an open body, or the top of a closed one.
        inside = options.open ? 0 : inside * smooth(1 + soft / tall, 1, (cy - y) / tall - VIEW_TILT * 0.2);
      }
      if (inside <= 0 && top > 1) return;
      if (top < 1 && (inside <= 0 || t >= 0.985)) {
        const c0 = options.colour(-u, 1);
        const dark = 0.3 + 0.34 * smooth(-0.8, 0.9, (dx / rim) * -light[0] + 0.2);
        for (let c = 0; c < 3; c++) out[c] = options.shade[c]! * 0.4 + c0[c]! * dark * 0.6;
        out[3] = smooth(1, 1 - soft / (rim * VIEW_TILT), top) * (options.opacity ?? 1);
        return;
      }
      const step = 0.015;
      const slope =
        (options.radius(Math.min(1, t + step)) - options.radius(Math.max(0, t - step))) / (2 * step * tall);
      const nz0 = Math.sqrt(Math.max(0, 1 - u * u));
      const length = Math.sqrt(1 + slope * slope);
      const [nx, ny, nz] = [u / length, -slope / length, nz0 / length];
      const lambert = nx * light[0] + ny * light[1] + nz * light[2];
      const lit = smooth(-0.25, 1, lambert);
      const bounce = smooth(0.35, 0, t) * 0.14 + Math.max(0, -nx * light[0]) * 0.1;
      // Half-way vector towards the viewer gives the highlight.
      const hx = light[0];
      const hy = light[1];
      const hz = light[2] + 1;
      const half = (nx * hx + ny * hy + nz * hz) / Math.sqrt(hx * hx + hy * hy + hz * hz);
      const shine = options.gloss * (0.75 * Math.max(0, half) ** 70 + 0.16 * Math.max(0, half) ** 12);
      const base = options.colour(u, t);
      for (let c = 0; c < 3; c++) {
        const dark = options.shade[c]! * 0.45 + base[c]! * 0.22;
        const bright = Math.min(255, base[c]! * (0.62 + (0.45 * options.lightColour[c]!) / 255));
        const v = dark + (bright - dark) * clamp(lit + bounce, 0, 1);
        out[c] = v + (255 - v) * clamp(shine, 0, 1);
      }
      const edge =
        options.opacity === undefined ? 1 : clamp(options.opacity + (1 - nz0) ** 2 * 0.75 + shine, 0, 1);
      out[3] = inside * edge;
    },
    cy - tall - rim * VIEW_TILT - 0.01,
    cy + widest * VIEW_TILT + 0.01,
    cx - widest - 0.01,
    cx + widest + 0.01,
  );
}

/** Returns a smooth profile through [t, radius] points. */
export function profile(points: readonly (readonly [number, number])[]): (t: number) => number {
  return (t) => {
    let k = 0;
    while (k < points.length - 2 && t > points[k + 1]![0]) k++;
    const [a, b] = [points[k]!, points[k + 1]!];
    const [before, after] = [points[Math.max(0, k - 1)]!, points[Math.min(points.length - 1, k + 2)]!];
    const span = b[0] - a[0];
    const s = clamp((t - a[0]) / span, 0, 1);
    const ma = ((b[1] - before[1]) / Math.max(1e-6, b[0] - before[0])) * span;
    const mb = ((after[1] - a[1]) / Math.max(1e-6, after[0] - a[0])) * span;
    const [s2, s3] = [s * s, s * s * s];
    return Math.max(
      0.0005,
      (2 * s3 - 3 * s2 + 1) * a[1] + (s3 - 2 * s2 + s) * ma + (-2 * s3 + 3 * s2) * b[1] + (s3 - s2) * mb,
    );
  };
}
