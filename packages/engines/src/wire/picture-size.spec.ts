import { pictureSize, ratioOf, sizeWithin } from './picture-size.js';

describe('the size of a picture', () => {
  it.each([
    [{ aspectRatio: '16:9', resolution: 1024 }, 1024, 576],
    [{ aspectRatio: '9:16', resolution: 1024 }, 576, 1024],
    [{ aspectRatio: '1:1', resolution: 512 }, 512, 512],
    [{ aspectRatio: '2.39:1', resolution: 1000 }, 1000, 416],
    [{}, 1024, 1024],
  ])('is %j → %i × %i', (input, width, height) => {
    expect(pictureSize(input)).toEqual({ width, height });
  });

  it('is rounded to a size that the engine supports', () => {
    expect(pictureSize({ aspectRatio: '3:2', resolution: 1000 }, { multipleOf: 64 })).toEqual({
      width: 1024,
      height: 640,
    });
    expect(pictureSize({ aspectRatio: '4:1', resolution: 8 }, { multipleOf: 16 })).toEqual({
      width: 16,
      height: 16,
    });
  });

  it('keeps the shape of an input picture, and does not enlarge it', () => {
    expect(sizeWithin({ width: 4000, height: 3000 }, 1024)).toEqual({ width: 1024, height: 768 });
    expect(sizeWithin({ width: 300, height: 400 }, 1024)).toEqual({ width: 304, height: 400 });
  });

  it('treats an invalid ratio as a square', () => {
    for (const odd of [undefined, '', '0:0', '16x9', 5]) expect(ratioOf(odd)).toBe(1);
  });
});
