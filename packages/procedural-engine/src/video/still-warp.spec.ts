import { StillWarp } from './still-warp.js';

const [WIDTH, HEIGHT] = [60, 40];

/** Creates a picture whose brightness rises by 4 per pixel to the right: the colour shows the position. */
function ramp(): { pixels: Int32Array; width: number; height: number } {
  const pixels = new Int32Array(WIDTH * HEIGHT);
  for (let i = 0; i < pixels.length; i++) pixels[i] = ((i % WIDTH) * 4) | 0xff000000;
  return { pixels, width: WIDTH, height: HEIGHT };
}

describe('still warp', () => {
  it('returns the picture unchanged through an identity lens', () => {
    const still = ramp();
    const target = new Int32Array(50 * 30);
    new StillWarp(still, 50, 30).draw(target, (u, v, place) => {
      place[0] = u * 50;
      place[1] = v * 30;
    });
    for (let x = 0; x < 50; x++) expect(target[10 * 50 + x]! & 255).toBe(x * 4);
  });

  it('moves by subpixels: a quarter step is a quarter of the difference', () => {
    const target = new Int32Array(50 * 30);
    const warp = new StillWarp(ramp(), 50, 30);
    const seen = [0, 0.25, 0.5, 0.75].map((shift) => {
      warp.draw(target, (u, v, place) => {
        place[0] = u * 50 + shift;
        place[1] = v * 30;
      });
      return target[12 * 50 + 20]! & 255;
    });
    expect(seen).toEqual([80, 81, 82, 83]);
  });

  it('repeats the rim where a lens reads beyond the picture', () => {
    const target = new Int32Array(50 * 30);
    new StillWarp(ramp(), 50, 30).draw(target, (_u, _v, place) => {
      place[0] = 1e6;
      place[1] = -1e6;
    });
    expect(target.every((pixel) => (pixel & 255) > 230 && pixel >>> 24 === 255)).toBe(true);
  });
});
