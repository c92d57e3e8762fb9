import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  AVIF_SEQUENCE,
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
import { sniffContent } from './content-type.js';
import { inspectAsset } from './inspect.js';
import { INPUT_POLICY, type InspectionPolicy, RESULT_POLICY } from './policy.js';

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
  const inspect = async (bytes: Buffer, contentType: string, policy: InspectionPolicy = INPUT_POLICY) => {
    const path = join(directory, 'asset');
    await writeFile(path, bytes);
    const found = await sniffContent(path);
    expect(found?.contentType).toBe(contentType);
    return inspectAsset(path, found!, policy);
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

  describe('a video of another codec', () => {
    /** The clip with another name in its sample entry or track. */
    const named = async (format: 'mov' | 'mkv', name: string): Promise<Buffer> => {
      const [clip, known] = [await makeClip(format), format === 'mkv' ? 'V_VP9' : 'vp09'];
      expect(clip.indexOf(known)).toBeGreaterThan(0);
      expect(clip.indexOf(known)).toBe(clip.lastIndexOf(known));
      clip.write(name, clip.indexOf(known), 'latin1');
      return clip;
    };

    it.each(['mp4v', 's263', 'jpeg', 'mjpa', 'FFV1', 'png ', 'AVdn'])('(%s) is taken', async (name) => {
      expect(await inspect(await named('mov', name), 'video/quicktime')).toMatchObject({
        width: 320,
        height: 240,
      });
    });

    it.each(['svq3', 'cvid', 'Hap1', 'xxxx', 'vvc1', 'encv', '\x01\x02\x03\xff'])(
      '(%j) is refused as an input, and kept as a result',
      async (name) => {
        const clip = await named('mov', name);
        await expect(inspect(clip, 'video/quicktime')).rejects.toMatchObject({
          publicMessage: expect.stringMatching(
            name === 'encv'
              ? /^The video is encrypted\.$/
              : /^The video has a codec( \([\w ]+\))? that is not supported: use H\.264, H\.265, VP8, VP9 or AV1\.$/,
          ),
        });
        expect(await inspect(clip, 'video/quicktime', RESULT_POLICY)).toMatchObject({ width: 320 });
      },
    );

    it('is known in Matroska, too', async () => {
      await expect(inspect(await named('mkv', 'V_XYZ'), 'video/matroska')).rejects.toMatchObject({
        publicMessage: expect.stringContaining('(V_XYZ)'),
      });
    });
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
      frames: 3,
    });
    await expect(inspect(animation.subarray(0, animation.length - 20), 'image/gif')).rejects.toBeInstanceOf(
      BrokenAsset,
    );
  });

  it('keeps a result of an AVIF that moves, and says what it is for an input', async () => {
    expect(await inspect(AVIF_SEQUENCE, 'image/avif', RESULT_POLICY)).toEqual({
      contentType: 'image/avif',
      width: 16,
      height: 16,
      frames: 2,
    });
    await expect(inspect(AVIF_SEQUENCE, 'image/avif')).rejects.toMatchObject({
      publicMessage: expect.stringContaining('an AVIF that moves'),
    });
    for (const missing of [1, 20, 100, AVIF_SEQUENCE.length - 400]) {
      const cut = AVIF_SEQUENCE.subarray(0, AVIF_SEQUENCE.length - missing);
      await expect(inspect(cut, 'image/avif', RESULT_POLICY)).rejects.toBeInstanceOf(BrokenAsset);
    }
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

  describe.each([
    ['input', INPUT_POLICY],
    ['result', RESULT_POLICY],
  ])('a WAV as %s', (name, policy) => {
    /** 10 ms at 24 kHz, one channel, 16 bits, under a header of 44 bytes with these lengths. */
    const wavOf = (riff: number, data: number, sound = Buffer.alloc(480, 1)) => {
      const head = Buffer.alloc(44);
      head.write('RIFF    WAVEfmt ', 'latin1');
      head.writeUInt32LE(riff, 4);
      head.writeUInt32LE(16, 16);
      head.writeUInt16LE(1, 20);
      head.writeUInt16LE(1, 22);
      head.writeUInt32LE(24_000, 24);
      head.writeUInt32LE(48_000, 28);
      head.writeUInt16LE(2, 32);
      head.writeUInt16LE(16, 34);
      head.write('data', 36, 'latin1');
      head.writeUInt32LE(data, 40);
      return Buffer.concat([head, sound]);
    };

    it.each([
      [0x7fffffff, 0x7fffffff],
      [2_000_000_036, 2_000_000_000],
      [0x7ffff024, 0x7ffff000],
      [0xffffffff, 0xffffffff],
      [0xffffffff, 0xffffffdb],
      [0xfffffffe, 0xffffff00],
      [0x80000024, 0x80000000],
      [0x7fffffff, 0x7fffffdb],
      [1_000_000_036, 1_000_000_000],
      [0, 0],
      [0, 0xffffffff],
      [36, 0],
      [0xffffffff, 0],
      [516, 0xffffffff],
      [516, 0],
      [516, 4_800],
      [0x7fffffff, 480],
      [36, 480],
      [516, 480],
    ])('is measured by its own length under the lengths %d and %d', async (riff, data) => {
      expect(await inspect(wavOf(riff, data), 'audio/wav', policy)).toEqual({
        contentType: 'audio/wav',
        durationSeconds: 0.01,
      });
      const stored = await readFile(join(directory, 'asset'));
      expect(stored.equals(name === 'result' ? wavOf(516, 480) : wavOf(riff, data))).toBe(true);
    });

    it.each([
      [996, 960],
      [0, 960],
      [0xffffffff, 960],
      [2_000_036, 2_000_000],
    ])('is cut short under the true lengths %d and %d', async (riff, data) => {
      const cut = inspect(wavOf(riff, data), 'audio/wav', policy);
      await expect(cut).rejects.toMatchObject({ publicMessage: 'The file is cut short.' });
    });

    it('has no content without sound', async () => {
      for (const empty of [wavOf(36, 0, Buffer.alloc(0)), wavOf(48, 0, Buffer.from('LIST\x04\0\0\0INFO'))])
        await expect(inspect(empty, 'audio/wav', policy)).rejects.toBeInstanceOf(BrokenAsset);
    });

    it('is measured with chunks around its sound, which stay', async () => {
      const list = Buffer.from('LIST\x04\0\0\0INFO', 'latin1');
      const whole = wavOf(516 + list.length, 480);
      const wav = Buffer.concat([whole, list]);
      expect(await inspect(wav, 'audio/wav', policy)).toMatchObject({ durationSeconds: 0.01 });
      expect((await readFile(join(directory, 'asset'))).equals(wav)).toBe(true);
    });

    it('is measured by its rate in a codec that is not decoded', async () => {
      const wav = wavOf(516, 480);
      wav.writeUInt16LE(0x11, 20);
      wav.writeUInt32LE(12_000, 28);
      expect(await inspect(wav, 'audio/wav', policy)).toMatchObject({ durationSeconds: 0.04 });
    });

    it('is measured as RF64', async () => {
      const long = Buffer.alloc(36);
      long.write('ds64', 'latin1');
      long.writeUInt32LE(28, 4);
      long.writeBigUInt64LE(552n, 8);
      long.writeBigUInt64LE(480n, 16);
      const wav = wavOf(0xffffffff, 0xffffffff);
      const rf64 = Buffer.concat([wav.subarray(0, 12), long, wav.subarray(12)]);
      rf64.write('RF64', 'latin1');
      expect(await inspect(rf64, 'audio/wav', policy)).toMatchObject({ durationSeconds: 0.01 });
      await expect(inspect(rf64.subarray(0, 300), 'audio/wav', policy)).rejects.toBeInstanceOf(BrokenAsset);
    });
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

  it('rejects a container without content', async () => {
    const clip = await makeClip('mp4');
    const onlyTheStart = clip.subarray(0, clip.readUInt32BE(0));
    await expect(inspect(onlyTheStart, 'video/mp4')).rejects.toBeInstanceOf(BrokenAsset);
  });
});
