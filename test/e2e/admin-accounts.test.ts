/** /api/admin/accounts: lists and searches accounts; details and ledger of one account. */
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, generate, type Json, newCaller, type Person, register } from '../support/client.js';
import { itRequiresAdmin, registerAdmin } from '../support/dashboard.js';
import { itRejectsInvalidPages, pagesOf } from '../support/lists.js';
import { fieldsOf, refusal, TIME } from '../support/refusals.js';

const PATH = '/api/admin/accounts';
const NOBODY = `acc_${'0'.repeat(32)}`;
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
  admin = await registerAdmin(app);
});
afterAll(() => app.close());

const ask = (token: string | undefined, path = '') => call(app.base, 'GET', `${PATH}${path}`, { token });
const found = async (search: string) =>
  ((await ask(admin.accessToken, `?search=${encodeURIComponent(search)}`)).body.items as Json[]).map(
    ({ id }) => id as string,
  );

describe('GET /api/admin/accounts', () => {
  it('200: lists all accounts, newest first, in pages, each with its users', async () => {
    const people: Person[] = [];
    for (let i = 0; i < 3; i += 1) people.unshift(await register(app.base));
    const pages = await pagesOf(app, admin.accessToken, PATH, 2);
    const all = pages.flat();
    expect(all.slice(0, 3).map(({ id }) => id as string)).toEqual(people.map(({ accountId }) => accountId));
    expect(new Set(all.map(({ id }) => id as string)).size).toBe(all.length);
    const [{ total }] = (await app.database.query<{ total: number }>(
      'select count(*)::int as total from accounts',
    )) as [{ total: number }];
    expect(all).toHaveLength(total);
    expect(all[0]).toEqual({
      id: people[0]!.accountId,
      plan: expect.any(String),
      balance: 1000,
      held: 0,
      createdAt: TIME,
      activeKeys: 0,
      users: [{ id: people[0]!.userId, email: people[0]!.email, role: 'user' }],
    });
  });

  it('200: searches by part of an email in any case, by account id and by user id; wildcards are literal', async () => {
    const person = await register(app.base);
    const [name] = person.email.split('@');
    expect(await found(name!.toUpperCase())).toEqual([person.accountId]);
    expect(await found(` ${person.email} `)).toEqual([person.accountId]);
    expect(await found(person.accountId)).toEqual([person.accountId]);
    expect(await found(person.userId)).toEqual([person.accountId]);
    expect((await found('')).length).toBeGreaterThan(1);
    for (const none of ['%', '_erson', NOBODY, 'usr_1', "' or true --"])
      expect(await found(none)).toEqual([]);
  });

  it('400: for a search that is too long, and for an unknown field', async () => {
    for (const [query, field] of [
      [`search=${'x'.repeat(255)}`, 'search'],
      ['search=a&search=b', 'search'],
      ['plan=free', 'plan'],
    ])
      expect([...new Set(fieldsOf(await ask(admin.accessToken, `?${query}`)))]).toEqual([field]);
  });

  itRejectsInvalidPages(
    () => app,
    PATH,
    async () => admin.accessToken,
  );
  itRequiresAdmin(
    () => app,
    (token) => ask(token),
  );
});

describe('GET /api/admin/accounts/:id', () => {
  it('200: returns the balance, the keys without secrets, and the predictions by state', async () => {
    const { person, key, record } = await newCaller(app.base);
    const gone = await createKey(app.base, person);
    await call(app.base, 'DELETE', `/api/keys/${gone.id}`, { token: person.accessToken });
    await generate(app.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
    const { body, text } = await ask(admin.accessToken, `/${person.accountId}`);
    expect(body).toMatchObject({
      success: true,
      id: person.accountId,
      balance: 999,
      held: 1,
      updatedAt: TIME,
      activeKeys: 1,
      users: [{ email: person.email }],
      predictions: { processing: 1, completed: 0, failed: 0 },
      keys: [
        { id: gone.id, status: 'revoked' },
        { id: record.id, status: 'active' },
      ],
    });
    expect(text).not.toContain(key);
  });

  it('404: for an unknown and an invalid id', async () => {
    for (const id of [NOBODY, 'nonsense', admin.userId])
      expect((await ask(admin.accessToken, `/${id}`)).body).toEqual(refusal(404, 'account_not_found'));
  });

  itRequiresAdmin(
    () => app,
    (token) => ask(token, `/${admin.accountId}`),
  );
});

describe('GET /api/admin/accounts/:id/ledger', () => {
  it('200: returns the account’s statement, with the same filters', async () => {
    const { person, key } = await newCaller(app.base);
    const { predictionId } = await generate(app.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
    const { body } = await ask(admin.accessToken, `/${person.accountId}/ledger`);
    expect(body.items).toMatchObject([
      { kind: 'charge', predictionId, modelKey: 'embedded-fault' },
      { kind: 'grant' },
    ]);
    const own = await call(app.base, 'GET', '/api/dashboard/credits/ledger', { token: person.accessToken });
    expect(body).toEqual(own.body);
    const grants = await ask(admin.accessToken, `/${person.accountId}/ledger?kind=grant`);
    expect(grants.body.items).toHaveLength(1);
  });

  it('404: for an unknown and an invalid id', async () => {
    for (const id of [NOBODY, 'nonsense'])
      expect((await ask(admin.accessToken, `/${id}/ledger`)).body).toEqual(refusal(404, 'account_not_found'));
  });

  itRequiresAdmin(
    () => app,
    (token) => ask(token, `/${admin.accountId}/ledger`),
  );
});
