/** The extension packages/openai-front in the real service, called by the official client for Node, unmodified. */
import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { createOpenAiFrontPlugin } from '../../packages/openai-front/src/index.js';
import { FakeEngine, startTestService, type TestAccount, type TestService } from '../../src/testing/index.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { LossyRelay } from '../support/lossy-relay.js';

const media = { type: 'string', format: 'media-url', maxLength: 1_048_576 };
const prompt = { type: 'string', minLength: 1, maxLength: 4000 };
const engine = new FakeEngine({
  name: 'painter',
  models: [
    {
      modelKey: 'painter-edit',
      operation: 'image-to-image',
      input: { properties: { prompt, imageUrl: media }, required: ['prompt', 'imageUrl'] },
    },
    {
      modelKey: 'painter-image',
      input: {
        properties: { prompt, quality: { type: 'string', enum: ['low', 'high'] } },
        required: ['prompt'],
      },
    },
    {
      modelKey: 'painter-video',
      modality: 'video',
      input: {
        properties: { prompt, imageUrl: media, duration: { type: 'number', minimum: 1, maximum: 12 } },
        required: ['prompt'],
      },
    },
  ],
});

let service: TestService;
let account: TestAccount;
let key: string;
let client: OpenAI;

const clientOf = (apiKey: string, options: object = {}) =>
  new OpenAI({ baseURL: `${service.url}/v1`, apiKey, maxRetries: 0, ...options });

beforeAll(async () => {
  service = await startTestService({
    engines: [engine],
    plugins: [
      createOpenAiFrontPlugin({
        aliases: { 'gpt-image-1': 'embedded-image', 'tts-1': 'embedded-speech', 'sora-2': 'embedded-video' },
        waitSeconds: 60,
      }),
    ],
  });
});
afterAll(() => service?.close());
beforeEach(async () => {
  engine.reset();
  account = await service.account({ credits: 1000 });
  key = (await account.key()).secret;
  client = clientOf(key);
});
afterEach(() => expectSoundLedger(service.database.url));

/** Expects an error of the client. */
async function refusal(work: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OpenAI.APIError);
  return error as InstanceType<typeof OpenAI.APIError>;
}

const spent = async () => Number((1000 - (await account.balance())).toFixed(3));

