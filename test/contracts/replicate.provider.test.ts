import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReplicateProvider } from '../../packages/engines/src/replicate/replicate.provider.js';
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import {
  bytesOf,
  expectPending,
  filePath,
  kindOf,
  openWorkshop,
  pollToEnd,
  runToEnd,
  stored,
  type Workshop,
} from '../support/engine-work.js';
import { ShippedModels } from '../support/shipped-models.js';
import { describeProvider } from './provider.contract.js';

const SECRET = 'r8_secret-of-the-operator';
const provider = (url: string): ReplicateProvider =>
  new ReplicateProvider({ name: 'replicate', url: `${url}/v1`, secret: SECRET, options: {} });

const shipped = new ShippedModels('replicate');
const PICTURE = shipped.example(
  'replicate-flux-schnell',
  { prompt: 'a lighthouse', format: 'jpeg', seed: 7 },
  'png',
);
const UPSCALE = shipped.example('replicate-upscale', { scale: 4 }, 'png', 'png');
const DEPLOYMENT = {
  ...PICTURE,
  model: 'acme/flux-tuned',
  options: { deployment: 'acme/flux-tuned', input: { prompt: '{{prompt}}' } },
};

describeProvider({
  name: 'replicate',
  fake: 'replicate',
  secret: SECRET,
  provider,
  works: [
    PICTURE,
    UPSCALE,
    DEPLOYMENT,
    shipped.example('replicate-flux-kontext', { prompt: 'make it winter' }, 'png', 'jpeg'),
    shipped.example('replicate-remove-background', {}, 'png', 'jpeg'),
    shipped.example('replicate-reframe', { aspectRatio: '16:9' }, 'png', 'png'),
    shipped.example('replicate-kling', { prompt: 'a wave' }, 'mp4'),
    shipped.example('replicate-kling-animate', { prompt: 'it moves' }, 'mp4', 'png'),
    shipped.example('replicate-video-upscale', {}, 'mp4', 'mp4'),
    shipped.example('replicate-music', { prompt: 'slow jazz' }, 'mp3'),
    shipped.example('replicate-sound', { prompt: 'rain on a roof' }, 'mp3'),
    shipped.example('replicate-speech', { prompt: 'Good morning.' }, 'wav'),
    shipped.example('replicate-text-to-3d', { prompt: 'a chair' }, 'glb'),
    shipped.example('replicate-image-to-3d', {}, 'glb', 'png'),
  ],
  asynchronous: true,
  cancels: true,
  lost: 'refuse',
});

