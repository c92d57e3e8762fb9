import { type FileHandle, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import {
  AVIF_SEQUENCE,
  makeAnimation,
  makeClip,
  makeGlb,
  makeMp3,
  makeOgg,
  makePicture,
  makeSoundIn,
  makeWav,
} from '../../../packages/media/test/support/media-files.js';
import { SOUND_FILES, STREAMED_SOUNDS } from '../../../packages/media/test/support/sound-files.js';
import {
  type FetchedFile,
  type FetchOptions,
  FetchRefused,
  LocalDiskAssetStorage,
  OutsideNetwork,
  SafeFetcher,
  sniffContent,
  StorageFull,
  StorageUnavailable,
} from '../../assets/index.js';
import type { ProducedFile, Work } from '../../providers/index.js';
import type { StoredOutput } from '../prediction.js';
import { OutputStore, OutputUnavailable, type StoringOptions } from './output.store.js';

/** The bytes that the detection of a type reads. */
const HEAD_BYTES = 4100;
const FETCHED = { url: 'https://engine.example.com/0.png' };
const WORK = { predictionId: 'pred_1', modality: 'image', signal: new AbortController().signal };

let directory: string;
let picture: Buffer;
let store: OutputStore;

class LocalFetcher extends SafeFetcher {
  override async fetchToFile(url: string, options: FetchOptions): Promise<FetchedFile> {
    const path = join(options.directory, 'fetched');
    await writeFile(path, picture);
    const found = (await sniffContent(path))!;
    return { path, found, finalUrl: url, bytes: picture.length, sha256: '' };
  }
}

beforeAll(async () => {
  picture = await makePicture('png', 64, 64);
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'offprint-output-'));
  const storage = new LocalDiskAssetStorage(join(directory, 'assets'));
  store = new OutputStore(storage, new LocalFetcher(new OutsideNetwork()));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(directory, { recursive: true });
});

class AwayStorage extends LocalDiskAssetStorage {
  override isShared = false;
  copies = 0;
  constructor(private readonly answers: Error[]) {
    super(join(directory, 'assets'));
  }
  override put(...args: Parameters<LocalDiskAssetStorage['put']>) {
    const error = this.answers[this.copies++];
    return error ? Promise.reject(error) : super.put(...args);
  }
}

const storePicture = (file: ProducedFile) => store.store({ ...WORK, directory } as Work, [file]);

async function producedFile(contentType: string): Promise<ProducedFile> {
  const path = join(directory, 'produced');
  await writeFile(path, picture);
  return { path, contentType };
}

async function spyOnReads(): Promise<() => number[]> {
  const file = await open(directory, 'r');
  const read = jest.spyOn(Object.getPrototypeOf(file) as FileHandle, 'read');
  await file.close();
  return () => (read.mock.calls as unknown[][]).map(([, , length]) => length as number);
}

it.each([
  ['a local file', () => producedFile('image/png')],
  ['a local file without a type', () => producedFile('')],
  ['a fetched file', () => Promise.resolve(FETCHED)],
])('detects the type of %s once', async (_name, make) => {
  const file = await make();
  const reads = await spyOnReads();
  const [output] = await storePicture(file);
  expect(output).toMatchObject({ contentType: 'image/png', width: 64, bytes: picture.length });
  expect(reads().filter((length) => length === HEAD_BYTES)).toHaveLength(1);
});

it.each(['image/jpeg', 'image/*', 'text/html', 'video/mp4', 'no type'])(
  'stores a picture by its content although the engine declares %s',
  async (declared) => {
    const [output] = await storePicture(await producedFile(declared));
    expect(output).toMatchObject({ name: 'predictions/pred_1/0.png', contentType: 'image/png', width: 64 });
  },
);

/** Stores files of these contents as the result of a model, and returns what was stored. */
async function storeAs(modality: Work['modality'], ...contents: Buffer[]) {
  const files = contents.map(async (bytes, index) => {
    const path = join(directory, `result-${index}`);
    await writeFile(path, bytes);
    return { path, contentType: 'application/octet-stream' };
  });
  return store.store({ ...WORK, modality, directory } as Work, await Promise.all(files));
}

/** The picture twice: as it is, and as a frame behind it. */
function movingPng(png: Buffer): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const numbers = (...values: number[]) =>
    Buffer.concat(
      values.map((value) => {
        const bytes = Buffer.alloc(4);
        bytes.writeUInt32BE(value);
        return bytes;
      }),
    );
  const control = (sequence: number) =>
    chunk('fcTL', Buffer.concat([numbers(sequence, 64, 64, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]));
  const [at, end] = [png.indexOf('IDAT') - 4, png.indexOf('IEND') - 4];
  const pixels = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
  return Buffer.concat([
    ...[png.subarray(0, 33), chunk('acTL', numbers(2, 0)), control(0), png.subarray(33, end)],
    ...[control(1), chunk('fdAT', Buffer.concat([numbers(2), pixels])), png.subarray(end)],
  ]);
}

