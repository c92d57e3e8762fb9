/** GET /api/generate/status/:predictionId: status, result, timeline and long poll. */
import { createHash } from 'node:crypto';
import { SignedLinks } from '../../src/assets/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, createKey, finished, generate, type Json, newCaller } from '../support/client.js';
import { uuidOf } from '../support/public-ids.js';
import { expectBudget, fieldsOf, itRequiresApiKey, refusal, TIME } from '../support/refusals.js';
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
const ask = (at: TestApp, token: string | undefined, id: string, query = '', headers = {}) =>
  call(at.base, 'GET', `/api/generate/status/${id}${query}`, { token, headers });
const cancel = (at: TestApp, token: string, id: string) =>
  call(at.base, 'POST', `/api/generate/${id}/cancel`, { token });
const start = async (at: TestApp, token: string, body: object = FAULT): Promise<string> =>
  (await generate(at.base, token, body)).predictionId as string;
const eventsOf = (body: Json) => (body.timeline as { event: string }[]).map(({ event }) => event);

describe('GET /api/generate/status/:predictionId', () => {
  describe('200 while processing', () => {
    it('has every field, the queue position and Retry-After', async () => {
      const { key } = await newCaller(front.base);
      const predictionId = await start(front, key, { ...FAULT, metadata: { a: 'b' }, externalUserId: 'u1' });
      const answer = await ask(front, key, predictionId);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        success: true,
        predictionId,
        status: 'processing',
        model: 'embedded/fault',
        modelKey: 'embedded-fault',
        modality: 'image',
        operation: 'text-to-image',
        creditCost: 1,
        creditsRefunded: 0,
        attempts: 0,
        progress: 0,
        createdAt: TIME,
        startedAt: null,
        completedAt: null,
        metadata: { a: 'b' },
        externalUserId: 'u1',
        priceVersion: expect.stringMatching(/^price_[0-9a-f]{20}$/),
        queue: { position: expect.any(Number), etaSeconds: expect.any(Number) },
        retryAfterMs: 3000,
      });
      expect(answer.headers.get('retry-after')).toBe('3');
      expectBudget(answer, 6000, 5998);
      await cancel(front, key, predictionId);
    });

    it.each([
      ['embedded-video', { prompt: 'a' }, 5000],
      ['embedded-music', { prompt: 'a' }, 3000],
      ['embedded-mesh', { prompt: 'a' }, 3000],
    ])('%s has the recommended poll interval', async (modelKey, input, retryAfterMs) => {
      const { key } = await newCaller(front.base);
      const answer = await ask(front, key, await start(front, key, { modelKey, ...input }));
      expect(answer.body.retryAfterMs).toBe(retryAfterMs);
      expect(answer.headers.get('retry-after')).toBe(String(retryAfterMs / 1000));
      await cancel(front, key, answer.body.predictionId);
    });

    it('progress never falls and ends at 100', async () => {
      const { key } = await newCaller(app.base);
      const predictionId = await start(app, key, { ...FAULT, mode: 'slow', seconds: 2 });
      const seen: number[] = [];
      for (;;) {
        const { body } = await ask(app, key, predictionId, '?wait=0.1');
        seen.push(body.progress);
        if (body.status !== 'processing') break;
        expect(body.startedAt === null || body.startedAt >= body.createdAt).toBe(true);
      }
      expect(seen).toEqual([...seen].sort((a, b) => a - b));
      expect(seen.at(-1)).toBe(100);
    });
  });

  describe('200 when completed', () => {
    it('has the result: its URL in both fields, its files with their properties, and their expiry', async () => {
      const { key } = await newCaller(app.base);
      const predictionId = await start(app, key);
      await finished(app.base, key, predictionId);
      const answer = await ask(app, key, predictionId);
      const { body } = answer;
      expect(body).toEqual({
        success: true,
        predictionId,
        status: 'completed',
        model: 'embedded/fault',
        modelKey: 'embedded-fault',
        modality: 'image',
        operation: 'text-to-image',
        creditCost: 1,
        creditsRefunded: 0,
        attempts: 1,
        progress: 100,
        createdAt: TIME,
        startedAt: TIME,
        completedAt: TIME,
        metadata: {},
        externalUserId: null,
        priceVersion: expect.stringMatching(/^price_[0-9a-f]{20}$/),
        outputUrl: expect.stringMatching(/^http:/),
        url: body.outputUrl,
        outputs: [
          {
            url: body.outputUrl,
            urlExpiresAt: TIME,
            contentType: 'image/png',
            bytes: expect.any(Number),
            sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
            mark: {
              digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
              c2pa: false,
            },
            width: 64,
            height: 64,
          },
        ],
        outputUrlExpiresAt: body.outputs[0].urlExpiresAt,
        outputExpiresAt: TIME,
      });
      expect(answer.headers.get('retry-after')).toBeNull();
      const keptDays = (Date.parse(body.outputExpiresAt) - Date.parse(body.completedAt)) / 86_400_000;
      expect(keptDays).toBeCloseTo(30, 5);
      const file = Buffer.from(await (await fetch(body.outputUrl)).arrayBuffer());
      expect(file.length).toBe(body.outputs[0].bytes);
      expect(createHash('sha256').update(file).digest('hex')).toBe(body.outputs[0].sha256);
    });

    const DAY = 86_400_000;
    /** Returns the verdict on a link at another time. */
    const verdictAt = (link: string, milliseconds: number, of = app) => {
      const links = of.app.get(SignedLinks, { strict: false });
      const { name, expires, signature } = links.parse(link)!;
      return links.verify(name, expires, signature, new Date(milliseconds));
    };

    it('a stored link works until the outputExpiresAt of the body', async () => {
      const { key } = await newCaller(app.base);
      const body = await finished(app.base, key, await start(app, key));
      const end = Date.parse(body.outputUrlExpiresAt);
      expect(end).toBe(Math.floor(Date.parse(body.outputExpiresAt) / 1000) * 1000);
      for (const later of [Date.now() + DAY + 1, Date.now() + 29 * DAY, end - 1])
        expect(verdictAt(body.outputUrl, later)).toBe('ok');
      expect(verdictAt(body.outputUrl, end)).toBe('expired');
      const history = await call(app.base, 'GET', '/api/generate/history', { token: key });
      expect(history.body.items[0]).toMatchObject({
        outputUrlExpiresAt: body.outputUrlExpiresAt,
        outputs: [{ urlExpiresAt: body.outputUrlExpiresAt }],
      });
    });

    it('OUTPUT_LINK_HOURS shortens links, and each read returns a new one', async () => {
      const short = await startApp({ OUTPUT_LINK_HOURS: '1' });
      try {
        const { key } = await newCaller(short.base);
        const predictionId = await start(short, key);
        const before = Date.now();
        const first = await finished(short.base, key, predictionId);
        const end = Date.parse(first.outputUrlExpiresAt);
        expect(end).toBeGreaterThanOrEqual(before + 3_600_000 - 1000);
        expect(end).toBeLessThanOrEqual(Date.now() + 3_600_000);
        expect(verdictAt(first.outputUrl, end, short)).toBe('expired');
        expect(Date.parse(first.outputExpiresAt)).toBeGreaterThan(before + 29 * DAY);
        let next = first;
        // A link contains its expiry in whole seconds: two links of the same second are equal.
        await until(async () => {
          next = (await ask(short, key, predictionId)).body;
          return next.outputUrl !== first.outputUrl;
        });
        expect(Date.parse(next.outputUrlExpiresAt)).toBeGreaterThan(end);
        for (const { outputUrl } of [first, next])
          expect((await fetch(outputUrl, { method: 'HEAD' })).status).toBe(200);
      } finally {
        await short.close();
      }
    });

    it('a link never outlives the file', async () => {
      const { key } = await newCaller(app.base);
      const predictionId = await start(app, key);
      await finished(app.base, key, predictionId);
      await app.database.query(
        `update predictions set output_expires_at = clock_timestamp() + interval '1 hour' where id = $1`,
        [uuidOf(predictionId)],
      );
      const { body } = await ask(app, key, predictionId);
      const expires = Number(new URL(body.outputUrl).searchParams.get('expires'));
      expect(expires).toBe(Math.floor(Date.parse(body.outputExpiresAt) / 1000));
    });

    it('an expired output has no link; all other fields stay', async () => {
      const { key } = await newCaller(app.base);
      const predictionId = await start(app, key);
      const before = await finished(app.base, key, predictionId);
      await app.database.query(
        `update predictions set output_expires_at = clock_timestamp() - interval '1 second' where id = $1`,
        [uuidOf(predictionId)],
      );
      const { body } = await ask(app, key, predictionId);
      expect(body).toMatchObject({
        status: 'completed',
        outputUrl: null,
        url: null,
        outputUrlExpiresAt: null,
        outputs: [],
      });
      expect(body.completedAt).toBe(before.completedAt);
      expect(Date.parse(body.outputExpiresAt)).toBeLessThan(Date.now());
    });
  });

  describe('200 when failed', () => {
    it.each([
      ['permanent', 'content_rejected', 1],
      ['broken-output', 'output_unavailable', 1],
    ])('%s: has code, message and retryable, and the credits are refunded', async (mode, code, attempts) => {
      const { key } = await newCaller(app.base);
      const predictionId = await start(app, key, { ...FAULT, mode });
      await finished(app.base, key, predictionId);
      const { body } = await ask(app, key, predictionId);
      expect(body).toMatchObject({
        status: 'failed',
        creditCost: 1,
        creditsRefunded: 1,
        attempts,
        completedAt: TIME,
      });
      expect(body.error).toEqual({
        code,
        message: expect.stringMatching(/./),
        retryable: expect.any(Boolean),
      });
      for (const field of ['outputUrl', 'url', 'outputs', 'queue', 'retryAfterMs'])
        expect(body).not.toHaveProperty(field);
      expect(await balanceOf(app.base, key)).toBe(1000);
    });

    it('does not contain the engine’s error', async () => {
      const { key } = await newCaller(app.base);
      const predictionId = await start(app, key, { ...FAULT, mode: 'transient', times: 1 });
      const body = await finished(app.base, key, predictionId);
      expect(JSON.stringify(body)).not.toMatch(/transient fault/);
    });
  });

  describe('200 with timeline', () => {
    it('a success: every step in order of time', async () => {
      const { key } = await newCaller(app.base);
      const body = await finished(app.base, key, await start(app, key));
      const events = eventsOf(body);
      expect(events.slice(0, 4)).toEqual(['accepted', 'charged', 'queued', 'attempt_started']);
      expect(events.slice(-2)).toEqual(['output_stored', 'completed']);
      const times = (body.timeline as { at: string }[]).map(({ at }) => at);
      expect(times).toEqual([...times].sort());
      expect(times[0]).toBe(body.createdAt);
      expect(times.at(-1)).toBe(body.completedAt);
    });

    it('a retry: the attempt that failed, the next one, and the same end', async () => {
      const { key } = await newCaller(app.base);
      const body = await finished(
        app.base,
        key,
        await start(app, key, { ...FAULT, mode: 'transient', times: 1 }),
      );
      expect(body).toMatchObject({ status: 'completed', attempts: 2, creditsRefunded: 0 });
      const middle = eventsOf(body).filter((event) => /attempt|retry/.test(event));
      expect(middle).toEqual(['attempt_started', 'attempt_failed', 'retry_scheduled', 'attempt_started']);
      const started = (body.timeline as Json[]).filter(({ event }) => event === 'attempt_started');
      expect(started.map(({ attempt }) => attempt)).toEqual([1, 2]);
    });

    it('a failure ends with failed and refunded, a cancel with cancelled and refunded', async () => {
      const { key } = await newCaller(app.base);
      const failed = await finished(app.base, key, await start(app, key, { ...FAULT, mode: 'permanent' }));
      expect(eventsOf(failed).slice(-2)).toEqual(['failed', 'refunded']);
      const hanging = await start(app, key, { ...FAULT, mode: 'hang' });
      await cancel(app, key, hanging);
      const { body } = await ask(app, key, hanging, '?timeline=true');
      expect(eventsOf(body).slice(-2)).toEqual(['cancelled', 'refunded']);
    });

    it('only on request', async () => {
      const { key } = await newCaller(front.base);
      const id = await start(front, key);
      expect((await ask(front, key, id)).body).not.toHaveProperty('timeline');
      expect((await ask(front, key, id, '?timeline=false')).body).not.toHaveProperty('timeline');
      expect(eventsOf((await ask(front, key, id, '?timeline=true')).body)).toEqual([
        'accepted',
        'charged',
        'queued',
      ]);
      await cancel(front, key, id);
    });
  });

  describe('200 with wait', () => {
    it('responds as soon as the prediction is final, and counts as one request', async () => {
      const { key } = await newCaller(app.base);
      const id = await start(app, key, { ...FAULT, mode: 'slow', seconds: 1 });
      const answer = await ask(app, key, id, '?wait=60');
      expect(answer.body.status).toBe('completed');
      expectBudget(answer, 6000, 5998);
    });

    it('responds with the current state when the wait has passed, not before', async () => {
      const { key } = await newCaller(front.base);
      const id = await start(front, key);
      const startedAt = performance.now();
      const { body } = await ask(front, key, id, '?wait=0.5');
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(495);
      expect(body.status).toBe('processing');
      expect((await ask(front, key, id, '?wait=0')).body.status).toBe('processing');
      await cancel(front, key, id);
    });

    it('responds when another process settles the prediction', async () => {
      const { key } = await newCaller(front.base);
      const id = await start(front, key);
      const other = await startApp({ ROLES: 'api' }, front.database);
      try {
        const waiting = ask(front, key, id, '?wait=60');
        await cancel(other, key, id);
        expect((await waiting).body).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
      } finally {
        await other.close();
      }
    });

    it('many long polls of one prediction need few database connections', async () => {
      const { key } = await newCaller(front.base);
      const id = await start(front, key);
      const waiting = Array.from({ length: 200 }, () => ask(front, key, id, '?wait=60'));
      // All 200 polls are waiting before the prediction ends.
      const keyUsed = `select requests from budgets where subject like 'key:%' and requests >= 201`;
      await until(async () => (await front.database.query(keyUsed)).length > 0);
      const connections = await front.database.query<{ n: string }>(
        'select count(*) as n from pg_stat_activity where datname = current_database()',
      );
      expect(Number(connections[0]!.n)).toBeLessThan(60);
      await cancel(front, key, id);
      for (const { body } of await Promise.all(waiting)) expect(body.status).toBe('failed');
    });
  });

  describe('400', () => {
    it.each([
      ['?wait=61', 'wait'],
      ['?wait=-1', 'wait'],
      ['?wait=soon', 'wait'],
      ['?wait=', 'wait'],
      ['?wait=1&wait=2', 'wait'],
      ['?wait=1e1', 'wait'],
      ['?timeline=maybe', 'timeline'],
      ['?surprise=1', 'surprise'],
    ])('%s', async (query, field) => {
      const { key } = await newCaller(front.base);
      const answer = await ask(front, key, 'pred_1', query);
      expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
      expect([...new Set(fieldsOf(answer))]).toEqual([field]);
    });
  });

  describe('404', () => {
    it('equally for an unknown, a foreign and an invalid id', async () => {
      const [owner, other] = [await newCaller(front.base), await newCaller(front.base)];
      const foreign = await start(front, owner.key);
      const ids = [
        foreign,
        `pred_${'0'.repeat(32)}`,
        'pred_1',
        foreign.slice('pred_'.length),
        foreign.toUpperCase(),
        `${foreign}%20`,
        encodeURIComponent("pred_' or true --"),
        '..%2f..%2fhistory',
        'p'.repeat(5000),
      ];
      const bodies = new Set<string>();
      for (const id of ids) {
        for (const query of ['', '?wait=30&timeline=true']) {
          const { status, body } = await ask(front, other.key, id, query);
          expect(status).toBe(404);
          bodies.add(JSON.stringify({ ...body, requestId: '' }));
        }
      }
      expect([...bodies]).toEqual([
        '{"statusCode":404,"code":"prediction_not_found","message":"This prediction does not exist.","requestId":""}',
      ]);
      expect((await ask(front, owner.key, foreign)).status).toBe(200);
    });
  });

  describe('which keys may read a prediction', () => {
    it('any key of the account with read, write or the scope of its modality, and no other', async () => {
      const { person, key } = await newCaller(front.base);
      const image = await start(front, key);
      const video = await start(front, key, { modelKey: 'embedded-video', prompt: 'a' });
      const allowed: Record<string, [number, number]> = {
        read: [200, 200],
        write: [200, 200],
        'generate:image': [200, 403],
        'generate:video': [403, 200],
        'generate:audio': [403, 403],
        'generate:3d': [403, 403],
        billing: [403, 403],
      };
      for (const [scope, expected] of Object.entries(allowed)) {
        const { key: token } = await createKey(front.base, person, { scopes: [scope] });
        const answers = [await ask(front, token, image), await ask(front, token, video)];
        expect({ scope, statuses: answers.map(({ status }) => status) }).toEqual({
          scope,
          statuses: expected,
        });
        for (const { status, body } of answers)
          if (status === 403) expect(body).toEqual(refusal(403, 'insufficient_scope'));
      }
    });

    it('a new key can read the predictions of a replaced key', async () => {
      const { person, key, record } = await newCaller(front.base);
      const id = await start(front, key);
      const successor = await createKey(front.base, person);
      await call(front.base, 'DELETE', `/api/keys/${record.id}`, { token: person.accessToken });
      expect((await ask(front, key, id)).status).toBe(401);
      expect((await ask(front, successor.key, id)).status).toBe(200);
    });
  });

  itRequiresApiKey({
    app: () => front,
    ask: (token, _person, headers) => ask(front, token, `pred_${'0'.repeat(32)}`, '', headers),
    scopes: ['read', 'write', 'generate:image', 'generate:video', 'generate:audio', 'generate:3d'],
  });
});
