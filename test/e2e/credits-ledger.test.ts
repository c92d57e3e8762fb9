/** GET /api/credits/ledger: every entry that changed the balance, and no other. */
import { CreditsService } from '../../src/credits/index.js';
import { Database } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, type Json, newCaller, type Person } from '../support/client.js';
import { itRejectsInvalidPages, pagesOf } from '../support/lists.js';
import { uuidOf } from '../support/public-ids.js';
import { expectBudget, itRequiresApiKey, TIME } from '../support/refusals.js';

const PATH = '/api/credits/ledger';
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const FAULT = { modelKey: 'embedded-fault', mode: 'ok' };
const ask = (token: string | undefined, query = '', headers = {}) =>
  call(app.base, 'GET', `${PATH}${query}`, { token, headers });
const finish = async (token: string, mode: string): Promise<string> => {
  const { predictionId } = await generate(app.base, token, { ...FAULT, mode });
  await finished(app.base, token, predictionId);
  return predictionId as string;
};
/** Adjusts a balance, as an operator's command does. @param amount thousandths. */
async function adjust(person: Person, amount: bigint, note: string): Promise<void> {
  const id = uuidOf(person.accountId);
  const credits = app.app.get(CreditsService, { strict: false });
  await app.app
    .get(Database, { strict: false })
    .transaction((tx) => credits.adjust(tx, { accountId: id, amount, note }));
}

/** Returns the rows of the ledger, newest first. */
const entriesOf = ({ accountId }: Person) =>
  app.database.query<{ id: string }>(
    `select id from ledger_transfers where replace(account_id::text, '-', '') = $1 order by id desc`,
    [accountId.slice(4)],
  );

