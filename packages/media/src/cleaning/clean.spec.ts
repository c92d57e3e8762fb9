import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type * as Mediabunny from 'mediabunny';
import sharp from 'sharp';
import { makeAnimation, makeGlb, makeMp3, makePicture, makeSound } from '../../test/support/media-files.js';
import { SOUND_FILES } from '../../test/support/sound-files.js';
import { writeNewFile } from '../files/file-writing.js';
import { sniffResult } from '../inspection/content-type.js';
import { inspectAsset } from '../inspection/inspect.js';
import { readMark, readSourceType, withCleanedCopy } from './clean.js';
import { addressOfSourceType } from './source-type.js';

const media = createRequire(import.meta.url)('mediabunny') as typeof Mediabunny;

const SECRET = 'SECRET workflow, {"nodes": [1, 2]}';
const MARK = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic';
const XMP = (extra = ''): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" dc:source="${SECRET.replaceAll('"', "'")}" ${extra}/></rdf:RDF></x:xmpmeta>`;

let directory: string;
beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), 'offprint-clean-'))));
afterAll(() => rm(directory, { recursive: true, force: true }));

async function clean(bytes: Buffer, sourceType: string | null = null) {
  const [path, target] = [join(directory, 'file'), join(directory, 'copy')];
  await writeFile(path, bytes);
  await rm(target, { force: true });
  const found = (await sniffResult(path))!;
  const facts = await inspectAsset(path, found);
  // The store does the same: what is found to hold sound alone has a type of its own.
  const { contentType } = facts;
  const mark = await withCleanedCopy(path, contentType, sourceType, async (copy) => {
    await writeNewFile(target, copy.source, { maxBytes: 1e9 });
    return copy.mark;
  });
  expect(await inspectAsset(target, (await sniffResult(target))!)).toEqual(facts);
  expect(await readMark(target, contentType)).toEqual(mark);
  const carries = await readSourceType(target, contentType);
  expect(mark.digitalSourceType).toBe(carries === null ? null : addressOfSourceType(carries));
  return { copy: await readFile(target), carries, c2pa: mark.c2pa };
}

