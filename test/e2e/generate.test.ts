/** POST /api/generate: validates, charges and accepts in one step, or rejects without any change. */
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, createKey, finished, generate, type Json, newCaller } from '../support/client.js';
import { holdingAccount, waiting } from '../support/held-transactions.js';
import { expectBudget, fieldsOf, itRequiresApiKey, refusal, stateOf } from '../support/refusals.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const OK = { modelKey: 'embedded-fault', mode: 'ok' };
const ask = (token: string | undefined, body: unknown = OK, headers: Record<string, string> = {}) =>
  call(app.base, 'POST', '/api/generate', { token, body, headers });
const once = (token: string, idempotencyKey: string, body: unknown = OK) =>
  ask(token, body, { 'idempotency-key': idempotencyKey });
const historyOf = async (token: string) =>
  (await call(app.base, 'GET', '/api/generate/history?limit=100', { token })).body.items as Json[];
const ledgerOf = async (token: string) =>
  (await call(app.base, 'GET', '/api/credits/ledger?limit=100', { token })).body.items as Json[];
/** Creates an account with this balance. @returns its key. */
async function withBalance(credits: number): Promise<string> {
  const { key, person } = await newCaller(app.base);
  const left = Math.round(credits * 1000);
  await app.database.query(
    `with spent as (
       update wallets set balance = $2 where account_id = $1::uuid returning account_id)
     insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after, note)
     select account_id, 'adjustment', 'wallet', 'system', 1000000 - $2, $2, 'test' from spent`,
    [person.accountId.slice(4), left],
  );
  return key;
}

