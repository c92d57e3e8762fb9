import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Logger } from '@nestjs/common';
import sharp from 'sharp';
import { LocalDiskAssetStorage } from '../storage/local-disk.asset-storage.js';
import { originalOf, THUMBNAIL_PIXELS, thumbnailName, Thumbnails } from './thumbnails.js';

describe('names of thumbnails', () => {
  it.each(['predictions/pred_1/0.png', 'a.jpg', 'a.webp', 'a.avif', 'a.gif'])(
    '%s has a thumbnail',
    (name) => {
      const thumbnail = thumbnailName(name)!;
      expect(thumbnail).toBe(`${name}.thumbnail.webp`);
      expect(originalOf(thumbnail)).toBe(name);
      expect(thumbnailName(thumbnail)).toBeNull();
    },
  );

  it.each(['a.mp4', 'a.wav', 'a.glb', 'a', ''])('%j has no thumbnail', (name) => {
    expect(thumbnailName(name)).toBeNull();
    expect(originalOf(`${name}.thumbnail.webp`)).toBeNull();
  });

  it('originalOf returns null for an asset', () => {
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
  ])('a %s image is resized to fit the square, in proportion', async (name, width, height, w, h) => {
    await keep(`${name}.png`, await picture(width, height).png().toBuffer());
    expect(await thumbnails.ensure(`${name}.png.thumbnail.webp`)).toBe(true);
    expect(await sizeOf(`${name}.png.thumbnail.webp`)).toEqual({ width: w, height: h, format: 'webp' });
    expect(Math.max(w, h)).toBeLessThanOrEqual(THUMBNAIL_PIXELS);
  });

  it('applies the orientation of the original', async () => {
    await keep('turned.jpg', await picture(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    await thumbnails.ensure('turned.jpg.thumbnail.webp');
    expect(await sizeOf('turned.jpg.thumbnail.webp')).toMatchObject({ width: 160, height: 320 });
  });

  it('is created once for concurrent requests and removed with its original', async () => {
    await keep('all/0.png', await picture(64, 64).png().toBuffer());
    const put = storage.put.bind(storage);
    const kept: string[] = [];
    storage.put = async (stored, ...rest) => {
      kept.push(stored);
      return put(stored, ...rest);
    };
    const name = 'all/0.png.thumbnail.webp';
    expect(await Promise.all(Array.from({ length: 9 }, () => thumbnails.ensure(name)))).toEqual(
      Array<boolean>(9).fill(true),
    );
    storage.put = put;
    expect(kept).toEqual([name]);
    await storage.remove('all');
    expect(await storage.stat(name)).toBeNull();
    expect(await thumbnails.ensure(name)).toBe(false);
  });

  it('is not created for a file that does not decode, which blocks no later one', async () => {
    await keep('broken.png', Buffer.from('not a picture'));
    await keep('fine.png', await picture(32, 32).png().toBuffer());
    const names = ['broken.png', 'broken.png', 'fine.png', 'fine.png'].map(
      (name) => `${name}.thumbnail.webp`,
    );
    expect(await Promise.all(names.map((name) => thumbnails.ensure(name)))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(await storage.stat('broken.png.thumbnail.webp')).toBeNull();
  });

  it('creates nothing for other names', async () => {
    expect(await thumbnails.ensure('all/0.png')).toBe(false);
    expect(await thumbnails.ensure('a.mp4.thumbnail.webp')).toBe(false);
  });
});
