import { OPENAI } from './dialects/openai.js';
import { frameOf, frameOfText, longestEdge, nearestFrame, ratioOf, textOf } from './frame-size.js';

describe('the requested frame', () => {
  const plain = { multipleOf: 16, maxEdge: 4096 };

  it.each([
    ['1:1', 1024, '1024x1024'],
    ['16:9', 1024, '1024x576'],
    ['9:16', 1024, '576x1024'],
    ['3:2', 1536, '1536x1024'],
    ['21:9', 2048, '2048x880'],
  ])('%s at %d pixels is %s', (ratio, longest, expected) => {
    expect(textOf(frameOf(ratioOf(ratio), longest, plain))).toBe(expected);
  });

  it('meets every rule of the engine, for any request', () => {
    const { frames } = OPENAI;
    for (const ratio of ['1:4', '1:3', '9:16', '2:3', '1:1', '5:4', '16:9', '21:9', '3:1', '4:1'].map(
      ratioOf,
    )) {
      for (let longest = 256; longest <= 4200; longest += 7) {
        const { width, height } = frameOf(ratio, longest, frames);
        const [long, short] = [Math.max(width, height), Math.min(width, height)];
        const asked = [ratio, longest, width, height];
        expect([asked, width % 16, height % 16]).toEqual([asked, 0, 0]);
        expect([asked, long <= frames.maxEdge, long / short <= frames.maxRatio!]).toEqual([
          asked,
          true,
          true,
        ]);
        expect([asked, width * height >= frames.minPixels!]).toEqual([asked, true]);
        expect([asked, width * height <= frames.maxPixels!]).toEqual([asked, true]);
      }
    }
  });

  it('is as near to the requested shape as the steps allow', () => {
    for (const ratio of ['9:16', '2:3', '1:1', '16:9', '21:9'].map(ratioOf)) {
      const { width, height } = frameOf(ratio, 1536, OPENAI.frames);
      expect(Math.abs(width / height / ratio - 1)).toBeLessThan(0.03);
    }
  });

  it('is the nearest of a fixed choice: by shape first, then by size', () => {
    const choice = ['1024x1024', '1536x1024', '1024x1536', '2048x2048'].map(frameOfText);
    expect(textOf(nearestFrame(choice, 16 / 9, 1024))).toBe('1536x1024');
    expect(textOf(nearestFrame(choice, 9 / 16, 1024))).toBe('1024x1536');
    expect(textOf(nearestFrame(choice, 1.1, 1024))).toBe('1024x1024');
    expect(textOf(nearestFrame(choice, 1, 1900))).toBe('2048x2048');
  });

  it('reads a film’s resolution as its short edge', () => {
    expect(longestEdge('720p', 16 / 9)).toBeCloseTo(1280);
    expect(longestEdge('480p', 9 / 16)).toBeCloseTo(853.3, 0);
    expect(longestEdge(1536, 2)).toBe(1536);
    expect(longestEdge(undefined, 2)).toBe(1024);
  });
});