it('are in the description of the service, each with a name of its own', async () => {
  const response = await fetch(`${service.url}/api/openapi.json`);
  const { paths } = (await response.json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const names = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(paths['/v1/images/generations']!.post!.operationId).toBe('imagesGenerate');
});

describe('models', () => {
  it('are the keys of the catalogue that the routes serve, and the aliases', async () => {
    const ids = [];
    for await (const model of client.models.list()) ids.push(model.id);
    expect(ids).toEqual(expect.arrayContaining(['embedded-image', 'gpt-image-1', 'painter-edit', 'sora-2']));
    expect(ids).not.toContain('embedded-mesh');
    expect(await client.models.retrieve('gpt-image-1')).toEqual({
      id: 'gpt-image-1',
      object: 'model',
      created: 0,
      owned_by: 'offprint',
    });
    expect(await refusal(client.models.retrieve('gpt-9'))).toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
    expect(await refusal(client.models.delete('gpt-image-1'))).toMatchObject({ status: 405 });
  });
});

describe('images.generate', () => {
  it('returns an image of the size and format that were asked for, charged once', async () => {
    const { data, created } = await client.images.generate({
      model: 'gpt-image-1',
      prompt: 'a lighthouse at dawn',
      size: '768x512',
      quality: 'auto',
      background: 'auto',
      moderation: 'auto',
      output_format: 'webp',
      user: 'user-7',
    });
    const facts = await sharp(Buffer.from(data![0]!.b64_json!, 'base64')).metadata();
    expect(facts).toMatchObject({ width: 768, height: 512, format: 'webp' });
    expect(Math.abs(created - Date.now() / 1000)).toBeLessThan(600);
    const quote = { modelKey: 'embedded-image', prompt: 'x', aspectRatio: '3:2', resolution: 768 };
    const { body } = await service.request('POST', '/api/generate/quote', { key, body: quote });
    expect(await spent()).toBe(body.creditCost);
    const history = await service.request('GET', '/api/generate/history', { key });
    expect(history.body.items).toMatchObject([{ externalUserId: 'user-7', status: 'completed' }]);
  });

  it('returns links, and one prediction per image', async () => {
    const { data } = await client.images.generate({
      model: 'painter-image',
      prompt: 'x',
      n: 3,
      response_format: 'url',
    });
    expect(data).toHaveLength(3);
    for (const { url, b64_json } of data!) {
      expect(b64_json).toBeUndefined();
      expect((await fetch(url!)).headers.get('content-type')).toMatch(/^image\//);
    }
    expect(await spent()).toBe(3);
  });

  it('returns the images that completed, and the others are refunded', async () => {
    engine.next({ submit: 'refuse', code: 'provider_error' });
    const { data } = await client.images.generate({ model: 'painter-image', prompt: 'x', n: 2 });
    expect(data).toHaveLength(1);
    expect(await spent()).toBe(1);
  });

  it.each([
    ['no model', { model: undefined }, 'model'],
    ['a model that does something else', { model: 'tts-1' }, 'model'],
    ['a format that the model lacks', { output_format: 'png' }, 'output_format'],
    ['a compression', { output_compression: 50 }, 'output_compression'],
    ['a background', { background: 'transparent' }, 'background'],
    ['a style', { style: 'vivid' }, 'style'],
    ['a quality of another model', { quality: 'hd' }, 'quality'],
    ['less moderation', { moderation: 'low' }, 'moderation'],
    ['pixels that cannot be set', { size: '1024x1024' }, 'size'],
    ['a size that is none', { size: 'large' }, 'size'],
    ['streaming', { stream: true }, 'stream'],
    ['partial images', { partial_images: 2 }, 'partial_images'],
    ['too many images', { n: 5 }, 'n'],
    ['no images', { n: 0 }, 'n'],
    ['another response format', { response_format: 'png' }, 'response_format'],
    ['an unknown parameter', { glitter: true }, 'glitter'],
    ['no prompt', { prompt: undefined }, 'prompt'],
    ['a prompt that is too long', { prompt: 'x'.repeat(4001) }, 'prompt'],
    ['an end user of the wrong type', { user: 7 }, 'user'],
  ])('refuses %s before anything is charged', async (_, change, param) => {
    const body = { model: 'painter-image', prompt: 'x', ...change } as OpenAI.ImageGenerateParamsNonStreaming;
    expect(await refusal(client.images.generate(body))).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      param,
    });
    expect(await spent()).toBe(0);
    expect(engine.calls).toHaveLength(0);
  });

  it('says which parameter a limit of the model is about', async () => {
    const error = await refusal(
      client.images.generate({ model: 'embedded-image', prompt: 'x', size: '4096x4096' }),
    );
    expect(error).toMatchObject({ status: 400, param: 'size' });
    expect(error.message).toContain('size (resolution)');
  });

  it('fails with the refund of a prediction that fails, and says whether to repeat it', async () => {
    engine.next({ submit: 'refuse', code: 'content_rejected', message: 'Not this.' });
    const error = await refusal(client.images.generate({ model: 'painter-image', prompt: 'x' }));
    expect(error).toMatchObject({ status: 400, code: 'content_policy_violation' });
    expect(error.message).toContain('refunded');
    engine.next({ submit: 'refuse', code: 'provider_error' });
    const failed = await refusal(client.images.generate({ model: 'painter-image', prompt: 'x' }));
    expect(failed).toMatchObject({ status: 500, type: 'server_error', code: 'provider_error' });
    expect(failed.headers?.get('x-should-retry')).toMatch(/^(true|false)$/);
    expect(await spent()).toBe(0);
  });
});

