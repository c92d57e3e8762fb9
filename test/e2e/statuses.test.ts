/** GET /api/generate/status?ids=: the states of up to 100 predictions in one request. */
import { SettlementHub } from '../../src/generation/settlement/settlement-hub.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, finished, generate, type Json, newCaller } from '../support/client.js';
import { expectBudget, fieldsOf, itRequiresApiKey, refusal } from '../support/refusals.js';
import { until } from '../support/service-process.js';

/** API and worker. */
let app: TestApp;
/** API only: predictions started there stay in the queue. */
let front: TestApp;
beforeAll(async () => {
  app = await startApp();
  front = await startApp({ ROLES: 'api' });
});
afterAll(async () => {
  await app.close();
  await front.close();
});

const FAULT = { modelKey: 'embedded-fault', mode: 'ok' };
const UNKNOWN = `pred_${'0'.repeat(32)}`;
const missing = (predictionId: string) => ({
  predictionId,
  status: null,
  error: { code: 'prediction_not_found', message: expect.stringMatching(/./), retryable: false },
});
const ask = (at: TestApp, token: string | undefined, ids: string[], more = '', headers = {}) =>
  call(at.base, 'GET', `/api/generate/status?ids=${ids.join(',')}${more}`, { token, headers });
const start = async (at: TestApp, token: string, body: object = FAULT): Promise<string> =>
  (await generate(at.base, token, body)).predictionId as string;
const cancel = (token: string, id: string) =>
  call(front.base, 'POST', `/api/generate/${id}/cancel`, { token });
/** Sends a long poll; resolves when the service waits for `count` predictions of it. */
async function beginPoll(token: string, ids: string[], count: number) {
  const hub = front.app.get<unknown, { waiters: Map<string, number> }>(SettlementHub);
  const waiting = () => [...hub.waiters.values()].reduce((sum, one) => sum + one, 0);
  const before = waiting();
  const answer = ask(front, token, ids, '&wait=30');
  await until(() => waiting() === before + count);
  return { answer, waiting, before };
}

