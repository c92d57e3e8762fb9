/** GET /api/models and /api/models/:modelKey: the public catalogue, with all a caller needs. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import request from 'supertest';
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json, newCaller } from '../support/client.js';
import { figureOf, figuresOf } from '../support/metrics.js';
import { fieldsOf, refusal } from '../support/refusals.js';
import { until } from '../support/service-process.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', ENABLE_FAULT_MODEL: 'false' });
});
afterAll(() => app.close());

const ask = (path = '', options = {}) => call(app.base, 'GET', `/api/models${path}`, options);
const keysOf = (body: Json) => (body.items as Json[]).map(({ modelKey }) => modelKey as string);
const MODALITIES = ['image', 'video', 'audio', '3d'];

describe('GET /api/models', () => {
  describe('200', () => {
    it('is public, without a key and without a limit', async () => {
      const answer = await ask();
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true, items: expect.any(Array) });
      expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
      const { person, key } = await newCaller(app.base);
      for (const token of [key, person.accessToken, 'nonsense'])
        expect((await ask('', { token })).body).toEqual(answer.body);
    });

    it('sends a repeated request the same headers and body, a new request id and its own, with its line of the metrics', async () => {
      const path = '?modality=audio&operation=speech';
      const labels = { method: 'GET', route: '/api/models', status: '200' };
      const counted = async () => {
        const figures = await figuresOf(app.base);
        return figureOf(figures, 'offprint_http_request_duration_seconds_count', labels) ?? 0;
      };
      const before = await counted();
      const answers: Awaited<ReturnType<typeof ask>>[] = [];
      for (let count = 0; count < 3; count += 1) answers.push(await ask(path));
      const own = await ask(path, { headers: { 'x-request-id': 'mine' } });
      expect(own.headers.get('x-request-id')).toBe('mine');
      const plain = ({ status, text, headers }: (typeof answers)[number]) => ({
        status,
        text,
        headers: [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date'),
      });
      const [first] = answers.map(plain);
      for (const answer of [...answers, own]) expect(plain(answer)).toEqual(first);
      expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(3);
      // A request is counted when its connection is free again, so the caller may have the response before.
      await until(async () => (await counted()) === before + 4);
    });

    it('reads a body that a repeated request has, and answers the next request on its connection', async () => {
      await ask();
      const agent = request.agent(app.base);
      for (let count = 0; count < 2; count += 1) {
        const answer = await agent.get('/api/models').set('content-type', 'application/json').send('{"a":1}');
        expect(answer.status).toBe(200);
      }
    });

    it('every model has its input schema, price and poll interval', async () => {
      const { items } = (await ask()).body;
      expect(items.length).toBeGreaterThanOrEqual(10);
      for (const item of items as Json[]) {
        expect(item).toEqual({
          modelKey: expect.stringMatching(/^[a-z0-9][a-z0-9._-]*$/),
          model: expect.stringMatching(/./),
          modality: expect.any(String),
          operation: expect.any(String),
          title: expect.stringMatching(/./),
          description: expect.stringMatching(/./),
          inputSchema: expect.objectContaining({ type: 'object', additionalProperties: false }),
          pricing: expect.any(Object),
          pollIntervalMs: item.modality === 'video' ? 5000 : 3000,
          typicalSeconds: expect.any(Number),
        });
      }
      expect(new Set(keysOf({ items })).size).toBe(items.length);
      expect(new Set((items as Json[]).map(({ modality }) => modality))).toEqual(new Set(MODALITIES));
    });

    it('every input schema is valid JSON Schema, and POST /api/generate validates with it', async () => {
      const { key } = await newCaller(app.base);
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      for (const { modelKey, inputSchema } of (await ask()).body.items as Json[]) {
        const validate = ajv.compile(inputSchema);
        expect(validate({ noSuchField: 1 })).toBe(false);
        const body = { modelKey, noSuchField: 1 };
        const answer = await call(app.base, 'POST', '/api/generate/quote', { token: key, body });
        expect(fieldsOf(answer)).toEqual([...(inputSchema.required ?? []), 'noSuchField'].sort());
      }
    });

    it('shows no internals of engines', async () => {
      const { text } = await ask();
      for (const word of ['provider', 'options', 'deadlineSeconds', 'needs'])
        expect(text).not.toContain(`"${word}"`);
    });

    it.each(MODALITIES)('filters by modality=%s', async (modality) => {
      const { items } = (await ask(`?modality=${modality}`)).body;
      expect(items.length).toBeGreaterThan(0);
      expect((items as Json[]).every((item) => item.modality === modality)).toBe(true);
    });

    it('filters by operation and by both, and returns an empty list without a match', async () => {
      expect(keysOf((await ask('?operation=reframe')).body)).toEqual(['embedded-reframe']);
      expect(keysOf((await ask('?operation=upscale&modality=image')).body)).toEqual(['embedded-upscale']);
      expect((await ask('?operation=upscale&modality=audio')).body).toEqual({ success: true, items: [] });
    });

    it('has a strong ETag per list, and 304 without a body for a caller that has the list', async () => {
      const [all, videos] = [await ask(), await ask('?modality=video')];
      const etag = all.headers.get('etag')!;
      expect(etag).toMatch(/^"[\w-]{27}"$/);
      expect((await ask()).headers.get('etag')).toBe(etag);
      expect(videos.headers.get('etag')).not.toBe(etag);
      // Not by `fetch`, which adds `Cache-Control: no-cache`.
      const holding = (path: string, held: string) =>
        request(app.base).get(`/api/models${path}`).set('If-None-Match', held);
      for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const { status, text, headers } = await holding('', held);
        expect([held, status, text, headers.etag]).toEqual([held, 304, '', etag]);
        expect(headers['x-request-id']).toBeDefined();
        expect(headers['content-type']).toBeUndefined();
      }
      const other = await holding('?modality=video', etag);
      expect([other.status, other.text]).toEqual([200, videos.text]);
    });

    it('is as long as it says, also for HEAD', async () => {
      const { text, headers } = await ask();
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
      const head = await call(app.base, 'HEAD', '/api/models', { undescribed: true });
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(headers.get('content-length'));
    });

    it('contains only runnable models: the fault model only where it is enabled', async () => {
      expect(keysOf((await ask()).body)).not.toContain('embedded-fault');
      const enabled = await startApp({ ROLES: 'api' }, app.database);
      try {
        const { body } = await call(enabled.base, 'GET', '/api/models');
        expect(keysOf(body)).toContain('embedded-fault');
      } finally {
        await enabled.close();
      }
    });
  });

  describe('400', () => {
    it.each([
      ['?modality=smell', 'modality'],
      ['?operation=dance', 'operation'],
      ['?modality=image&modality=video', 'modality'],
      ['?limit=5', 'limit'],
    ])('%s', async (query, field) => {
      const answer = await ask(query);
      expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
      expect([...new Set(fieldsOf(answer))]).toEqual([field]);
    });
  });
});

describe('GET /api/models/:modelKey', () => {
  describe('200', () => {
    it('returns the entry of the list, flat', async () => {
      for (const item of (await ask()).body.items as Json[]) {
        expect((await ask(`/${item.modelKey}`)).body).toEqual({ success: true, ...item });
      }
    });
  });

  describe('404', () => {
    it.each(['no-such-model', 'embedded-fault', '__proto__', 'EMBEDDED-IMAGE', '..%2fkeys', '%F0%9F%8E%A8'])(
      '%s',
      async (key) => {
        expect((await ask(`/${key}`)).body).toEqual(refusal(404, 'model_not_found'));
      },
    );
  });
});
