/** Predictions of signed-in users, without a key: quote, create, status, list and cancel. */
import { WINDOW_UNIT } from '../../src/platform/limits/index.js';
import { startApp, type TestApp } from '../support/app.js';
import {
  balanceOf,
  call,
  type CallOptions,
  createKey,
  generate,
  type Json,
  newCaller,
  type Person,
  register,
} from '../support/client.js';
import { itRequiresUserToken } from '../support/dashboard.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { itRejectsInvalidPages, pagesOf } from '../support/lists.js';
import { expectBudget, fieldsOf, refusal, TIME } from '../support/refusals.js';

const PATH = '/api/dashboard/predictions';
const FAULT = { modelKey: 'embedded-fault', mode: 'ok' };
const UNKNOWN = 'pred_0123456789abcdef0123456789abcdef';

let app: TestApp;
/** Without a worker: predictions stay processing. */
let front: TestApp;
beforeAll(async () => {
  app = await startApp();
  front = await startApp({ ROLES: 'api' });
});
afterAll(async () => {
  expect(await expectSoundLedger(app.url)).toContain('ledger verified');
  expect(await expectSoundLedger(front.url)).toContain('ledger verified');
  await app.close();
  await front.close();
});

const post = (at: TestApp, path: string, token: string | undefined, options: CallOptions = {}) =>
  call(at.base, 'POST', `/api/dashboard/${path}`, { token, ...options });
const get = (at: TestApp, token: string | undefined, path: string) =>
  call(at.base, 'GET', `/api/dashboard/${path}`, { token });
const start = async (at: TestApp, { accessToken: token }: Person, body: object = {}): Promise<string> => {
  const answer = await post(at, 'predictions', token, { body: { ...FAULT, ...body } });
  expect(answer.status).toBe(201);
  return answer.body.predictionId as string;
};
const wallet = async (at: TestApp, { accessToken }: Person) =>
  (await get(at, accessToken, 'credits/balance')).body as { balance: number; held: number };
const idsOf = (items: Json[]) => items.map(({ predictionId }) => predictionId as string);

async function finish(at: TestApp, { accessToken }: Person, id: string): Promise<Json> {
  for (;;) {
    const { body } = await get(at, accessToken, `predictions/${id}?wait=30&timeline=true`);
    if (body.status !== 'processing') return body;
  }
}

describe('POST /api/dashboard/quote', () => {
  it('200: equals the charge of the same prediction, and counts against no limit', async () => {
    const person = await register(front.base);
    const body = { modelKey: 'embedded-music', prompt: 'a waltz', duration: 7 };
    const quote = await post(front, 'quote', person.accessToken, { body });
    expect(quote.status).toBe(200);
    expect(quote.headers.get('x-ratelimit-limit')).toBeNull();
    expect(quote.body).toMatchObject({ modelKey: 'embedded-music', balance: 1000, affordable: true });
    const started = await post(front, 'predictions', person.accessToken, { body });
    expect(started.body.creditCost).toBe(quote.body.creditCost);
    expect(await wallet(front, person)).toMatchObject({
      balance: 1000 - quote.body.creditCost,
      held: quote.body.creditCost,
    });
    expectBudget(started, 120, 119, 'account');
  });

  it('400: names every invalid field', async () => {
    const { accessToken } = await register(front.base);
    const body = { modelKey: 'embedded-image', prompt: 5, surprise: 1 };
    const answer = await post(front, 'quote', accessToken, { body });
    expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
    expect(fieldsOf(answer)).toEqual(['prompt', 'surprise']);
  });

  itRequiresUserToken(
    () => front,
    (token) => post(front, 'quote', token, { body: FAULT }),
  );
});

