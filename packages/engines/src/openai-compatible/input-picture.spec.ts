import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { frameOfPicture, outpainting, pngCovering, pngOf, stretch, UnusableInput } from './input-picture.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'input-picture-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Red on the left, blue on the right. */
async function twoColours(width: number, height: number, name: string): Promise<string> {
  const half = (background: string) => ({
    create: { width: width / 2, height, channels: 3 as const, background },
  });
  const right = await sharp(half('#0000ff')).png().toBuffer();
  const path = join(directory, name);
  await sharp(half('#ff0000'))
    .extend({ right: width / 2, background: '#000000' })
    .composite([{ input: right, left: width / 2, top: 0 }])
    .toFile(path);
  return path;
}

async function pixelsOf(png: Buffer) {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
  ];
  return { width: info.width, height: info.height, at };
}

describe('a picture in a larger frame', () => {
  it('is unchanged in the middle, with its own colours around it', async () => {
    const { image } = await outpainting(await twoColours(400, 400, 'a.png'), { width: 800, height: 448 });
    const { width, height, at } = await pixelsOf(image);
    expect([width, height]).toEqual([800, 448]);
    // 448 pixels wide in the middle: from 176 to 624.
    expect(at(180, 224)).toEqual([255, 0, 0, 255]);
    expect(at(620, 224)).toEqual([0, 0, 255, 255]);
    expect(at(20, 224)[0]).toBeGreaterThan(200);
    expect(at(780, 224)[2]).toBeGreaterThan(200);
  });

  it('has a mask that is white and transparent in the new area, black and opaque elsewhere', async () => {
    const { mask } = await outpainting(await twoColours(400, 400, 'b.png'), { width: 800, height: 448 });
    const { width, height, at } = await pixelsOf(mask);
    expect([width, height]).toEqual([800, 448]);
    for (const x of [0, 175, 183, 616, 799]) expect([x, at(x, 224)]).toEqual([x, [255, 255, 255, 0]]);
    for (const x of [184, 400, 615]) expect([x, at(x, 224)]).toEqual([x, [0, 0, 0, 255]]);
    // Nothing new above and below: no seam to paint over there.
    expect(at(400, 0)).toEqual([0, 0, 0, 255]);
    expect(at(400, 447)).toEqual([0, 0, 0, 255]);
  });

  it('is rejected when it already has the frame’s shape', async () => {
    const path = await twoColours(800, 448, 'c.png');
    await expect(outpainting(path, { width: 1600, height: 896 })).rejects.toThrow(UnusableInput);
  });
});

describe('a picture for an engine', () => {
  it('is upright and has no metadata', async () => {
    const path = join(directory, 'turned.jpg');
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#888888' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .withMetadata({ orientation: 6 })
      .toFile(path);
    expect(await frameOfPicture(path)).toEqual({ width: 40, height: 60 });
    const { format, width, height, orientation, exif } = await sharp(await pngOf(path)).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 40, height: 60 });
    expect([orientation, exif]).toEqual([undefined, undefined]);
  });

  it('is reduced when it is larger than the engine needs, never enlarged', async () => {
    const path = await twoColours(400, 200, 'd.png');
    expect(await sharp(await pngOf(path, 100)).metadata()).toMatchObject({ width: 100, height: 50 });
    expect(await sharp(await pngOf(path, 1000)).metadata()).toMatchObject({ width: 400, height: 200 });
    expect(await sharp(await pngOf(path)).metadata()).toMatchObject({ width: 400, height: 200 });
  });

  it('fills a frame without being distorted', async () => {
    const { width, height, at } = await pixelsOf(
      await pngCovering(await twoColours(400, 200, 'e.png'), { width: 100, height: 100 }),
    );
    expect([width, height]).toEqual([100, 100]);
    expect([at(2, 50).slice(0, 3), at(97, 50).slice(0, 3)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ]);
  });

  it('is rejected when it cannot be read', async () => {
    const path = join(directory, 'broken.png');
    await writeFile(path, 'no picture');
    await expect(pngOf(path)).rejects.toThrow('The image could not be read.');
    await expect(frameOfPicture(path)).rejects.toThrow(UnusableInput);
  });

  it('can be fitted to any frame', async () => {
    const target = join(directory, 'stretched.png');
    await stretch(await twoColours(100, 100, 'f.png'), target, { width: 64, height: 32 });
    expect(await sharp(target).metadata()).toMatchObject({ width: 64, height: 32 });
  });
});