const stillGif = () => makePicture('gif', 20, 10);
const animatedWebp = async () =>
  sharp(await makeAnimation(), { animated: true })
    .webp()
    .toBuffer();

it.each<[Work['modality'], string, () => Promise<Buffer> | Buffer]>([
  ['image', 'an MP4', () => makeClip('mp4')],
  ['image', 'a WebM', () => makeClip('webm')],
  ['image', 'an MP3', () => makeMp3()],
  ['image', 'a mesh', () => makeGlb()],
  ['audio', 'a PNG', () => picture],
  ['audio', 'an MP4', () => makeClip('mp4')],
  ['audio', 'a QuickTime movie', () => makeClip('mov')],
  ['audio', 'a Matroska', () => makeClip('mkv')],
  ['audio', 'a mesh', () => makeGlb()],
  ['3d', 'a PNG', () => picture],
  ['3d', 'a WAV', () => makeWav()],
  ['3d', 'an MP4', () => makeClip('mp4')],
  ['video', 'an MP3', () => makeMp3()],
  ['video', 'an Ogg', () => makeOgg()],
  ['video', 'an MP4 of sound alone', () => makeSoundIn('mp4')],
  ['video', 'a WebM of sound alone', () => makeSoundIn('webm')],
  ['video', 'a mesh', () => makeGlb()],
  ['video', 'a PNG', () => picture],
  ['video', 'a GIF that does not move', stillGif],
  ['video', 'a WebP that does not move', () => makePicture('webp')],
])('refuses for a model of %s %s', async (modality, _what, make) => {
  const refused = storeAs(modality, await make());
  await expect(refused).rejects.toBeInstanceOf(OutputUnavailable);
  await expect(refused).rejects.toMatchObject({ transient: false });
});

it.each<[Work['modality'], string, () => Promise<Buffer> | Buffer, string]>([
  ['video', 'a GIF that moves', () => makeAnimation(), 'image/gif'],
  ['video', 'a WebP that moves', animatedWebp, 'image/webp'],
  ['video', 'an AVIF that moves', () => AVIF_SEQUENCE, 'image/avif'],
  ['video', 'a PNG that moves', () => movingPng(picture), 'image/png'],
  ['image', 'an AVIF that moves', () => AVIF_SEQUENCE, 'image/avif'],
  ['image', 'a GIF that moves', () => makeAnimation(), 'image/gif'],
  ['audio', 'an MP4 of sound alone', () => makeSoundIn('mp4'), 'audio/mp4'],
  ['audio', 'a fragmented MP4 of sound alone', () => makeSoundIn('fragmented-mp4'), 'audio/mp4'],
  ['audio', 'a QuickTime file of sound alone', () => makeSoundIn('mov'), 'audio/mp4'],
  ['audio', 'a WebM of sound alone', () => makeSoundIn('webm'), 'audio/webm'],
  ['audio', 'a Matroska of sound alone', () => makeSoundIn('mkv'), 'audio/matroska'],
])('stores for a model of %s %s', async (modality, _what, make, contentType) => {
  const [output] = await storeAs(modality, await make());
  expect(output).toMatchObject({ contentType });
  if (contentType.startsWith('audio/')) expect(output!.width).toBeUndefined();
});

it.each(Object.entries({ ...SOUND_FILES, ...STREAMED_SOUNDS }))(
  'stores for a model of audio %s, and refuses it for another',
  async (_what, { bytes, contentType, extension, seconds }) => {
    const name = `predictions/pred_1/0.${extension}`;
    expect(await storeAs('audio', bytes)).toMatchObject([{ name, contentType, durationSeconds: seconds }]);
    await expect(storeAs('video', bytes)).rejects.toBeInstanceOf(OutputUnavailable);
  },
);

it('stores for a model of image a TIFF', async () => {
  const [output] = await storeAs('image', await sharp(picture).tiff().toBuffer());
  expect(output).toMatchObject({ name: 'predictions/pred_1/0.tiff', contentType: 'image/tiff', width: 64 });
});

it('leaves out a file of another kind beside the result', async () => {
  const outputs = await storeAs('video', picture, await makeClip('mp4'));
  expect(outputs).toMatchObject([{ name: 'predictions/pred_1/0.mp4', contentType: 'video/mp4' }]);
});

