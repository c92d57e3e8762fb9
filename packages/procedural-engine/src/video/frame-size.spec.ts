import { EngineRefusal } from '../engine.js';
import { frameCount, frameSize, ratioOf } from './frame-size.js';

describe('frame size', () => {
  it.each([
    ['16:9', '360p', 640, 360],
    ['16:9', '480p', 854, 480],
    ['16:9', '720p', 1280, 720],
    ['9:16', '720p', 720, 1280],
    ['1:1', '480p', 480, 480],
    ['4:3', '720p', 960, 720],
  ] as const)('of %s at %s is %i x %i', (aspect, resolution, width, height) => {
    expect(frameSize(ratioOf(aspect), resolution)).toEqual({ width, height });
  });

  it('never has more pixels than 16:9 and keeps wide shapes within two per cent', () => {
    for (const ratio of [21 / 9, 3, 4, 1 / 3, 1 / 4]) {
      const { width, height } = frameSize(ratio, '720p');
      expect(width * height).toBeLessThanOrEqual(1280 * 720 * 1.01);
      expect(Math.abs(width / height / ratio - 1)).toBeLessThan(0.02);
      expect([width % 2, height % 2]).toEqual([0, 0]);
    }
  });

  it('rejects shapes that are too long', () => {
    expect(() => frameSize(5, '480p')).toThrow(EngineRefusal);
    expect(() => frameSize(NaN, '480p')).toThrow(EngineRefusal);
  });

  it('counts whole frames', () => {
    expect([frameCount(1), frameCount(4), frameCount(2.5)]).toEqual([24, 96, 60]);
  });
});