function pngChunk(type: string, data: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(type), Buffer.from(data)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

async function png(...chunks: Buffer[]): Promise<Buffer> {
  const plain = await makePicture('png');
  return Buffer.concat([plain.subarray(0, 33), ...chunks, plain.subarray(33)]);
}

type TaggedFormat = 'mp4' | 'mov' | 'webm' | 'mkv' | 'wav' | 'ogg' | 'm4a' | 'weba' | 'mka' | 'mp4a';

async function tagged(format: TaggedFormat): Promise<Buffer> {
  const formats = {
    mp4: () => new media.Mp4OutputFormat({ fastStart: 'in-memory' }),
    m4a: () => new media.Mp4OutputFormat(),
    mov: () => new media.MovOutputFormat(),
    webm: () => new media.WebMOutputFormat(),
    mkv: () => new media.MkvOutputFormat(),
    wav: () => new media.WavOutputFormat(),
    ogg: () => new media.OggOutputFormat(),
    weba: () => new media.WebMOutputFormat(),
    mka: () => new media.MkvOutputFormat(),
    mp4a: () => new media.Mp4OutputFormat({ fastStart: 'in-memory' }),
  };
  const tags = { title: SECRET, comment: SECRET.repeat(20), artist: 'SECRET' };
  if (['wav', 'ogg', 'weba', 'mka', 'mp4a'].includes(format)) {
    const codec = format === 'wav' ? 'pcm-s16' : 'opus';
    const packets = Array.from({ length: 10 }, (_, index) =>
      codec === 'opus' ? Uint8Array.from([0xf8, 0xff, 0xfe]) : new Uint8Array(3840).fill(index),
    );
    return makeSound(formats[format](), codec, packets, 1 / 50, tags);
  }
  const target = new media.BufferTarget();
  const output = new media.Output({ format: formats[format](), target });
  output.setMetadataTags(tags);
  const video = new media.EncodedVideoPacketSource('vp9');
  output.addVideoTrack(video, { frameRate: 10, name: 'SECRET' });
  await output.start();
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 320, codedHeight: 240 };
  for (let index = 0; index < 4; index += 1) {
    const data = new Uint8Array(90).fill(index + 1);
    const kind = index ? 'delta' : 'key';
    await video.add(new media.EncodedPacket(data, kind, index / 10, 0.1), { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer!);
}

const bigChunk = (id: string, data: Buffer | string): Buffer => {
  const head = Buffer.from(`${id}\0\0\0\0`, 'latin1');
  head.writeUInt32BE(Buffer.byteLength(data), 4);
  return Buffer.concat([head, Buffer.from(data), Buffer.alloc(Buffer.byteLength(data) % 2)]);
};

function rewrapped(aiff: Buffer, chunks: Buffer[]): Buffer {
  const whole = Buffer.concat([aiff, ...chunks]);
  whole.writeUInt32BE(whole.length - 8, 4);
  return whole;
}

function flac(): Buffer {
  const info = Buffer.from('0240024000000b00000d01f400f0000006409f0adfdbe740cb9cd8188a35761e2476', 'hex');
  const block = (type: number, data: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUIntBE(data.length, 1, 3);
    head[0] = type;
    return Buffer.concat([head, data]);
  };
  const text = (value: string) => Buffer.concat([Buffer.from([value.length, 0, 0, 0]), Buffer.from(value)]);
  const comments = ['prompt=SECRET', 'REPLAYGAIN_TRACK_GAIN=-3.00 dB', 'LOOPSTART=120', 'LOOPEND=SECRET{}'];
  const list = Buffer.concat([text('SECRET 1.0'), Buffer.from([4, 0, 0, 0]), ...comments.map(text)]);
  return Buffer.concat([
    Buffer.from('fLaC'),
    block(0, info),
    block(2, Buffer.from('SECRET')),
    block(4, list),
    block(0x82, Buffer.from('SECRET')),
    Buffer.from('fff8240800ca000000ce76fff8240801cd000000a20efff874080201bf620000000fe1', 'hex'),
  ]);
}

/** Files that hold the secret, as engines write them. */
const FILES: [name: string, make: () => Promise<Buffer> | Buffer][] = [
  [
    'PNG: text in its three forms',
    () =>
      png(
        pngChunk('tEXt', `workflow\0${SECRET}`),
        pngChunk('iTXt', `prompt\0\0\0\0\0${SECRET}`),
        pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${XMP()}`),
        pngChunk('tIME', Buffer.alloc(7)),
        pngChunk('prVt', SECRET),
      ),
  ],
  ['PNG: XMP in an older chunk', () => png(pngChunk('tEXt', `XML:com.adobe.xmp\0${XMP()}`))],
  ['PNG: bytes after its end', async () => Buffer.concat([await makePicture('png'), Buffer.from(SECRET)])],
  [
    'JPEG: EXIF, XMP, comment and a trailer',
    async () => {
      const plain = await sharp(await makePicture('png'))
        .withExif({ IFD0: { Software: SECRET } })
        .withXmp(XMP())
        .jpeg()
        .toBuffer();
      const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 2 + SECRET.length]), Buffer.from(SECRET)]);
      return Buffer.concat([plain.subarray(0, 2), comment, plain.subarray(2), Buffer.from(SECRET)]);
    },
  ],
  [
    'JPEG: a comment between the scans',
    async () => {
      const plain = await sharp(await makePicture('png'))
        .jpeg({ progressive: true })
        .toBuffer();
      const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 2 + SECRET.length]), Buffer.from(SECRET)]);
      const second = plain.indexOf(Buffer.from([0xff, 0xc4]), plain.indexOf(Buffer.from([0xff, 0xda])));
      return Buffer.concat([plain.subarray(0, second), comment, plain.subarray(second)]);
    },
  ],
  [
    'WebP',
    async () =>
      sharp(await makePicture('png'))
        .withExif({ IFD0: { Software: SECRET } })
        .withXmp(XMP())
        .webp()
        .toBuffer(),
  ],
  [
    'AVIF',
    async () =>
      sharp(await makePicture('png'))
        .withExif({ IFD0: { Software: SECRET } })
        .withXmp(XMP())
        .avif()
        .toBuffer(),
  ],
  [
    'GIF',
    async () => {
      const plain = await makeAnimation();
      const comment = Buffer.concat([
        Buffer.from([0x21, 0xfe, SECRET.length]),
        Buffer.from(SECRET),
        Buffer.from([0]),
      ]);
      return Buffer.concat([plain.subarray(0, -1), comment, plain.subarray(-1)]);
    },
  ],
  ['MP4', () => tagged('mp4')],
  ['MP4 with its index at the end', () => tagged('m4a')],
  ['MOV', () => tagged('mov')],
  ['WebM', () => tagged('webm')],
  ['MKV', () => tagged('mkv')],
  ['MP4 of sound alone', () => tagged('mp4a')],
  ['WebM of sound alone', () => tagged('weba')],
  ['MKV of sound alone', () => tagged('mka')],
  ['WAV', () => tagged('wav')],
  [
    'TIFF',
    async () =>
      sharp(await makePicture('png'))
        .withExif({
          IFD0: { Software: SECRET, Artist: SECRET },
          IFD2: { UserComment: SECRET },
          IFD3: { GPSAreaInformation: SECRET },
        })
        .withXmp(XMP())
        .tiff()
        .toBuffer(),
  ],
  [
    'AIFF',
    () => {
      const { bytes } = SOUND_FILES['an AIFF of sox']!;
      const chunks = ['NAME', 'AUTH', 'ANNO', '(c) ', 'ID3 ', 'APPL'].map((id) => bigChunk(id, SECRET));
      const marker = Buffer.from('\0\x01\0\x01\0\0\0\x07\x06SECRET\0', 'latin1');
      return rewrapped(bytes, [...chunks, bigChunk('MARK', marker), bigChunk('APPL', `XMP ${XMP()}`)]);
    },
  ],
  [
    'AIFF-C',
    () => {
      const bytes = Buffer.from(SOUND_FILES['an AIFF-C of floats']!.bytes);
      const codecName = bytes.indexOf('fl32') + 4;
      const name = Buffer.from('\x06SECRET\0', 'latin1');
      const length = bytes.readUInt32BE(bytes.indexOf('COMM') + 4);
      const renamed = Buffer.concat([
        bytes.subarray(0, codecName),
        name,
        bytes.subarray(bytes.indexOf('COMM') + 8 + length),
      ]);
      renamed.writeUInt32BE(22 + name.length, renamed.indexOf('COMM') + 4);
      return rewrapped(renamed, []);
    },
  ],
  [
    'Wave64',
    () => {
      const { bytes } = SOUND_FILES['a Wave64 of sox']!;
      const length = Buffer.alloc(8);
      length.writeBigUInt64LE(40n);
      const list = ['list', 'bext'].map((id) =>
        Buffer.concat([Buffer.from(id), bytes.subarray(28, 40), length, Buffer.from('SECRET SECRET   ')]),
      );
      const tagged = Buffer.concat([bytes.subarray(0, 40), ...list, bytes.subarray(40)]);
      tagged.writeBigUInt64LE(BigInt(tagged.length), 16);
      return tagged;
    },
  ],
  [
    'Core Audio',
    () => {
      const { bytes } = SOUND_FILES['a CAF in ALAC']!;
      const chunks = ['info', 'strg', 'uuid', 'umid'].map((id) => {
        const head = Buffer.from(`${id}\0\0\0\0\0\0\0\0`, 'latin1');
        head.writeBigInt64BE(BigInt(SECRET.length), 4);
        return Buffer.concat([head, Buffer.from(SECRET)]);
      });
      return Buffer.concat([bytes, ...chunks]);
    },
  ],
  [
    'AU',
    () => {
      const { bytes } = SOUND_FILES['an AU of ffmpeg']!;
      const tagged = Buffer.concat([bytes.subarray(0, 24), Buffer.from(SECRET), bytes.subarray(32)]);
      tagged.writeUInt32BE(24 + SECRET.length, 4);
      return tagged;
    },
  ],
  [
    'AU with a long annotation',
    () => {
      const { bytes } = SOUND_FILES['an AU of ffmpeg']!;
      const annotation = Buffer.concat([Buffer.alloc(70_000), Buffer.from(SECRET)]);
      const tagged = Buffer.concat([bytes.subarray(0, 24), annotation, bytes.subarray(32)]);
      tagged.writeUInt32BE(24 + annotation.length, 4);
      return tagged;
    },
  ],
  ['Ogg', () => tagged('ogg')],
  ['FLAC', () => flac()],
  [
    'MP3',
    () => {
      const text = Buffer.concat([Buffer.from([3]), Buffer.from(SECRET)]);
      const frame = Buffer.concat([Buffer.from('TSSE\0\0\0'), Buffer.from([text.length, 0, 0]), text]);
      const v1 = Buffer.alloc(128);
      v1.write('TAGSECRET');
      const tag = Buffer.concat([
        Buffer.from('ID3\x04\0\0\0\0\0', 'latin1'),
        Buffer.from([frame.length]),
        frame,
      ]);
      return Buffer.concat([tag, tag, makeMp3(20), v1]);
    },
  ],
  [
    'GLB',
    () =>
      makeGlb({
        asset: { version: '2.0', generator: 'SECRET', extras: { workflow: SECRET } },
        extras: { prompt: SECRET },
        nodes: [{ name: 'leg', extras: { prompt: SECRET } }],
        meshes: [{ primitives: [], extras: { targetNames: ['smile'], prompt: SECRET } }],
      }),
  ],
];

it.each(FILES)('drops the metadata of %s', async (_name, make) => {
  const bytes = await make();
  expect(bytes.includes('SECRET')).toBe(true);
  const { copy } = await clean(bytes);
  expect(copy.includes('SECRET')).toBe(false);
  expect((await clean(copy)).copy.equals(copy)).toBe(true);
});

it.each(FILES.filter(([name]) => !/WebM|MKV|Ogg|FLAC|Wave64|Core Audio|AU|TIFF/.test(name)))(
  'marks %s once',
  async (_name, make) => {
    const { copy, carries } = await clean(await make(), 'trainedAlgorithmicMedia');
    expect(carries).toBe('trainedAlgorithmicMedia');
    const twice = await clean(copy, 'algorithmicMedia');
    expect([twice.carries, twice.copy.equals(copy)]).toEqual(['trainedAlgorithmicMedia', true]);
  },
);

it.each(['png', 'jpeg', 'webp', 'avif', 'tiff'] as const)(
  'keeps the mark and the orientation of %s',
  async (format) => {
    const picture = await sharp(await makePicture('png'))
      .withExif({ IFD0: { Artist: SECRET }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .withXmp(XMP(`Iptc4xmpExt:DigitalSourceType="${MARK}"`))
      .toFormat(format)
      .toBuffer();
    const { copy, carries } = await clean(picture, 'trainedAlgorithmicMedia');
    expect(carries).toBe('compositeSynthetic');
    expect(copy.includes('SECRET')).toBe(false);
    const [was, is] = [await sharp(picture).metadata(), await sharp(copy).metadata()];
    expect([is.orientation, is.icc]).toEqual([was.orientation, was.icc]);
    expect(is.xmpAsString).toContain(MARK);
    expect(await sharp(copy).raw().toBuffer()).toEqual(await sharp(picture).raw().toBuffer());
  },
);

it('reads a bounded number of entries of a TIFF whose directories overlap', async () => {
  const [count, table] = [100, 2 + 0xffff * 12];
  const bytes = Buffer.alloc(8 + table + 4 * count, 0xff);
  bytes.write('II*\0\x08\0\0\0', 'latin1');
  for (let at = 8; at + 4 < 8 + 4 * count; at += 4) bytes.writeUInt32LE(at + 4, at + table);
  const path = join(directory, 'overlapping.tiff');
  await writeFile(path, bytes);
  await expect(readMark(path, 'image/tiff')).rejects.toThrow('too many parts');
});

it.each([
  ['an attribute', `Iptc4xmpExt:DigitalSourceType='${MARK}'`, 'compositeSynthetic'],
  ['another prefix', `ext:DigitalSourceType="${MARK}"`, 'compositeSynthetic'],
  ['a secure address', `a:DigitalSourceType="${MARK.replace('http:', 'https:')}"`, 'compositeSynthetic'],
  ['an element', `/><x:DigitalSourceType>${MARK}</x:DigitalSourceType><a b=""`, 'compositeSynthetic'],
  ['a resource', `/><x:DigitalSourceType rdf:resource="${MARK}"/><a b=""`, 'compositeSynthetic'],
  ['something else', `a:DigitalSourceType="SECRET in ${MARK}"`, null],
])('reads a mark that is %s', async (_name, text, expected) => {
  const { copy, carries } = await clean(
    await png(pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${XMP(text)}`)),
  );
  expect(carries).toBe(expected);
  expect(copy.includes('SECRET')).toBe(false);
});