/** Files that engines return beside a result, and that are not stored. */
const BESIDE: [what: string, bytes: Buffer][] = [
  ['splats', Buffer.from('ply\nformat binary_little_endian 1.0\nend_header\n\0\x01', 'latin1')],
  ['a mesh as text', Buffer.from('# Blender 4.2\n# www.blender.org\nmtllib m.mtl\nv 0.1 0.2 0.3\n')],
  ['a mesh for printing', Buffer.from('solid part\nfacet normal 0 0 1\n')],
  ['a scene', Buffer.from('Kaydara FBX Binary  \0\x1a\0', 'latin1')],
  ['an archive', Buffer.from('504b03041400000000000000', 'hex')],
  ['a score', Buffer.from('4d54686400000006000100020060', 'hex')],
  ['subtitles', Buffer.from('1\r\n00:00:00,000 --> 00:00:01,000\r\nHello\r\n')],
  ['captions', Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n')],
];

it.each(BESIDE)('leaves out %s beside the result, and takes them for none', async (_what, other) => {
  for (const [modality, whole] of [
    ['3d', makeGlb()],
    ['audio', makeMp3()],
  ] as const) {
    expect(await storeAs(modality, other, whole)).toHaveLength(1);
    await expect(storeAs(modality, other)).rejects.toBeInstanceOf(OutputUnavailable);
  }
});

it.each<[string, () => Promise<Buffer> | Buffer]>([
  ['a page', () => Buffer.from('<!doctype html><p>Out of capacity')],
  ['an error', () => Buffer.from('{"error":"restarted"}')],
  ['a sentence', () => Buffer.from('upstream connect error')],
  ['nothing', () => Buffer.alloc(0)],
  ['noise', () => Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) % 251))],
  ['half of a picture', () => picture.subarray(0, picture.length / 2)],
  ['a picture that is not stored', () => Buffer.from('424d3a000000000000003600000028000000', 'hex')],
  ['a TIFF without a picture', () => Buffer.from('49492a00080000000000', 'hex')],
])('delivers no half: a picture and %s are none', async (_what, make) => {
  await expect(storeAs('image', picture, await make())).rejects.toMatchObject({ transient: false });
});

it.each<[string, () => Promise<Buffer>, object]>([
  ['a picture of 7000 × 7200', () => flat(7000, 7200), { width: 7000, height: 7200 }],
  ['a picture of 8192 × 8192', () => flat(8192, 8192), { width: 8192, height: 8192 }],
  ['200 frames of 640 × 480', () => framesOf(200, 640, 480), { width: 640, height: 480 }],
])('stores %s, which is more than an input may have', async (_what, make, size) => {
  expect(await storeAs('image', await make())).toMatchObject([size]);
});

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'white' } })
    .png()
    .toBuffer();

async function framesOf(frames: number, width: number, height: number): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * frames * 3);
  for (let at = 0; at < frames; at += 1) raw.fill(at, at * width * height * 3, (at + 1) * width * height * 3);
  return sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif()
    .toBuffer();
}

/** What engines and cameras leave behind the end of a file. */
const TAILS: [string, Buffer][] = [
  ['7 zeros', Buffer.alloc(7)],
  ['4 bytes', Buffer.from([1, 2, 3, 4])],
  ['1 byte', Buffer.from('\n')],
  ['54 bytes', Buffer.alloc(54, 0x2c)],
  ['1,000 zeros', Buffer.alloc(1_000)],
  ['a line of text', Buffer.from('Made by an engine, with love.\n')],
  ['an HTML comment', Buffer.from('<!-- 12 ms -->')],
];

it.each<[string, Work['modality'], () => Promise<Buffer> | Buffer]>([
  ['a GIF', 'image', () => makePicture('gif')],
  ['an animated GIF', 'image', () => makeAnimation()],
  ['a PNG', 'image', () => picture],
  ['a JPEG', 'image', () => makePicture('jpeg')],
  ['a WebP', 'image', () => makePicture('webp')],
  ['an AVIF', 'image', () => makePicture('avif')],
  ['an MP4', 'video', () => makeClip('mp4')],
  ['a fragmented MP4', 'video', () => makeClip('fragmented-mp4')],
  ['a QuickTime movie', 'video', () => makeClip('mov')],
  ['a WebM', 'video', () => makeClip('webm')],
  ['a Matroska', 'video', () => makeClip('mkv')],
  ['a WAV', 'audio', () => makeWav()],
  ['an MP3', 'audio', () => makeMp3()],
  ['an Ogg', 'audio', () => makeOgg()],
  ...['an AIFF of sox', 'a Wave64 of ffmpeg', 'a CAF', 'an AU of ffmpeg'].map(
    (what): [string, 'audio', () => Buffer] => [what, 'audio', () => SOUND_FILES[what]!.bytes],
  ),
  ['a TIFF', 'image', () => sharp(picture).tiff().toBuffer()],
  ['a mesh', '3d', () => makeGlb()],
])('stores %s with bytes behind its end as without', async (_what, modality, make) => {
  const whole = await make();
  const facts = ({ contentType, width, height, durationSeconds }: StoredOutput) => {
    return { contentType, width, height, durationSeconds };
  };
  const [expected] = await storeAs(modality, whole);
  for (const [tail, bytes] of TAILS) {
    const [output] = await storeAs(modality, Buffer.concat([whole, bytes]));
    expect({ tail, ...facts(output!) }).toEqual({ tail, ...facts(expected!) });
  }
});