describe('ids of ledger entries', () => {
  const encode = (parts: string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

  it('contain no sequence number, and neither does a cursor', async () => {
    const { key, person } = await newCaller(app.base);
    await Promise.all(Array.from({ length: 4 }, () => generate(app.base, key, FAULT)));
    const { items, nextCursor } = (await ask(key, '?limit=3')).body;
    const numbers = (await entriesOf(person)).map(({ id }) => Number(id));
    const shown = (items as Json[]).map(({ id }) => id as string);
    expect(new Set(shown.map((id) => id.slice(0, 12))).size).toBe(3);
    for (const text of [...shown, Buffer.from(nextCursor as string, 'base64url').toString()])
      for (const number of numbers) {
        expect(text).not.toMatch(new RegExp(`\\b${number}\\b|_${number}$`));
        expect(text).not.toContain(number.toString(16).padStart(8, '0'));
      }
  });

  it('find their entry, and no other account’s', async () => {
    const [one, two] = [await newCaller(app.base), await newCaller(app.base)];
    const [{ id }] = (await ask(one.key)).body.items;
    expect((await ask(one.key, `?id=${id}`)).body.items).toMatchObject([{ id, kind: 'grant' }]);
    expect((await ask(two.key, `?id=${id}`)).body.items).toEqual([]);
    expect((await ask(one.key, '?id=led_nonsense')).body.items).toEqual([]);
  });

  it('of before an upgrade still find their entry and page; later numbers find nothing', async () => {
    const old = await startApp();
    try {
      const { key } = await newCaller(old.base);
      await generate(old.base, key, FAULT);
      // As after an upgrade with a ledger of two entries, 1 and 2.
      await old.database.query('update installation set counted_ledger_ids = 2');
      await generate(old.base, key, FAULT);
      const read = async (query: string) =>
        (await call(old.base, 'GET', `${PATH}?${query}`, { token: key })) as Json;
      expect((await read('id=led_2')).body.items).toMatchObject([{ kind: 'charge', balanceAfter: 999 }]);
      expect((await read(`cursor=${encode(['2'])}`)).body.items).toMatchObject([{ kind: 'grant' }]);
      expect((await read('id=led_3')).body.items).toEqual([]);
      expect((await read(`cursor=${encode(['3'])}`)).status).toBe(400);
    } finally {
      await old.close();
    }
  });

  it('are not found by a number on an installation that never returned numbers', async () => {
    const { key, person } = await newCaller(app.base);
    const { id } = (await entriesOf(person))[0]!;
    expect((await ask(key, `?id=led_${id}`)).body.items).toEqual([]);
    expect((await ask(key, `?cursor=${encode([String(Number(id) + 1)])}`)).status).toBe(400);
  });
});

describe('GET /api/credits/ledger', () => {
  describe('200', () => {
    it('contains the sign-up grant of a new account', async () => {
      const { key } = await newCaller(app.base);
      const answer = await ask(key);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        success: true,
        items: [
          {
            id: expect.stringMatching(/^led_[0-9a-f]{32}$/),
            kind: 'grant',
            amount: 1000,
            balanceAfter: 1000,
            predictionId: null,
            note: expect.any(String),
            createdAt: TIME,
          },
        ],
        nextCursor: null,
      });
      expectBudget(answer, 6000, 5999);
    });

    it('contains every kind of entry, signed, with the balance after it, newest first; completions are no entries', async () => {
      const { key, person } = await newCaller(app.base);
      const done = await finish(key, 'ok');
      const failed = await finish(key, 'permanent');
      await adjust(person, -2500n, 'a correction down');
      await adjust(person, 1n, 'a correction up');
      const { items } = (await ask(key)).body;
      const plain = (items as Json[]).map(({ id: _id, createdAt: _at, ...rest }) => rest);
      expect(plain).toEqual([
        {
          kind: 'adjustment',
          amount: 0.001,
          balanceAfter: 996.501,
          predictionId: null,
          note: 'a correction up',
        },
        {
          kind: 'adjustment',
          amount: -2.5,
          balanceAfter: 996.5,
          predictionId: null,
          note: 'a correction down',
        },
        { kind: 'refund', amount: 1, balanceAfter: 999, predictionId: failed, note: null },
        { kind: 'charge', amount: -1, balanceAfter: 998, predictionId: failed, note: null },
        { kind: 'charge', amount: -1, balanceAfter: 999, predictionId: done, note: null },
        { kind: 'grant', amount: 1000, balanceAfter: 1000, predictionId: null, note: expect.any(String) },
      ]);
    });

    it('adds up to the balance, entry by entry', async () => {
      const { key } = await newCaller(app.base);
      await Promise.all(['ok', 'permanent', 'ok', 'permanent', 'ok'].map((mode) => finish(key, mode)));
      const entries = (await pagesOf(app, key, PATH, 3)).flat();
      const thousandths = (credits: number) => Math.round(credits * 1000);
      let balance = 0;
      for (const { amount, balanceAfter } of entries.reverse()) {
        balance += thousandths(amount);
        expect(thousandths(balanceAfter)).toBe(balance);
      }
      const { body } = await call(app.base, 'GET', '/api/credits/balance', { token: key });
      expect(thousandths(body.balance)).toBe(balance);
    });

    it.each([1, 4, 100])('pages of %d contain each of 11 entries exactly once', async (limit) => {
      const { key } = await newCaller(app.base);
      await Promise.all(Array.from({ length: 10 }, () => generate(app.base, key, FAULT)));
      const pages = await pagesOf(app, key, PATH, limit);
      expect(pages).toHaveLength(Math.ceil(11 / limit));
      const ids = pages.flat().map(({ id }) => id as string);
      expect(new Set(ids).size).toBe(11);
      const [whole] = await pagesOf(app, key, PATH, 100);
      expect(ids).toEqual(whole!.map(({ id }) => id as string));
    });

    it('has 20 entries per page by default', async () => {
      const { key } = await newCaller(app.base);
      await Promise.all(Array.from({ length: 20 }, () => generate(app.base, key, FAULT)));
      const { body } = await ask(key);
      expect(body.items).toHaveLength(20);
      expect((await ask(key, `?cursor=${body.nextCursor}`)).body).toMatchObject({
        items: [{ kind: 'grant' }],
        nextCursor: null,
      });
    });

    it('never contains entries of another account, also with its cursor', async () => {
      const [one, two] = [await newCaller(app.base), await newCaller(app.base)];
      await Promise.all(Array.from({ length: 3 }, () => generate(app.base, two.key, FAULT)));
      const { nextCursor } = (await ask(two.key, '?limit=1')).body;
      expect((await ask(one.key, `?cursor=${nextCursor}`)).body.items).toMatchObject([{ kind: 'grant' }]);
    });

    it('is immutable, also for the service’s own database user', async () => {
      const { key, person } = await newCaller(app.base);
      const { items } = (await ask(key)).body;
      const { id } = (await entriesOf(person))[0]!;
      for (const change of [
        'update ledger_transfers set amount = 1 where id = $1',
        'delete from ledger_transfers where id = $1',
      ])
        await expect(app.database.query(change, [id])).rejects.toThrow('append-only');
      expect((await ask(key)).body.items).toEqual(items);
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
    scopes: ['billing'],
  });
});
