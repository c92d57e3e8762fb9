/** POST /api/generate/:predictionId/cancel: ends a processing prediction and refunds it once. */
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, createKey, finished, generate, type Json, newCaller } from '../support/client.js';
import { expectBudget, itRequiresApiKey, refusal, TIME } from '../support/refusals.js';

let app: TestApp;
let front: TestApp;
beforeAll(async () => {
  app = await startApp();
  front = await startApp({ ROLES: 'api' });
});
afterAll(async () => {
  await app.close();
  await front.close();
});

const FAULT = { modelKey: 'embedded-fault', mode: 'hang' };
const ask = (at: TestApp, token: string | undefined, id: string, options = {}) =>
  call(at.base, 'POST', `/api/generate/${id}/cancel`, { token, ...options });
const status = async (at: TestApp, token: string, id: string) =>
  (await call(at.base, 'GET', `/api/generate/status/${id}`, { token })).body;
const start = async (at: TestApp, token: string, body: object = FAULT): Promise<string> =>
  (await generate(at.base, token, body)).predictionId as string;
const refundsOf = async (at: TestApp, token: string, predictionId: string) =>
  ((await call(at.base, 'GET', '/api/credits/ledger?limit=100', { token })).body.items as Json[]).filter(
    (entry) => entry.kind === 'refund' && entry.predictionId === predictionId,
  );

describe('POST /api/generate/:predictionId/cancel', () => {
  describe('200', () => {
    it('a waiting prediction fails as cancelled and is refunded; the response shows both', async () => {
      const { key } = await newCaller(front.base);
      const id = await start(front, key);
      expect(await balanceOf(front.base, key)).toBe(999);
      const answer = await ask(front, key, id);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        success: true,
        predictionId: id,
        status: 'failed',
        creditCost: 1,
        creditsRefunded: 1,
        completedAt: TIME,
        error: { code: 'cancelled', message: expect.any(String), retryable: true },
      });
      expectBudget(answer, 6000, 5997);
      expect(await balanceOf(front.base, key)).toBe(1000);
      expect(await refundsOf(front, key, id)).toMatchObject([{ amount: 1, balanceAfter: 1000 }]);
      expect(await status(front, key, id)).toEqual(answer.body);
    });

    it('a running prediction is cancelled too, and its late result has no effect', async () => {
      const { key } = await newCaller(app.base);
      const id = await start(app, key, { ...FAULT, mode: 'slow', seconds: 1 });
      while ((await status(app, key, id)).startedAt === null);
      const { body } = await ask(app, key, id);
      expect(body).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
      const later = await start(app, key, { ...FAULT, mode: 'slow', seconds: 1.5 });
      await finished(app.base, key, later);
      expect(await status(app, key, id)).toEqual(body);
      expect(await balanceOf(app.base, key)).toBe(999);
    });

    it('a repeated cancel returns the same and refunds nothing more', async () => {
      const { key } = await newCaller(front.base);
      const id = await start(front, key);
      const first = await ask(front, key, id);
      for (let i = 0; i < 3; i += 1) expect((await ask(front, key, id)).body).toEqual(first.body);
      expect(await balanceOf(front.base, key)).toBe(1000);
    });

    it('20 concurrent cancels return the same, with one refund', async () => {
      const { key } = await newCaller(front.base);
      const id = await start(front, key);
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(front, key, id)));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await refundsOf(front, key, id)).toHaveLength(1);
      expect(await balanceOf(front.base, key)).toBe(1000);
    });

    it('a final prediction is returned unchanged', async () => {
      const { key } = await newCaller(app.base);
      const done = await start(app, key, { ...FAULT, mode: 'ok' });
      await finished(app.base, key, done);
      expect((await ask(app, key, done)).body).toMatchObject({ status: 'completed', creditsRefunded: 0 });
      const failed = await start(app, key, { ...FAULT, mode: 'permanent' });
      await finished(app.base, key, failed);
      expect((await ask(app, key, failed)).body).toMatchObject({ error: { code: 'content_rejected' } });
      expect(await balanceOf(app.base, key)).toBe(999);
    });

    it('any key of the account may cancel, and an empty JSON body is accepted', async () => {
      const { person, key } = await newCaller(front.base);
      const id = await start(front, key);
      const other = await createKey(front.base, person, { scopes: ['generate:image'] });
      expect((await ask(front, other.key, id, { body: {} })).body.status).toBe('failed');
    });
  });

  describe('400', () => {
    it('for a body that is not JSON, and the prediction continues', async () => {
      const { key } = await newCaller(front.base);
      const id = await start(front, key);
      expect((await ask(front, key, id, { body: '{' })).body).toEqual(refusal(400, 'malformed_json'));
      expect((await status(front, key, id)).status).toBe('processing');
    });
  });

  describe('403', () => {
    it('requires the scope for starting it: neither read nor another modality’s scope is enough', async () => {
      const { person, key } = await newCaller(front.base);
      const image = await start(front, key);
      const video = await start(front, key, { modelKey: 'embedded-video', prompt: 'a' });
      const matrix: [string, number, number][] = [
        ['read', 403, 403],
        ['generate:audio', 403, 403],
        ['generate:3d', 403, 403],
        ['billing', 403, 403],
        ['generate:video', 403, 200],
        ['generate:image', 200, 403],
        ['write', 200, 200],
      ];
      for (const [scope, ...expected] of matrix) {
        const { key: token } = await createKey(front.base, person, { scopes: [scope] });
        const answers = [await ask(front, token, image), await ask(front, token, video)];
        expect({ scope, statuses: answers.map((answer) => answer.status) }).toEqual({
          scope,
          statuses: expected,
        });
      }
    });

    it('changes neither the prediction nor the credits', async () => {
      const { person, key } = await newCaller(front.base);
      const id = await start(front, key);
      const reader = await createKey(front.base, person, { scopes: ['read'] });
      expect((await ask(front, reader.key, id)).body).toEqual(refusal(403, 'insufficient_scope'));
      expect((await status(front, key, id)).status).toBe('processing');
      expect(await balanceOf(front.base, key)).toBe(999);
    });
  });

  describe('404', () => {
    it('equally for an unknown and a foreign id, and the foreign prediction continues', async () => {
      const [owner, other] = [await newCaller(front.base), await newCaller(front.base)];
      const id = await start(front, owner.key);
      const answers = [];
      for (const unknown of [id, `pred_${'f'.repeat(32)}`, 'pred_1', 'history'])
        answers.push(await ask(front, other.key, unknown));
      for (const { body } of answers) expect(body).toEqual(refusal(404, 'prediction_not_found'));
      expect(new Set(answers.map(({ body }) => body.message)).size).toBe(1);
      expect((await status(front, owner.key, id)).status).toBe('processing');
    });
  });

  itRequiresApiKey({
    app: () => front,
    ask: (token, _person, headers) => ask(front, token, `pred_${'0'.repeat(32)}`, { headers }),
    scopes: ['write', 'generate:image', 'generate:video', 'generate:audio', 'generate:3d'],
  });
});
