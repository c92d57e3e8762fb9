import sharp from 'sharp';
import { effortFor, encodeVp8, isVp8KeyFrame, vp8Chunk, webpOfVp8 } from './vp8-frames.js';

/** Creates a smooth picture, RGBA. */
function gradient(width: number, height: number): Uint8ClampedArray {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    data.set([((i % width) * 255) / width, (Math.floor(i / width) * 255) / height, 128, 255], i * 4);
  }
  return data;
}

describe('VP8 frames', () => {
  it('are key frames that decode to the encoded picture', async () => {
    const data = gradient(70, 46);
    const chunk = await encodeVp8({ data, width: 70, height: 46 }, { quality: 80, effort: 1 });
    expect(isVp8KeyFrame(chunk)).toBe(true);
    const { data: back, info } = await sharp(webpOfVp8(chunk)).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([70, 46, 3]);
    let difference = 0;
    for (let i = 0; i < 70 * 46; i++) {
      for (let c = 0; c < 3; c++) difference += Math.abs(back[i * 3 + c]! - data[i * 4 + c]!);
    }
    expect(difference / (70 * 46 * 3)).toBeLessThan(3);
  });

  it('survive a round trip through a WebP file byte for byte, also with odd lengths', async () => {
    const chunk = await encodeVp8(
      { data: gradient(32, 32), width: 32, height: 32 },
      { quality: 60, effort: 1 },
    );
    for (const cut of [chunk, chunk.subarray(0, chunk.length - 1)]) {
      expect(Buffer.from(vp8Chunk(webpOfVp8(cut))).equals(Buffer.from(cut))).toBe(true);
    }
  });

  it('have less quality, and fewer bytes, only where a picture is busy', async () => {
    const [width, height] = [256, 144];
    const plain = { data: gradient(width, height), width, height };
    const lines = (i: number) =>
      128 + 110 * Math.sin((i % width) * 1.1 + 6 * Math.sin(Math.floor(i / width) / 9));
    const busy = { ...plain, data: plain.data.map((_, i) => lines(i >> 2)) };
    expect((await effortFor(plain)).quality).toBe(72);
    const effort = await effortFor(busy);
    expect(effort.quality).toBeLessThan(72);
    const [spared, full] = [await encodeVp8(busy, effort), await encodeVp8(busy, await effortFor(plain))];
    expect(spared.byteLength).toBeLessThan(0.9 * full.byteLength);
  });

  it('are distinguished from frames that need others', () => {
    expect(isVp8KeyFrame(Uint8Array.from([0x11, 0, 0, 0x9d, 1, 0x2a, 0, 0, 0, 0, 0]))).toBe(false);
    expect(isVp8KeyFrame(Uint8Array.from([0x10, 0, 0, 0x9d, 1, 0x2a, 0, 0, 0, 0, 0]))).toBe(true);
    expect(isVp8KeyFrame(new Uint8Array(4))).toBe(false);
  });
});