describe('replicate', () => {
  let engine: EngineProcess;
  let workshop: Workshop;
  let replicate: ReplicateProvider;

  beforeAll(async () => {
    engine = await startEngine('replicate');
    workshop = await openWorkshop();
    replicate = provider(engine.url);
  });
  beforeEach(async () => {
    await engine.mend();
    await engine.clear();
    await engine.set({ error: 'Prediction failed: list index out of range' });
  });
  afterAll(async () => {
    await engine.end();
    await workshop.close();
  });

  const submitted = async () => (await engine.state()).requests.find(({ isSubmit }) => isSubmit)!;

  it('offers every shipped model', () => {
    expect(shipped.all.length).toBeGreaterThan(10);
    for (const model of shipped.all) expect(replicate.offers(model)).toBe(true);
  });

  it('fails the start for invalid options of a model, and names them', () => {
    const [model] = shipped.all;
    const offer = (options: object) => () => replicate.offers({ ...model!, options: { ...options } });
    expect(offer({ input: {} })).toThrow(
      'options of replicate-flux-schnell at replicate: one of model, version and deployment is needed',
    );
    expect(offer({ model: 'a/b', version: 'c', input: {} })).toThrow('one of model, version and deployment');
    expect(offer({ model: '../account', input: {} })).toThrow('owner/name');
    expect(offer({ model: 'a/b', input: { prompt: '{{promt}}' } })).toThrow(
      '{{promt}} is no field of the input; the field prompt is never sent',
    );
  });

  it('sends a model’s own fields to the model’s URL, with the remaining time', async () => {
    await replicate.submit(workshop.make(PICTURE, { remainingMs: () => 90_000 }));
    const { path, headers, body } = await submitted();
    expect(path).toBe('/v1/models/black-forest-labs/flux-schnell/predictions');
    expect(Number(/^(\d+)s$/.exec(headers['cancel-after']!)![1])).toBeGreaterThan(60);
    expect(Number(/^(\d+)s$/.exec(headers['cancel-after']!)![1])).toBeLessThanOrEqual(90);
    expect(JSON.parse(String(body))).toEqual({
      input: {
        prompt: expect.stringContaining('a lighthouse'),
        aspect_ratio: '1:1',
        output_format: 'jpg',
        seed: 7,
        num_outputs: 1,
      },
    });
  });

  it.each([
    [1_000, '5s'],
    [10 * 86_400_000, '86400s'],
  ])('requests a deadline that Replicate accepts when %d ms are left', async (ms, expected) => {
    await replicate.submit(workshop.make(PICTURE, { remainingMs: () => ms }));
    expect((await submitted()).headers['cancel-after']).toBe(expected);
  });

  it('runs a version by its id, and a deployment by its name', async () => {
    await replicate.submit(workshop.make(UPSCALE));
    const { path, body } = await submitted();
    expect(path).toBe('/v1/predictions');
    expect(JSON.parse(String(body))).toMatchObject({ version: UPSCALE.options.version, input: { scale: 4 } });
    await engine.clear();
    await replicate.submit(workshop.make(DEPLOYMENT));
    expect((await submitted()).path).toBe('/v1/deployments/acme/flux-tuned/predictions');
  });

  describe('an upscale of a video', () => {
    const upscale = (fields: object, durationSeconds: number, framesPerSecond: number) =>
      workshop.make(shipped.example('replicate-video-upscale', { ...fields }, 'mp4', 'mp4'), {
        media: () =>
          Promise.resolve({
            path: filePath('mp4'),
            contentType: 'video/mp4',
            durationSeconds,
            framesPerSecond,
          }),
      });

    it.each([
      [{ frameRate: 24 }, 23.976, 24],
      [{}, 29.97, 30],
      [{ frameRate: 60 }, 25, 25],
      // The minimum of the model.
      [{ frameRate: 24 }, 8, 15],
    ])('with %j requests the video’s own frame rate: %d is %d', async (fields, own, asked) => {
      expect(await replicate.submit(upscale(fields, 10.04, own))).toMatchObject({ kind: 'pending' });
      const { input } = JSON.parse(String((await submitted()).body)) as { input: object };
      expect(input).toEqual({
        video: expect.stringMatching(/^data:video/),
        target_resolution: '1080p',
        target_fps: asked,
      });
    });

    it.each([
      [{}, 10.2, 30, 'The video is 10.2 seconds long and duration is 10.'],
      [{ duration: 12 }, 12, 59.94, 'The video has 60 frames per second and frameRate is 30.'],
      [{ duration: 3, frameRate: 60 }, 3, 120, 'The video has 120 frames per second and frameRate is 60.'],
    ])(
      'with %j rejects %d seconds at %d frames: they are not paid for',
      async (fields, seconds, rate, message) => {
        expect(await replicate.submit(upscale(fields, seconds, rate))).toMatchObject({
          kind: 'refuse',
          code: 'invalid_input',
          message,
        });
        expect((await engine.state()).requests).toEqual([]);
      },
    );

    it('is never submitted without inspection', async () => {
      const unmeasured = { path: filePath('mp4'), contentType: 'video/mp4' };
      const work = workshop.make(shipped.example('replicate-video-upscale', {}, 'mp4', 'mp4'), {
        media: () => Promise.resolve(unmeasured),
      });
      expect(await replicate.submit(work)).toMatchObject({ kind: 'refuse', code: 'invalid_input' });
      expect((await engine.state()).requests).toEqual([]);
    });
  });

  it('sends a small file inside the request', async () => {
    await replicate.submit(workshop.make(UPSCALE));
    const { inputs } = await engine.state();
    expect(inputs).toEqual([
      expect.objectContaining({ media: [expect.stringMatching(/^data:image\/png;base64,/)] }),
    ]);
  });

  describe('a file too large for the request', () => {
    const bytes = 300_000;
    const large = async () => {
      const work = workshop.make(UPSCALE);
      const path = join(work.directory, `large-${work.predictionId}.png`);
      await writeFile(path, Buffer.alloc(bytes, 1));
      return { ...work, media: () => Promise.resolve({ path, contentType: 'image/png' }) };
    };

    it('is uploaded first', async () => {
      expect(await runToEnd(replicate, await large())).toMatchObject({ kind: 'done' });
      const [upload, submit] = (await engine.state()).inputs;
      expect(upload).toMatchObject({ bytes, contentType: 'image/png' });
      expect(submit).toMatchObject({ media: [String(upload!.upload).slice(0, 40)] });
    });

    it('is retried after a lost response of the upload: nothing was submitted', async () => {
      await engine.fault('upload-lost');
      expect(await replicate.submit(await large())).toMatchObject({ kind: 'retry', code: 'provider_error' });
      expect(await submitted()).toBeUndefined();
    });

    it('is rejected with our message when Replicate does not accept it', async () => {
      await engine.fault('upload-422');
      const outcome = await replicate.submit(await large());
      expect(outcome).toMatchObject({ kind: 'refuse', code: 'invalid_input' });
      expect((outcome as { message: string }).message).not.toContain('Replicate’s own words');
      expect(await submitted()).toBeUndefined();
    });
  });

  it('has an unknown outcome for a response without an id', async () => {
    await engine.fault('no-id');
    expect(await replicate.submit(workshop.make(PICTURE))).toMatchObject({ kind: 'unknown' });
  });

  it('polls at once for a result that is already done, and never runs it again for the files', async () => {
    await engine.fault('done-at-once');
    const work = workshop.make(PICTURE);
    const outcome = expectPending(await replicate.submit(work));
    expect(outcome.pollAfterMs).toBe(0);
    expect(await pollToEnd(replicate, work, outcome)).toMatchObject({ kind: 'done' });
    expect(Object.values((await engine.state()).paid)).toEqual([1]);
  });

  it('accepts a result inside the response', async () => {
    await engine.fault('data-output');
    const work = workshop.make(PICTURE);
    const outcome = await runToEnd(replicate, work);
    const { files } = outcome as Extract<typeof outcome, { kind: 'done' }>;
    expect(files).toEqual([{ bytes: expect.any(Buffer), contentType: 'image/png' }]);
    expect(await kindOf(await bytesOf(files[0]!))).toBe('png');
  });

  it('fails without an output when the result contains no file', async () => {
    await engine.fault('no-file');
    expect(await runToEnd(replicate, workshop.make(PICTURE))).toMatchObject({
      kind: 'refuse',
      code: 'output_unavailable',
    });
  });

  it('still fetches a result after its model was removed from the catalogue', async () => {
    const work = workshop.make(PICTURE);
    const pending = expectPending(await replicate.submit(work));
    expect(await pollToEnd(replicate, { ...work, options: {} }, pending)).toMatchObject({ kind: 'done' });
  });

  it('counts only consecutive misses', async () => {
    await engine.set({ polls: 6 });
    const work = workshop.make(PICTURE);
    let outcome = expectPending(await replicate.submit(work));
    for (const misses of [2, 0, 2, 0, 2]) {
      if (misses > 0) await engine.fault('lost', misses);
      for (let polls = 0; polls < Math.max(1, misses); polls += 1)
        outcome = expectPending(await replicate.poll(work, stored(outcome.ref)));
      await engine.mend();
    }
    await engine.set({ polls: 2 });
    expect(await pollToEnd(replicate, work, outcome)).toMatchObject({ kind: 'done' });
  });

  it('reports the progress from the log', async () => {
    const work = workshop.make(PICTURE);
    const first = expectPending(await replicate.submit(work));
    const queued = expectPending(await replicate.poll(work, stored(first.ref)));
    expect(queued.progress).toBeUndefined();
    expect(expectPending(await replicate.poll(work, stored(queued.ref))).progress).toBe(40);
  });

  it.each([
    ['Prediction interrupted; please retry (code: PA)', 1, { kind: 'retry' }],
    ['Unknown error (E1000)', 1, { kind: 'retry' }],
    ['CUDA out of memory. Tried to allocate 2.00 GiB', 1, { kind: 'retry' }],
    ['CUDA out of memory. Tried to allocate 2.00 GiB', 2, { kind: 'refuse', code: 'provider_error' }],
    ['NSFW content detected. Try running it again.', 1, { kind: 'refuse', code: 'content_rejected' }],
    ['list index out of range', 1, { kind: 'refuse', code: 'provider_error' }],
  ])('understands %j on attempt %d', async (error, attempt, expected) => {
    await engine.set({ error });
    await engine.fault('done-with-error');
    const outcome = await runToEnd(replicate, workshop.make(PICTURE, { attempt }));
    expect(outcome).toMatchObject({ ...expected, internal: expect.stringContaining(error) });
  });

  it('reports a failure of the engine when the prediction was cancelled at Replicate', async () => {
    const work = workshop.make(PICTURE);
    const pending = expectPending(await replicate.submit(work));
    await replicate.cancel(stored(pending.ref));
    expect(await pollToEnd(replicate, work, pending)).toMatchObject({
      kind: 'refuse',
      code: 'provider_error',
    });
  });

  it('requests no other URL with an invalid id', async () => {
    await expect(replicate.poll(workshop.make(PICTURE), { id: '../account' })).rejects.toThrow(
      'without an id',
    );
    await expect(replicate.cancel({ id: 'a/../../b' })).rejects.toThrow('without an id');
    expect((await engine.state()).requests).toEqual([]);
  });

  it('reports a failed cancel', async () => {
    await expect(replicate.cancel({ id: 'unheardof' })).rejects.toThrow('HTTP 404');
  });
});
