import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  type ClipFormat,
  makeAnimation,
  makeClip,
  makeGlb,
  makeMp3,
  makeOgg,
  makePicture,
  makeWav,
  type PictureFormat,
} from '../../../test/support/media-files.js';
import { BrokenAsset } from '../storage/asset-errors.js';
import { inspectAsset } from './inspect.js';

const PICTURES: [PictureFormat, string][] = [
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['gif', 'image/gif'],
];
const CLIPS: [ClipFormat, string][] = [
  ['mp4', 'video/mp4'],
  ['fragmented-mp4', 'video/mp4'],
  ['mov', 'video/quicktime'],
  ['webm', 'video/webm'],
  ['mkv', 'video/matroska'],
];

describe('inspecting an asset', () => {
  let directory: string;
  const inspect = async (bytes: Buffer, contentType: string) => {
    const path = join(directory, 'asset');
    await writeFile(path, bytes);
    return inspectAsset(path, contentType);
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'inspect-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it.each(PICTURES)('measures a %s', async (format, contentType) => {
    expect(await inspect(await makePicture(format), contentType)).toEqual({
      contentType,
      width: 96,
      height: 64,
    });
  });

  it.each(
    PICTURES.flatMap(([format, contentType]) =>
      [0.3, 0.9, 0.995].map((part) => [format, contentType, part] as const),
    ),
  )('refuses a %s (%s) of which only %d is there', async (format, contentType, part) => {
    const whole = await makePicture(format);
    const cut = inspect(whole.subarray(0, Math.floor(whole.length * part)), contentType);
    await expect(cut).rejects.toBeInstanceOf(BrokenAsset);
  });

  it('measures an image after applying its orientation', async () => {
    const turned = await sharp(await makePicture('jpeg'))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await inspect(turned, 'image/jpeg')).toMatchObject({ width: 64, height: 96 });
  });

  it('measures one frame of an animation and decodes them all', async () => {
    const animation = await makeAnimation();
    expect(await inspect(animation, 'image/gif')).toEqual({
      contentType: 'image/gif',
      width: 40,
      height: 30,
    });
    await expect(inspect(animation.subarray(0, animation.length - 20), 'image/gif')).rejects.toBeInstanceOf(
      BrokenAsset,
    );
  });

  it('rejects an image of a few bytes that decodes to more than 50 megapixels', async () => {
    const bomb = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    await expect(inspect(bomb, 'image/png')).rejects.toMatchObject({
      publicMessage: expect.stringContaining('50 megapixels'),
    });
  });

  it('rejects an image with damaged bytes', async () => {
    const damaged = await makePicture('png');
    damaged.fill(0, damaged.length / 2, damaged.length / 2 + 200);
    await expect(inspect(damaged, 'image/png')).rejects.toBeInstanceOf(BrokenAsset);
  });

  it.each(CLIPS)('measures a %s', async (format, contentType) => {
    expect(await inspect(await makeClip(format), contentType)).toEqual({
      contentType,
      width: 320,
      height: 240,
      durationSeconds: 2,
      framesPerSecond: 10,
    });
  });

  it.each(
    CLIPS.flatMap(([format, contentType]) =>
      [0.3, 0.9, 0.995].map((part) => [format, contentType, part] as const),
    ),
  )('refuses a %s (%s) of which only %d is there', async (format, contentType, part) => {
    const whole = await makeClip(format);
    const cut = inspect(whole.subarray(0, Math.floor(whole.length * part)), contentType);
    await expect(cut).rejects.toBeInstanceOf(BrokenAsset);
  });

  it('measures audio', async () => {
    expect(await inspect(await makeWav(), 'audio/wav')).toEqual({
      contentType: 'audio/wav',
      durationSeconds: 1,
    });
    const ogg = await inspect(await makeOgg(), 'audio/ogg');
    expect(ogg.durationSeconds).toBeCloseTo(1, 1);
    expect(ogg.width).toBeUndefined();
    const mp3 = await inspect(makeMp3(40), 'audio/mpeg');
    expect(mp3.durationSeconds).toBeCloseTo((40 * 1152) / 44_100, 2);
    const tagged = await inspect(makeMp3(40, { tagBytes: 9000, statedFrames: 40 }), 'audio/mpeg');
    expect(tagged.durationSeconds).toBeCloseTo((40 * 1152) / 44_100, 2);
  });

  it('rejects truncated audio in formats that state a length', async () => {
    const wav = await makeWav();
    await expect(inspect(wav.subarray(0, wav.length / 2), 'audio/wav')).rejects.toBeInstanceOf(BrokenAsset);
    const ogg = await makeOgg();
    await expect(inspect(ogg.subarray(0, ogg.length - 20), 'audio/ogg')).rejects.toBeInstanceOf(BrokenAsset);
    await expect(inspect(makeMp3(20, { statedFrames: 40 }), 'audio/mpeg')).rejects.toBeInstanceOf(
      BrokenAsset,
    );
    await expect(
      inspect(makeMp3(20, { tagBytes: 300, statedFrames: 40 }), 'audio/mpeg'),
    ).rejects.toBeInstanceOf(BrokenAsset);
  });

  it('accepts a WAV of a writer that could not know its length', async () => {
    const wav = await makeWav();
    wav.writeUInt32LE(0xffffffff, 4);
    expect(await inspect(wav, 'audio/wav')).toMatchObject({ durationSeconds: 1 });
  });

  it('accepts a self-contained GLB', async () => {
    const document = {
      asset: { version: '2.0' },
      buffers: [{ byteLength: 8 }],
      images: [{ uri: 'data:image/png;base64,AA' }],
    };
    expect(await inspect(makeGlb(document, Buffer.alloc(8)), 'model/gltf-binary')).toEqual({
      contentType: 'model/gltf-binary',
    });
  });

  it.each<[string, Buffer]>([
    ['is truncated', makeGlb({ asset: { version: '2.0' } }, Buffer.alloc(64)).subarray(0, 60)],
    ['has bytes after its end', Buffer.concat([makeGlb(), Buffer.alloc(4)])],
    ['is only a header', makeGlb().subarray(0, 12)],
    ['is of another version', makeGlb({ asset: { version: '1.0' } })],
    ['names no version', makeGlb({})],
    [
      'needs a file of another server',
      makeGlb({ asset: { version: '2.0' }, buffers: [{ uri: 'https://example.com/a.bin', byteLength: 4 }] }),
    ],
    [
      'refers to an external texture',
      makeGlb({ asset: { version: '2.0' }, images: [{ uri: 'texture.png' }] }),
    ],
    [
      'has less data than it describes',
      makeGlb({ asset: { version: '2.0' }, buffers: [{ byteLength: 100 }] }, Buffer.alloc(8)),
    ],
    [
      'has a description that is no JSON',
      (() => {
        const glb = makeGlb();
        glb[20] = 0x7a;
        return glb;
      })(),
    ],
    [
      'has a chunk longer than the file',
      (() => {
        const glb = makeGlb();
        glb.writeUInt32LE(1_000_000, 12);
        return glb;
      })(),
    ],
  ])('rejects a GLB that %s', async (_case, glb) => {
    await expect(inspect(glb, 'model/gltf-binary')).rejects.toBeInstanceOf(BrokenAsset);
  });

  it('rejects a file of another type than expected', async () => {
    await expect(inspect(await makePicture('jpeg'), 'image/png')).rejects.toBeInstanceOf(BrokenAsset);
    await expect(inspect(Buffer.from('<svg/>'), 'image/svg+xml')).rejects.toBeInstanceOf(BrokenAsset);
    await expect(inspect(Buffer.from('words'), 'image/png')).rejects.toBeInstanceOf(BrokenAsset);
    await expect(inspect(Buffer.alloc(0), 'video/mp4')).rejects.toBeInstanceOf(BrokenAsset);
  });

  it('rejects a container without content', async () => {
    const clip = await makeClip('mp4');
    const onlyTheStart = clip.subarray(0, clip.readUInt32BE(0));
    await expect(inspect(onlyTheStart, 'video/mp4')).rejects.toBeInstanceOf(BrokenAsset);
  });
});
