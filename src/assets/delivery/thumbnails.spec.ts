import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Logger } from '@nestjs/common';
import sharp from 'sharp';
import { LocalDiskAssetStorage } from '../storage/local-disk.asset-storage.js';
import { originalOf, THUMBNAIL_SIDE, thumbnailName, Thumbnails } from './thumbnails.js';

describe('names of thumbnails', () => {
  it.each(['predictions/pred_1/0.png', 'a.jpg', 'a.webp', 'a.avif', 'a.gif'])('%s has one', (name) => {
    const thumbnail = thumbnailName(name)!;
    expect(thumbnail).toBe(`${name}.thumbnail.webp`);
    expect(originalOf(thumbnail)).toBe(name);
    expect(thumbnailName(thumbnail)).toBeNull();
  });

  it.each(['a.mp4', 'a.wav', 'a.glb', 'a', ''])('%j has none', (name) => {
    expect(thumbnailName(name)).toBeNull();
    expect(originalOf(`${name}.thumbnail.webp`)).toBeNull();
  });

  it('an asset is no thumbnail', () => {
    expect(originalOf('predictions/pred_1/0.webp')).toBeNull();
  });
});

describe('thumbnails', () => {
  let directory: string;
  let storage: LocalDiskAssetStorage;
  let thumbnails: Thumbnails;
  beforeAll(async () => {
    Logger.overrideLogger(false);
    directory = await mkdtemp(join(tmpdir(), 'thumbnails-'));
    storage = new LocalDiskAssetStorage(directory);
  });
  beforeEach(() => {
    thumbnails = new Thumbnails(storage);
  });
  afterAll(() => rm(directory, { recursive: true }));

  async function keep(name: string, bytes: Uint8Array): Promise<void> {
    await storage.put(
      name,
      (async function* () {
        yield bytes;
      })(),
      { maxBytes: 10_000_000 },
    );
  }
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a04020' } });
  const sizeOf = async (name: string) => {
    const { stream } = await storage.open(name);
    const { width, height, format } = await sharp(await buffer(stream)).metadata();
    return { width, height, format };
  };

  it.each([
    ['wide', 1280, 640, 320, 160],
    ['tall', 500, 2000, 80, 320],
    ['small', 100, 50, 100, 50],
  ])('a %s picture is drawn within the square, in proportion', async (name, width, height, w, h) => {
    await keep(`${name}.png`, await picture(width, height).png().toBuffer());
    expect(await thumbnails.make(`${name}.png.thumbnail.webp`)).toBe(true);
    expect(await sizeOf(`${name}.png.thumbnail.webp`)).toEqual({ width: w, height: h, format: 'webp' });
    expect(Math.max(w, h)).toBeLessThanOrEqual(THUMBNAIL_SIDE);
  });

  it('stands as its original is shown', async () => {
    await keep('turned.jpg', await picture(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    await thumbnails.make('turned.jpg.thumbnail.webp');
    expect(await sizeOf('turned.jpg.thumbnail.webp')).toMatchObject({ width: 160, height: 320 });
  });

  it('is made once, however many ask at once, and goes with its original', async () => {
    await keep('all/0.png', await picture(64, 64).png().toBuffer());
    const put = storage.put.bind(storage);
    const kept: string[] = [];
    storage.put = async (stored, ...rest) => {
      kept.push(stored);
      return put(stored, ...rest);
    };
    const name = 'all/0.png.thumbnail.webp';
    expect(await Promise.all(Array.from({ length: 9 }, () => thumbnails.make(name)))).toEqual(
      Array<boolean>(9).fill(true),
    );
    storage.put = put;
    expect(kept).toEqual([name]);
    await storage.remove('all');
    expect(await storage.stat(name)).toBeNull();
    expect(await thumbnails.make(name)).toBe(false);
  });

  it('of what does not decode there is none, and the next is drawn all the same', async () => {
    await keep('broken.png', Buffer.from('not a picture'));
    await keep('fine.png', await picture(32, 32).png().toBuffer());
    const names = ['broken.png', 'broken.png', 'fine.png', 'fine.png'].map(
      (name) => `${name}.thumbnail.webp`,
    );
    expect(await Promise.all(names.map((name) => thumbnails.make(name)))).toEqual([false, false, true, true]);
    expect(await storage.stat('broken.png.thumbnail.webp')).toBeNull();
  });

  it('asks for nothing that is not a thumbnail', async () => {
    expect(await thumbnails.make('all/0.png')).toBe(false);
    expect(await thumbnails.make('a.mp4.thumbnail.webp')).toBe(false);
  });
});
