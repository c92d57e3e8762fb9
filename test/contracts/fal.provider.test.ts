import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FalProvider } from '../../packages/engines/src/fal/fal.provider.js';
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import {
  bytesOf,
  expectPending,
  kindOf,
  openWorkshop,
  pollToEnd,
  runToEnd,
  stored,
  type Workshop,
} from '../support/engine-work.js';
import { ShippedModels } from '../support/shipped-models.js';
import { describeProvider } from './provider.contract.js';

const SECRET = 'key-id:secret-of-the-operator';
const provider = (url: string): FalProvider =>
  new FalProvider({ name: 'fal', url, secret: SECRET, options: { storage: url } });

const shipped = new ShippedModels('fal');
const PICTURE = shipped.example(
  'fal-flux-schnell',
  { prompt: 'a lighthouse', aspectRatio: '16:9', seed: 7 },
  'png',
);
const UPSCALE = shipped.example('fal-upscale', { scale: 4 }, 'png', 'png');
const VIDEO = shipped.example('fal-kling', { prompt: 'a wave', duration: 10 }, 'mp4');

describeProvider({
  name: 'fal',
  fake: 'fal',
  secret: SECRET,
  provider,
  works: [
    PICTURE,
    UPSCALE,
    VIDEO,
    shipped.example('fal-flux-kontext', { prompt: 'make it winter' }, 'png', 'jpeg'),
    shipped.example('fal-remove-background', {}, 'png', 'jpeg'),
    shipped.example('fal-reframe', { aspectRatio: '16:9' }, 'png', 'png'),
    shipped.example('fal-kling-animate', { prompt: 'it moves' }, 'mp4', 'png'),
    shipped.example('fal-video-upscale', {}, 'mp4', 'mp4'),
    shipped.example('fal-music', { prompt: 'slow jazz' }, 'wav'),
    shipped.example('fal-sound', { prompt: 'rain on a roof' }, 'mp3'),
    shipped.example('fal-speech', { prompt: 'Good morning.' }, 'wav'),
    shipped.example('fal-text-to-3d', { prompt: 'a chair' }, 'glb'),
    shipped.example('fal-image-to-3d', {}, 'glb', 'png'),
  ],
  asynchronous: true,
  cancels: true,
  lost: 'refuse',
});

