/** Paints still water that mirrors the layers behind it, with ripples that widen towards the viewer. */
import { clamp, smooth } from './noise.js';
import { adjust, mix } from './palette.js';
import type { Sheet } from './sheet.js';
import type { Sky } from './sky.js';
import type { Studio } from './studio.js';

/** Paints water on `onto` from `shoreY` (scene units) down, reflecting `behind` (farthest first). */
export async function paintMirror(
  studio: Studio,
  onto: Sheet,
  behind: readonly Sheet[],
  shoreY: number,
  sky: Sky,
  rough = 1,
): Promise<void> {
  const { frame, noise, tones } = studio;
  const seen = flattened(behind);
  await studio.checkAbort();
  const deep = adjust(mix(tones.shadow, tones.sky, sky.isNight ? 0.25 : 0.35), 0, 0.9);
  const { width, height, left, top, unit } = frame;
  const shoreRow = shoreY * unit + top;
  const shore = (x: number): number => shoreY + 0.004 * noise.fbm(x * 7, 3, 3);
  const sampled = new Float32Array(3);
  onto.glaze((x, y, out) => {
    const down = y - shore(x);
    if (down < 0) return;
    const distance = 0.36 / (down + 0.03);
    const swell =
      noise.at(x * distance * 3 + 3, distance * 26) + 0.5 * noise.at(x * distance * 9, distance * 61 + 9);
    const wind = smooth(0.1, 0.55, noise.fbm(x * 1.3 + 70, distance * 1.6, 3));
    const strength = rough * (0.006 + down * 0.05) * (0.35 + wind);
    sampled.fill(0);
    for (let k = 0; k < 3; k++) {
      const shift = swell * strength + (k - 1) * (0.004 + down * 0.035) * rough;
      const row = Math.floor(
        clamp(shoreRow - Math.abs(down * 1.02 + shift) * unit - 1, 0, Math.min(height - 1, shoreRow)),
      );
      const column = Math.floor(clamp((x + swell * strength * 0.35) * unit + left, 0, width - 1));
      const i = (row * width + column) * 3;
      for (let c = 0; c < 3; c++) sampled[c] = sampled[c]! + seen[i + c]! / 3;
    }
    const mirrored = clamp(0.92 - down * 0.75 - wind * 0.12, 0.35, 0.92);
    const glint = wind * 0.1 * (1 + swell);
    for (let c = 0; c < 3; c++) {
      out[c] = deep[c]! + (sampled[c]! - deep[c]!) * mirrored + (tones.horizon[c]! - sampled[c]!) * glint;
    }
    out[3] = smooth(0, 2 / unit, down);
  }, shoreY - 0.02);
}

/** Composes the sheets to RGB bytes. */
function flattened(sheets: readonly Sheet[]): Uint8Array {
  const { width, height } = sheets[0]!.frame;
  const out = new Uint8Array(width * height * 3);
  for (const { rgba } of sheets) {
    for (let i = 0, o = 0; i < rgba.length; i += 4, o += 3) {
      const a = rgba[i + 3]!;
      if (!a) continue;
      for (let c = 0; c < 3; c++) out[o + c] = out[o + c]! + ((rgba[i + c]! - out[o + c]!) * a) / 255;
    }
  }
  return out;
}