describe('GET /api/generate/status?ids=', () => {
  describe('200', () => {
    it('has the states in the order asked, each equal to its single status, and counts once', async () => {
      const { key } = await newCaller(app.base);
      const ids = [await start(app, key), await start(app, key, { ...FAULT, mode: 'permanent' })];
      for (const id of ids) await finished(app.base, key, id);
      const running = await start(app, key, { ...FAULT, mode: 'slow', seconds: 60 });
      const asked = [running, ...ids.reverse()];
      const before = await ask(app, key, asked);
      const answer = await ask(app, key, asked);
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body)).toEqual(['success', 'items']);
      const items = answer.body.items as Json[];
      expect(items.map(({ predictionId }) => predictionId as string)).toEqual(asked);
      expect(items.map(({ status }) => status as string)).toEqual(['processing', 'failed', 'completed']);
      const left = (of: typeof answer) => Number(of.headers.get('x-ratelimit-remaining'));
      expect(left(before) - left(answer)).toBe(1);
      for (const item of items.slice(1)) {
        const single = (
          await call(app.base, 'GET', `/api/generate/status/${item.predictionId}`, { token: key })
        ).body;
        const { success: _, outputs, ...rest } = single;
        expect(Object.keys(item).sort()).toEqual(
          Object.keys({ ...rest, ...(outputs && { outputs }) }).sort(),
        );
        expect({ ...item, outputs }).toMatchObject({ status: rest.status, completedAt: rest.completedAt });
      }
      await call(app.base, 'POST', `/api/generate/${running}/cancel`, { token: key });
    });

    it('an id that is unknown, malformed or another account’s has status null', async () => {
      const [mine, theirs] = [await newCaller(front.base), await newCaller(front.base)];
      const [own, foreign] = [await start(front, mine.key), await start(front, theirs.key)];
      const { body } = await ask(front, mine.key, [foreign, UNKNOWN, own, 'pred_x', 'nonsense']);
      expect(body.items).toEqual([
        missing(foreign),
        missing(UNKNOWN),
        expect.objectContaining({ predictionId: own, status: 'processing' }),
        missing('pred_x'),
        missing('nonsense'),
      ]);
    });

    it('an id of a modality that the key may not see is like an unknown one', async () => {
      const { person, key } = await newCaller(front.base);
      const image = await start(front, key);
      const audio = await start(front, key, { modelKey: 'embedded-music', prompt: 'a' });
      const { key: narrow } = await createKey(front.base, person, { scopes: ['generate:audio'] });
      expect((await ask(front, narrow as string, [image, audio])).body.items).toEqual([
        missing(image),
        expect.objectContaining({ predictionId: audio, status: 'processing' }),
      ]);
    });

    it('takes 100 ids, repeated ones too, and spaces after commas', async () => {
      const { key } = await newCaller(front.base);
      const id = await start(front, key);
      const { body } = await ask(
        front,
        key,
        Array.from({ length: 100 }, () => id),
      );
      expect(body.items).toHaveLength(100);
      const spaced = await call(front.base, 'GET', `/api/generate/status?ids=${id},%20${id}`, { token: key });
      expect((spaced.body.items as Json[]).map(({ status }) => status as string)).toEqual([
        'processing',
        'processing',
      ]);
    });
  });

  describe('200 with wait', () => {
    it('responds as soon as one is final, and leaves no waiter behind', async () => {
      const { key } = await newCaller(front.base);
      const ids = [await start(front, key), await start(front, key), await start(front, key)];
      const poll = await beginPoll(key, [...ids, UNKNOWN], 3);
      await cancel(key, ids[1]!);
      const { body, status } = await poll.answer;
      expect(status).toBe(200);
      expect((body.items as Json[]).map((item) => item.status as string | null)).toEqual([
        'processing',
        'failed',
        'processing',
        null,
      ]);
      expect(poll.waiting()).toBe(poll.before);
    });

    it('responds at once when one is final already, and when none is known', async () => {
      const { key } = await newCaller(front.base);
      const ids = [await start(front, key), await start(front, key)];
      await cancel(key, ids[0]!);
      const from = performance.now();
      expect((await ask(front, key, ids, '&wait=50')).status).toBe(200);
      expect((await ask(front, key, [UNKNOWN], '&wait=50')).status).toBe(200);
      expect(performance.now() - from).toBeLessThan(25_000);
    });

    it('responds with the current states after the wait', async () => {
      const { key } = await newCaller(front.base);
      const ids = [await start(front, key), await start(front, key)];
      const { body } = await ask(front, key, ids, '&wait=0.2');
      expect((body.items as Json[]).map(({ status }) => status as string)).toEqual([
        'processing',
        'processing',
      ]);
    });

    it('401 when the key is revoked meanwhile', async () => {
      const { person, key, record } = await newCaller(front.base);
      const poll = await beginPoll(key, [await start(front, key), await start(front, key)], 2);
      await call(front.base, 'DELETE', `/api/keys/${record.id}`, { token: person.accessToken });
      expect((await poll.answer).body).toEqual(refusal(401, 'invalid_api_key'));
    });
  });

  describe('400', () => {
    it.each([
      ['', 'ids'],
      ['?ids=', 'ids'],
      ['?ids=,', 'ids'],
      [`?ids=${UNKNOWN},`, 'ids'],
      [`?ids=${Array.from({ length: 101 }, () => UNKNOWN).join()}`, 'ids'],
      [`?ids=${UNKNOWN}&ids=${UNKNOWN}`, 'ids'],
      [`?ids[a]=${UNKNOWN}`, 'ids[a]'],
      [`?ids=${UNKNOWN}&wait=61`, 'wait'],
      [`?ids=${UNKNOWN}&wait=x`, 'wait'],
      [`?ids=${UNKNOWN}&timeline=true`, 'timeline'],
      [`?ids=${UNKNOWN}&surprise=1`, 'surprise'],
    ])('for %s', async (query, field) => {
      const { key } = await newCaller(front.base);
      const answer = await call(front.base, 'GET', `/api/generate/status${query}`, { token: key });
      expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
      expect(fieldsOf(answer)).toContain(field);
      expectBudget(answer, 6000, 5999);
    });
  });

  itRequiresApiKey({
    app: () => front,
    ask: (token, _person, headers) => ask(front, token, [UNKNOWN], '', headers),
    scopes: ['read', 'write', 'generate:image', 'generate:video', 'generate:audio', 'generate:3d'],
  });
});