it.each<[string, () => Promise<Buffer>]>([
  ['a GIF', () => makePicture('gif')],
  ['an animated GIF', () => makeAnimation()],
])('completes %s without a trailer', async (_what, make) => {
  const whole = await make();
  for (const tail of [Buffer.alloc(0), Buffer.alloc(54, 7), Buffer.alloc(1_000), Buffer.from('<!-- -->')]) {
    const [output] = await storeAs('image', Buffer.concat([whole.subarray(0, -1), tail]));
    expect(await readFile(join(directory, 'assets', output!.name))).toEqual(whole);
  }
});

it('writes the true lengths into a WAV that was streamed', async () => {
  const whole = await makeWav();
  const streamed = Buffer.from(whole);
  const dataAt = streamed.indexOf('data');
  streamed.writeUInt32LE(0x7fffffff, 4);
  streamed.writeUInt32LE(0x7fffffff, dataAt + 4);
  const [output] = await storeAs('audio', streamed);
  expect(output).toMatchObject({ durationSeconds: 1, bytes: whole.length });
  expect(await readFile(join(directory, 'assets', output!.name))).toEqual(whole);
});

it.each([
  [new FetchRefused('not_found', { status: 404 }), true],
  [new FetchRefused('not_found', { status: 410 }), false],
  [new FetchRefused('bad_status', { status: 403 }), false],
  [new FetchRefused('bad_status', { status: 503 }), true],
  [new FetchRefused('wrong_type'), false],
])('fetches a file again that may be there later: %s (%s)', async (error, transient) => {
  const fetcher = new LocalFetcher(new OutsideNetwork());
  jest.spyOn(fetcher, 'fetchToFile').mockRejectedValue(error);
  const storage = new LocalDiskAssetStorage(join(directory, 'assets'));
  const stored = new OutputStore(storage, fetcher).store({ ...WORK, directory } as Work, [FETCHED]);
  await expect(stored).rejects.toMatchObject({ name: 'OutputUnavailable', transient });
});

describe('a storage that is away', () => {
  const away = new StorageUnavailable('503');
  const full = new StorageFull('ENOSPC');
  const copy = (
    storage: AwayStorage,
    file: ProducedFile,
    options: StoringOptions,
    fetcher = new LocalFetcher(new OutsideNetwork()),
  ) => new OutputStore(storage, fetcher).store({ ...WORK, directory } as Work, [file], options);

  it.each([
    ['a paid result', [away, away], false, false],
    ['a paid result while it is full', [full, away], false, false],
    ['a paid result, by all processes,', [full, away], false, true],
    ['a result that cost nothing, by all processes,', [away, away], true, true],
  ])('gets the copy of %s again, which is fetched once', async (_, answers, isHarmless, isShared) => {
    const storage = new AwayStorage(answers);
    storage.isShared = isShared;
    const fetcher = new LocalFetcher(new OutsideNetwork());
    const fetches = jest.spyOn(fetcher, 'fetchToFile');
    const outputs = await copy(storage, FETCHED, { isHarmless }, fetcher);
    expect(outputs).toMatchObject([{ contentType: 'image/png' }]);
    expect([storage.copies, fetches.mock.calls.length]).toEqual([3, 1]);
  });

  it('gets it again until the step is stopped', async () => {
    const storage = new AwayStorage(Array.from({ length: 9 }, () => away));
    const stop = new AbortController();
    const work = { ...WORK, directory, signal: stop.signal } as Work;
    const copied = new OutputStore(storage, new LocalFetcher(new OutsideNetwork())).store(work, [
      await producedFile('image/png'),
    ]);
    setImmediate(() => stop.abort('deadline'));
    await expect(copied).rejects.toThrow();
  });

  it.each([
    ['costs nothing', { isHarmless: true }],
    ['the engine gives again', { canAskAgain: true }],
  ])('on this machine leaves a result that %s to a worker that can write', async (_, options) => {
    for (const fault of [full, away]) {
      const copied = copy(new AwayStorage([fault]), await producedFile('image/png'), options);
      await expect(copied).rejects.toBe(fault);
    }
  });

  it('of all processes that is full makes a result that cost nothing anew', async () => {
    const storage = new AwayStorage([full]);
    storage.isShared = true;
    const copied = copy(storage, await producedFile('image/png'), { isHarmless: true });
    await expect(copied).rejects.toMatchObject({ transient: true });
  });
});