describe('POST /api/generate', () => {
  describe('201', () => {
    it('responds at once with processing, the resolved model and the charge', async () => {
      const { key } = await newCaller(app.base);
      const answer = await ask(key);
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
      expectBudget(answer, 6000, 5999);
      expect(answer.headers.get('idempotent-replayed')).toBeNull();
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    });

    it('charges exactly creditCost, with one ledger entry that names the prediction', async () => {
      const { key } = await newCaller(app.base);
      const { predictionId, creditCost } = await generate(app.base, key, OK);
      expect(await balanceOf(app.base, key)).toBe(1000 - creditCost);
      const [charge, grant, ...rest] = await ledgerOf(key);
      expect(charge).toMatchObject({ kind: 'charge', amount: -creditCost, balanceAfter: 999, predictionId });
      expect(grant).toMatchObject({ kind: 'grant', amount: 1000 });
      expect(rest).toEqual([]);
    });

    it('stores and returns metadata and externalUserId', async () => {
      const { key } = await newCaller(app.base);
      const marks = { metadata: { order: 'A-1', 'ключ 🎨': 'значение' }, externalUserId: 'u'.repeat(128) };
      const { predictionId } = await generate(app.base, key, { ...OK, ...marks });
      expect(await finished(app.base, key, predictionId)).toMatchObject(marks);
      const sixteen = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`k${i}`, 'v'.repeat(500)]));
      expect((await ask(key, { ...OK, metadata: sixteen })).status).toBe(201);
    });

    it('deadlineSeconds ends a prediction before the deadline of its model', async () => {
      const { key } = await newCaller(app.base);
      const { predictionId } = await generate(app.base, key, {
        ...OK,
        mode: 'hang',
        deadlineSeconds: 10,
      });
      const ended = await finished(app.base, key, predictionId);
      expect(ended).toMatchObject({
        status: 'failed',
        error: { code: 'deadline_exceeded', retryable: true },
        creditsRefunded: 1,
      });
      expect(Date.parse(ended.completedAt) - Date.parse(ended.createdAt)).toBeGreaterThanOrEqual(10_000);
      expect(await balanceOf(app.base, key)).toBe(1000);
    });

    it('deadlineSeconds goes up to the model’s own, which its input can extend', async () => {
      const { key } = await newCaller(app.base);
      // A minute, and the seconds that the input asks for.
      const body = { ...OK, mode: 'slow', seconds: 2 };
      expect((await ask(key, { ...body, deadlineSeconds: 62 })).status).toBe(201);
      const answer = await ask(key, { ...body, deadlineSeconds: 62.1 });
      expect(answer.body).toEqual(
        refusal(400, 'validation_failed', {
          details: [
            { field: 'deadlineSeconds', message: 'deadlineSeconds must be a number between 10 and 62' },
          ],
        }),
      );
    });

    it('a test key charges and generates like a live key', async () => {
      const { key } = await newCaller(app.base, { env: 'test' });
      const { predictionId } = await generate(app.base, key, OK);
      expect(await balanceOf(app.base, key)).toBe(999);
      expect((await finished(app.base, key, predictionId)).outputUrl).toMatch(/^http/);
    });

    it('accepts a key with only the scope of the model’s modality', async () => {
      const { key } = await newCaller(app.base, { scopes: ['generate:image'] });
      expect((await ask(key)).status).toBe(201);
    });

    it('accepts a prompt of 4,000 characters', async () => {
      const { key } = await newCaller(app.base);
      expect((await ask(key, { ...OK, prompt: 'p'.repeat(4000) })).status).toBe(201);
    });

    it('spends the last thousandth of a balance, and no more', async () => {
      const key = await withBalance(1);
      expect((await ask(key)).status).toBe(201);
      expect(await balanceOf(app.base, key)).toBe(0);
      expect((await ask(key)).status).toBe(402);
    });
  });

  describe('201 with Idempotency-Key', () => {
    it('replays the first response and charges once, for every serialisation of the body', async () => {
      const { key } = await newCaller(app.base);
      const first = await once(key, 'order-1', '{"modelKey":"embedded-fault","mode":"ok","seconds":5}');
      const again = await once(
        key,
        'order-1',
        '{ "seconds": 5.0, "mode": "ok", "modelKey": "embedded-fault" }',
      );
      expect([first.status, again.status]).toEqual([201, 201]);
      expect(first.headers.get('idempotent-replayed')).toBeNull();
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.text).toBe(first.text);
      expect(await balanceOf(app.base, key)).toBe(999);
      expect(await historyOf(key)).toHaveLength(1);
    });

    it('replays it after the end of the prediction, and with another key of the account', async () => {
      const { person, key } = await newCaller(app.base);
      const first = await once(key, 'order-2');
      await finished(app.base, key, first.body.predictionId);
      const other = await createKey(app.base, person);
      const again = await once(other.key, 'order-2');
      expect(again.text).toBe(first.text);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    });

    it('belongs to its account: the same key of another account starts another prediction', async () => {
      const [one, two] = [await newCaller(app.base), await newCaller(app.base)];
      const [first, second] = [await once(one.key, 'same'), await once(two.key, 'same')];
      expect(second.status).toBe(201);
      expect(second.body.predictionId).not.toBe(first.body.predictionId);
      expect(second.headers.get('idempotent-replayed')).toBeNull();
    });

    it('stores no rejections: after 400 and 402 the key is unused', async () => {
      const key = await withBalance(0.5);
      expect((await once(key, 'k', { modelKey: 'embedded-fault' })).status).toBe(400);
      expect((await once(key, 'k')).status).toBe(402);
      await app.database.query(
        `update wallets set balance = 5000 where account_id = (select account_id from api_keys where secret_hash = sha256($1::bytea))`,
        [key],
      );
      const answer = await once(key, 'k');
      expect(answer.status).toBe(201);
      expect(answer.headers.get('idempotent-replayed')).toBeNull();
    });

    it('expires after 24 hours, also before it is swept', async () => {
      const { key } = await newCaller(app.base);
      const first = await once(key, 'yesterday');
      const age = (interval: string) =>
        app.database.query(
          `update idempotency_keys set created_at = clock_timestamp() - $1::interval where key = 'yesterday'`,
          [interval],
        );
      await age('23 hours 59 minutes');
      expect((await once(key, 'yesterday')).text).toBe(first.text);
      await age('24 hours 1 second');
      const second = await once(key, 'yesterday', { ...OK, seconds: 9 });
      expect(second.status).toBe(201);
      expect(second.headers.get('idempotent-replayed')).toBeNull();
      expect(second.body.predictionId).not.toBe(first.body.predictionId);
      const again = await once(key, 'yesterday', { ...OK, seconds: 9 });
      expect(again.text).toBe(second.text);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await balanceOf(app.base, key)).toBe(998);
    });

    it('one of 20 concurrent requests starts a prediction; the others get its response or 409', async () => {
      const { key } = await newCaller(app.base);
      const answers = await Promise.all(Array.from({ length: 20 }, () => once(key, 'at once')));
      const accepted = answers.filter(({ status }) => status === 201);
      expect(new Set(accepted.map(({ body }) => body.predictionId)).size).toBe(1);
      for (const { status, body } of answers) {
        if (status !== 201) expect(body).toEqual(refusal(409, 'idempotency_in_progress'));
      }
      expect(await balanceOf(app.base, key)).toBe(999);
    });
  });

  describe('400', () => {
    const bad: [string, unknown, string[]][] = [
      ['an empty body', '', ['modelKey']],
      ['an empty object', {}, ['modelKey']],
      ['a modelKey that is no string', { modelKey: 7 }, ['modelKey']],
      ['a required field that is missing', { modelKey: 'embedded-image' }, ['prompt']],
      [
        'every bad field at once',
        { ...OK, surprise: 1, seconds: 'x', times: 0.5, metadata: [], externalUserId: '' },
        ['externalUserId', 'metadata', 'seconds', 'surprise', 'times'],
      ],
      ['a value outside its list', { ...OK, mode: 'OK' }, ['mode']],
      ['a number outside its range', { ...OK, mode: 'slow', seconds: 601 }, ['seconds']],
      ['a prompt of 4,001 characters', { ...OK, prompt: 'p'.repeat(4001) }, ['prompt']],
      [
        'an aspect ratio that is none',
        { modelKey: 'embedded-image', prompt: 'a', aspectRatio: '16x9' },
        ['aspectRatio'],
      ],
      ['a blank prompt', { modelKey: 'embedded-image', prompt: ' \n' }, ['prompt']],
      [
        'a duration that is too long',
        { modelKey: 'embedded-video', prompt: 'a', duration: 11 },
        ['duration'],
      ],
      [
        'a link into a private network',
        { modelKey: 'embedded-upscale', imageUrl: 'https://10.0.0.1/a.png' },
        ['imageUrl'],
      ],
      [
        'a link that is not https',
        { modelKey: 'embedded-upscale', imageUrl: 'http://example.com/a.png' },
        ['imageUrl'],
      ],
      [
        '17 metadata values',
        { ...OK, metadata: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [i, 'v'])) },
        ['metadata'],
      ],
      ['a metadata value that is no string', { ...OK, metadata: { a: 1 } }, ['metadata.a']],
      ['an externalUserId of 129 characters', { ...OK, externalUserId: 'u'.repeat(129) }, ['externalUserId']],
      ['a NUL byte', { ...OK, prompt: 'a\0b' }, ['prompt']],
      ['half a character', '{"modelKey":"embedded-fault","mode":"ok","prompt":"\\ud800"}', ['prompt']],
      ['a list instead of an object', '[]', ['body']],
      ['a text instead of an object', '"embedded-fault"', ['body']],
      ['null', 'null', ['body']],
      [
        'a field that reaches into prototypes',
        '{"modelKey":"embedded-fault","mode":"ok","__proto__":{"a":1}}',
        ['__proto__'],
      ],
    ];

    it.each(bad)('names the field for %s, and creates and charges nothing', async (_name, body, fields) => {
      const { key } = await newCaller(app.base);
      const before = await stateOf(app.base, key);
      const answer = await ask(key, body);
      expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
      expect([...new Set(fieldsOf(answer))]).toEqual(fields);
      expect(await stateOf(app.base, key)).toEqual(before);
      expectBudget(answer, 6000, 5996);
    });

    it('invalid JSON has a code of its own', async () => {
      const { key } = await newCaller(app.base);
      for (const body of ['{', '{"modelKey":}', 'modelKey', '\u0000']) {
        expect((await ask(key, body)).body).toEqual(refusal(400, 'malformed_json'));
      }
    });

    it.each(['no-such-model', 'EMBEDDED-FAULT', '', '__proto__'])(
      'model_not_found for %j',
      async (modelKey) => {
        const { key } = await newCaller(app.base);
        const details = [{ field: 'modelKey', message: expect.any(String) }];
        expect((await ask(key, { modelKey })).body).toEqual(refusal(400, 'model_not_found', { details }));
      },
    );

    it('model_not_found for a model that is not enabled', async () => {
      const without = await startApp({ ENABLE_FAULT_MODEL: 'false' }, app.database);
      try {
        const { key } = await newCaller(without.base);
        const answer = await call(without.base, 'POST', '/api/generate', { token: key, body: OK });
        expect(answer.body).toMatchObject({ statusCode: 400, code: 'model_not_found' });
      } finally {
        await without.close();
      }
    });

    it('for an Idempotency-Key of no or more than 255 characters', async () => {
      const { key } = await newCaller(app.base);
      expect(fieldsOf(await once(key, ''))).toEqual(['Idempotency-Key']);
      expect(fieldsOf(await once(key, 'k'.repeat(256)))).toEqual(['Idempotency-Key']);
      expect((await once(key, 'k'.repeat(255))).status).toBe(201);
    });
  });

  describe('402', () => {
    it('returns the required and the available credits, and changes nothing', async () => {
      const key = await withBalance(0.999);
      const before = await stateOf(app.base, key);
      const answer = await ask(key);
      const details = [{ field: 'modelKey', message: expect.any(String), required: 1, balance: 0.999 }];
      expect(answer.body).toEqual(refusal(402, 'insufficient_credits', { details }));
      expect(await stateOf(app.base, key)).toEqual(before);
      expectBudget(answer, 6000, 5996);
    });

    it('comes after 400: an invalid request gets no balance', async () => {
      const key = await withBalance(0);
      expect((await ask(key, { modelKey: 'embedded-fault' })).status).toBe(400);
    });
  });

  describe('403', () => {
    const MODELS = {
      'generate:image': 'embedded-image',
      'generate:video': 'embedded-video',
      'generate:audio': 'embedded-music',
      'generate:3d': 'embedded-mesh',
    };
    // Without the prompt that all four require: a key with the scope gets 400.
    it.each(Object.keys(MODELS))('%s allows the models of its modality and no others', async (scope) => {
      const { key } = await newCaller(app.base, { scopes: [scope, 'read', 'billing'] });
      for (const [needed, modelKey] of Object.entries(MODELS)) {
        const { status } = await ask(key, { modelKey });
        expect({ modelKey, status }).toEqual({ modelKey, status: scope === needed ? 400 : 403 });
      }
    });

    it('write allows all of them', async () => {
      const { key } = await newCaller(app.base, { scopes: ['write'] });
      for (const modelKey of Object.values(MODELS)) expect((await ask(key, { modelKey })).status).toBe(400);
    });

    it('comes before 400 for a key without any generate scope, whatever the body', async () => {
      const { key } = await newCaller(app.base, { scopes: ['read', 'billing'] });
      for (const body of [{}, '{', { modelKey: 'no-such-model' }, OK, 'x'.repeat(1_100_000)]) {
        expect((await ask(key, body)).body).toEqual(refusal(403, 'insufficient_scope'));
      }
      expect((await ask(key, 'a', { 'content-type': 'text/plain' })).status).toBe(403);
    });

    it('an unknown model is 400 for a key with any generate scope', async () => {
      const { key } = await newCaller(app.base, { scopes: ['generate:3d'] });
      expect((await ask(key, { modelKey: 'no-such-model' })).status).toBe(400);
    });

    it('neither charges nor creates anything', async () => {
      const { person, key } = await newCaller(app.base);
      const audio = await createKey(app.base, person, { scopes: ['generate:audio'] });
      const before = await stateOf(app.base, key);
      expect((await ask(audio.key)).status).toBe(403);
      expect(await stateOf(app.base, key)).toEqual(before);
    });
  });

  describe('409', () => {
    it('while the first request with the Idempotency-Key is still running', async () => {
      const { person, key } = await newCaller(app.base);
      const release = await holdingAccount(app, person.accountId);
      const first = once(key, 'slow');
      await waiting(app, 1);
      const second = await once(key, 'slow');
      await release();
      expect(second.body).toEqual(refusal(409, 'idempotency_in_progress'));
      expect(second.headers.get('retry-after')).toBe('1');
      expect((await first).status).toBe(201);
      expect((await once(key, 'slow')).text).toBe((await first).text);
      expect(await balanceOf(app.base, key)).toBe(999);
    });
  });

  describe('413', () => {
    it('for a body of more than 1 MiB, but not of exactly 1 MiB', async () => {
      const { key } = await newCaller(app.base);
      const body = JSON.stringify(OK);
      const exact = body + ' '.repeat(1024 * 1024 - body.length);
      expect((await ask(key, exact)).status).toBe(201);
      expect((await ask(key, `${exact} `)).body).toEqual(refusal(413, 'payload_too_large'));
    });
  });

  describe('characters and charsets', () => {
    it('counts characters, not units of UTF-16: 128 emoji are an external user id', async () => {
      const { key } = await newCaller(app.base);
      const fits = { externalUserId: '🦊'.repeat(128), metadata: { ['🦊'.repeat(64)]: '🦊'.repeat(500) } };
      const { status, body } = await ask(key, JSON.stringify({ ...OK, ...fits }));
      expect(status).toBe(201);
      const stored = await call(app.base, 'GET', `/api/generate/status/${body.predictionId}`, { token: key });
      expect(stored.body).toMatchObject(fits);
      for (const longer of [
        { externalUserId: '🦊'.repeat(129) },
        { metadata: { ['🦊'.repeat(65)]: '' } },
        { metadata: { note: '🦊'.repeat(501) } },
      ])
        expect((await ask(key, JSON.stringify({ ...OK, ...longer }))).body.code).toBe('validation_failed');
    });

    // RFC 8259, section 11: a charset of JSON has no effect.
    it.each(['us-ascii', 'utf8', 'UTF-8', 'latin1', 'utf-16', '"unknown"', ''])(
      'reads JSON as UTF-8, whatever its charset is: %p',
      async (charset) => {
        const { key } = await newCaller(app.base);
        const type = { 'content-type': `application/json; charset=${charset}` };
        const { status, body } = await ask(key, JSON.stringify({ ...OK, externalUserId: 'Zoë' }), type);
        expect([status, body.code]).toEqual([201, undefined]);
      },
    );
  });

  describe('415', () => {
    it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
      '%s',
      async (type) => {
        const { key } = await newCaller(app.base);
        const answer = await ask(key, JSON.stringify(OK), { 'content-type': type });
        expect(answer.body).toEqual(refusal(415, 'unsupported_media_type'));
      },
    );
  });

  describe('422', () => {
    it('for the same Idempotency-Key with another body, without an effect on the first prediction', async () => {
      const { key } = await newCaller(app.base);
      const first = await once(key, 'order-3');
      const before = await balanceOf(app.base, key);
      for (const other of [
        { ...OK, seconds: 6 },
        { ...OK, metadata: {} },
        { ...OK, externalUserId: 'u' },
      ]) {
        expect((await once(key, 'order-3', other)).body).toEqual(refusal(422, 'idempotency_mismatch'));
      }
      expect(await balanceOf(app.base, key)).toBe(before);
      expect((await once(key, 'order-3')).text).toBe(first.text);
    });
  });

  itRequiresApiKey({
    app: () => app,
    ask: (token, _person, headers) => ask(token, OK, headers),
    scopes: ['write', 'generate:image'],
  });

  describe('the order of checks', () => {
    it('429 comes before 400 and 402, 403 before 429, 401 before all', async () => {
      const { person, key } = await newCaller(app.base, { rateLimit: 10 });
      for (let i = 0; i < 10; i += 1) await ask(key);
      for (const body of [{}, '{', { modelKey: 'no-such-model' }, 'x'.repeat(1_100_000)]) {
        expect((await ask(key, body)).status).toBe(429);
        expect((await ask(undefined, body)).status).toBe(401);
      }
      const reader = await createKey(app.base, person, { scopes: ['read'], rateLimit: 10 });
      for (let i = 0; i < 10; i += 1)
        await call(app.base, 'GET', '/api/generate/history', { token: reader.key });
      expect((await ask(reader.key)).status).toBe(403);
    });
  });
});
