import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePicture } from '../../../test/support/media-files.js';
import { AssetTooLarge, BrokenAsset } from '../storage/asset-errors.js';
import { decodeDataUrl } from './data-url.js';

describe('a data URL', () => {
  let directory: string;
  let png: Buffer;
  const decode = (url: string, maxBytes = 1_000_000) =>
    decodeDataUrl(url, { directory, maxBytes, accept: ['image'] });

  beforeAll(async () => {
    png = await makePicture('png', 8, 8);
  });
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'data-url-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('is decoded to a new file', async () => {
    const file = await decode(`data:image/png;base64,${png.toString('base64')}`);
    expect(file).toMatchObject({ found: { contentType: 'image/png' }, bytes: png.length });
    expect(await readFile(file.path)).toEqual(png);
  });

  it('may have capitals and an alias of its type', async () => {
    const jpeg = await makePicture('jpeg', 8, 8);
    expect(await decode(`DATA:IMAGE/JPG;BASE64,${jpeg.toString('base64')}`)).toMatchObject({
      found: { contentType: 'image/jpeg' },
    });
  });

  it('is limited to the exact number of bytes', async () => {
    const url = `data:image/png;base64,${png.toString('base64')}`;
    await expect(decode(url, png.length)).resolves.toMatchObject({ bytes: png.length });
    await expect(decode(url, png.length - 1)).rejects.toBeInstanceOf(AssetTooLarge);
    await expect(decode(`data:image/png;base64,${'A'.repeat(10_000)}`, 1000)).rejects.toBeInstanceOf(
      AssetTooLarge,
    );
    expect(await readdir(directory)).toHaveLength(1);
  });

  it.each<[string, (base64: string) => string]>([
    ['is not base64', () => 'data:image/png,%89PNG'],
    ['has no type', (base64) => `data:;base64,${base64}`],
    ['has a parameter', (base64) => `data:image/png;name=a.png;base64,${base64}`],
    ['has no comma', () => 'data:image/png;base64'],
    ['is empty', () => 'data:image/png;base64,'],
    ['has white space in it', (base64) => `data:image/png;base64,${base64.slice(0, 8)}\n${base64.slice(8)}`],
    ['uses the URL alphabet', () => 'data:image/png;base64,iVBORw0KGgo-_w=='],
    ['lacks its padding', () => 'data:image/png;base64,iVBORw0KGg'],
    ['has bits to spare', () => 'data:image/png;base64,iVBORw0KGh=='],
    ['is percent-encoded', (base64) => `data:image/png;base64,${encodeURIComponent(base64)}`],
    ['claims another type than it holds', (base64) => `data:image/jpeg;base64,${base64}`],
    ['holds an SVG', () => `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`],
    ['hides an SVG', () => `data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}`],
    ['holds HTML', () => `data:text/html;base64,${Buffer.from('<p>').toString('base64')}`],
    ['holds nothing known', () => `data:image/png;base64,${Buffer.from('words').toString('base64')}`],
  ])('is rejected when it %s', async (_case, create) => {
    await expect(decode(create(png.toString('base64')))).rejects.toBeInstanceOf(BrokenAsset);
    expect(await readdir(directory)).toEqual([]);
  });

  it('is rejected when its file is of a family that is not accepted', async () => {
    const url = `data:image/png;base64,${png.toString('base64')}`;
    await expect(decodeDataUrl(url, { directory, maxBytes: 1e6, accept: ['video'] })).rejects.toBeInstanceOf(
      BrokenAsset,
    );
  });
});
