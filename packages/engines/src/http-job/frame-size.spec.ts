import { ratioOf } from '../wire/index.js';
import { paddingOf, sizeOf } from './frame-size.js';

describe('the size for a ratio', () => {
  it('has the resolution as its longest edge, in steps that the engine takes', () => {
    expect(sizeOf({ aspectRatio: '16:9', resolution: 1280 })).toEqual({ width: 1280, height: 720 });
    expect(sizeOf({ aspectRatio: '9:16', resolution: 1024 }, { multipleOf: 32 })).toEqual({
      width: 576,
      height: 1024,
    });
    expect(sizeOf({ aspectRatio: '2:1' }, { longest: 512 })).toEqual({ width: 512, height: 256 });
  });

  it('keeps within the bounds of the engine', () => {
    const rule = { multipleOf: 32, min: 256, max: 1440 };
    expect(sizeOf({ aspectRatio: '4:1', resolution: 512 }, rule)).toEqual({ width: 512, height: 256 });
    expect(sizeOf({ resolution: 4096 }, rule)).toEqual({ width: 1440, height: 1440 });
  });
});

describe('the padding for a ratio', () => {
  const sides = (width: number, height: number, ratio: string) =>
    Object.values(paddingOf({ width, height }, ratio)) as [number, number, number, number];

  it('grows one direction, half at either side', () => {
    expect(sides(100, 100, '2:1')).toEqual([50, 50, 0, 0]);
    expect(sides(101, 100, '1:2')).toEqual([0, 0, 51, 51]);
    expect(sides(100, 100, '16:9')).toEqual([39, 39, 0, 0]);
  });

  it('is nothing when the picture has the ratio', () => {
    expect(sides(1920, 1080, '16:9')).toEqual([0, 0, 0, 0]);
    expect(sides(640, 360, '16:9')).toEqual([0, 0, 0, 0]);
  });

  it('never cuts, and reaches the ratio to the pixel', () => {
    for (const [width, height] of [
      [33, 77],
      [640, 480],
      [1000, 999],
    ] as const)
      for (const ratio of ['1:1', '4:3', '9:16', '21:9']) {
        const [left, right, up, down] = sides(width, height, ratio);
        expect(Math.min(left, right, up, down)).toBeGreaterThanOrEqual(0);
        const grown = (width + left + right) / (height + up + down);
        expect(Math.abs(grown / ratioOf(ratio) - 1)).toBeLessThan(1 / Math.min(width, height));
      }
  });
});
