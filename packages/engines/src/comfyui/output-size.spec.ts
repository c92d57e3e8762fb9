import { frameCount, outputSize } from './output-size.js';

describe('the size of the output', () => {
  it.each([
    ['1:1', 1024, 1024],
    ['16:9', 1344, 768],
    ['9:16', 768, 1344],
    ['4:3', 1152, 896],
    ['4:1', 2048, 512],
  ])('covers the same area in any shape: %s', (aspectRatio, width, height) => {
    expect(outputSize({ aspectRatio }, { area: 1024 * 1024, multipleOf: 64 })).toEqual({ width, height });
  });

  it.each([
    ['720p', '16:9', 1280, 704],
    ['720p', '9:16', 704, 1280],
    ['480p', '1:1', 480, 480],
  ])('uses %s in %s as the shortest edge', (resolution, aspectRatio, width, height) => {
    expect(outputSize({ resolution, aspectRatio }, { multipleOf: 32 })).toEqual({ width, height });
  });

  it('uses a number as the longest edge', () => {
    expect(outputSize({ resolution: 1536, aspectRatio: '3:2' })).toEqual({ width: 1536, height: 1024 });
    expect(outputSize({ resolution: 1536, aspectRatio: '2:3' })).toEqual({ width: 1024, height: 1536 });
  });

  it('rounds two given edges to the nearest multiple', () => {
    expect(outputSize({ width: 1000, height: 515 }, { multipleOf: 16 })).toEqual({ width: 992, height: 512 });
  });

  it('is a square by default, and at least one multiple', () => {
    expect(outputSize({})).toEqual({ width: 1024, height: 1024 });
    expect(outputSize({ width: 3, height: 3 }, { multipleOf: 64 })).toEqual({ width: 64, height: 64 });
  });
});

describe('the number of frames', () => {
  it('is whole groups plus the extra frames', () => {
    const wan = { perSecond: 24, multipleOf: 4, plus: 1 };
    expect(frameCount(5, wan)).toBe(121);
    expect(frameCount(1.05, wan)).toBe(25);
    expect(frameCount(1.1, wan)).toBe(29);
    expect(frameCount(0.01, wan)).toBe(5);
  });

  it('is seconds times frames by default', () => {
    expect(frameCount(2.5, { perSecond: 8 })).toBe(20);
  });
});
