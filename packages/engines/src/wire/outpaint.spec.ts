import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { outpaint } from './outpaint.js';

describe('a picture on a larger canvas', () => {
  let directory: string;
  let path: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'outpaint-'));
    path = join(directory, 'red.png');
    const red = { create: { width: 300, height: 200, channels: 3, background: '#ff0000' } } as const;
    await writeFile(path, await sharp(red).png().toBuffer());
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const pixel = async (image: Buffer, x: number, y: number): Promise<number[]> => [
    ...(await sharp(image).extract({ left: x, top: y, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
  ];

  it('becomes wider or higher, never smaller than the picture', async () => {
    const wide = await outpaint(path, '16:9', { longest: 1024 });
    expect([wide.width, wide.height]).toEqual([352, 200]);
    expect(wide.picture).toEqual({ width: 300, height: 200, left: 26, top: 0 });
    const high = await outpaint(path, '9:16', { longest: 1024 });
    expect([high.width, high.height]).toEqual([304, 536]);
    for (const { canvas, mask, width, height } of [wide, high]) {
      for (const image of [canvas, mask])
        expect(await sharp(image).metadata()).toMatchObject({ width, height });
    }
  });

  it('is scaled down to the longest edge', async () => {
    const small = await outpaint(path, '16:9', { longest: 160 });
    expect([small.width, small.height]).toEqual([160, 88]);
    expect(small.picture.height).toBeLessThanOrEqual(88);
  });

  it('keeps the picture, fills the new area, and masks exactly that with a little overlap', async () => {
    const { canvas, mask, width, height } = await outpaint(path, '16:9', { longest: 1024 });
    expect(await pixel(canvas, width / 2, height / 2)).toEqual([255, 0, 0]);
    expect((await pixel(canvas, 2, height / 2))[0]).toBeGreaterThan(200);
    expect(await pixel(mask, width / 2, 0)).toEqual([0, 0, 0]);
    expect(await pixel(mask, 2, height / 2)).toEqual([255, 255, 255]);
    expect(await pixel(mask, 30, height / 2)).toEqual([255, 255, 255]);
    expect(await pixel(mask, 26 + 8, height / 2)).toEqual([0, 0, 0]);
    expect(await pixel(mask, width - 2, height / 2)).toEqual([255, 255, 255]);
  });

  it('applies the EXIF orientation first', async () => {
    const turned = join(directory, 'turned.jpg');
    await writeFile(turned, await sharp(path).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const { picture } = await outpaint(turned, '1:1', { longest: 1024 });
    expect([picture.width, picture.height]).toEqual([200, 300]);
  });

  it('rejects a file that is no picture', async () => {
    const text = join(directory, 'text');
    await writeFile(text, 'not a picture');
    await expect(outpaint(text, '1:1', { longest: 512 })).rejects.toThrow();
  });
});
