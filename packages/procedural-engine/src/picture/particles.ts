/** Paints falling or floating particles as a layer of a still picture; a video animates its own. */
import { type Random, random } from '../random.js';
import type { Scene, SceneLayer } from './scene.js';
import { frameOf, Sheet } from './sheet.js';

/** Returns a layer of the frame's size with the scene's particles, or undefined when the scene has none. */
export function particleLayer(scene: Scene, seed = 'still'): SceneLayer | undefined {
  const { particles, width, height } = scene;
  // The sky already contains stars, and dust is visible only in motion.
  if (!particles || particles === 'stars' || particles === 'dust') return undefined;
  const sheet = new Sheet(frameOf(width, height));
  const choose = random(`${seed}/particles`);
  if (particles === 'snow') snow(sheet, choose);
  else if (particles === 'rain') rain(sheet, choose);
  else if (particles === 'embers') sparks(sheet, choose, [255, 150, 60], 60);
  else sparks(sheet, choose, [236, 240, 130], 26);
  return { name: particles, depth: 1, rgba: sheet.rgba, width, height };
}

function snow(sheet: Sheet, choose: Random): void {
  const { wide, high } = sheet.frame;
  for (let i = 0; i < 420 * wide * high; i++) {
    const near = choose() ** 4;
    sheet.dot(
      choose.between(0, wide),
      choose.between(0, high),
      0.0016 + near * 0.0085,
      [250, 252, 255],
      0.85 - near * 0.5,
      0.25,
    );
  }
}

function rain(sheet: Sheet, choose: Random): void {
  const { wide, high, unit } = sheet.frame;
  for (let i = 0; i < 260 * wide * high; i++) {
    const near = choose() ** 2;
    const [x, y] = [choose.between(-0.1, wide), choose.between(-0.1, high)];
    const long = 0.02 + near * 0.05;
    const step = 0.9 / unit;
    for (let d = 0; d < long; d += step) {
      const px = Math.round((x + d * 0.16) * unit);
      const py = Math.round((y + d) * unit);
      if (px >= 0 && py >= 0 && px < sheet.frame.width && py < sheet.frame.height) {
        sheet.over(px, py, 214, 224, 236, (0.1 + 0.2 * near) * Math.sin((Math.PI * d) / long));
      }
    }
  }
}

function sparks(
  sheet: Sheet,
  choose: Random,
  colour: readonly [number, number, number],
  density: number,
): void {
  const { wide, high } = sheet.frame;
  for (let i = 0; i < density * wide * high; i++) {
    const [x, y, s] = [choose.between(0, wide), high * choose.between(0.3, 1), choose.between(0.4, 1.2)];
    sheet.dot(x, y, 0.014 * s, colour, 0.34);
    sheet.dot(x, y, 0.0026 * s, [255, 246, 214], 0.9, 0.4);
  }
}
