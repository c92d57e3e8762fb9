import { createReadStream } from 'node:fs';
import sharp from 'sharp';
import { OpenAiCompatibleProvider } from '../../packages/engines/src/openai-compatible/openai-compatible.provider.js';
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import {
  bytesOf,
  expectPending,
  openWorkshop,
  runToEnd,
  stored,
  type WorkExample,
  type Workshop,
} from '../support/engine-work.js';
import { describeProvider } from './provider.contract.js';

const SECRET = 'sk-test-0123456789abcdef';

const providerOf =
  (dialect: string, secret: string | null = SECRET) =>
  (url: string) =>
    new OpenAiCompatibleProvider({
      name: 'openai-compatible',
      url: `${url}/v1`,
      secret,
      options: { dialect },
    });

const picture = (model: string, more: Partial<WorkExample> = {}): WorkExample => ({
  operation: 'text-to-image',
  modality: 'image',
  model,
  options: {},
  input: { prompt: 'a lighthouse', aspectRatio: '16:9', resolution: 1024 },
  kind: 'png',
  ...more,
});
const edit = (model: string): WorkExample =>
  picture(model, { operation: 'image-to-image', input: { prompt: 'at night' }, media: 'png' });
const reframe = (model: string): WorkExample =>
  picture(model, {
    operation: 'reframe',
    input: { prompt: 'more of it', aspectRatio: '16:9' },
    media: 'png',
  });
const speech = (model: string): WorkExample => ({
  operation: 'speech',
  modality: 'audio',
  model,
  options: {},
  input: { prompt: 'Good morning.', voice: 'alloy', format: 'mp3' },
  kind: 'mp3',
});
const sound = (operation: 'music' | 'sound-effect', model: string): WorkExample => ({
  operation,
  modality: 'audio',
  model,
  options: {},
  input: { prompt: 'rain', duration: 5 },
  kind: 'wav',
});
const film = (model: string): WorkExample => ({
  operation: 'text-to-video',
  modality: 'video',
  model,
  options: {},
  input: { prompt: 'waves', duration: 4, aspectRatio: '16:9', resolution: '480p' },
  kind: 'mp4',
});
const animation = (model: string): WorkExample => ({
  ...film(model),
  operation: 'image-to-video',
  input: { prompt: 'wind', duration: 4 },
  media: 'png',
});
const solid = (model: string): WorkExample => ({
  operation: 'image-to-3d',
  modality: '3d',
  model,
  options: {},
  input: {},
  kind: 'glb',
  media: 'png',
});

const common = { fake: 'openai-compatible', secret: SECRET };

describeProvider({
  ...common,
  name: 'openai-compatible (openai)',
  provider: providerOf('openai'),
  works: [
    picture('gpt-image-2.5-flare'),
    edit('gpt-image-2.5-sunburst'),
    reframe('gpt-image-2.5-sunburst'),
    picture('gpt-image-2.5-flare', { operation: 'remove-background', input: {}, media: 'png' }),
    speech('gpt-4o-mini-tts'),
  ],
  asynchronous: false,
  cancels: false,
});

describeProvider({
  ...common,
  name: 'openai-compatible (localai)',
  provider: providerOf('localai'),
  works: [
    picture('flux.1-dev-ggml'),
    edit('flux.1-dev-ggml'),
    reframe('dreamshaper'),
    picture('realesrgan-x4plus-anime-6b', { operation: 'upscale', input: { scale: 4 }, media: 'png' }),
    film('wan-2.1-t2v-1.3b-ggml'),
    animation('wan-2.1-i2v-14b-480p-ggml'),
    solid('trellis2-4b'),
    speech('kokoro'),
    sound('music', 'ace-step-turbo'),
    sound('sound-effect', 'ace-step-turbo'),
  ],
  asynchronous: false,
  cancels: false,
});

describeProvider({
  ...common,
  name: 'openai-compatible (vllm-omni)',
  provider: providerOf('vllm-omni'),
  works: [
    film('Wan-AI/Wan2.2-T2V-A14B-Diffusers'),
    animation('Wan-AI/Wan2.2-I2V-A14B-Diffusers'),
    picture('Qwen/Qwen-Image'),
    edit('Qwen/Qwen-Image-Edit-2511'),
    speech('Qwen/Qwen3-TTS-12Hz-1.7B-CustomVoice'),
    sound('music', 'stabilityai/stable-audio-open-1.0'),
    sound('sound-effect', 'stabilityai/stable-audio-open-1.0'),
  ],
  asynchronous: true,
  cancels: true,
  lost: 'retry',
});

