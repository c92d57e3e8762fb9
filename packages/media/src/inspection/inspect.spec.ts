import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  AVIF_SEQUENCE,
  type ClipFormat,
  makeAnimation,
  makeClip,
  makeFlac,
  makeGlb,
  makeMovingWebp,
  makeMp3,
  makeOgg,
  makePicture,
  makeWav,
  type PictureFormat,
} from '../../test/support/media-files.js';
import { SOUND_FILES, STREAMED_SOUNDS } from '../../test/support/sound-files.js';
import { MediaError } from '../media-error.js';
import { extensionOf, familyOf, sniffResult } from './content-type.js';
import { inspectAsset, inspectPicture, isInspectedInMemory } from './inspect.js';
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
    const found = await sniffResult(path);
    expect(found?.contentType).toBe(contentType);
    const fromFile = inspectAsset(path, found!, policy);
    if (isInspectedInMemory(found!)) {
      const outcomes = await Promise.allSettled([inspectPicture(bytes, found!, policy), fromFile]);
      expect(outcomes[0]).toEqual(outcomes[1]);
    }
    return fromFile;
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
    await expect(cut).rejects.toBeInstanceOf(MediaError);
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
      MediaError,
    );
  });

  it.each(['avis', 'msf1'])(
    'keeps a result of an AVIF that moves (%s), and says so of an input',
    async (brand) => {
      const moving = Buffer.from(AVIF_SEQUENCE);
      moving.write(brand, 8, 'latin1');
      expect(await inspect(moving, 'image/avif', RESULT_POLICY)).toEqual({
        contentType: 'image/avif',
        width: 16,
        height: 16,
        frames: 2,
      });
      await expect(inspect(moving, 'image/avif')).rejects.toMatchObject({
        publicMessage: expect.stringContaining('an AVIF that moves'),
      });
    },
  );

  it('refuses an AVIF that moves of which a part is there', async () => {
    for (const missing of [1, 20, 100, AVIF_SEQUENCE.length - 400]) {
      const cut = AVIF_SEQUENCE.subarray(0, AVIF_SEQUENCE.length - missing);
      await expect(inspect(cut, 'image/avif', RESULT_POLICY)).rejects.toBeInstanceOf(MediaError);
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
    await expect(inspect(damaged, 'image/png')).rejects.toBeInstanceOf(MediaError);
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
    await expect(cut).rejects.toBeInstanceOf(MediaError);
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
    await expect(inspect(wav.subarray(0, wav.length / 2), 'audio/wav')).rejects.toBeInstanceOf(MediaError);
    const ogg = await makeOgg();
    await expect(inspect(ogg.subarray(0, ogg.length - 20), 'audio/ogg')).rejects.toBeInstanceOf(MediaError);
    await expect(inspect(makeMp3(20, { statedFrames: 40 }), 'audio/mpeg')).rejects.toBeInstanceOf(MediaError);
    await expect(
      inspect(makeMp3(20, { tagBytes: 300, statedFrames: 40 }), 'audio/mpeg'),
    ).rejects.toBeInstanceOf(MediaError);
  });

  it.each([0, 40, 39, 0x7fffffff, 0xfffffffe, 0xffffffff])(
    'measures an MP3 that states %d frames by its own',
    async (statedFrames) => {
      for (const policy of [INPUT_POLICY, RESULT_POLICY]) {
        const mp3 = await inspect(makeMp3(40, { statedFrames }), 'audio/mpeg', policy);
        expect(mp3.durationSeconds).toBeCloseTo((40 * 1152) / 44_100, 2);
      }
    },
  );

  it('measures MP3s one behind the other as one', async () => {
    const parts = [{ statedFrames: 20 }, { statedFrames: 20, tagBytes: 300 }, { tagBytes: 40 }, {}];
    const joined = Buffer.concat(parts.map((options) => makeMp3(20, options)));
    const { durationSeconds } = await inspect(joined, 'audio/mpeg', RESULT_POLICY);
    expect(durationSeconds).toBeCloseTo((80 * 1152) / 44_100, 1);
  });

  it.each([0, 1_600, 0xfffffffff])('measures a FLAC that states %d samples', async (samples) => {
    for (const policy of [INPUT_POLICY, RESULT_POLICY]) {
      const { durationSeconds } = await inspect(makeFlac(samples), 'audio/flac', policy);
      // Its packets are read, of which the last may be too short for the demuxer.
      expect(durationSeconds).toBeCloseTo(samples === 1_600 ? 0.2 : 0.144, 3);
    }
  });

  it.each([
    ['an input', INPUT_POLICY],
    ['a result', RESULT_POLICY],
  ])('refuses %s of a FLAC of which a part is there', async (_what, policy) => {
    await expect(inspect(makeFlac(16_000), 'audio/flac', policy)).rejects.toMatchObject({
      publicMessage: 'The file is cut short.',
    });
  });

  it.each<[string, (ogg: Buffer, last: number) => Buffer]>([
    ['without an end', (ogg, last) => (ogg.writeUInt8(ogg[last + 5]! & ~4, last + 5), ogg)],
    ['that does not know where it ends', (ogg, last) => (ogg.writeBigInt64LE(-1n, last + 6), ogg)],
    ['that says to end at its start', (ogg, last) => (ogg.writeBigInt64LE(0n, last + 6), ogg)],
    ['that says to end never', (ogg, last) => (ogg.writeBigInt64LE(2n ** 63n - 1n, last + 6), ogg)],
    ['with another behind it', (ogg) => Buffer.concat([ogg, ogg])],
  ])('measures an Ogg %s by its sound', async (_what, change) => {
    const whole = await makeOgg();
    const ogg = change(Buffer.from(whole), whole.lastIndexOf('OggS'));
    for (const policy of [INPUT_POLICY, RESULT_POLICY]) {
      const { durationSeconds } = await inspect(ogg, 'audio/ogg', policy);
      expect(durationSeconds).toBeGreaterThan(0.9);
      expect(durationSeconds).toBeLessThan(2.1);
    }
  });

  describe.each<[string, number, Buffer]>([
    ['FLAC', 8_000, Buffer.from('\x7fFLAC\x01\0\0\x01fLaC\0\0\0\x22', 'latin1')],
    ['Speex', 16_000, Buffer.from('Speex   1.2'.padEnd(36, '\0'), 'latin1')],
  ])('an Ogg of %s', (codec, rate, head) => {
    const page = (position: bigint, packet: Buffer) => {
      const header = Buffer.alloc(28);
      header.write('OggS', 'latin1');
      header.writeBigInt64LE(position, 6);
      header.writeUInt32LE(7, 14);
      header.set([1, packet.length], 26);
      return Buffer.concat([header, packet]);
    };
    const stated = Buffer.alloc(4);
    stated.writeUInt32LE(rate);
    const info = makeFlac().subarray(8, 42);
    const ogg = Buffer.concat([
      page(0n, Buffer.concat(codec === 'FLAC' ? [head, info] : [head, stated, Buffer.alloc(40)])),
      page(-1n, Buffer.alloc(90)),
      page(BigInt(rate / 2), Buffer.alloc(90)),
    ]);

    it('is measured by its pages, without what follows', async () => {
      for (const tail of [Buffer.alloc(0), Buffer.alloc(9), Buffer.from('tail')])
        expect(await inspect(Buffer.concat([ogg, tail]), 'audio/ogg', RESULT_POLICY)).toEqual({
          contentType: 'audio/ogg',
          durationSeconds: 0.5,
        });
    });

    it('is refused when a part of it is there', async () => {
      for (const cut of [ogg.subarray(0, -1), ogg.subarray(0, -95), ogg.subarray(0, 100)])
        await expect(inspect(cut, 'audio/ogg', RESULT_POLICY)).rejects.toBeInstanceOf(MediaError);
    });
  });

  it.each([0, 0x7fffffff, 0xffffffff, 0xfffffffe])(
    'completes a result of a WebP under the length %d',
    async (stated) => {
      for (const whole of [await makePicture('webp'), await makeMovingWebp()]) {
        const streamed = Buffer.from(whole);
        streamed.writeUInt32LE(stated, 4);
        expect(await inspect(streamed, 'image/webp', RESULT_POLICY)).toEqual(
          await inspect(whole, 'image/webp', RESULT_POLICY),
        );
        await inspect(streamed, 'image/webp', RESULT_POLICY);
        expect((await readFile(join(directory, 'asset'))).equals(whole)).toBe(true);
        const cut = streamed.subarray(0, streamed.length - 20);
        await expect(inspect(cut, 'image/webp', RESULT_POLICY)).rejects.toBeInstanceOf(MediaError);
      }
    },
  );

  describe.each(['webm', 'mkv'] as const)('a %s that was streamed', (format) => {
    const type = format === 'webm' ? 'video/webm' : 'video/matroska';
    const measures = { contentType: type, width: 320, height: 240, framesPerSecond: 10 };

    it('is measured without lengths', async () => {
      const live = await makeClip(`live-${format}`);
      for (const policy of [INPUT_POLICY, RESULT_POLICY])
        expect(await inspect(live, type, policy)).toMatchObject(measures);
    });

    it('may state its kind with a long length', async () => {
      const clip = await makeClip(format);
      const kind = format === 'webm' ? 'webm' : 'matroska';
      const at = clip.indexOf(Buffer.from([0x42, 0x82]));
      expect(clip.toString('latin1', at + 3, at + 3 + kind.length)).toBe(kind);
      for (const length of [
        [0x40, kind.length],
        [0x10, 0, 0, kind.length],
        [0x01, 0, 0, 0, 0, 0, 0, kind.length],
      ]) {
        const head = Buffer.concat([clip.subarray(0, at + 2), Buffer.from(length), clip.subarray(at + 3)]);
        expect(await sniffResult(head)).toMatchObject({ contentType: type });
      }
    });
  });

  it.each([
    ['of 0: until the end', (mp4: Buffer, at: number) => void mp4.writeUInt32BE(0, at)],
    ['that is stated', () => undefined],
  ])('measures an MP4 whose last box has a length %s', async (_what, change) => {
    const mp4 = await makeClip('mp4');
    const at = mp4.indexOf('mdat') - 4;
    expect(at + mp4.readUInt32BE(at)).toBe(mp4.length);
    change(mp4, at);
    for (const policy of [INPUT_POLICY, RESULT_POLICY])
      expect(await inspect(mp4, 'video/mp4', policy)).toMatchObject({ durationSeconds: 2, width: 320 });
  });

  it.each(['free', 'skip', 'uuid', 'udta', 'meta'])(
    'measures an MP4 whose last box %s is not all there',
    async (name) => {
      const whole = await makeClip('mp4');
      const head = Buffer.from(`\0\0\x10\0${name}left`, 'latin1');
      for (const policy of [INPUT_POLICY, RESULT_POLICY]) {
        const facts = await inspect(Buffer.concat([whole, head]), 'video/mp4', policy);
        expect(facts).toMatchObject({ durationSeconds: 2, width: 320 });
      }
      // Before the frames it is theirs.
      const mdat = whole.indexOf('mdat') - 4;
      const cut = Buffer.concat([whole.subarray(0, mdat), head]);
      await expect(inspect(cut, 'video/mp4', RESULT_POLICY)).rejects.toBeInstanceOf(MediaError);
    },
  );

  it.each<[string, (bytes: Buffer) => Promise<Buffer>, string]>([
    ['a PNG of 16 bits', (png) => sharp(png).toColourspace('rgb16').png().toBuffer(), 'image/png'],
    ['a grey PNG', (png) => sharp(png).greyscale().png().toBuffer(), 'image/png'],
    ['a PNG with a palette', (png) => sharp(png).png({ palette: true }).toBuffer(), 'image/png'],
    ['an interlaced PNG', (png) => sharp(png).png({ progressive: true }).toBuffer(), 'image/png'],
    ['a JPEG in CMYK', (png) => sharp(png).toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg'],
    ['a grey JPEG', (png) => sharp(png).greyscale().jpeg().toBuffer(), 'image/jpeg'],
    ['a progressive JPEG', (png) => sharp(png).jpeg({ progressive: true }).toBuffer(), 'image/jpeg'],
    [
      'a JPEG with another behind it',
      async (png) => Buffer.concat([await sharp(png).jpeg().toBuffer(), await sharp(png).jpeg().toBuffer()]),
      'image/jpeg',
    ],
    ['a lossless WebP', (png) => sharp(png).webp({ lossless: true }).toBuffer(), 'image/webp'],
    ['an AVIF of 10 bits', (png) => sharp(png).avif({ bitdepth: 10 }).toBuffer(), 'image/avif'],
  ])('measures %s', async (_what, make, contentType) => {
    const bytes = await make(await makePicture('png'));
    for (const policy of [INPUT_POLICY, RESULT_POLICY])
      expect(await inspect(bytes, contentType, policy)).toEqual({ contentType, width: 96, height: 64 });
  });

  it.each<[string, number[]]>([
    ['a comment', [0x21, 0xfe, 2, 0x68, 0x69, 0]],
    ['a comment of several blocks', [0x21, 0xfe, 1, 0x3b, 1, 0x2c, 1, 0x21, 0]],
    ['an empty comment', [0x21, 0xfe, 0]],
    ['an application', [0x21, 0xff, 11, ...Buffer.from('ImageMagick'), 2, 0x31, 0x2e, 0]],
    ['its loops', [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0]],
    ['an unknown extension', [0x21, 0xce, 3, 1, 2, 3, 0]],
    ['an extension without a name', [0x21, 0x00, 1, 7, 0]],
    ['a second control of its frame', [0x21, 0xf9, 4, 0, 10, 0, 0, 0]],
  ])('measures a GIF with %s before its frames, and before its end', async (_what, extension) => {
    const whole = await makeAnimation();
    const first = whole.indexOf(Buffer.from([0x21, 0xf9]));
    for (const at of [first, whole.length - 1]) {
      const gif = Buffer.concat([whole.subarray(0, at), Buffer.from(extension), whole.subarray(at)]);
      for (const policy of [INPUT_POLICY, RESULT_POLICY])
        expect(await inspect(gif, 'image/gif', policy)).toMatchObject({ frames: 3, width: 40, height: 30 });
    }
  });

  describe.each([
    ['input', INPUT_POLICY],
    ['result', RESULT_POLICY],
  ])('a WAV as %s', (name, policy) => {
    /** 10 ms at 24 kHz, one channel, 16 bits, under a header of 44 bytes with these lengths. */
    const wavOf = (riff: number, data: number, sound: Buffer = Buffer.alloc(480, 1)) => {
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
      [0x0fffffff, 0x0fffffff],
      [0x3fffffff, 0x3fffffdb],
      [0x20000024, 0x20000000],
      [0x00ffffff + 37, 0x01000000],
      [100_000_036, 100_000_000],
      [0xffffffff, 0x7ffff000],
      [0x80000000, 0xffffffff],
      [36, 0xffffffff],
      [44, 0],
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
      [100_000_034, 99_999_998],
      [0x00100024, 0x00100000],
    ])('is cut short under the true lengths %d and %d', async (riff, data) => {
      const cut = inspect(wavOf(riff, data), 'audio/wav', policy);
      await expect(cut).rejects.toMatchObject({ publicMessage: 'The file is cut short.' });
    });

    it('has no content without sound', async () => {
      for (const empty of [wavOf(36, 0, Buffer.alloc(0)), wavOf(48, 0, Buffer.from('LIST\x04\0\0\0INFO'))])
        await expect(inspect(empty, 'audio/wav', policy)).rejects.toBeInstanceOf(MediaError);
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

    it('is measured behind other chunks under a placeholder', async () => {
      const wav = wavOf(0xffffffff, 0xffffffff);
      const list = Buffer.from('LIST\x0c\0\0\0INFOISFT\0\0\0\0', 'latin1');
      const streamed = Buffer.concat([wav.subarray(0, 36), list, wav.subarray(36)]);
      expect(await inspect(streamed, 'audio/wav', policy)).toMatchObject({ durationSeconds: 0.01 });
    });

    /** With the chunk of lengths of 64 bits, or without one. */
    const largeOf = (name: string, lengths: [riff: bigint, data: bigint] | null, sound?: Buffer) => {
      const wav = wavOf(0xffffffff, 0xffffffff, sound);
      wav.write(name, 'latin1');
      if (!lengths) return wav;
      const chunk = Buffer.alloc(36);
      chunk.write('ds64', 'latin1');
      chunk.writeUInt32LE(28, 4);
      chunk.writeBigUInt64LE(lengths[0], 8);
      chunk.writeBigUInt64LE(lengths[1], 16);
      return Buffer.concat([wav.subarray(0, 12), chunk, wav.subarray(12)]);
    };
    const MOST = 2n ** 64n - 1n;

    describe.each(['RF64', 'BW64'])('with lengths of 64 bits (%s)', (magic) => {
      it.each<[string, [bigint, bigint] | null]>([
        ['right lengths', [552n, 480n]],
        ['no lengths', [0n, 0n]],
        ['the largest lengths', [MOST, MOST]],
        ['lengths of 63 bits', [2n ** 63n - 1n, 2n ** 63n - 1n]],
        ['lengths of 32 bits', [0xffffffffn, 0xffffffffn]],
        ['no length of the whole', [0n, 480n]],
        ['no length of its sound', [552n, 0n]],
        ['no chunk of them', null],
      ])('is measured by its own under %s', async (_what, lengths) => {
        expect(await inspect(largeOf(magic, lengths), 'audio/wav', policy)).toEqual({
          contentType: 'audio/wav',
          durationSeconds: 0.01,
        });
        const stored = await readFile(join(directory, 'asset'));
        const isRight = lengths?.[0] === 552n && lengths[1] === 480n;
        if (isRight || name === 'input') {
          expect(stored.equals(largeOf(magic, lengths))).toBe(true);
          return;
        }
        const dataAt = stored.indexOf('data') + 4;
        expect(stored.toString('latin1', 0, 4)).toBe('RIFF');
        expect([stored.readUInt32LE(4), stored.readUInt32LE(dataAt)]).toEqual([stored.length - 8, 480]);
        expect(stored.includes('ds64')).toBe(false);
        expect(await inspect(stored, 'audio/wav', INPUT_POLICY)).toMatchObject({ durationSeconds: 0.01 });
      });

      it('is cut short under right lengths', async () => {
        const cut = largeOf(magic, [552n, 480n]).subarray(0, 300);
        await expect(inspect(cut, 'audio/wav', policy)).rejects.toBeInstanceOf(MediaError);
      });
    });
  });

  it.each(Object.entries(SOUND_FILES))(
    'measures %s, and finds a part of it cut short',
    async (_what, file) => {
      const { contentType, extension, seconds, bytes } = file;
      expect([extensionOf(contentType), familyOf(contentType)]).toEqual([extension, 'audio']);
      for (const policy of [INPUT_POLICY, RESULT_POLICY]) {
        expect(await inspect(bytes, contentType, policy)).toEqual({ contentType, durationSeconds: seconds });
        expect((await readFile(join(directory, 'asset'))).equals(bytes)).toBe(true);
      }
      const cut = bytes.subarray(0, bytes.length - (contentType.startsWith('audio/amr') ? 2 : 40));
      await expect(inspect(cut, contentType, RESULT_POLICY)).rejects.toBeInstanceOf(MediaError);
    },
  );

  it.each(Object.entries(STREAMED_SOUNDS))('measures %s that was streamed', async (_what, file) => {
    const { contentType, bytes } = file;
    const measures = { contentType, durationSeconds: 0.01 };
    for (const policy of [INPUT_POLICY, RESULT_POLICY])
      expect(await inspect(bytes, contentType, policy)).toEqual(measures);
    const mended = await readFile(join(directory, 'asset'));
    expect([mended.equals(bytes), mended.length]).toEqual([false, bytes.length]);
    // Its lengths are true now: without its last bytes it is cut short.
    const cut = mended.subarray(0, mended.length - 40);
    await expect(inspect(cut, contentType, RESULT_POLICY)).rejects.toBeInstanceOf(MediaError);
  });

  it.each(['none', 'lzw', 'deflate', 'jpeg'] as const)(
    'measures a TIFF (%s), and finds a part of it cut short',
    async (compression) => {
      const tiff = await sharp(await makePicture('png'))
        .tiff({ compression })
        .toBuffer();
      const measures = { contentType: 'image/tiff', width: 96, height: 64 };
      expect(await inspect(tiff, 'image/tiff', RESULT_POLICY)).toEqual(measures);
      const cut = inspect(tiff.subarray(0, tiff.length / 2), 'image/tiff', RESULT_POLICY);
      await expect(cut).rejects.toBeInstanceOf(MediaError);
    },
  );

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

  it.each([0, 12, 20, -12, 4, 0x7fffffff, 0xffffffff])(
    'completes a result of a GLB under the length %d',
    async (stated) => {
      const described = { asset: { version: '2.0' }, buffers: [{ byteLength: 8 }] };
      for (const whole of [makeGlb(described, Buffer.alloc(8, 1)), makeGlb()]) {
        const streamed = Buffer.concat([whole, Buffer.from('tail')]);
        streamed.writeUInt32LE(stated < 0 ? whole.length + stated : stated, 8);
        await inspect(streamed, 'model/gltf-binary', RESULT_POLICY);
        expect((await readFile(join(directory, 'asset'))).equals(whole)).toBe(true);
      }
    },
  );

  it('refuses a result of a GLB that is cut short, wherever', async () => {
    const described = { asset: { version: '2.0' }, buffers: [{ byteLength: 8 }] };
    const whole = makeGlb(described, Buffer.alloc(8, 1));
    for (const missing of [1, 8, 9, 16, 17, 40]) {
      const cut = inspect(whole.subarray(0, whole.length - missing), 'model/gltf-binary', RESULT_POLICY);
      await expect(cut).rejects.toBeInstanceOf(MediaError);
    }
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
    await expect(inspect(glb, 'model/gltf-binary')).rejects.toBeInstanceOf(MediaError);
  });

  it('rejects a container without content', async () => {
    const clip = await makeClip('mp4');
    const onlyTheStart = clip.subarray(0, clip.readUInt32BE(0));
    await expect(inspect(onlyTheStart, 'video/mp4')).rejects.toBeInstanceOf(MediaError);
  });
});
