/** /api/admin/accounts: lists and searches accounts; details and ledger of one account. */
import { startApp, type TestApp } from '../support/app.js';
import {
  call,
  createKey,
  generate,
  type Json,
  newCaller,
  type Person,
  register,
  sentAgain,
} from '../support/client.js';
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
const change = (id: string, body: unknown, token: string | undefined = admin.accessToken) =>
  call(app.base, 'PATCH', `${PATH}/${id}`, { token, body });
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
      suspended: false,
      deletedAt: null,
      externalId: null,
      name: null,
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

  it('200: lists only suspended accounts or only others, in pages, with and without a search', async () => {
    const people: Person[] = [];
    for (let i = 0; i < 4; i += 1) people.unshift(await register(app.base));
    const ids = people.map(({ accountId }) => accountId);
    const suspended = [ids[0], ids[2], ids[3]];
    for (const id of suspended) await change(id!, { suspended: true });
    const idsOf = async (query: string) =>
      (await pagesOf(app, admin.accessToken, `${PATH}?${query}`, 2)).flat().map(({ id }) => id as string);
    expect(await idsOf('suspended=true')).toEqual(suspended);
    const others = await idsOf('suspended=false');
    expect(others[0]).toBe(ids[1]);
    expect(new Set([...suspended, ...others])).toEqual(new Set(await idsOf('search=')));
    expect(others).toHaveLength((await idsOf('search=')).length - suspended.length);
    const run = people[0]!.email.slice(0, 'person-'.length + String(process.pid).length);
    expect(await idsOf(`suspended=true&search=${run}`)).toEqual(suspended);
    expect((await idsOf(`suspended=false&search=${run}`))[0]).toBe(ids[1]);
    for (const search of [people[0]!.email, ids[0], people[0]!.userId]) {
      expect(await idsOf(`suspended=true&search=${search}`)).toEqual([ids[0]]);
      expect(await idsOf(`suspended=false&search=${search}`)).toEqual([]);
    }
    for (const id of suspended) await change(id!, { suspended: false });
    expect(await idsOf('suspended=true')).toEqual([]);
  });

  it('400: for a search that is too long, and for an unknown field', async () => {
    for (const [query, field] of [
      [`search=${'x'.repeat(255)}`, 'search'],
      ['search=a&search=b', 'search'],
      ['role=admin', 'role'],
      ['suspended=yes', 'suspended'],
      ['suspended=', 'suspended'],
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

describe('PATCH /api/admin/accounts/:id', () => {
  const eventsOf = async (accountId: string) => {
    const { body } = await call(app.base, 'GET', `/api/admin/audit?accountId=${accountId}`, {
      token: admin.accessToken,
    });
    return (body.items as Json[]).filter(({ action }) => action.startsWith('account.'));
  };

  it('200: suspends and lifts, returns the account, and records who, before and after, once per change', async () => {
    const { person, key } = await newCaller(app.base);
    const id = person.accountId;
    for (const suspended of [false, true, true, false, false]) {
      const { status, body } = await change(id, { suspended });
      expect([status, body]).toMatchObject([200, { success: true, id, suspended, activeKeys: 1 }]);
      expect((await ask(admin.accessToken, `/${id}`)).body).toEqual(body);
      const balance = await call(app.base, 'GET', '/api/credits/balance', { token: key });
      expect(balance.status).toBe(suspended ? 403 : 200);
    }
    const event = (action: string, before: boolean) => ({
      accountId: id,
      actor: { kind: 'admin', id: admin.userId },
      address: expect.any(String),
      action,
      target: id,
      before: { suspended: before },
      after: { suspended: !before },
      requestId: expect.any(String),
    });
    expect(await eventsOf(id)).toMatchObject([
      event('account.suspension_lifted', true),
      event('account.suspended', false),
    ]);
    // Its people read the event, without the address of the administrator.
    const own = await call(app.base, 'GET', '/api/audit?action=account.suspended', {
      token: person.accessToken,
    });
    expect(own.body.items).toMatchObject([{ target: id, address: null }]);
  });

  it('200: gives the account a limit of its own, which binds its new keys until it is removed', async () => {
    const person = await register(app.base);
    const { accountId, accessToken: token } = person;
    const limitsOf = async () => (await call(app.base, 'GET', '/api/account', { token })).body.limits;
    const create = (rateLimit: number) =>
      call(app.base, 'POST', '/api/keys', { token, body: { name: 'k', scopes: ['read'], rateLimit } });
    const before = await limitsOf();
    const { body } = await change(accountId, { limits: { maxRateLimit: 60 } });
    expect(body.limits).toEqual({ ...before, maxRateLimit: 60 });
    expect(await limitsOf()).toEqual(body.limits);
    expect((await create(60)).status).toBe(201);
    const refused = await create(61);
    const message = 'rateLimit must not be greater than 60, the highest of this account';
    expect(refused.body).toMatchObject({ statusCode: 400, details: [{ field: 'rateLimit', message }] });
    await change(accountId, { limits: { maxRateLimit: 60 } });
    await change(accountId, { limits: { maxRateLimit: null } });
    expect(await limitsOf()).toEqual(before);
    const changes = (await eventsOf(accountId)).map(
      ({ before: from, after }: Json) => [from, after] as unknown,
    );
    expect(changes).toEqual([
      [{ maxRateLimit: 60 }, { maxRateLimit: null }],
      [{ maxRateLimit: null }, { maxRateLimit: 60 }],
    ]);
  });

  it('200: of concurrent changes, each event changes what the one before has set', async () => {
    const { accountId } = await register(app.base);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sentAgain(() => change(accountId, { suspended: index % 2 === 0 })),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const events = (await eventsOf(accountId)).reverse();
    expect(events.map(({ before }) => before.suspended)).toEqual(events.map((_, index) => index % 2 === 1));
    const { suspended } = (await ask(admin.accessToken, `/${accountId}`)).body;
    expect(suspended).toBe(events.length % 2 === 1);
  });

  it('400: names a missing, wrong or unknown field, and changes nothing', async () => {
    const { accountId } = await register(app.base);
    for (const [body, field] of [
      [{}, 'suspended'],
      [{ suspended: null }, 'suspended'],
      [{ suspended: 'true' }, 'suspended'],
      [{ suspended: 1 }, 'suspended'],
      [{ suspended: true, plan: 'none' }, 'plan'],
      [{ suspended: true, limits: null }, 'limits'],
      [{ suspended: true, limits: {} }, 'limits.maxRateLimit'],
      [{ suspended: true, limits: { maxRateLimit: 9 } }, 'limits.maxRateLimit'],
      [{ suspended: true, limits: { maxRateLimit: 6001 } }, 'limits.maxRateLimit'],
      [{ suspended: true, limits: { maxRateLimit: 60, maxActiveKeys: 30 } }, 'limits.maxActiveKeys'],
    ] as const)
      expect(fieldsOf(await change(accountId, body))).toEqual([field]);
    expect((await ask(admin.accessToken, `/${accountId}`)).body.suspended).toBe(false);
    expect(await eventsOf(accountId)).toEqual([]);
  });

  it('404: for an unknown and an invalid id', async () => {
    for (const id of [NOBODY, 'nonsense', admin.userId])
      for (const suspended of [true, false])
        expect((await change(id, { suspended })).body).toEqual(refusal(404, 'account_not_found'));
  });

  it('409: an administrator does not suspend the own account', async () => {
    expect((await change(admin.accountId, { suspended: true })).body).toEqual(
      refusal(409, 'own_account_not_suspendable'),
    );
    expect((await change(admin.accountId, { suspended: false })).status).toBe(200);
    expect(await eventsOf(admin.accountId)).toEqual([]);
  });

  itRequiresAdmin(
    () => app,
    (token) => call(app.base, 'PATCH', `${PATH}/${admin.accountId}`, { token, body: { suspended: false } }),
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