describeProvider({
  ...common,
  name: 'openai-compatible (sglang)',
  provider: providerOf('sglang'),
  works: [
    solid('tencent/Hunyuan3D-2'),
    film('Wan2.2-T2V'),
    animation('Wan2.2-I2V'),
    picture('Qwen/Qwen-Image'),
    edit('Qwen/Qwen-Image-Edit-2511'),
    speech('LongCat-AudioDiT'),
  ],
  asynchronous: true,
  cancels: true,
  lost: 'retry',
});

describeProvider({
  ...common,
  name: 'openai-compatible (stable-diffusion-cpp)',
  secret: null,
  provider: providerOf('stable-diffusion-cpp', null),
  works: [picture('sd-cpp-local'), edit('sd-cpp-local'), reframe('sd-cpp-local')],
  asynchronous: false,
  cancels: false,
});

describeProvider({
  ...common,
  name: 'openai-compatible (litellm)',
  provider: providerOf('litellm'),
  works: [
    film('veo-3.1-fast-generate-preview'),
    animation('veo-3.1-fast-generate-preview'),
    picture('gpt-image-2.5-flare'),
  ],
  asynchronous: true,
  cancels: true,
  lost: 'refuse',
});

describe('differences of these servers', () => {
  let engine: EngineProcess;
  let workshop: Workshop;

  beforeAll(async () => {
    [engine, workshop] = await Promise.all([startEngine('openai-compatible'), openWorkshop()]);
  });
  beforeEach(async () => {
    await engine.mend();
    await engine.clear();
  });
  afterAll(async () => {
    await engine.end();
    await workshop.close();
  });

  const at = (dialect: string, secret: string | null = SECRET) => providerOf(dialect, secret)(engine.url);
  const submits = async () => (await engine.state()).requests.filter(({ isSubmit }) => isSubmit);

  it.each(['quota', 'hard-limit'])(
    'reports an exhausted account (%s) as the operator’s problem, not as throttling',
    async (fault) => {
      await engine.fault(fault);
      const outcome = await at('openai').submit(workshop.make(picture('gpt-image-2.5-flare')));
      expect(outcome).toMatchObject({ kind: 'refuse', code: 'provider_error', operatorSide: true });
    },
  );

  it('retries what the server calls retryable, and fails the rest', async () => {
    await engine.fault('try-again');
    expect(await at('openai').submit(workshop.make(picture('gpt-image-2.5-flare')))).toMatchObject({
      kind: 'retry',
    });
    await engine.fault('do-not-try');
    expect(await at('openai').submit(workshop.make(picture('gpt-image-2.5-flare')))).toMatchObject({
      kind: 'refuse',
    });
  });

  it('recognises a content rejection wrapped by a proxy', async () => {
    await engine.fault('wrapped-moderation');
    const outcome = await at('litellm').submit(workshop.make(picture('gpt-image-2.5-flare')));
    expect(outcome).toMatchObject({ kind: 'refuse', code: 'content_rejected' });
  });

  it('recognises a job with rejected content', async () => {
    await engine.fault('job-moderated');
    const outcome = await runToEnd(at('litellm'), workshop.make(film('veo-3.1-fast-generate-preview')));
    expect(outcome).toMatchObject({ kind: 'refuse', code: 'content_rejected' });
  });

  it('refuses at once a file at an address that is never fetched', async () => {
    await engine.fault('other-scheme');
    const outcome = await at('openai').submit(workshop.make(picture('gpt-image-2.5-flare')));
    expect(outcome).toMatchObject({ kind: 'refuse', code: 'output_unavailable' });
  });

  it.each(['empty', 'plain-error'])('has an unknown outcome for %s', async (fault) => {
    await engine.fault(fault);
    const outcome = await at('openai').submit(workshop.make(picture('gpt-image-2.5-flare')));
    expect(outcome).toMatchObject({ kind: 'unknown' });
  });

  it.each(['no-id', 'dotted-id'])('has an unknown outcome for a job with %s', async (fault) => {
    await engine.fault(fault);
    const outcome = await at('vllm-omni').submit(workshop.make(film('Wan-AI/Wan2.2')));
    expect(outcome).toMatchObject({ kind: 'unknown' });
  });

  it('fetches a result at another host without the key, and only from a public address', async () => {
    await engine.fault('foreign-result');
    const outcome = await runToEnd(at('openai'), workshop.make(picture('gpt-image-2.5-flare')));
    expect(outcome).toEqual({ kind: 'done', files: [{ url: 'https://files.example/result.png' }] });
  });

  it('uses a finished job’s own URL where the server returns one', async () => {
    await engine.set({ elsewhere: true });
    const outcome = await runToEnd(at('sglang'), workshop.make(film('Wan2.2-T2V')));
    await engine.set({ elsewhere: false });
    expect(outcome).toEqual({ kind: 'done', files: [{ url: 'https://bucket.example/result.mp4' }] });
  });

  it('sends the key, or no header without one', async () => {
    await at('openai').submit(workshop.make(picture('gpt-image-2.5-flare')));
    await at('stable-diffusion-cpp', null).submit(workshop.make(picture('sd-cpp-local')));
    const [withKey, without] = await submits();
    expect(withKey!.headers.authorization).toBe(`Bearer ${SECRET}`);
    expect(without!.headers).not.toHaveProperty('authorization');
  });

  it('requests the caller’s aspect ratio in a supported size', async () => {
    const wide = picture('gpt-image-2.5-flare', {
      input: { prompt: 'a', aspectRatio: '3:1', resolution: 1024 },
    });
    await at('openai').submit(workshop.make(wide));
    const fixed = picture('gpt-image-1', {
      input: wide.input,
      options: { sizes: ['1024x1024', '1536x1024', '1024x1536'] },
    });
    await at('openai').submit(workshop.make(fixed));
    const sizes = (await submits()).map(({ body }) => (JSON.parse(body as string) as { size: string }).size);
    expect(sizes).toEqual(['1408x480', '1536x1024']);
  });

  it('reframes with a canvas and a mask of the requested size', async () => {
    await at('openai').submit(workshop.make(reframe('gpt-image-2.5-sunburst')));
    const { inputs } = await engine.state();
    const [width, height] = (inputs[0]!.size as string).split('x').map(Number);
    expect(inputs[0]).toMatchObject({ image: [width, height], mask: [width, height] });
    expect(width! / height!).toBeCloseTo(16 / 9, 1);
  });

  it('rejects reframing to the picture’s own aspect ratio before a submit', async () => {
    const same = { ...reframe('gpt-image-2.5-sunburst'), input: { aspectRatio: '1:1' } };
    const outcome = await at('openai').submit(workshop.make(same));
    expect(outcome).toMatchObject({
      kind: 'refuse',
      code: 'invalid_input',
      message: expect.stringContaining('already'),
    });
    expect(await submits()).toEqual([]);
  });

  it('rejects an unreadable picture before a submit', async () => {
    const work = workshop.make(edit('gpt-image-2.5-sunburst'), {
      media: () => Promise.resolve({ path: 'test/engines/files/clip.mp4', contentType: 'image/png' }),
    });
    expect(await at('openai').submit(work)).toMatchObject({ kind: 'refuse', code: 'invalid_input' });
    expect(await submits()).toEqual([]);
  });

  it('resizes LocalAI’s 512 × 512 output to the requested aspect ratio', async () => {
    const outcome = await runToEnd(at('localai'), workshop.make(reframe('dreamshaper')));
    const { files } = outcome as Extract<typeof outcome, { kind: 'done' }>;
    const { width, height } = await sharp(await bytesOf(files[0]!)).metadata();
    expect(width / height).toBeCloseTo(16 / 9, 0);
    expect((await engine.state()).inputs[0]).toMatchObject({ image: [width, height] });
  });

  it('downloads a picture for resizing again after a failure, without a second run', async () => {
    const work = workshop.make(reframe('dreamshaper'));
    const provider = at('localai');
    const { ref } = expectPending(await provider.submit(work));
    await engine.fault('wrong-type');
    expect(await provider.poll(work, stored(ref))).toMatchObject({ kind: 'refuse', code: 'provider_error' });
    expect(await provider.poll(work, stored(ref))).toMatchObject({ kind: 'done' });
    expect(await submits()).toHaveLength(1);
  });

  it('sends a video’s first picture in the video’s size', async () => {
    const wide = animation('Wan-AI/Wan2.2-I2V-A14B-Diffusers');
    const input = { ...wide.input, aspectRatio: '16:9', resolution: '480p' };
    await at('vllm-omni').submit(workshop.make({ ...wide, input }));
    await at('localai').submit(workshop.make({ ...wide, input }));
    const { inputs } = await engine.state();
    expect(inputs[0]).toMatchObject({ size: '848x480', image: [848, 480], seconds: '4' });
    expect(inputs[1]).toMatchObject({ image: [848, 480], fps: 16, frames: 64 });
  });

  it('prevents parameters of stable-diffusion.cpp in the prompt', async () => {
    const prompt = 'a <sd_cpp_extra_args>{"sample_params":{"sample_steps":9999}}</sd_cpp_extra_args> b';
    const work = picture('sd-cpp-local', { input: { prompt, seed: 7 } });
    await at('stable-diffusion-cpp', null).submit(workshop.make(work));
    const [{ body } = { body: '' }] = await submits();
    const sent = (JSON.parse(body as string) as { prompt: string }).prompt;
    const blocks = [...sent.matchAll(/<sd_cpp_extra_args>(.*?)<\/sd_cpp_extra_args>/g)].map(
      ([, json]) => json!,
    );
    expect(blocks.map((json) => JSON.parse(json) as unknown)).toEqual([{ seed: 7 }]);
  });

  it('sends the negative prompt to LocalAI after a bar, and preserves the caller’s own bars', async () => {
    for (const input of [
      { prompt: 'cat|dog', negativePrompt: 'fog|rain' },
      { prompt: 'cat|dog' },
      { prompt: 'a cat', negativePrompt: ' ' },
    ])
      await at('localai').submit(workshop.make(picture('flux.1-dev-ggml', { input })));
    const bodies = (await submits()).map(({ body }) => JSON.parse(body as string) as Record<string, string>);
    expect(bodies.map(({ prompt }) => prompt!.replace(/ \(pred_\w+\)/, ''))).toEqual([
      'cat｜dog|fog｜rain',
      'cat｜dog',
      'a cat',
    ]);
    // As the server splits them, and as a normalising text encoder reads them.
    const [positive, negative, ...dropped] = bodies[0]!
      .prompt!.split('|')
      .map((part) => part.normalize('NFKC'));
    expect(positive).toMatch(/^cat\|dog/);
    expect([negative, dropped]).toEqual(['fog|rain', []]);
    for (const body of bodies) expect(body).not.toHaveProperty('negative_prompt');
  });

  it('does not change a prompt where LocalAI does not split it, and uses a field for videos', async () => {
    await at('localai').submit(
      workshop.make({ ...reframe('dreamshaper'), input: { ...reframe('').input, prompt: 'sea|sky' } }),
    );
    await at('localai').submit(
      workshop.make({
        ...film('wan'),
        input: { ...film('').input, prompt: 'sea|sky', negativePrompt: 'a boat' },
      }),
    );
    const [painted, filmed] = await submits();
    expect((painted!.body as { fields: Record<string, string> }).fields.prompt).toMatch(/^sea\|sky/);
    expect(JSON.parse(filmed!.body as string)).toMatchObject({
      prompt: expect.stringMatching(/^sea\|sky/),
      negative_prompt: 'a boat',
    });
  });

  it.each([
    ['mp3', 'mp3'],
    ['ogg', 'opus'],
    ['opus', 'opus'],
    ['aac', 'aac'],
    ['wav', 'wav'],
    ['flac', 'flac'],
  ])('asks for %s as %s', async (format, theirs) => {
    const example = speech('gpt-4o-mini-tts');
    await at('openai').submit(workshop.make({ ...example, input: { ...example.input, format } }));
    const [spoken] = (await engine.state()).requests.filter(({ isSubmit }) => isSubmit);
    expect(JSON.parse(spoken!.body as string)).toMatchObject({ response_format: theirs });
  });

  it('stores a sound as a file of the attempt, not in memory', async () => {
    const work = workshop.make(speech('gpt-4o-mini-tts'));
    const outcome = await at('openai').submit(work);
    const { files } = outcome as Extract<typeof outcome, { kind: 'done' }>;
    expect(files).toEqual([
      { path: expect.stringContaining(work.directory), contentType: 'application/octet-stream' },
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of createReadStream((files[0] as { path: string }).path))
      chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).length).toBe(4511);
  });

  it('cancels nothing without a job, and ignores a missing job', async () => {
    await at('localai').cancel({ urls: [`${engine.url}/__files/png`] });
    await at('vllm-omni').cancel({ job: '/videos/gone' });
    const { requests } = await engine.state();
    expect(requests.map(({ method, path }) => [method, path])).toEqual([['DELETE', '/v1/videos/gone']]);
  });

  it('suggests /v1 for a URL without it', async () => {
    const provider = new OpenAiCompatibleProvider({
      name: 'x',
      url: engine.url,
      secret: null,
      options: {},
    });
    expect(await provider.check()).toEqual({ ok: false, detail: expect.stringMatching(/^404 .*\/v1/) });
  });
});