describe('images.edit', () => {
  const picture = async (name = 'in.png') =>
    toFile(
      await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
      name,
    );

  it('sends the file of the form to a model with a prompt', async () => {
    const { data } = await client.images.edit({
      model: 'painter-edit',
      image: await picture(),
      prompt: 'bluer',
    });
    expect(data![0]!.b64_json).toBeTruthy();
    expect(engine.calls[0]!.work!.input).toMatchObject({ prompt: 'bluer' });
    expect(await spent()).toBe(1);
  });

  it('sends it to a model without one, as one of a list', async () => {
    const edit = { model: 'embedded-reframe', image: [await picture()], prompt: '', size: '1:1' };
    const { data } = await client.images.edit(edit);
    const { width, height } = await sharp(Buffer.from(data![0]!.b64_json!, 'base64')).metadata();
    expect(width).toBe(height);
  });

  it('refuses what cannot be mapped before anything is charged', async () => {
    const image = await picture();
    const edit = { model: 'painter-edit', image, prompt: 'x' };
    const mask = await picture('mask.png');
    const text = await toFile(Buffer.from('no picture at all'), 'in.png');
    for (const [change, param] of [
      [{ mask }, 'mask'],
      [{ image: [image, await picture()] }, 'image'],
      [{ image: text }, 'file'],
      [{ input_fidelity: 'high' }, 'input_fidelity'],
      [{ size: '512x512' }, 'size'],
      [{ n: 9 }, 'n'],
    ] as const)
      expect(
        await refusal(client.images.edit({ ...edit, ...change } as OpenAI.ImageEditParamsNonStreaming)),
      ).toMatchObject({
        status: 400,
        param,
      });
    expect(await refusal(client.images.edit({ ...edit, model: 'embedded-reframe' }))).toMatchObject({
      param: 'prompt',
    });
    expect(await refusal(client.images.createVariation({ image }))).toMatchObject({ code: 'not_supported' });
    expect(await spent()).toBe(0);
  });

  it('with an Idempotency-Key is charged once, though each form has another upload', async () => {
    const edit = async (prompt: string) =>
      client.images.edit(
        { model: 'painter-edit', image: await picture(), prompt, response_format: 'url' },
        { headers: { 'Idempotency-Key': 'one edit' } },
      );
    await edit('bluer');
    await edit('bluer');
    expect(await spent()).toBe(1);
    expect(await refusal(edit('redder'))).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
    expect(await spent()).toBe(1);
  });
});

describe('a form', () => {
  const boundary = 'a-boundary';
  const part = (name: string, value = 'x') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const type = `multipart/form-data; boundary=${boundary}`;

  it.each([
    ['without a boundary', 'multipart/form-data', 'x', 'body'],
    ['that ends early', type, part('prompt').slice(0, -8), 'body'],
    [
      'with too many fields',
      type,
      `${Array.from({ length: 65 }, (_, index) => part(`f${index}`)).join('')}--${boundary}--`,
      'body',
    ],
    ['with a field that is too long', type, `${part('prompt', 'x'.repeat(70_000))}--${boundary}--`, 'prompt'],
    ['with a NUL byte', type, `${part('prompt', 'a\0b')}--${boundary}--`, 'prompt'],
    ['without a model', type, `${part('prompt')}--${boundary}--`, 'model'],
  ])('%s is a 400', async (_, contentType, body, param) => {
    const headers = { 'content-type': contentType };
    const response = await service.request('POST', '/v1/images/edits', { key, headers, body });
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ type: 'invalid_request_error', param });
  });
});