describe('POST /api/dashboard/predictions', () => {
  it('201: charges, runs and completes without any API key', async () => {
    const person = await register(app.base);
    const answer = await post(app, 'predictions', person.accessToken, { body: FAULT });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      predictionId: expect.stringMatching(/^pred_[0-9a-f]{32}$/),
      status: 'processing',
      model: 'embedded/fault',
      modelKey: 'embedded-fault',
      modality: 'image',
      creditCost: 1,
    });
    const done = await finish(app, person, answer.body.predictionId);
    expect(done).toMatchObject({ status: 'completed', keyId: null, env: 'live' });
    expect(await wallet(app, person)).toMatchObject({ balance: 999, held: 0 });
  });

  it('201: the key history of the account contains it too, without a key id', async () => {
    const { person, key } = await newCaller(front.base);
    const id = await start(front, person);
    const { body } = await call(front.base, 'GET', '/api/generate/history', { token: key });
    expect(body.items).toMatchObject([{ predictionId: id, keyId: null, env: 'live' }]);
    const status = await call(front.base, 'GET', `/api/generate/status/${id}`, { token: key });
    expect(status.body.predictionId).toBe(id);
  });

  it('201: an Idempotency-Key replays the first response, also between dashboard and API key', async () => {
    const { person, key } = await newCaller(front.base);
    const headers = { 'idempotency-key': 'once' };
    const first = await post(front, 'predictions', person.accessToken, { body: FAULT, headers });
    const again = await post(front, 'predictions', person.accessToken, { body: FAULT, headers });
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const byKey = await call(front.base, 'POST', '/api/generate', { token: key, body: FAULT, headers });
    expect(byKey.body).toEqual(first.body);
    const other = { body: { ...FAULT, mode: 'hang' }, headers };
    expect((await post(front, 'predictions', person.accessToken, other)).body).toEqual(
      refusal(422, 'idempotency_mismatch'),
    );
    expect((await wallet(front, person)).held).toBe(1);
  });

  it('400: names every invalid field, and charges nothing', async () => {
    const person = await register(front.base);
    const body = { ...FAULT, mode: 'unheard of', metadata: { a: 1 }, surprise: true };
    const answer = await post(front, 'predictions', person.accessToken, { body });
    expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
    expect(fieldsOf(answer)).toEqual(['metadata.a', 'mode', 'surprise']);
    const unknown = await post(front, 'predictions', person.accessToken, { body: { modelKey: 'no such' } });
    expect(unknown.body).toEqual(refusal(400, 'model_not_found', { details: expect.any(Array) }));
    expect(await wallet(front, person)).toMatchObject({ balance: 1000, held: 0 });
  });

  it('402: returns the required and the available credits', async () => {
    const person = await register(front.base);
    await front.database.query('update wallets set balance = 500 where account_id = $1', [
      person.accountId.slice('acc_'.length),
    ]);
    const answer = await post(front, 'predictions', person.accessToken, { body: FAULT });
    expect(answer.body).toEqual(
      refusal(402, 'insufficient_credits', {
        details: [expect.objectContaining({ required: 1, balance: 0.5 })],
      }),
    );
    await front.database.query('update wallets set balance = 1000000 where account_id = $1', [
      person.accountId.slice('acc_'.length),
    ]);
  });

  it('413 and 415: like every other route', async () => {
    const { accessToken } = await register(front.base);
    const large = await post(front, 'predictions', accessToken, { body: 'x'.repeat(1024 * 1024 + 1) });
    expect(large.body).toEqual(refusal(413, 'payload_too_large'));
    const headers = { 'content-type': 'text/plain' };
    const text = await post(front, 'predictions', accessToken, { body: 'a', headers });
    expect(text.body).toEqual(refusal(415, 'unsupported_media_type'));
  });

  describe('429', () => {
    it('the 121st request of a window exceeds the account’s limit; its keys and other accounts are not affected', async () => {
      const { person, key } = await newCaller(front.base);
      const body = { modelKey: 'no such' };
      const answers = await Promise.all(
        Array.from({ length: 130 }, () => post(front, 'predictions', person.accessToken, { body })),
      );
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(120);
      expect(refused).toHaveLength(10);
      for (const answer of refused) {
        expect(answer.body).toEqual({
          statusCode: 429,
          message: `Rate limit exceeded for this account (120/${WINDOW_UNIT})`,
        });
        expectBudget(answer, 120, 0, 'account');
        expect(answer.headers.get('x-ratelimit-scope')).toBe('account');
        expect(answer.headers.get('retry-after')).toBe(answer.headers.get('x-ratelimit-reset'));
      }
      // Reads and quotes are not counted.
      expect((await post(front, 'quote', person.accessToken, { body: FAULT })).status).toBe(200);
      expect((await get(front, person.accessToken, 'predictions')).status).toBe(200);
      expect(await balanceOf(front.base, key)).toBe(1000);
      await start(front, await register(front.base));
    });

    it('the platform limit counts them together with requests of keys; a rejected request uses neither limit', async () => {
      const small = await startApp({ ROLES: 'api', PLATFORM_RATE_LIMIT: '4' });
      try {
        const { person, key } = await newCaller(small.base);
        for (let left = 119; left >= 118; left -= 1)
          expectBudget(
            await post(small, 'predictions', person.accessToken, { body: FAULT }),
            120,
            left,
            'account',
          );
        for (let i = 0; i < 2; i += 1) expect(await balanceOf(small.base, key)).toBe(998);
        for (let i = 0; i < 3; i += 1) {
          const answer = await post(small, 'predictions', person.accessToken, { body: FAULT });
          expect(answer.body).toEqual({
            statusCode: 429,
            message: `Platform rate limit exceeded (4/${WINDOW_UNIT})`,
          });
          expect(answer.headers.get('x-ratelimit-scope')).toBe('platform');
        }
        await small.database.query(`delete from budgets where subject = 'platform'`);
        expectBudget(
          await post(small, 'predictions', person.accessToken, { body: FAULT }),
          120,
          117,
          'account',
        );
      } finally {
        await small.close();
      }
    });
  });

  itRequiresUserToken(
    () => front,
    (token) => post(front, 'predictions', token, { body: FAULT }),
  );
});