it('keeps C2PA manifests, and adds nothing to what they sign', async () => {
  const manifest = pngChunk('caBX', 'a manifest');
  const picture = await png(manifest, pngChunk('gAMA', Buffer.from([0, 0, 177, 143])));
  const { copy, carries, c2pa } = await clean(picture, 'trainedAlgorithmicMedia');
  expect([copy.equals(picture), carries, c2pa]).toEqual([true, null, true]);
});

it('keeps loudness and loops, and nothing that could hide in them', async () => {
  const { copy } = await clean(flac());
  const text = copy.toString('latin1');
  expect([text.includes('-3.00 dB'), text.includes('LOOPSTART=120'), text.includes('LOOPEND')]).toEqual([
    true,
    true,
    false,
  ]);
});

it('hands over chunks that stay as they are: an upload in parts holds several', async () => {
  const path = join(directory, 'large.png');
  const noise = randomBytes(1200 * 1200 * 3);
  const picture = sharp(noise, { raw: { width: 1200, height: 1200, channels: 3 } });
  await picture
    .withExif({ IFD0: { Software: 'SECRET' } })
    .png()
    .toFile(path);
  const [held, copied] = await withCleanedCopy(path, 'image/png', null, async ({ source }) => {
    const chunks: Uint8Array[] = [];
    const copies: Uint8Array[] = [];
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      copies.push(Buffer.from(chunk));
    }
    return [chunks, copies];
  });
  expect(held.length).toBeGreaterThan(2);
  expect(Buffer.concat(held).equals(Buffer.concat(copied))).toBe(true);
});

it('cleans the pictures in a mesh', async () => {
  const picture = await png(pngChunk('tEXt', `workflow\0${SECRET}`));
  const padded = Buffer.concat([
    Buffer.alloc(4, 7),
    picture,
    Buffer.alloc((4 - (picture.length % 4)) % 4),
    Buffer.alloc(8, 9),
  ]);
  const document = {
    asset: { version: '2.0' },
    buffers: [{ byteLength: padded.length }],
    bufferViews: [{ buffer: 0, byteOffset: 4, byteLength: picture.length }],
    images: [{ bufferView: 0, mimeType: 'image/png' }],
  };
  const { copy } = await clean(makeGlb(document, padded));
  expect(copy.includes('SECRET')).toBe(false);
  const length = copy.readUInt32LE(12);
  const { bufferViews } = JSON.parse(copy.toString('utf8', 20, 20 + length)) as typeof document;
  const binary = copy.subarray(28 + length);
  expect([binary.length, binary[0], binary.at(-1)]).toEqual([padded.length, 7, 9]);
  expect(
    await sharp(binary.subarray(4, 4 + bufferViews[0]!.byteLength))
      .raw()
      .toBuffer(),
  ).toEqual(await sharp(picture).raw().toBuffer());
});
