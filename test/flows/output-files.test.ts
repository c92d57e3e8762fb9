/**
 * Every model of the built-in engine through the public API. Each file is decoded by an independent program: pictures by
 * sharp, sound and video by Debian's ffmpeg to the last frame, 3D by the Khronos validator.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { validateGlb } from '../../packages/procedural-engine/test/support/gltf.js';
import { startApp, type TestApp } from '../support/app.js';
import { finished, generate, type Json, newCaller } from '../support/client.js';
import { endServices, temporaryDirectory } from '../support/service-process.js';

const run = promisify(execFile);

let app: TestApp;
let key: string;
let directory: string;
let picture: string;
beforeAll(async () => {
  app = await startApp();
  ({ key } = await newCaller(app.base));
  directory = await temporaryDirectory();
  const studio = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240" fill="#dfe6ea"/>
    <circle cx="160" cy="120" r="70" fill="#b3332e"/></svg>`;
  picture = `data:image/png;base64,${(await sharp(Buffer.from(studio)).png().toBuffer()).toString('base64')}`;
});
afterAll(async () => {
  await app.close();
  await endServices();
});

interface Made {
  path: string;
  bytes: Buffer;
  output: Json;
}

async function make(input: object): Promise<Made> {
  const { predictionId } = await generate(app.base, key, input);
  const done = await finished(app.base, key, predictionId);
  expect(done).toMatchObject({ status: 'completed', progress: 100 });
  const [output] = done.outputs;
  const bytes = Buffer.from(await (await fetch(output.url)).arrayBuffer());
  expect(bytes.length).toBe(output.bytes);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(output.sha256);
  const path = join(directory, `${predictionId}-${new URL(output.url).pathname.split('/').at(-1)}`);
  await writeFile(path, bytes);
  return { path, bytes, output };
}

/** Reads the streams with ffprobe, and decodes every frame without an error. */
async function decode(path: string): Promise<{ video?: Json; audio?: Json; seconds: number }> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    path,
  ]);
  const { streams, format } = JSON.parse(stdout) as { streams: Json[]; format: Json };
  const { stderr } = await run('ffmpeg', ['-v', 'error', '-i', path, '-f', 'null', '-']);
  expect(stderr).toBe('');
  const of = (kind: string) => streams.find((stream: Json) => stream.codec_type === kind);
  return { video: of('video'), audio: of('audio'), seconds: Number(format.duration) };
}

it.each([
  ['embedded-image', { prompt: 'a harbour at dusk', aspectRatio: '16:9', resolution: 512 }, 512, 288, 'png'],
  [
    'embedded-image',
    { prompt: 'a quiet forest', aspectRatio: '2:3', resolution: 512, format: 'webp' },
    341,
    512,
    'webp',
  ],
  ['embedded-upscale', { scale: 2, format: 'jpeg' }, 640, 480, 'jpeg'],
  ['embedded-cutout', {}, 320, 240, 'png'],
  ['embedded-reframe', { aspectRatio: '16:9' }, 427, 240, 'png'],
])('%s %j: sharp decodes the whole picture', async (modelKey, input, width, height, format) => {
  const media = modelKey === 'embedded-image' ? {} : { imageUrl: picture };
  const { bytes, output } = await make({ modelKey, ...input, ...media });
  const { info } = await sharp(bytes, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
  expect((await sharp(bytes).metadata()).format).toBe(format);
  expect(Math.abs(info.width - width)).toBeLessThanOrEqual(1);
  expect(Math.abs(info.height - height)).toBeLessThanOrEqual(1);
  expect(output).toMatchObject({ width: info.width, height: info.height });
});

it.each([
  ['webm', 'vp8', 'vorbis'],
  ['mp4', 'h264', 'mp3'],
])(
  'embedded-video as %s: ffmpeg decodes every frame, and sound and video have the same duration',
  async (format, codec, sound) => {
    const input = {
      modelKey: 'embedded-video',
      prompt: 'waves under the moon',
      duration: 2,
      resolution: '360p',
      format,
    };
    const { path, output } = await make(input);
    const { video, audio, seconds } = await decode(path);
    expect(video).toMatchObject({ codec_name: codec, width: 640, height: 360 });
    expect(audio.codec_name).toBe(sound);
    expect(seconds).toBeGreaterThan(1.9);
    expect(seconds).toBeLessThan(2.15);
    expect(output.durationSeconds).toBeCloseTo(2, 0);
  },
);

it('embedded-animate and embedded-video-upscale: ffmpeg decodes every frame, twice as large', async () => {
  const still = { modelKey: 'embedded-animate', imageUrl: picture, duration: 1, resolution: '360p' };
  const small = await make(still);
  const large = await make({ modelKey: 'embedded-video-upscale', videoUrl: small.output.url, scale: 2 });
  const [before, after] = [await decode(small.path), await decode(large.path)];
  expect(after.video.width).toBe(before.video.width * 2);
  expect(after.video.height).toBe(before.video.height * 2);
});

it.each([
  ['embedded-music', { prompt: 'a calm piano waltz', duration: 6 }, 6, 'mp3'],
  ['embedded-sound', { prompt: 'rain and thunder', duration: 3, format: 'ogg' }, 3, 'vorbis'],
  ['embedded-speech', { prompt: 'Every credit is accounted for.', format: 'wav' }, null, 'pcm_s16le'],
])('%s: ffmpeg decodes the whole sound', async (modelKey, input, duration, codec) => {
  const { path } = await make({ modelKey, ...input });
  const { audio, seconds } = await decode(path);
  expect(audio.codec_name).toBe(codec);
  if (duration !== null) expect(Math.abs(seconds - duration)).toBeLessThan(0.1);
  expect(seconds).toBeGreaterThan(1);
});

it.each([
  ['embedded-mesh', { prompt: 'a blue glass vase' }],
  ['embedded-relief', {}],
])('%s: the validator finds 0 errors', async (modelKey, input) => {
  const media = modelKey === 'embedded-relief' ? { imageUrl: picture } : {};
  const { bytes } = await make({ modelKey, ...input, ...media });
  expect(await validateGlb(bytes)).toEqual([]);
});
