/** GET /api/credits/balance: the spendable credits, and the plan. */
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, newCaller } from '../support/client.js';
import { expectBudget, itRequiresApiKey, refusal, TIME } from '../support/refusals.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ SIGNUP_CREDITS: '12.345' });
});
afterAll(() => app.close());

const ask = (token: string | undefined, headers = {}) =>
  call(app.base, 'GET', '/api/credits/balance', { token, headers });

describe('GET /api/credits/balance', () => {
  describe('200', () => {
    it('returns the sign-up credits of a new account to the thousandth, and the key of its plan', async () => {
      const { key } = await newCaller(app.base);
      const answer = await ask(key);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        success: true,
        balance: 12.345,
        owed: 0,
        held: 0,
        planDetails: expect.objectContaining({ title: 'Free', models: null }),
        plan: 'free',
        expiring: [],
        updatedAt: TIME,
        alertBelow: null,
        isLow: false,
      });
      expectBudget(answer, 6000, 5999);
    });

    it('falls by a charge at once, rises by its refund, and shows when it changed', async () => {
      const { key } = await newCaller(app.base);
      const before = (await ask(key)).body;
      const { predictionId } = await generate(app.base, key, { modelKey: 'embedded-fault', mode: 'hang' });
      const charged = (await ask(key)).body;
      expect(charged.balance).toBe(11.345);
      expect(charged.updatedAt > before.updatedAt).toBe(true);
      await call(app.base, 'POST', `/api/generate/${predictionId}/cancel`, { token: key });
      const refunded = (await ask(key)).body;
      expect(refunded.balance).toBe(12.345);
      expect(refunded.updatedAt > charged.updatedAt).toBe(true);
    });

    it('does not change again when a prediction completes, whose credits are held until then', async () => {
      const { key } = await newCaller(app.base);
      const { predictionId } = await generate(app.base, key, {
        modelKey: 'embedded-fault',
        mode: 'slow',
        seconds: 2,
      });
      const charged = (await ask(key)).body;
      expect(charged.held).toBe(1);
      await finished(app.base, key, predictionId);
      expect((await ask(key)).body).toEqual({ ...charged, held: 0 });
    });

    it('a test key reads and spends the same credits as a live key', async () => {
      const { key } = await newCaller(app.base, { env: 'test' });
      expect(key).toMatch(/^of_test_/);
      await generate(app.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
      expect((await ask(key)).body.balance).toBe(11.345);
    });
  });

  describe('400', () => {
    it('for a query with a NUL byte, after the key was checked', async () => {
      const path = '/api/credits/balance?a=%00';
      const { key } = await newCaller(app.base);
      expect((await call(app.base, 'GET', path)).status).toBe(401);
      const answer = await call(app.base, 'GET', path, { token: key });
      expect(answer.body).toMatchObject(refusal(400, 'validation_failed'));
    });
  });

  itRequiresApiKey({
    app: () => app,
    ask: (token, _person, headers) => ask(token, headers),
    scopes: ['billing'],
  });
});
