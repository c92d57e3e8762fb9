/** GET /api/generate/history: the account's predictions, newest first, each exactly once. */
import { makePicture } from '../../packages/media/test/support/media-files.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, finished, generate, type Json, newCaller } from '../support/client.js';
import { itRejectsInvalidPages, pagesOf } from '../support/lists.js';
import { expectBudget, fieldsOf, itRequiresApiKey, refusal } from '../support/refusals.js';

const PATH = '/api/generate/history';
let app: TestApp;
/** Without a worker: predictions stay processing. */
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
const ask = (at: TestApp, token: string | undefined, query = '', headers = {}) =>
  call(at.base, 'GET', `${PATH}${query}`, { token, headers });
const idsOf = (items: Json[]) => items.map(({ predictionId }) => predictionId as string);
const found = async (token: string, query: string) => idsOf((await ask(front, token, query)).body.items);
const start = async (at: TestApp, token: string, body: object = {}): Promise<string> =>
  (await generate(at.base, token, { ...FAULT, ...body })).predictionId as string;
async function startMany(token: string, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => start(front, token)));
}

describe('GET /api/generate/history', () => {
  describe('200', () => {
    it('is empty for a new account', async () => {
      const { key } = await newCaller(front.base);
      const answer = await ask(front, key);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true, items: [], nextCursor: null });
      expectBudget(answer, 6000, 5999);
    });

    it('an entry is the status body with input, key and environment', async () => {
      const { key, record } = await newCaller(app.base, { env: 'test' });
      const asked = { prompt: 'a lighthouse', mode: 'ok', metadata: { a: 'b' }, externalUserId: 'u' };
      const id = await start(app, key, asked);
      await finished(app.base, key, id);
      const status = (await call(app.base, 'GET', `/api/generate/status/${id}`, { token: key })).body;
      const { success: _success, outputUrl: _one, url: _two, outputs, ...rest } = status;
      const { body } = await ask(app, key);
      expect(body.items).toHaveLength(1);
      expect(body.items[0]).toMatchObject({
        ...rest,
        outputs: [{ sha256: outputs[0].sha256 }],
        prompt: 'a lighthouse',
        input: { prompt: 'a lighthouse', mode: 'ok', times: 1, seconds: 5 },
        keyId: record.id,
        env: 'test',
      });
      expect(Object.keys(body.items[0]).sort()).toEqual(
        [
          ...Object.keys(status).filter((name) => name !== 'success'),
          'prompt',
          'input',
          'keyId',
          'env',
        ].sort(),
      );
    });

    it('does not return inline media', async () => {
      const { key } = await newCaller(front.base);
      const imageUrl = `data:image/png;base64,${(await makePicture('png')).toString('base64')}`;
      expect(imageUrl.length).toBeGreaterThan(10_000);
      await generate(front.base, key, { modelKey: 'embedded-upscale', imageUrl });
      const [entry] = (await ask(front, key)).body.items;
      expect(entry.prompt).toBeNull();
      expect(entry.input.imageUrl.length).toBeLessThan(100);
    });

    it('is newest first, with 20 entries per page by default', async () => {
      const { key } = await newCaller(front.base);
      const started: string[] = [];
      for (let i = 0; i < 21; i += 1) started.push(await start(front, key));
      const first = (await ask(front, key)).body;
      expect(idsOf(first.items)).toEqual(started.reverse().slice(0, 20));
      expect(first.nextCursor).toEqual(expect.any(String));
      const second = (await ask(front, key, `?cursor=${first.nextCursor}`)).body;
      expect(idsOf(second.items)).toEqual(started.slice(20));
      expect(second.nextCursor).toBeNull();
    });

    it.each([1, 7, 10, 30, 100])('pages of %d contain each of 30 exactly once', async (limit) => {
      const { key } = await newCaller(front.base);
      const started = await startMany(key, 30);
      const pages = await pagesOf(front, key, PATH, limit);
      expect(pages).toHaveLength(Math.ceil(30 / limit));
      const ids = idsOf(pages.flat());
      expect(ids).toHaveLength(30);
      expect(new Set(ids)).toEqual(new Set(started));
    });

    it('pages neither repeat nor omit predictions of the same instant', async () => {
      const { key, person } = await newCaller(front.base);
      const started = await startMany(key, 15);
      await front.database.query(
        `update predictions set created_at = timestamptz '2026-11-01 10:00:00.123456Z' where account_id = $1`,
        [person.accountId.slice(4)],
      );
      const ids = idsOf((await pagesOf(front, key, PATH, 4)).flat());
      expect(ids).toHaveLength(15);
      expect(new Set(ids)).toEqual(new Set(started));
    });

    it('a cursor names its instant with six digits, also of a whole second and of a tenth', async () => {
      const { key, person } = await newCaller(front.base);
      await startMany(key, 3);
      await front.database.query(
        `update predictions p set created_at = at::timestamptz
         from (select id, ('{2026-11-01 10:00:01Z,2026-11-01 10:00:00.5Z,2026-11-01 10:00:00Z}'::text[])[row_number() over ()] as at
               from predictions where account_id = $1) n where n.id = p.id`,
        [person.accountId.slice(4)],
      );
      const instants: string[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await ask(front, key, `?limit=1${cursor ? `&cursor=${cursor}` : ''}`);
        cursor = body.nextCursor as string | null;
        if (cursor) instants.push((JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[])[0]!);
      } while (cursor);
      expect(instants).toEqual(['2026-11-01T10:00:01.000000Z', '2026-11-01T10:00:00.500000Z']);
    });

    it('a prediction started between two pages does not shift the next page', async () => {
      const { key } = await newCaller(front.base);
      const started = await startMany(key, 12);
      const first = (await ask(front, key, '?limit=5')).body;
      await startMany(key, 5);
      const second = (await ask(front, key, `?limit=100&cursor=${first.nextCursor}`)).body;
      expect(new Set([...idsOf(first.items), ...idsOf(second.items)])).toEqual(new Set(started));
      expect(second.items).toHaveLength(7);
    });

    it('never contains another account’s, also with its cursor or key id', async () => {
      const [owner, other] = [await newCaller(front.base), await newCaller(front.base)];
      await startMany(owner.key, 3);
      const mine = await start(front, other.key);
      const { nextCursor } = (await ask(front, owner.key, '?limit=1')).body;
      const later = await start(front, owner.key);
      expect(await found(other.key, '')).toEqual([mine]);
      expect(await found(other.key, `?keyId=${owner.record.id}`)).toEqual([]);
      for (const id of await found(other.key, `?cursor=${nextCursor}`)) expect(id).toBe(mine);
      expect(await found(owner.key, '?limit=1')).toEqual([later]);
    });
  });

  describe('200 with filters', () => {
    it('filters by model, modality, environment, key and externalUserId, alone and combined', async () => {
      const { person, key, record } = await newCaller(front.base);
      const test = await createKey(front.base, person, { env: 'test' });
      const plain = await start(front, key);
      const user = await start(front, key, { externalUserId: 'Ünï 1' });
      const sandbox = await start(front, test.key, { externalUserId: 'Ünï 1' });
      const { predictionId: video } = await generate(front.base, key, {
        modelKey: 'embedded-video',
        prompt: 'a',
      });
      const expected: [string, string[]][] = [
        ['?modelKey=embedded-fault', [sandbox, user, plain]],
        ['?modelKey=embedded-video', [video]],
        ['?modelKey=no-such-model', []],
        ['?modality=image', [sandbox, user, plain]],
        ['?modality=video', [video]],
        ['?modality=3d', []],
        ['?env=test', [sandbox]],
        ['?env=live', [video, user, plain]],
        [`?keyId=${record.id}`, [video, user, plain]],
        [`?keyId=${test.id}`, [sandbox]],
        ['?keyId=nonsense', []],
        [`?externalUserId=${encodeURIComponent('Ünï 1')}`, [sandbox, user]],
        [`?externalUserId=${encodeURIComponent('Ünï 1')}&env=live`, [user]],
        [
          `?status=processing&modality=image&env=live&keyId=${record.id}&modelKey=embedded-fault`,
          [user, plain],
        ],
        ['?status=completed', []],
      ];
      for (const [query, ids] of expected)
        expect({ query, ids: await found(key, query) }).toEqual({ query, ids });
    });

    it('filters by each of the three statuses', async () => {
      const { key } = await newCaller(app.base);
      const ids: Record<string, string> = {
        processing: await start(app, key, { mode: 'hang' }),
        completed: await start(app, key),
        failed: await start(app, key, { mode: 'permanent' }),
      };
      await finished(app.base, key, ids.completed!);
      await finished(app.base, key, ids.failed!);
      for (const [status, id] of Object.entries(ids)) {
        const { body } = await ask(app, key, `?status=${status}`);
        expect(idsOf(body.items)).toEqual([id]);
      }
      await call(app.base, 'POST', `/api/generate/${ids.processing}/cancel`, { token: key });
    });

    it('from is inclusive, to is exclusive, and both accept time zone offsets', async () => {
      const { key, person } = await newCaller(front.base);
      const ids: string[] = [];
      for (const hour of ['09', '10', '11']) {
        const id = await start(front, key);
        ids.push(id);
        await front.database.query(
          `update predictions set created_at = $2::timestamptz where id = $1 and account_id = $3`,
          [id.slice(5), `2026-11-02T${hour}:00:00Z`, person.accountId.slice(4)],
        );
      }
      const [nine, ten, eleven] = ids as [string, string, string];
      const expected: [string, string[]][] = [
        ['?from=2026-11-02T10:00:00Z', [eleven, ten]],
        ['?to=2026-11-02T10:00:00Z', [nine]],
        ['?from=2026-11-02T10:00:00Z&to=2026-11-02T11:00:00Z', [ten]],
        [`?from=${encodeURIComponent('2026-11-02T12:00:00+02:00')}`, [eleven, ten]],
        ['?from=2026-11-02&to=2026-11-03', [eleven, ten, nine]],
        ['?from=2026-11-02T11:00:00.001Z', []],
        ['?from=2026-11-03&to=2026-11-02', []],
      ];
      for (const [query, found_] of expected)
        expect({ query, ids: await found(key, query) }).toEqual({ query, ids: found_ });
    });

    it('pages keep the filter', async () => {
      const { key } = await newCaller(front.base);
      const wanted = new Set<string>();
      for (let i = 0; i < 9; i += 1) {
        const id = await start(front, key, i % 2 === 0 ? { externalUserId: 'even' } : {});
        if (i % 2 === 0) wanted.add(id);
      }
      const ids = idsOf((await pagesOf(front, key, `${PATH}?externalUserId=even`, 2)).flat());
      expect(ids).toHaveLength(5);
      expect(new Set(ids)).toEqual(wanted);
    });
  });

  describe('400', () => {
    it.each([
      ['status=done', 'status'],
      ['modality=smell', 'modality'],
      ['env=prod', 'env'],
      ['from=yesterday', 'from'],
      ['to=2026-13-01', 'to'],
      ['from=2026-02-30', 'from'],
      [`externalUserId=${'u'.repeat(129)}`, 'externalUserId'],
      [`modelKey=${'m'.repeat(101)}`, 'modelKey'],
      ['modelKey=a&modelKey=b', 'modelKey'],
      ['modelKey[$ne]=a', 'modelKey[$ne]'],
    ])('%s', async (query, field) => {
      const { key } = await newCaller(front.base);
      const answer = await ask(front, key, `?${query}`);
      expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
      expect([...new Set(fieldsOf(answer))]).toEqual([field]);
    });
  });

  itRejectsInvalidPages(
    () => front,
    PATH,
    async () => (await newCaller(front.base)).key,
  );

  itRequiresApiKey({
    app: () => front,
    ask: (token, _person, headers) => ask(front, token, '', headers),
    scopes: ['read'],
  });
});