describe('fal', () => {
  let engine: EngineProcess;
  let workshop: Workshop;
  let fal: FalProvider;

  beforeAll(async () => {
    engine = await startEngine('fal');
    workshop = await openWorkshop();
    fal = provider(engine.url);
  });
  beforeEach(async () => {
    await engine.mend();
    await engine.clear();
  });
  afterAll(async () => {
    await engine.end();
    await workshop.close();
  });

  const submitted = async () => (await engine.state()).requests.find(({ isSubmit }) => isSubmit)!;

  it('offers every shipped model', () => {
    expect(shipped.all.length).toBeGreaterThan(10);
    for (const model of shipped.all) expect(fal.offers(model)).toBe(true);
  });

  it('fails the start for invalid options of a model, and names them', () => {
    const [model] = shipped.all;
    const offer = (options: object) => () => fal.offers({ ...model!, options: { ...options } });
    expect(offer({ input: {} })).toThrow('options of fal-flux-schnell at fal: app must be a model’s id');
    expect(offer({ app: '../../v1', input: {} })).toThrow('app must be a model’s id');
    expect(offer({ app: 'a/b', input: '{{prompt}}' })).toThrow('input must be an object');
    expect(
      () => new FalProvider({ name: 'fal', url: engine.url, secret: null, options: { storage: 'x' } }),
    ).toThrow('catalogue/fal.yaml: engine.storage must be a URL');
  });

  it('sends a model’s own fields, with the start timeout and the retention of files', async () => {
    await fal.submit(workshop.make(PICTURE, { remainingMs: () => 90_000 }));
    const { path, headers, body } = await submitted();
    expect(path).toBe('/fal-ai/flux/schnell');
    expect(headers.authorization).toBe(`Key ${SECRET}`);
    expect(Number(headers['x-fal-request-timeout'])).toBeGreaterThan(60);
    expect(Number(headers['x-fal-request-timeout'])).toBeLessThanOrEqual(90);
    expect(JSON.parse(headers['x-fal-object-lifecycle-preference']!)).toEqual({
      expiration_duration_seconds: 86_400,
    });
    expect(JSON.parse(String(body))).toEqual({
      prompt: expect.stringContaining('a lighthouse'),
      image_size: 'landscape_16_9',
      output_format: 'png',
      seed: 7,
      num_images: 1,
    });
  });

  it('sends a number as text where the model requires it', async () => {
    await fal.submit(workshop.make(VIDEO));
    expect(JSON.parse(String((await submitted()).body))).toMatchObject({
      duration: '10',
      aspect_ratio: '16:9',
    });
  });

  it('sends a number as number where the model requires it', async () => {
    await fal.submit(workshop.make(shipped.example('fal-image-to-3d', { textureSize: 2048 }, 'glb', 'png')));
    expect(JSON.parse(String((await submitted()).body))).toMatchObject({ texture_size: 2048 });
  });

  it('polls the URLs that fal returned, which omit the sub-path of the model', async () => {
    expect(await runToEnd(fal, workshop.make(PICTURE))).toMatchObject({ kind: 'done' });
    const polls = (await engine.state()).requests.filter(({ isPoll }) => isPoll);
    for (const { path } of polls) expect(path).toMatch(/^\/fal-ai\/flux\/requests\/[^/]+(\/status)?$/);
  });

  it('counts only consecutive misses', async () => {
    await engine.set({ polls: 6 });
    const work = workshop.make(PICTURE);
    let outcome = expectPending(await fal.submit(work));
    for (const misses of [2, 0, 2, 0, 2]) {
      if (misses > 0) await engine.fault('lost', misses);
      for (let polls = 0; polls < Math.max(1, misses); polls += 1)
        outcome = expectPending(await fal.poll(work, stored(outcome.ref)));
      await engine.mend();
    }
    await engine.set({ polls: 2 });
    expect(await pollToEnd(fal, work, outcome)).toMatchObject({ kind: 'done' });
  });

  it('reports the queue position, and the progress from the log', async () => {
    const work = workshop.make(PICTURE);
    const first = expectPending(await fal.submit(work));
    const queued = expectPending(await fal.poll(work, stored(first.ref)));
    expect(queued).toMatchObject({ queuePosition: 2, progress: undefined });
    expect(expectPending(await fal.poll(work, stored(queued.ref)))).toMatchObject({ progress: 60 });
  });

  it.each(['foreign-status-url', 'no-cancel-url'])(
    'has an unknown outcome after %s, and sends its key to no other host',
    async (fault) => {
      await engine.fault(fault);
      expect(await fal.submit(workshop.make(PICTURE))).toMatchObject({ kind: 'unknown' });
      expect((await engine.state()).canary).toBe(0);
    },
  );

  it('returns only the result of an output with other files', async () => {
    const work = workshop.make(shipped.example('fal-text-to-3d', { prompt: 'a chair' }, 'glb'));
    const outcome = await runToEnd(fal, work);
    const { files } = outcome as Extract<typeof outcome, { kind: 'done' }>;
    expect(files).toHaveLength(1);
    expect(await kindOf(await bytesOf(files[0]!))).toBe('glb');
  });

  it('accepts a result inside the response', async () => {
    await engine.fault('data-output');
    const work = workshop.make(PICTURE);
    const outcome = await runToEnd(fal, work);
    const { files } = outcome as Extract<typeof outcome, { kind: 'done' }>;
    expect(files).toEqual([{ bytes: expect.any(Buffer), contentType: 'image/png' }]);
  });

  it('reports rejected content when fal’s filter returns a black picture', async () => {
    await engine.fault('blacked-out');
    expect(await runToEnd(fal, workshop.make(PICTURE))).toMatchObject({
      kind: 'refuse',
      code: 'content_rejected',
    });
  });

  it('fails without an output when the result contains no file', async () => {
    await engine.fault('no-file');
    expect(await runToEnd(fal, workshop.make(PICTURE))).toMatchObject({
      kind: 'refuse',
      code: 'output_unavailable',
    });
  });

  it('still fetches a result after its model was removed from the catalogue', async () => {
    const work = workshop.make(PICTURE);
    const pending = expectPending(await fal.submit(work));
    expect(await pollToEnd(fal, { ...work, options: {} }, pending)).toMatchObject({ kind: 'done' });
  });

  it.each(['result-502', 'result-reset'])('polls again for a result after %s', async (fault) => {
    await engine.fault(fault);
    expect(await runToEnd(fal, workshop.make(PICTURE))).toMatchObject({ kind: 'done' });
  });

  describe('a request that failed', () => {
    const infrastructure = (status: number, type: string, headers = {}) => ({
      status,
      headers: { 'x-fal-error-type': type, ...headers },
      body: { detail: 'fal’s own words', error_type: type },
      state: { error: 'fal’s own words', error_type: type },
    });
    const model = (type: string, retryable: string | null, status = 422) => ({
      status,
      headers: retryable === null ? {} : { 'x-fal-retryable': retryable },
      body: { detail: [{ loc: ['body'], msg: 'fal’s own words', type }] },
    });
    const RETRY = { kind: 'retry', code: 'provider_error' };
    const FAILED = { kind: 'refuse', code: 'provider_error' };

    it.each([
      ['a runner that was not found', infrastructure(503, 'runner_scheduling_failure'), 1, RETRY],
      ['the same after it was submitted again', infrastructure(503, 'runner_scheduling_failure'), 2, FAILED],
      ['its own time limit', infrastructure(504, 'request_timeout'), 1, RETRY],
      [
        'our time limit',
        infrastructure(504, 'request_timeout', { 'x-fal-request-timeout-type': 'user' }),
        1,
        { kind: 'refuse', code: 'provider_timeout' },
      ],
      ['a model that may be asked again', model('internal_server_error', 'true', 500), 1, RETRY],
      ['a model that may not', model('internal_server_error', 'false', 500), 1, FAILED],
      ['a service behind the model', model('downstream_service_unavailable', null, 500), 1, RETRY],
      [
        'an input that does not fit',
        model('image_too_large', 'false'),
        1,
        { kind: 'refuse', code: 'invalid_input' },
      ],
      [
        'content that is not allowed, whatever else is said',
        model('content_policy_violation', 'true'),
        1,
        { kind: 'refuse', code: 'content_rejected' },
      ],
      [
        'an error that only its status tells',
        { status: 500, headers: {}, body: { detail: 'x' }, state: { error: 'Internal Server Error' } },
        1,
        FAILED,
      ],
    ])('understands %s', async (_what, failure, attempt, expected) => {
      await engine.set({ failure });
      await engine.fault('done-with-error');
      const outcome = await runToEnd(fal, workshop.make(PICTURE, { attempt }));
      expect(outcome).toMatchObject(expected);
      expect((outcome as { message?: string }).message ?? '').not.toContain('fal’s own words');
    });
  });

  describe('a file too large for the request', () => {
    const bytes = 4_500_000;
    const large = async () => {
      const work = workshop.make(UPSCALE);
      const path = join(work.directory, `large-${work.predictionId}.png`);
      await writeFile(path, Buffer.alloc(bytes, 1));
      return { ...work, media: () => Promise.resolve({ path, contentType: 'image/png' }) };
    };

    it('is uploaded first: the key is sent with the permission request and not with the file', async () => {
      expect(await runToEnd(fal, await large())).toMatchObject({ kind: 'done' });
      const { inputs, requests } = await engine.state();
      expect(inputs[0]).toMatchObject({ bytes, contentType: 'image/png' });
      expect(inputs[1]).toMatchObject({ media: [String(inputs[0]!.upload).slice(0, 40)] });
      const put = requests.find(({ method }) => method === 'PUT')!;
      expect(put.headers.authorization).toBeUndefined();
    });

    it.each([
      ['upload-lost', { kind: 'retry', code: 'provider_error' }],
      ['upload-put-403', { kind: 'refuse', operatorSide: true }],
      ['foreign-upload-url', { kind: 'retry', code: 'provider_error' }],
    ])('is not submitted after %s, with a known outcome', async (fault, expected) => {
      await engine.fault(fault);
      const outcome = await fal.submit(await large());
      expect(outcome).toMatchObject(expected);
      expect(JSON.stringify(outcome)).not.toContain('s3cr3t-permission');
      expect(await submitted()).toBeUndefined();
      expect((await engine.state()).canary).toBe(0);
    });
  });

  it('counts as cancelled when the request is done or unknown', async () => {
    const work = workshop.make(PICTURE);
    const pending = expectPending(await fal.submit(work));
    await pollToEnd(fal, work, pending);
    await fal.cancel(stored(pending.ref));
    await engine.restart();
    await fal.cancel(stored(pending.ref));
    expect((await engine.state()).requests.filter(({ method }) => method === 'PUT')).toHaveLength(2);
  });
});