describe('audio.speech.create', () => {
  it('responds with the sound itself', async () => {
    const response = await client.audio.speech.create({ model: 'tts-1', voice: 'en', input: 'Hello there.' });
    expect(response.headers.get('content-type')).toBe('audio/mpeg');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    const wav = await client.audio.speech.create({
      model: 'tts-1',
      voice: 'de',
      input: 'Guten Tag.',
      response_format: 'wav',
      speed: 1.25,
      stream_format: 'audio',
    });
    expect(
      Buffer.from(await wav.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('RIFF');
    const history = await service.request('GET', '/api/generate/history', { key });
    expect(history.body.items[0].input).toMatchObject({ voice: 'de', speed: 200, format: 'wav' });
    expect(await spent()).toBeGreaterThan(0);
  });

  it.each([
    ['a voice of another model', { voice: 'alloy' }, 'voice'],
    ['a format that the model lacks', { response_format: 'opus' }, 'response_format'],
    ['a speed beyond the model', { speed: 4 }, 'speed'],
    ['instructions', { instructions: 'whisper' }, 'instructions'],
    ['events', { stream_format: 'sse' }, 'stream_format'],
    ['no text', { input: '' }, 'input'],
    ['a model of images', { model: 'gpt-image-1' }, 'model'],
  ])('refuses %s before anything is charged', async (_, change, param) => {
    const body = { model: 'tts-1', voice: 'en', input: 'x', ...change } as OpenAI.Audio.SpeechCreateParams;
    expect(await refusal(client.audio.speech.create(body))).toMatchObject({ status: 400, param });
    expect(await spent()).toBe(0);
  });
});

describe('videos', () => {
  it('are created, polled, downloaded in ranges, listed and deleted', async () => {
    const created = await client.videos.create({ prompt: 'waves', seconds: '4', model: 'painter-video' });
    expect(created).toMatchObject({
      object: 'video',
      model: 'painter-video',
      prompt: 'waves',
      seconds: '4',
      error: null,
    });
    await service.settled(created.id, key);
    const video = await client.videos.retrieve(created.id);
    expect(video).toMatchObject({ status: 'completed', progress: 100, prompt: 'waves' });
    expect(video.expires_at).toBeGreaterThan(video.completed_at!);

    const whole = await client.videos.downloadContent(created.id);
    expect(whole.headers.get('content-type')).toMatch(/^video\//);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const part = await client.videos.downloadContent(created.id, {}, { headers: { Range: 'bytes=4-9' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(4, 10));

    expect(await client.videos.delete(created.id)).toEqual({
      id: created.id,
      object: 'video.deleted',
      deleted: true,
    });
    expect(await refusal(client.videos.retrieve(created.id))).toMatchObject({ status: 404 });
    expect(await spent()).toBe(1);
  });

  it('start from a file or a link', async () => {
    const png = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const reference = await toFile(png, 'in.png');
    const one = await client.videos.create({
      model: 'painter-video',
      prompt: 'x',
      input_reference: reference,
    });
    expect((await service.settled(one.id, key)).status).toBe('completed');
    const image_url = `data:image/png;base64,${png.toString('base64')}`;
    const two = await client.videos.create({
      model: 'painter-video',
      prompt: 'x',
      input_reference: { image_url },
    });
    expect((await service.settled(two.id, key)).status).toBe('completed');
    expect(await spent()).toBe(2);
  });

  it('are listed newest first, page by page', async () => {
    const ids = [];
    for (let index = 0; index < 5; index++)
      ids.unshift((await client.videos.create({ model: 'painter-video', prompt: `wave ${index}` })).id);
    for (const id of ids) await service.settled(id, key);
    const listed = [];
    for await (const video of client.videos.list({ limit: 2 })) listed.push(video.id);
    expect(listed).toEqual(ids);
    expect(await refusal(client.videos.list({ order: 'asc' }))).toMatchObject({
      status: 400,
      param: 'order',
    });
    expect(await refusal(client.videos.list({ limit: 0 }))).toMatchObject({ status: 400, param: 'limit' });
    expect(await refusal(client.videos.list({ after: 'video_7' }))).toMatchObject({
      status: 400,
      param: 'after',
    });
  });

  it('that failed say why and are refunded; unfinished ones have no content and are not deleted', async () => {
    engine.next({ submit: 'refuse', code: 'content_rejected', message: 'Not this.' });
    const failed = await client.videos.create({ model: 'painter-video', prompt: 'x' });
    await service.settled(failed.id, key);
    expect(await client.videos.retrieve(failed.id)).toMatchObject({
      status: 'failed',
      error: { code: 'content_rejected', message: 'Not this.' },
    });
    expect(await spent()).toBe(0);

    engine.next({ submit: 'pending', poll: 'pending' });
    const open = await client.videos.create({ model: 'painter-video', prompt: 'x' });
    expect(await refusal(client.videos.downloadContent(open.id))).toMatchObject({
      status: 400,
      code: 'video_not_ready',
    });
    const conflict = await refusal(client.videos.delete(open.id));
    expect(conflict).toMatchObject({ status: 409, code: 'prediction_processing' });
    expect(conflict.headers?.get('x-should-retry')).toBe('false');
    await service.request('POST', `/api/generate/${open.id}/cancel`, { key });
  });

  it('refuse what cannot be mapped before anything is charged', async () => {
    const body = { model: 'painter-video', prompt: 'x' };
    for (const [change, param] of [
      [{ seconds: '40' }, 'seconds'],
      [{ size: '1280x720' }, 'size'],
      [{ character_ids: ['char_1'] }, 'character_ids'],
      [{ input_reference: { file_id: 'file_1' } }, 'input_reference[file_id]'],
    ] as const)
      expect(
        await refusal(client.videos.create({ ...body, ...change } as OpenAI.VideoCreateParams)),
      ).toMatchObject({
        status: 400,
        param,
      });
    const video = await client.videos.create(body);
    await service.settled(video.id, key);
    expect(await refusal(client.videos.downloadContent(video.id, { variant: 'thumbnail' }))).toMatchObject({
      param: 'variant',
    });
    for (const work of [
      client.videos.remix(video.id, { prompt: 'y' }),
      client.videos.edit({ video: { id: video.id }, prompt: 'y' }),
      client.videos.extend({ video: { id: video.id }, prompt: 'y', seconds: '4' }),
    ])
      expect(await refusal(work)).toMatchObject({ status: 400, code: 'not_supported' });
    expect(await spent()).toBe(1);
  });
});

describe('keys, limits and money', () => {
  const paint = (by: OpenAI, model = 'painter-image') => by.images.generate({ model, prompt: 'x' });

  it('refuses an unknown key, in OpenAI’s shape', async () => {
    const error = await refusal(paint(clientOf(`of_live_${'0'.repeat(48)}`)));
    expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
    expect(error).toMatchObject({ status: 401, code: 'invalid_api_key', type: 'invalid_request_error' });
  });

  it('needs the scope of the modality, in JSON and in forms', async () => {
    const video = clientOf((await account.key({ scopes: ['generate:video'] })).secret);
    expect(await refusal(paint(video))).toMatchObject({ status: 403, code: 'insufficient_scope' });
    const image = await toFile(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
      'x.png',
    );
    expect(await refusal(video.images.edit({ model: 'painter-edit', image, prompt: 'x' }))).toMatchObject({
      status: 403,
    });
    const created = await video.videos.create({ model: 'painter-video', prompt: 'a secret' });
    expect(await video.videos.retrieve(created.id)).toMatchObject({ prompt: null });
    expect(await refusal(video.videos.list())).toMatchObject({ status: 403 });
    const billing = clientOf((await account.key({ scopes: ['billing'] })).secret);
    expect(await refusal(billing.models.list())).toMatchObject({ status: 403 });
    await service.settled(created.id, key);
    expect(await spent()).toBe(1);
  });

  it('obeys the models that a key allows', async () => {
    const body = { name: 'narrow', scopes: ['write'], allowedModels: ['painter-video'] };
    const { body: narrow } = await service.request('POST', '/api/keys', { token: account, body });
    const by = clientOf(narrow.key);
    expect(await refusal(paint(by))).toMatchObject({ status: 403, code: 'model_not_allowed' });
    await by.videos.create({ model: 'painter-video', prompt: 'x' });
    expect(await spent()).toBe(1);
  });

  it('does not find another account’s video', async () => {
    const { id } = await client.videos.create({ model: 'painter-video', prompt: 'x' });
    const other = await service.account();
    const by = clientOf((await other.key()).secret);
    for (const work of [by.videos.retrieve(id), by.videos.delete(id), by.videos.downloadContent(id)])
      expect(await refusal(work)).toMatchObject({ status: 404, code: 'prediction_not_found' });
  });

  it('refuses with 402, which no client repeats, when the credits do not suffice', async () => {
    const poor = await service.account({ credits: 1.5 });
    const seen: string[] = [];
    const by = clientOf((await poor.key()).secret, {
      maxRetries: 2,
      fetch: (url: string, init: RequestInit) => (seen.push(url), fetch(url, init)),
    });
    const error = await refusal(by.images.generate({ model: 'painter-image', prompt: 'x', n: 2 }));
    expect(error).toMatchObject({ status: 402, type: 'insufficient_quota', code: 'insufficient_quota' });
    expect(seen).toHaveLength(1);
    // The first of the two was cancelled and refunded.
    expect(await poor.balance()).toBe(1.5);
  });

  it('limits requests of a key, with Retry-After', async () => {
    const by = clientOf((await account.key({ rateLimit: 10 })).secret);
    for (let count = 0; count < 10; count++) await by.models.list();
    const error = await refusal(by.models.list());
    expect(error).toBeInstanceOf(OpenAI.RateLimitError);
    expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
    expect(Number(error.headers?.get('retry-after'))).toBeGreaterThan(0);
    expect(error.headers?.get('x-ratelimit-limit')).toBe('10');
  });

  it('refuses a suspended account', async () => {
    const { account: accountId, user } = account.uuids;
    await service.query('insert into suspended_accounts (account_id, by_user) values ($1, $2)', [
      accountId,
      user,
    ]);
    expect(await refusal(paint(client))).toMatchObject({ status: 403, code: 'account_suspended' });
  });

  it('has OpenAI’s shape at addresses without a route, and for bodies that cannot be read', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const [method, path, body, status] of [
      ['POST', '/v1/chat/completions', '{}', 404],
      ['GET', '/v1', undefined, 404],
      ['POST', '/v1/images/generations', '{"model":', 400],
      ['POST', '/v1/images/generations', `{"prompt":"${'x'.repeat(1_100_000)}"}`, 413],
    ] as const) {
      const response = await service.request(method, path, { key, body, headers });
      expect(response.status).toBe(status);
      expect(response.body).toEqual({
        error: {
          message: expect.any(String),
          type: 'invalid_request_error',
          param: null,
          code: expect.any(String),
        },
      });
    }
    const native = await service.request('GET', '/api/nothing', { key });
    expect(native.body).toMatchObject({ statusCode: 404, code: 'not_found' });
  });
});

describe('a client that leaves', () => {
  it('without an Idempotency-Key has its predictions cancelled and refunded', async () => {
    engine.next({ submit: 'pending', poll: 'pending' });
    const stop = new AbortController();
    const work = client.images.generate({ model: 'painter-image', prompt: 'x' }, { signal: stop.signal });
    const { predictionId } = await engine.called('submit');
    stop.abort();
    await expect(work).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
    const settled = await service.settled(predictionId!, key);
    expect(settled).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
    expect(await spent()).toBe(0);
  });

  it('with an Idempotency-Key gets its image when it comes back, charged once', async () => {
    engine.next({
      submit: 'pending',
      poll: [...Array.from({ length: 20 }, () => 'pending' as const), 'done'],
    });
    const paint = (signal?: AbortSignal) =>
      client.images.generate(
        { model: 'painter-image', prompt: 'x' },
        { headers: { 'Idempotency-Key': 'one image' }, ...(signal && { signal }) },
      );
    const stop = new AbortController();
    const work = paint(stop.signal);
    await engine.called('submit');
    stop.abort();
    await expect(work).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
    expect((await paint()).data).toHaveLength(1);
    expect(engine.callsOf('submit')).toHaveLength(1);
    expect(await spent()).toBe(1);
  });
});

describe('the client’s own repetition of a request', () => {
  it('is charged once however its responses get lost', async () => {
    const relay = await LossyRelay.start(service.url);
    relay.loss = 0.4;
    // A response that breaks off in its middle is an error to the caller: this client repeats only what it got no headers of.
    relay.kinds = ['request', 'response'];
    try {
      const lossy = clientOf(key, { baseURL: `${relay.url}/v1`, maxRetries: 30 });
      const prompts = Array.from({ length: 12 }, (_, index) => `image ${index}`);
      const paint = async (prompt: string) => {
        const { data } = await lossy.images.generate({ model: 'painter-image', prompt });
        expect(data![0]!.b64_json).toBeTruthy();
      };
      await Promise.all(prompts.map(paint));
    } finally {
      await relay.stop();
    }
    expect(relay.lost.response).toBeGreaterThan(0);
    expect(await spent()).toBe(12);
  });
});
