/** GET /api/generate/reframe/history: the history of one operation, with the same rules. */
import { startApp, type TestApp } from '../support/app.js';
import { call, generate, type Json, newCaller } from '../support/client.js';
import { itRejectsInvalidPages, pagesOf } from '../support/lists.js';
import { expectBudget, itRequiresApiKey } from '../support/refusals.js';

const PATH = '/api/generate/reframe/history';
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
});
afterAll(() => app.close());

const ask = (token: string | undefined, query = '', headers = {}) =>
  call(app.base, 'GET', `${PATH}${query}`, { token, headers });
const idsOf = (items: Json[]) => items.map(({ predictionId }) => predictionId as string);
const REFRAME = { modelKey: 'embedded-reframe', imageUrl: 'https://example.com/a.png', aspectRatio: '1:2' };
const start = async (token: string, body: object = REFRAME) =>
  (await generate(app.base, token, body)).predictionId as string;

describe('GET /api/generate/reframe/history', () => {
  describe('200', () => {
    it('contains only reframes, as in the whole history', async () => {
      const { key, record } = await newCaller(app.base);
      await start(key, { modelKey: 'embedded-fault', mode: 'ok' });
      const reframe = await start(key);
      await start(key, { modelKey: 'embedded-upscale', imageUrl: REFRAME.imageUrl });
      const answer = await ask(key);
      expect(answer.status).toBe(200);
      expect(idsOf(answer.body.items)).toEqual([reframe]);
      expect(answer.body.items[0]).toMatchObject({
        operation: 'reframe',
        modality: 'image',
        input: { aspectRatio: '1:2', mode: 'extend' },
        prompt: null,
        keyId: record.id,
      });
      expect(answer.body.nextCursor).toBeNull();
      expectBudget(answer, 6000, 5996);
      const all = (await call(app.base, 'GET', '/api/generate/history', { token: key })).body.items as Json[];
      expect(all).toHaveLength(3);
      expect(answer.body.items[0]).toEqual(all.find(({ predictionId }) => predictionId === reframe));
    });

    it('is empty without reframes', async () => {
      const { key } = await newCaller(app.base);
      await start(key, { modelKey: 'embedded-fault', mode: 'ok' });
      expect((await ask(key)).body).toEqual({ success: true, items: [], nextCursor: null });
    });

    it('pages contain each reframe exactly once, with other operations in between', async () => {
      const { key } = await newCaller(app.base);
      const wanted: string[] = [];
      for (let i = 0; i < 9; i += 1) {
        wanted.unshift(await start(key));
        await start(key, { modelKey: 'embedded-fault', mode: 'ok' });
      }
      const pages = await pagesOf(app, key, PATH, 4);
      expect(pages.map((page) => page.length)).toEqual([4, 4, 1]);
      expect(idsOf(pages.flat())).toEqual(wanted);
    });

    it('accepts the filters of the history', async () => {
      const { key } = await newCaller(app.base);
      const marked = await start(key, { ...REFRAME, externalUserId: 'u' });
      await start(key);
      expect(idsOf((await ask(key, '?externalUserId=u&status=processing')).body.items)).toEqual([marked]);
      expect((await ask(key, '?modality=video')).body.items).toEqual([]);
    });

    it('never contains another account’s', async () => {
      const [owner, other] = [await newCaller(app.base), await newCaller(app.base)];
      await start(owner.key);
      expect((await ask(other.key)).body.items).toEqual([]);
    });
  });

  itRejectsInvalidPages(
    () => app,
    PATH,
    async () => (await newCaller(app.base)).key,
  );

  itRequiresApiKey({
    app: () => app,
    ask: (token, _person, headers) => ask(token, '', headers),
    scopes: ['read'],
  });
});
