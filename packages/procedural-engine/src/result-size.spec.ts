import { problemOfSize, resultSize } from './result-size.js';

const LIMIT = /^The result would be \d+ by \d+ pixels; the limit is 8192 pixels an edge and 64 megapixels\.$/;

describe('the size of a result', () => {
  it.each([
    ['embedded-upscale', {}, [3900, 3900], [7800, 7800]],
    ['embedded-upscale', { scale: 4 }, [2048, 2048], [8192, 8192]],
    ['embedded-reframe', { aspectRatio: '4:1' }, [10, 2048], [8192, 2048]],
    ['embedded-reframe', { aspectRatio: '1:4' }, [2048, 10], [2048, 8192]],
    ['embedded-reframe', { aspectRatio: '1:4', mode: 'crop' }, [8000, 8000], [2000, 8000]],
    ['embedded-reframe', { aspectRatio: '4:1', mode: 'crop' }, [1, 1], [1, 1]],
    ['embedded-video-upscale', { scale: 2 }, [1280, 720], [2560, 1440]],
    ['embedded-video-upscale', { scale: 4 }, [321, 181], [1284, 724]],
  ] as const)('of %s %j from %j is %j', (operation, input, [width, height], size) => {
    expect(problemOfSize(operation, input, { width, height })).toBeNull();
    expect(resultSize(operation, input, { width, height })).toEqual({ width: size[0], height: size[1] });
  });

  it.each([
    ['embedded-upscale', {}, [4097, 10], LIMIT],
    ['embedded-upscale', { scale: 4 }, [10, 2049], LIMIT],
    ['embedded-reframe', { aspectRatio: '4:1' }, [10, 2049], LIMIT],
    ['embedded-reframe', { aspectRatio: '1:1', mode: 'crop' }, [8193, 8193], LIMIT],
    ['embedded-video-upscale', { scale: 2 }, [721, 1279], /would be 1442x2558 pixels/],
    ['embedded-video-upscale', { scale: 4 }, [800, 200], /would be 3200x800 pixels; the limit is 2560x1440/],
  ] as const)('of %s %j from %j is too large', (operation, input, [width, height], message) => {
    expect(problemOfSize(operation, input, { width, height })).toMatch(message);
    expect(() => resultSize(operation, input, { width, height })).toThrow(message);
  });

  it('of any other operation does not depend on the input', () => {
    expect(problemOfSize('embedded-cutout', {}, { width: 9000, height: 9000 })).toBeNull();
  });
});
