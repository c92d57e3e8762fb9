/** POST /api/generate/quote: the price of a create, without side effects. */
import { startApp, type TestApp } from '../support/app.js';
import { call, generate, newCaller } from '../support/client.js';
import { expectBudget, fieldsOf, itRequiresApiKey, refusal, stateOf, TIME } from '../support/refusals.js';

let app: TestApp;
beforeAll(async () => {
  // Without a worker: only prices are compared.
  app = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '100.25' });
});
afterAll(() => app.close());

const ask = (token: string | undefined, body: unknown, headers = {}) =>
  call(app.base, 'POST', '/api/generate/quote', { token, body, headers });

const IMAGE_URL = 'https://example.com/a.png';
const REQUESTS = [
  { modelKey: 'embedded-fault', mode: 'ok' },
  { modelKey: 'embedded-image', prompt: 'a' },
  { modelKey: 'embedded-image', prompt: 'a', aspectRatio: '16:9', resolution: 2048 },
  { modelKey: 'embedded-image', prompt: 'a', aspectRatio: '3:7', resolution: 333 },
  { modelKey: 'embedded-upscale', imageUrl: IMAGE_URL },
  { modelKey: 'embedded-upscale', imageUrl: IMAGE_URL, scale: 4 },
  { modelKey: 'embedded-reframe', imageUrl: IMAGE_URL, aspectRatio: '1:2' },
  { modelKey: 'embedded-video', prompt: 'a' },
  { modelKey: 'embedded-video', prompt: 'a', duration: 3.7, resolution: '720p' },
  { modelKey: 'embedded-music', prompt: 'a', duration: 33.333 },
  { modelKey: 'embedded-mesh', prompt: 'a', detail: 'high' },
];

describe('POST /api/generate/quote', () => {
  describe('200', () => {
    it('returns the price, the balance, and whether it is sufficient', async () => {
      const { key } = await newCaller(app.base);
      const answer = await ask(key, { modelKey: 'embedded-mesh', prompt: 'a vase' });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        success: true,
        modelKey: 'embedded-mesh',
        model: 'embedded/mesh-3d',
        modality: '3d',
        creditCost: 4,
        balance: 100.25,
        affordable: true,
        priceVersion: expect.stringMatching(/^price_[0-9a-f]{20}$/),
        validUntil: TIME,
      });
      expectBudget(answer, 6000, 5999);
    });

    it.each(REQUESTS)('equals the charge to the thousandth: %j', async (body) => {
      const { key } = await newCaller(app.base);
      const quote = (await ask(key, body)).body;
      const started = await generate(app.base, key, body);
      expect(started.creditCost).toBe(quote.creditCost);
      expect(quote.creditCost).toBe(Math.round(quote.creditCost * 1000) / 1000);
      const [charge] = (await call(app.base, 'GET', '/api/credits/ledger', { token: key })).body.items;
      expect(charge).toMatchObject({ kind: 'charge', amount: -quote.creditCost });
      expect(charge.balanceAfter).toBe(Math.round((100.25 - quote.creditCost) * 1000) / 1000);
    });

    it('creates and charges nothing', async () => {
      const { key } = await newCaller(app.base);
      const before = await stateOf(app.base, key);
      for (let i = 0; i < 5; i += 1) await ask(key, REQUESTS[0]);
      expect(await stateOf(app.base, key)).toEqual(before);
    });

    it('affordable is exact to the last thousandth of the balance', async () => {
      const { key, person } = await newCaller(app.base);
      const set = (thousandths: number) =>
        app.database.query('update wallets set balance = $2 where account_id = $1', [
          person.accountId.slice(4),
          thousandths,
        ]);
      await set(1000);
      expect((await ask(key, REQUESTS[0])).body).toMatchObject({ balance: 1, affordable: true });
      await set(999);
      expect((await ask(key, REQUESTS[0])).body).toMatchObject({ balance: 0.999, affordable: false });
    });

    it('ignores an Idempotency-Key', async () => {
      const { key } = await newCaller(app.base);
      const headers = { 'idempotency-key': 'one' };
      const first = await ask(key, REQUESTS[0], headers);
      const second = await ask(key, REQUESTS[1], headers);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.headers.get('idempotent-replayed')).toBeNull();
    });
  });

  describe('400', () => {
    it.each([
      {},
      { modelKey: 'no-such-model' },
      { modelKey: 'embedded-image' },
      { modelKey: 'embedded-image', prompt: '', surprise: 1, metadata: 7 },
      { modelKey: 'embedded-video', prompt: 'a', duration: 0 },
      { modelKey: 'embedded-upscale', imageUrl: 'https://127.0.0.1/' },
    ])('equals the rejection of POST /api/generate for %j', async (body) => {
      const { key } = await newCaller(app.base);
      const quoted = await ask(key, body);
      const started = await call(app.base, 'POST', '/api/generate', { token: key, body });
      expect(quoted.status).toBe(400);
      expect(fieldsOf(quoted).length).toBeGreaterThan(0);
      expect({ ...quoted.body, requestId: '' }).toEqual({ ...started.body, requestId: '' });
    });

    it('for invalid JSON', async () => {
      const { key } = await newCaller(app.base);
      expect((await ask(key, '{')).body).toEqual(refusal(400, 'malformed_json'));
    });
  });

  describe('413 and 415', () => {
    it('like every other route', async () => {
      const { key } = await newCaller(app.base);
      expect((await ask(key, 'x'.repeat(1024 * 1024 + 1))).body).toEqual(refusal(413, 'payload_too_large'));
      const xml = await ask(key, '<a/>', { 'content-type': 'application/xml' });
      expect(xml.body).toEqual(refusal(415, 'unsupported_media_type'));
    });
  });

  itRequiresApiKey({
    app: () => app,
    ask: (token, _person, headers) => ask(token, REQUESTS[0], headers),
    scopes: ['write', 'generate:image'],
  });
});
