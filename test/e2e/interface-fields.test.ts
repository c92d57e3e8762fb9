/** The interface's four fields, for every model, on POST /api/generate and its quote. */
import { startApp, type TestApp } from '../support/app.js';
import { call, generate, type Json, newCaller } from '../support/client.js';
import { fieldsOf, refusal, stateOf } from '../support/refusals.js';

let app: TestApp;
beforeAll(async () => {
  // Without a worker: nothing runs.
  app = await startApp({ ROLES: 'api' });
});
afterAll(() => app.close());

const IMAGE_URL = 'https://example.com/a.png';
/** What a model needs, by its field. */
const NEEDED: Record<string, unknown> = {
  prompt: 'a lighthouse',
  imageUrl: IMAGE_URL,
  videoUrl: 'https://example.com/a.mp4',
  aspectRatio: '16:9',
  mode: 'ok',
};
const FOUR = { prompt: 'a lighthouse', aspectRatio: '16:9', duration: 5 };
const UPSCALE = { modelKey: 'embedded-upscale', imageUrl: IMAGE_URL };
const ask = (token: string, path: string, body: object, headers = {}) =>
  call(app.base, 'POST', path, { token, body, headers });

describe('null for an optional field', () => {
  const OPTIONAL = [
    'aspectRatio',
    'duration',
    'seed',
    'metadata',
    'externalUserId',
    'deadlineSeconds',
    'priceVersion',
  ];
  const IMAGE = { modelKey: 'embedded-image', prompt: 'a lighthouse', seed: 7 };

  it.each(OPTIONAL)('%s: is as absent, for the quote and the start', async (field) => {
    const { key } = await newCaller(app.base);
    const { seed: _, ...absent } = IMAGE;
    const quotes = [absent, { ...absent, [field]: null }].map((body) =>
      ask(key, '/api/generate/quote', body),
    );
    const [without, given] = await Promise.all(quotes);
    expect(given!.body).toEqual({ ...without!.body, validUntil: given!.body.validUntil });
    expect((await ask(key, '/api/generate', { ...absent, [field]: null })).status).toBe(201);
    const { items } = (await call(app.base, 'GET', '/api/generate/history', { token: key })).body as {
      items: Json[];
    };
    expect(items[0]).toMatchObject({ metadata: {}, externalUserId: null, seed: expect.any(Number) });
  });

  it('all at once, with the default of each, by a key and in the dashboard', async () => {
    const { key, person } = await newCaller(app.base);
    const body = {
      ...IMAGE,
      ...Object.fromEntries(OPTIONAL.filter((field) => field !== 'seed').map((f) => [f, null])),
    };
    for (const [token, path] of [
      [key, '/api/generate'],
      [person.accessToken, '/api/dashboard/predictions'],
    ] as const) {
      const started = await ask(token, path, body);
      expect([path, started.status, started.body.warnings]).toEqual([path, 201, undefined]);
    }
  });

  it('is the same request under an Idempotency-Key', async () => {
    const { key } = await newCaller(app.base);
    const headers = { 'idempotency-key': 'null-1' };
    const first = await ask(key, '/api/generate', { ...IMAGE, metadata: null }, headers);
    const again = await ask(key, '/api/generate', IMAGE, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('stays 400 for what is required, for a field of no model, for modelKey, and inside of metadata', async () => {
    const { key } = await newCaller(app.base);
    for (const [body, field] of [
      [{ ...IMAGE, prompt: null }, 'prompt'],
      [{ ...IMAGE, nothing: null }, 'nothing'],
      [{ ...IMAGE, modelKey: null }, 'modelKey'],
      [{ ...IMAGE, metadata: { a: null } }, 'metadata.a'],
    ] as const) {
      const answer = await ask(key, '/api/generate', body);
      expect([field, answer.status]).toEqual([field, 400]);
      expect(JSON.stringify(answer.body.details)).toContain(field.split('.')[0]);
    }
  });
});

describe('the four fields of the interface', () => {
  it('are accepted for every model; those without use are named in the quote and in the 201, and change no price', async () => {
    const { key } = await newCaller(app.base);
    const models = (await call(app.base, 'GET', '/api/models')).body.items as Json[];
    expect(models.length).toBeGreaterThan(10);
    for (const { modelKey, inputSchema } of models) {
      const { required = [], properties } = inputSchema as { required?: string[]; properties: object };
      const needed = Object.fromEntries(required.map((field) => [field, NEEDED[field]]));
      const used = Object.fromEntries(Object.entries(FOUR).filter(([field]) => field in properties));
      const unused = Object.keys(FOUR).filter((field) => !(field in properties));
      const quote = await ask(key, '/api/generate/quote', { modelKey, ...needed, ...FOUR });
      expect([modelKey, quote.status]).toEqual([modelKey, 200]);
      const warnings = unused.map((field) => ({ field, message: expect.stringContaining(field) }));
      expect([modelKey, quote.body.warnings ?? []]).toEqual([modelKey, warnings]);
      expect('warnings' in quote.body).toBe(warnings.length > 0);
      const without = await ask(key, '/api/generate/quote', { modelKey, ...needed, ...used });
      expect(without.body.creditCost).toBe(quote.body.creditCost);
      expect('warnings' in without.body).toBe(false);
      const started = await generate(app.base, key, { modelKey, ...needed, ...FOUR });
      expect(started.warnings).toEqual(quote.body.warnings);
      expect(started.creditCost).toBe(quote.body.creditCost);
    }
  });

  it('without use are not stored: the history shows what ran', async () => {
    const { key } = await newCaller(app.base);
    const { predictionId } = await generate(app.base, key, { ...UPSCALE, ...FOUR });
    const { items } = (await call(app.base, 'GET', '/api/generate/history', { token: key })).body;
    expect(items[0]).toMatchObject({
      predictionId,
      prompt: null,
      input: { imageUrl: IMAGE_URL, scale: 2, format: 'png' },
    });
    expect(Object.keys(items[0].input).sort()).toEqual(['format', 'imageUrl', 'scale']);
  });

  it('a replay has the same warnings', async () => {
    const { key } = await newCaller(app.base);
    const send = () =>
      ask(key, '/api/generate', { ...UPSCALE, duration: 3 }, { 'idempotency-key': 'a warning' });
    const first = await send();
    const again = await send();
    expect(first.body.warnings).toHaveLength(1);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it.each([
    ['aspectRatio', '16x9'],
    ['aspectRatio', '16:0'],
    ['aspectRatio', '9:1'],
    ['aspectRatio', ''],
    ['aspectRatio', 1.5],
    ['duration', '5'],
    ['duration', 0],
    ['duration', -1],
    ['duration', 1e9],
    ['prompt', 5],
    ['prompt', ['a']],
    ['prompt', 'p'.repeat(4001)],
  ])('a bad %s is 400 also where it has no use: %j', async (field, value) => {
    const { key } = await newCaller(app.base);
    const before = await stateOf(app.base, key);
    for (const path of ['/api/generate', '/api/generate/quote']) {
      const answer = await ask(key, path, { ...UPSCALE, [field]: value });
      expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
      expect(fieldsOf(answer)).toEqual([field]);
    }
    expect(await stateOf(app.base, key)).toEqual(before);
  });

  it('a model’s own rule stands where it has a use for the field', async () => {
    const { key } = await newCaller(app.base);
    const long = { modelKey: 'embedded-video', prompt: 'a', duration: 11 };
    expect(fieldsOf(await ask(key, '/api/generate', long))).toEqual(['duration']);
  });

  it('fields of no model, and fields of other models, stay 400 beside them', async () => {
    const { key } = await newCaller(app.base);
    const answer = await ask(key, '/api/generate', { ...UPSCALE, ...FOUR, surprise: 1, videoUrl: IMAGE_URL });
    expect(fieldsOf(answer)).toEqual(['surprise', 'videoUrl']);
  });
});
