import type { Outcome } from '@offprint/engines';
import { SdapiProvider } from '../../packages/engines/src/sdapi/sdapi.provider.js';
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import { openWorkshop, type WorkExample, type Workshop } from '../support/engine-work.js';
import { until } from '../support/service-process.js';
import { describeProvider } from './provider.contract.js';

const SECRET = 'painter:let-me-paint';
const provider = (url: string): SdapiProvider =>
  new SdapiProvider({ name: 'sdapi', url, secret: SECRET, options: {} });

const PICTURE = { modality: 'image', model: 'loaded-checkpoint', kind: 'png' } as const;
const TEXT: WorkExample = {
  ...PICTURE,
  operation: 'text-to-image',
  options: { parameters: { steps: 20 } },
  input: { prompt: 'a lighthouse', aspectRatio: '16:9', resolution: 512, seed: 7 },
};

describeProvider({
  name: 'sdapi',
  fake: 'sdapi',
  secret: SECRET,
  provider,
  works: [
    TEXT,
    {
      ...PICTURE,
      operation: 'image-to-image',
      options: { checkpoint: 'sd_xl_base_1.0' },
      input: { prompt: 'the same in winter', strength: 0.6 },
      media: 'jpeg',
    },
    { ...PICTURE, operation: 'reframe', options: {}, input: { aspectRatio: '16:9' }, media: 'png' },
    {
      ...PICTURE,
      operation: 'upscale',
      options: { upscaler: 'ESRGAN_4x' },
      input: { scale: 4 },
      media: 'png',
    },
  ],
  asynchronous: false,
  cancels: false,
  moderates: false,
  differs: {
    // The server's response to its own exception: no output and no paid call.
    'error-500': { kind: 'retry', code: 'provider_error' },
    // Started without --api, or another server.
    'error-404': { kind: 'refuse', code: 'provider_error', operatorSide: true },
  },
});

