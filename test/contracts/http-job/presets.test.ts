/** Differences of each vendor, in addition to the common suite. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome, Work } from '@offprint/engines';
import sharp from 'sharp';
import { HttpJobProvider } from '../../../packages/engines/src/http-job/http-job.provider.js';
import { type EngineProcess, type EngineState, startEngine } from '../../support/engine-process.js';
import {
  expectPending,
  filePath,
  openWorkshop,
  runToEnd,
  stored,
  type WorkExample,
  type Workshop,
} from '../../support/engine-work.js';
import { type Declared, declared, SECRET } from './declared.js';

const preset = (name: string) => declared(`catalogue/${name}.yaml`);
const [stability, tripo, runway, luma, bfl, elevenlabs] = await Promise.all(
  ['stability', 'tripo', 'runway', 'luma', 'bfl', 'elevenlabs'].map(preset),
);
const easel = await declared('examples/yaml-engine/easel.yaml');

let engine: EngineProcess;
let workshop: Workshop;

beforeAll(async () => {
  engine = await startEngine('http-job');
  workshop = await openWorkshop();
});
beforeEach(async () => {
  await engine.mend();
  await engine.clear();
});
afterAll(async () => {
  await engine.end();
  await workshop.close();
});

const end = (
  preset: Declared | undefined,
  example: WorkExample,
  more: Partial<Work> = {},
): Promise<Outcome> => runToEnd(preset!.provider(engine.url), workshop.make(example, more));
const submits = ({ requests }: EngineState) => requests.filter(({ isSubmit }) => isSubmit);
const bodyOf = (state: EngineState) => JSON.parse(String(submits(state)[0]!.body)) as Record<string, unknown>;

describe('Stability', () => {
  it('reports rejected content by a status, a finish reason or a header', async () => {
    await engine.fault('moderated-403');
    const rejected = { kind: 'refuse', code: 'content_rejected' };
    expect(await end(stability, stability!.work('stability-core'))).toMatchObject(rejected);
    await engine.fault('moderated');
    expect(await end(stability, stability!.work('stability-core'))).toMatchObject(rejected);
    await engine.fault('moderated');
    expect(await end(stability, stability!.work('stability-upscale-creative'))).toMatchObject(rejected);
  });

  it('is asked to extend both sides to the aspect ratio, and no more', async () => {
    const square = { imageUrl: 'https://media.example/a.png', aspectRatio: '2:1' };
    await end(stability, stability!.work('stability-reframe', square));
    const [input] = (await engine.state()).inputs as [Record<string, string>];
    const { left, right, up, down } = input;
    expect([up, down]).toEqual(['0', '0']);
    expect(Number(left)).toBeGreaterThan(0);
    expect(Math.abs(Number(left) - Number(right))).toBeLessThanOrEqual(1);
  });

  it('receives no reframe of a picture that already has the aspect ratio', async () => {
    const example = stability!.work('stability-reframe');
    const same = { ...example, input: { ...example.input, aspectRatio: '1:1' } };
    const path = join(workshop.make(same).directory, 'square.png');
    await writeFile(
      path,
      await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
    const media = () => Promise.resolve({ path, contentType: 'image/png' });
    expect(await end(stability, same, { media })).toMatchObject({
      kind: 'refuse',
      code: 'invalid_input',
      message: 'The picture has this aspect ratio already.',
    });
    expect(submits(await engine.state())).toEqual([]);
  });
});

describe('Tripo', () => {
  it('fails for an error inside a success response', async () => {
    await engine.fault('success-with-error');
    expect(await end(tripo, tripo!.work('tripo-text-to-3d'))).toMatchObject({
      kind: 'refuse',
      code: 'provider_error',
    });
  });

  it('receives a picture as an upload, and no submit when the upload fails', async () => {
    const example = tripo!.work('tripo-image-to-3d');
    await engine.fault('upload-500');
    expect(await end(tripo, example)).toMatchObject({ kind: 'retry' });
    expect(submits(await engine.state())).toEqual([]);
    expect(await end(tripo, example)).toMatchObject({ kind: 'done' });
    const { inputs } = await engine.state();
    expect(bodyOf(await engine.state())).toMatchObject({ model: 'v3.1-20260211', input: inputs[0]!.token });
  });

  it('is retried when it could not read the input, and receives a supported version', async () => {
    const example = tripo!.work('tripo-text-to-3d', { prompt: 'a vase', negativePrompt: 'cracks' });
    await engine.fault('audit-down');
    expect(await end(tripo, example)).toMatchObject({ kind: 'retry', code: 'provider_error' });
    expect((await engine.state()).paid).toEqual({});
    expect(await end(tripo, example)).toMatchObject({ kind: 'done' });
    const [, second] = submits(await engine.state());
    expect(JSON.parse(String(second!.body))).toEqual({
      model: 'v3.1-20260211',
      prompt: expect.stringContaining('a vase'),
      negative_prompt: 'cracks',
      texture_quality: 'standard',
    });
  });

  it('reports the queue position, or none', async () => {
    const provider = tripo!.provider(engine.url);
    const work = workshop.make(tripo!.work('tripo-text-to-3d'));
    const queued = expectPending(
      await provider.poll(work, stored(expectPending(await provider.submit(work)).ref)),
    );
    expect(queued).toMatchObject({ queuePosition: 4, progress: 20 });
    const running = expectPending(await provider.poll(work, stored(queued.ref)));
    expect(running.queuePosition).toBeUndefined();
  });

  it('receives no input above its limits', async () => {
    const path = join(workshop.make(tripo!.work('tripo-text-to-3d')).directory, 'large.png');
    await writeFile(path, Buffer.alloc(10_000_001));
    const media = () => Promise.resolve({ path, contentType: 'image/png' });
    expect(await end(tripo, tripo!.work('tripo-image-to-3d'), { media })).toMatchObject({
      kind: 'refuse',
      code: 'invalid_input',
      message: 'This model takes pictures of up to 10 MB.',
    });
    expect((await engine.state()).requests).toEqual([]);
  });
});

describe('Runway', () => {
  it('receives a video through its storage, which does not receive our key', async () => {
    expect(await end(runway, runway!.work('runway-video-upscale'))).toMatchObject({ kind: 'done' });
    const { requests, inputs } = await engine.state();
    const storage = requests.filter(({ path }) => path === '/storage');
    expect(storage).toHaveLength(1);
    expect(JSON.stringify(storage[0]!.headers)).not.toContain(SECRET);
    expect(inputs).toEqual([expect.objectContaining({ name: 'file', contentType: 'video/mp4' })]);
    expect(bodyOf(await engine.state())).toMatchObject({ videoUri: inputs[0]!.uri, resolution: '2k' });
  });

  it('receives no submit without an upload URL', async () => {
    await engine.fault('no-upload-address');
    expect(await end(runway, runway!.work('runway-video-upscale'))).toMatchObject({ kind: 'retry' });
    expect(submits(await engine.state())).toEqual([]);
  });

  it('is retried once after a bad output', async () => {
    const example = runway!.work('runway-text-to-video');
    await engine.fault('bad-output');
    expect(await end(runway, example)).toMatchObject({ kind: 'retry' });
    await engine.fault('bad-output');
    expect(await end(runway, example, { attempt: 2 })).toMatchObject({
      kind: 'refuse',
      code: 'provider_error',
    });
    await engine.fault('bad-asset');
    expect(await end(runway, example)).toMatchObject({ kind: 'refuse', code: 'invalid_input' });
  });

  it('is retried when overloaded, and never submitted a second time after a lost poll', async () => {
    const example = runway!.work('runway-text-to-video');
    await engine.fault('error-504');
    expect(await end(runway, example)).toMatchObject({ kind: 'retry', code: 'provider_error' });
    expect((await engine.state()).paid).toEqual({});
    await engine.fault('poll-504');
    expect(await end(runway, example)).toMatchObject({ kind: 'done' });
    expect(Object.values((await engine.state()).paid)).toEqual([1]);
  });

  it('receives no video with more seconds or frames than paid for', async () => {
    const path = filePath('mp4');
    const clip = (durationSeconds: number, framesPerSecond: number) => ({
      media: () => Promise.resolve({ path, contentType: 'video/mp4', durationSeconds, framesPerSecond }),
    });
    const example = runway!.work('runway-video-upscale');
    expect(await end(runway, example, clip(10.2, 30))).toMatchObject({
      kind: 'refuse',
      code: 'invalid_input',
      message: 'The video is 10.2 seconds long and duration is 10.',
    });
    expect(await end(runway, example, clip(10, 59.94))).toMatchObject({
      kind: 'refuse',
      code: 'invalid_input',
      message: 'The video has 60 frames per second and frameRate is 30.',
    });
    expect((await engine.state()).requests).toEqual([]);
    expect(await end(runway, example, clip(10.04, 29.97))).toMatchObject({ kind: 'done' });
  });

  it('is polled at its interval, and its progress is converted to a percentage', async () => {
    const provider = runway!.provider(engine.url);
    const work = workshop.make(runway!.work('runway-text-to-video'));
    let outcome = expectPending(await provider.submit(work));
    const seen = [outcome];
    for (let polls = 0; polls < 2; polls += 1)
      seen.push((outcome = expectPending(await provider.poll(work, stored(outcome.ref)))));
    for (const { pollAfterMs } of seen) expect(pollAfterMs).toBeGreaterThanOrEqual(5_000);
    expect(outcome.progress).toBe(42);
    expect(bodyOf(await engine.state())).toMatchObject({ ratio: '1280:720', duration: 5 });
  });
});

describe('Luma', () => {
  const video = () => luma!.work('luma-reframe-video');

  it('receives the caller’s link, after the service has inspected the file', async () => {
    let looked = 0;
    const { media } = workshop.make(video());
    const counted: Work['media'] = (field) => ((looked += 1), media(field));
    expect(await end(luma, video(), { media: counted })).toMatchObject({ kind: 'done' });
    expect(looked).toBe(1);
    expect((await engine.state()).inputs).toEqual([{ link: 'https://media.example/clip.mp4' }]);
  });

  it('receives no link to a file that the service could not fetch', async () => {
    const reason = new Error('no such clip');
    await expect(end(luma, video(), { media: () => Promise.reject(reason) })).rejects.toBe(reason);
    expect((await engine.state()).requests).toEqual([]);
  });

  it('receives no input that is not a link', async () => {
    const input = { ...video().input, videoUrl: 'data:video/mp4;base64,AAAA' };
    expect(await end(luma, { ...video(), input })).toMatchObject({ kind: 'refuse', code: 'invalid_input' });
    expect((await engine.state()).requests).toEqual([]);
  });
});

describe('Black Forest Labs', () => {
  it('is not polled at another host: the outcome is unknown', async () => {
    await engine.fault('foreign-address');
    expect(await end(bfl, bfl!.work('bfl-flux-pro'))).toMatchObject({ kind: 'unknown' });
  });

  it('is asked for supported sizes', async () => {
    const wide = { prompt: 'a harbour', aspectRatio: '21:9', resolution: 1440 };
    expect(await end(bfl, bfl!.work('bfl-flux-pro', wide))).toMatchObject({ kind: 'done' });
    expect(bodyOf(await engine.state())).toMatchObject({ width: 1440, height: 608 });
  });

  it.each(['policy-as-error', 'policy-in-details'])('also reports rejected content by %s', async (fault) => {
    await engine.fault(fault);
    expect(await end(bfl, bfl!.work('bfl-flux-pro'))).toMatchObject({
      kind: 'refuse',
      code: 'content_rejected',
    });
  });
});

describe('ElevenLabs', () => {
  it.each([
    ['quota', { kind: 'refuse', operatorSide: true }],
    ['busy', { kind: 'retry', throttled: true }],
    ['busy-as-400', { kind: 'retry', throttled: true }],
    ['no-such-voice', { kind: 'refuse', code: 'invalid_input' }],
  ])('maps %s to its outcome', async (fault, expected) => {
    await engine.fault(fault);
    expect(await end(elevenlabs, elevenlabs!.work('elevenlabs-speech'))).toMatchObject(expected);
  });

  it('receives milliseconds for seconds, and a voice id that cannot change the path', async () => {
    await end(elevenlabs, elevenlabs!.work('elevenlabs-music', { prompt: 'a waltz', duration: 12 }));
    expect(bodyOf(await engine.state())).toMatchObject({
      music_length_ms: 12_000,
      force_instrumental: false,
    });
    const example = elevenlabs!.work('elevenlabs-speech');
    for (const voice of ['..', '.', '']) {
      const outcome = await end(elevenlabs, { ...example, input: { ...example.input, voice } });
      expect(outcome).toMatchObject({ kind: 'refuse', code: 'invalid_input' });
    }
    expect(submits(await engine.state())).toHaveLength(1);
  });
});

describe('the engine of the example', () => {
  it('receives one key per attempt', async () => {
    const provider = easel.provider(engine.url);
    const work = workshop.make(easel.work('easel-paint'));
    await provider.submit(work);
    await provider.submit(work);
    await provider.submit({ ...work, attempt: 2 });
    const keys = submits(await engine.state()).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([`${work.predictionId}-1`, `${work.predictionId}-1`, `${work.predictionId}-2`]);
    expect(Object.values((await engine.state()).paid)).toEqual([2]);
  });

  it('counts only consecutive unknown polls', async () => {
    const provider = easel.provider(engine.url);
    const work = workshop.make(easel.work('easel-paint'));
    let { ref } = expectPending(await provider.submit(work));
    const poll = async () => ({ ref } = expectPending(await provider.poll(work, stored(ref))));
    for (const times of [2, 2]) {
      await engine.fault('lost', times);
      for (let polls = 0; polls < times; polls += 1) await poll();
      await poll();
    }
  });

  it('without a credentials check, any response counts as healthy', async () => {
    const provider = () => new HttpJobProvider({ name: 'easel', url: engine.url, secret: null, options: {} });
    expect(await provider().check()).toEqual({ ok: true, detail: '404 GET /' });
    await engine.fault('denied');
    expect(await provider().check()).toMatchObject({ ok: false });
  });

  it('serves its own files with the key, at its own URL', async () => {
    const outcome = await end(easel, easel.work('easel-paint'));
    const { host } = new URL(engine.url);
    expect(outcome).toMatchObject({
      files: [{ headers: { authorization: `Token ${SECRET}` }, trustedHosts: [host] }],
    });
    expect(bodyOf(await engine.state())).toMatchObject({ size: '1024x1024', style: 'impressionist' });
  });
});