describe('GET /api/dashboard/predictions/:predictionId', () => {
  it('200: returns status, input, result with thumbnail, timeline and charge', async () => {
    const person = await register(app.base);
    const metadata = { a: 'b' };
    const id = await start(app, person, { prompt: 'a lighthouse', metadata });
    const done = await finish(app, person, id);
    expect(done).toMatchObject({
      success: true,
      predictionId: id,
      status: 'completed',
      metadata,
      prompt: 'a lighthouse',
      input: { prompt: 'a lighthouse', mode: 'ok', times: 1, seconds: 5 },
      keyId: null,
      creditsRefunded: 0,
      ledger: [
        {
          id: expect.stringMatching(/^led_[0-9a-f]{32}$/),
          kind: 'charge',
          amount: -1,
          balanceAfter: 999,
          predictionId: id,
          note: null,
          createdAt: TIME,
          modelKey: 'embedded-fault',
        },
      ],
    });
    expect(done.timeline.map(({ event }: Json) => event)).toEqual(
      expect.arrayContaining(['accepted', 'charged', 'output_stored', 'completed']),
    );
    const thumbnail = await fetch(done.thumbnailUrl);
    expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await thumbnail.arrayBuffer()).byteLength).toBeGreaterThan(20);
    const again = await fetch(done.thumbnailUrl, { method: 'HEAD' });
    expect(again.status).toBe(200);
  });

  it('200: a failed prediction shows its charge and its refund', async () => {
    const person = await register(app.base);
    const done = await finish(app, person, await start(app, person, { mode: 'permanent' }));
    expect(done).toMatchObject({ status: 'failed', creditsRefunded: 1, thumbnailUrl: null });
    expect(done.ledger).toMatchObject([
      { kind: 'charge', amount: -1, balanceAfter: 999 },
      { kind: 'refund', amount: 1, balanceAfter: 1000 },
    ]);
  });

  it('200: a waiting prediction shows Retry-After and its queue position', async () => {
    const person = await register(front.base);
    const answer = await get(front, person.accessToken, `predictions/${await start(front, person)}`);
    expect(answer.body).toMatchObject({
      status: 'processing',
      retryAfterMs: 3000,
      queue: { position: expect.any(Number) },
    });
    expect(answer.body).not.toHaveProperty('timeline');
    expect(answer.headers.get('retry-after')).toBe('3');
  });

  it('200: a prediction started by a key shows that key', async () => {
    const { person, key, record } = await newCaller(front.base, { env: 'test' });
    const { predictionId } = await generate(front.base, key, FAULT);
    const { body } = await get(front, person.accessToken, `predictions/${predictionId}`);
    expect(body).toMatchObject({ keyId: record.id, env: 'test' });
  });

  it.each([
    ['wait=61', 'wait'],
    ['wait=x', 'wait'],
    ['timeline=1', 'timeline'],
    ['surprise=1', 'surprise'],
  ])('400: %s', async (query, field) => {
    const person = await register(front.base);
    const answer = await get(front, person.accessToken, `predictions/${await start(front, person)}?${query}`);
    expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
    expect([...new Set(fieldsOf(answer))]).toEqual([field]);
  });

  it('404: equally for a foreign, an unknown and an invalid id', async () => {
    const theirs = await start(front, await register(front.base));
    const { accessToken } = await register(front.base);
    for (const id of [theirs, UNKNOWN, 'nonsense', '%00'])
      expect((await get(front, accessToken, `predictions/${id}`)).body.code).toMatch(
        id === '%00' ? /not_found/ : /^prediction_not_found$/,
      );
  });

  itRequiresUserToken(
    () => front,
    (token) => get(front, token, `predictions/${UNKNOWN}`),
  );
});