describe('sdapi', () => {
  let engine: EngineProcess;
  let workshop: Workshop;

  beforeAll(async () => {
    engine = await startEngine('sdapi');
    workshop = await openWorkshop();
  });
  beforeEach(async () => {
    const checkpoints = ['sd_xl_base_1.0'];
    await engine.set({ polls: 0, internal: true, namesTask: false, keepsUnfinished: true, checkpoints });
    await engine.mend();
    await engine.clear();
  });
  afterAll(async () => {
    await engine.end();
    await workshop.close();
  });

  const sent = async (): Promise<Record<string, unknown>> => {
    const { requests } = await engine.state();
    return JSON.parse(requests.find(({ isSubmit }) => isSubmit)!.body as string) as Record<string, unknown>;
  };

  it('sends the server’s parameters, with the input before the model’s parameters', async () => {
    const options = {
      checkpoint: 'sd_xl_base_1.0',
      parameters: { steps: 20, cfg_scale: 7, sampler_name: 'Euler a' },
    };
    const input = { ...TEXT.input, negativePrompt: 'fog', steps: 30 };
    const work = workshop.make({ ...TEXT, options, input });
    await provider(engine.url).submit(work);
    expect(await sent()).toEqual({
      prompt: work.input.prompt,
      negative_prompt: 'fog',
      steps: 30,
      cfg_scale: 7,
      sampler_name: 'Euler a',
      seed: 7,
      width: 512,
      height: 288,
      batch_size: 1,
      n_iter: 1,
      force_task_id: `offprint-${work.predictionId}-1`,
      override_settings: { sd_model_checkpoint: 'sd_xl_base_1.0' },
    });
  });

  it('reframes with a canvas and a mask of one size', async () => {
    const example: WorkExample = {
      ...PICTURE,
      operation: 'reframe',
      options: { parameters: { denoising_strength: 0.7 } },
      input: { aspectRatio: '16:9' },
      media: 'png',
    };
    await provider(engine.url).submit(workshop.make(example));
    const [canvas, mask] = (await engine.state()).inputs as { width: number; height: number }[];
    expect(canvas).toMatchObject({ width: 112, height: 64 });
    expect(mask).toMatchObject({ width: 112, height: 64 });
    expect(await sent()).toMatchObject({
      denoising_strength: 0.7,
      inpainting_fill: 1,
      width: 112,
      height: 64,
    });
  });

  it.each([
    ['by its id', { internal: true }],
    ['where the server names the task that runs', { internal: false, namesTask: true }],
  ])('reports the progress: %s', async (_how, settings) => {
    await engine.set({ polls: 2, ...settings });
    const work = workshop.make(TEXT);
    expect(await provider(engine.url).submit(work)).toMatchObject({ kind: 'done' });
    expect(work.reported).toEqual([0, 33]);
  });

  it('reports no progress, and asks once, where the server does not return the running task’s id', async () => {
    await engine.set({ polls: 1, internal: false });
    const work = workshop.make(TEXT);
    const submit = provider(engine.url).submit(work);
    const asked = async (): Promise<number> =>
      (await engine.state()).requests.filter(({ path }) => path === '/sdapi/v1/progress').length;
    await until(asked);
    // The adapter does not ask again, so the test itself polls to let the task continue.
    await fetch(`${engine.url}/sdapi/v1/interrupt`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(SECRET)}` },
    });
    expect(await submit).toMatchObject({ kind: 'done' });
    expect(work.reported).toEqual([]);
    expect(await asked()).toBe(1);
  });

  it('interrupts the server when it is aborted while its task runs', async () => {
    await engine.set({ polls: 1_000 });
    const work = workshop.make(TEXT);
    const submit = provider(engine.url).submit(work);
    const ended = expect(submit).rejects.toBe('deadline');
    await until(() => work.reported.length > 0);
    work.abort('deadline');
    await ended;
    expect((await engine.state()).cancelled).toEqual([`offprint-${work.predictionId}-1`]);
  });

  it('does not interrupt another’s task while its own waits', async () => {
    await engine.set({ polls: 1_000 });
    const [other, own] = [workshop.make(TEXT), workshop.make(TEXT)];
    const running = provider(engine.url).submit(other);
    await until(() => other.reported.length > 0);
    const waiting = expect(provider(engine.url).submit(own)).rejects.toBe('lost');
    await until(async () => Object.keys((await engine.state()).paid).length === 2);
    own.abort('lost');
    await waiting;
    expect((await engine.state()).cancelled).toEqual([]);
    await engine.set({ polls: 0 });
    expect(await running).toMatchObject({ kind: 'done' });
  });

  it('fails a task that was interrupted at the server', async () => {
    await engine.set({ polls: 1_000, keepsUnfinished: false });
    const work = workshop.make(TEXT);
    const submit = provider(engine.url).submit(work);
    await until(() => work.reported.length > 0);
    const authorization = `Basic ${Buffer.from(SECRET).toString('base64')}`;
    await fetch(`${engine.url}/sdapi/v1/interrupt`, { method: 'POST', headers: { authorization } });
    expect(await submit).toMatchObject({ kind: 'refuse', code: 'provider_error' });
  });

  it('retries once after an exception such as out of memory', async () => {
    await engine.fault('out-of-memory', 2);
    const outcomes: Outcome[] = [];
    for (const attempt of [1, 2])
      outcomes.push(await provider(engine.url).submit(workshop.make(TEXT, { attempt })));
    expect(outcomes).toMatchObject([
      { kind: 'retry', code: 'provider_error' },
      { kind: 'refuse', code: 'provider_error', internal: expect.stringContaining('CUDA out of memory') },
    ]);
  });

  it('rejects a model whose checkpoint the server lacks, instead of using another one', async () => {
    await engine.set({ checkpoints: ['v1-5-pruned-emaonly'] });
    const work = workshop.make({ ...TEXT, options: { checkpoint: 'sd_xl_base_1.0' } });
    expect(await provider(engine.url).submit(work)).toMatchObject({ kind: 'refuse', operatorSide: true });
    expect((await engine.state()).paid).toEqual({});
  });

  it('reports an input that is not a picture as the caller’s error', async () => {
    const example: WorkExample = {
      ...PICTURE,
      operation: 'upscale',
      options: {},
      input: { scale: 2 },
      media: 'mp3',
    };
    expect(await provider(engine.url).submit(workshop.make(example))).toMatchObject({
      kind: 'refuse',
      code: 'invalid_input',
    });
  });

  it('detects a server with other credentials', async () => {
    const stranger = new SdapiProvider({
      name: 'sdapi',
      url: engine.url,
      secret: 'painter:wrong',
      options: {},
    });
    const found = await stranger.check();
    expect(found).toMatchObject({ ok: false, detail: expect.stringContaining('401') });
    expect(found.detail).not.toContain('wrong');
  });
});
