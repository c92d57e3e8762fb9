/** A palm tree as a vector silhouette, in scene units. */
import type { Random } from '../random.js';
import { type Rgb, toHex } from './palette.js';

export interface PalmOptions {
  x: number;
  /** Foot of the trunk. */
  y: number;
  tall: number;
  /** -1 to 1: how far the trunk bows to the left or right. */
  lean: number;
  colour: Rgb;
}

export function palm({ x, y, tall, lean, colour }: PalmOptions, choose: Random): string {
  const tx = x + lean * tall * 0.34;
  const ty = y - tall;
  const w = tall * 0.022;
  const bow = x + lean * tall * 0.04;
  const trunk = `M${x - w * 1.5} ${y} Q${bow - w} ${y - tall * 0.6} ${tx - w * 0.6} ${ty} L${tx + w * 0.6} ${ty} Q${bow + w} ${y - tall * 0.55} ${x + w * 1.5} ${y} Z`;
  let fronds = '';
  const count = choose.integer(11, 14);
  for (let i = 0; i < count; i++) {
    const angle = -Math.PI * 0.02 - (Math.PI * 0.96 * (i + choose.between(-0.3, 0.3))) / (count - 1);
    fronds += frond(tx, ty, angle, tall * choose.between(0.3, 0.42), choose);
  }
  return `<g fill="${toHex(colour)}" stroke="${toHex(colour)}"><path d="${trunk}" stroke="none"/>${fronds}</g>`;
}

/** A frond: an arc that droops at its end, with leaflets hanging off both sides. */
function frond(x: number, y: number, angle: number, length: number, choose: Random): string {
  const at = (t: number): readonly [number, number] => [
    x + Math.cos(angle) * length * t,
    y +
      Math.sin(angle) * length * t * 0.85 +
      length * 0.62 * t * t * (0.25 + 0.75 * Math.abs(Math.cos(angle))),
  ];
  let leaflets = '';
  const steps = 26;
  for (let i = 2; i <= steps; i++) {
    const t = i / steps;
    const [px, py] = at(t);
    const [qx, qy] = at(t + 0.02);
    const along = Math.atan2(qy - py, qx - px);
    const size = length * 0.27 * Math.sin(Math.PI * Math.min(1, t * 0.85 + 0.12)) * choose.between(0.8, 1.1);
    for (const side of [-1, 1]) {
      const turn = along + side * 0.6;
      leaflets += `M${px.toFixed(4)} ${py.toFixed(4)}L${(px + Math.cos(turn) * size).toFixed(4)} ${(py + Math.sin(turn) * size * 0.9 + size * 0.22).toFixed(4)}`;
    }
  }
  const [mx, my] = at(0.5);
  const [ex, ey] = at(1);
  const spine = `M${x} ${y}Q${(2 * mx - (x + ex) / 2).toFixed(4)} ${(2 * my - (y + ey) / 2).toFixed(4)} ${ex.toFixed(4)} ${ey.toFixed(4)}`;
  return `<path d="${spine}" fill="none" stroke-width="${(length * 0.022).toFixed(4)}"/><path d="${leaflets}" fill="none" stroke-width="${(length * 0.011).toFixed(4)}"/>`;
}