describe('POST /api/dashboard/predictions/:predictionId/cancel', () => {
  const cancel = (at: TestApp, token: string | undefined, id: string) =>
    post(at, `predictions/${id}/cancel`, token);

  it('200: cancels it and refunds it once', async () => {
    const person = await register(front.base);
    const id = await start(front, person);
    const answer = await cancel(front, person.accessToken, id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'failed', creditsRefunded: 1, error: { code: 'cancelled' } });
    expect((await cancel(front, person.accessToken, id)).body).toEqual(answer.body);
    expect(await wallet(front, person)).toMatchObject({ balance: 1000, held: 0 });
  });

  it('404: for a foreign prediction, which continues', async () => {
    const owner = await register(front.base);
    const id = await start(front, owner);
    const { accessToken } = await register(front.base);
    for (const one of [id, UNKNOWN, 'nonsense'])
      expect((await cancel(front, accessToken, one)).body).toEqual(refusal(404, 'prediction_not_found'));
    expect((await get(front, owner.accessToken, `predictions/${id}`)).body.status).toBe('processing');
  });

  itRequiresUserToken(
    () => front,
    (token) => cancel(front, token, UNKNOWN),
  );
});

describe('GET /api/dashboard/predictions', () => {
  const found = async (token: string, query: string) =>
    idsOf((await get(front, token, `predictions${query}`)).body.items);

  it('200: empty at first, then the account’s own predictions, newest first, in pages', async () => {
    const person = await register(front.base);
    expect((await get(front, person.accessToken, 'predictions')).body).toEqual({
      success: true,
      items: [],
      nextCursor: null,
    });
    const started: string[] = [];
    for (let i = 0; i < 5; i += 1) started.unshift(await start(front, person));
    await start(front, await register(front.base));
    const pages = await pagesOf(front, person.accessToken, PATH, 2);
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(idsOf(pages.flat())).toEqual(started);
  });

  it('200: an entry equals the detail without the fields that only the detail has', async () => {
    const person = await register(app.base);
    const id = await start(app, person, { prompt: 'a lighthouse' });
    const { success: _s, timeline: _t, ledger: _l, ...detail } = await finish(app, person, id);
    const [entry] = (await get(app, person.accessToken, 'predictions')).body.items as Json[];
    const withoutLinks = ({ url: _u, outputUrl: _o, outputs: _os, thumbnailUrl, ...rest }: Json) => ({
      ...rest,
      hasThumbnail: thumbnailUrl !== null,
    });
    expect(withoutLinks(entry)).toEqual(withoutLinks(detail));
    expect(entry.thumbnailUrl).toContain('.thumbnail.webp?expires=');
  });

  it('200: every filter returns only matching predictions', async () => {
    const { person, key, record } = await newCaller(front.base, { env: 'test' });
    const token = person.accessToken;
    const mine = await start(front, person, { externalUserId: 'u' });
    const byKey = (await generate(front.base, key, { modelKey: 'embedded-music', prompt: 'a' }))
      .predictionId as string;
    const other = await createKey(front.base, person);
    await post(front, `predictions/${mine}/cancel`, token);
    expect(await found(token, '?keyId=dashboard')).toEqual([mine]);
    expect(await found(token, `?keyId=${record.id}`)).toEqual([byKey]);
    expect(await found(token, `?keyId=${other.id}`)).toEqual([]);
    expect(await found(token, '?keyId=nonsense')).toEqual([]);
    expect(await found(token, '?status=failed')).toEqual([mine]);
    expect(await found(token, '?status=processing&modality=audio')).toEqual([byKey]);
    expect(await found(token, '?operation=music')).toEqual([byKey]);
    expect(await found(token, '?operation=upscale')).toEqual([]);
    expect(await found(token, '?modelKey=embedded-fault')).toEqual([mine]);
    expect(await found(token, '?env=test')).toEqual([byKey]);
    expect(await found(token, '?externalUserId=u')).toEqual([mine]);
    expect(await found(token, `?predictionId=${byKey}`)).toEqual([byKey]);
    expect(await found(token, '?predictionId=nonsense')).toEqual([]);
    expect(await found(token, '?from=2000-01-01T00:00:00Z')).toEqual([byKey, mine]);
    expect(await found(token, '?to=2000-01-01T00:00:00Z')).toEqual([]);
    const { accessToken: stranger } = await register(front.base);
    expect(await found(stranger, `?predictionId=${byKey}`)).toEqual([]);
    expect(await found(stranger, `?keyId=${record.id}`)).toEqual([]);
  });

  it.each([
    ['status=done', 'status'],
    ['modality=smell', 'modality'],
    ['operation=paint', 'operation'],
    ['env=prod', 'env'],
    ['from=yesterday', 'from'],
    ['to=2026-W01', 'to'],
    [`predictionId=${'x'.repeat(101)}`, 'predictionId'],
    ['accountId=acc_1', 'accountId'],
  ])('400: %s', async (query, field) => {
    const answer = await get(front, (await register(front.base)).accessToken, `predictions?${query}`);
    expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
    expect([...new Set(fieldsOf(answer))]).toEqual([field]);
  });

  itRejectsInvalidPages(
    () => front,
    PATH,
    async () => (await register(front.base)).accessToken,
  );
  itRequiresUserToken(
    () => front,
    (token) => get(front, token, 'predictions'),
  );
});

describe('GET /api/dashboard/reframes', () => {
  it('200: lists only reframes, with the same filters except the operation', async () => {
    const person = await register(front.base);
    const imageUrl = 'https://example.com/a.png';
    const body = { modelKey: 'embedded-reframe', imageUrl, aspectRatio: '1:1' };
    await start(front, person);
    const { predictionId } = (await post(front, 'predictions', person.accessToken, { body })).body;
    const listed = await get(front, person.accessToken, 'reframes');
    expect(listed.body.items).toMatchObject([{ predictionId, operation: 'reframe', thumbnailUrl: null }]);
    expect((await get(front, person.accessToken, 'reframes?status=failed')).body.items).toEqual([]);
    const refused = await get(front, person.accessToken, 'reframes?operation=reframe');
    expect(fieldsOf(refused)).toEqual(['operation']);
  });

  itRejectsInvalidPages(
    () => front,
    '/api/dashboard/reframes',
    async () => (await register(front.base)).accessToken,
  );
  itRequiresUserToken(
    () => front,
    (token) => get(front, token, 'reframes'),
  );
});
