/** GET and PATCH /api/account: name, plan, limits, suspension and the alert about a low balance, which every balance shows. */
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json, newCaller, type Person, register } from '../support/client.js';
import { itRequiresUserToken } from '../support/dashboard.js';
import { uuidOf } from '../support/public-ids.js';
import { fieldsOf, TIME } from '../support/refusals.js';

const PATH = '/api/account';
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '50' });
});
afterAll(() => app.close());

const read = (token?: string) => call(app.base, 'GET', PATH, { token });
const change = (token: string | undefined, body: unknown) =>
  call(app.base, 'PATCH', PATH, { token, body: body as object });
const eventsOf = ({ accountId }: Person) =>
  app.database.query<Json>(
    `select action, actor_id, target, before, after from audit_events
     where account_id = $1 and action like 'account.%' order by created_at, id`,
    [uuidOf(accountId)],
  );

describe('GET /api/account', () => {
  it('200: a new account has no name and no alert', async () => {
    const { accessToken, accountId } = await register(app.base);
    const answer = await read(accessToken);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        account: { id: accountId, name: null, createdAt: TIME },
        plan: 'free',
        limits: { maxActiveKeys: 20, maxRateLimit: 6000 },
        alertBelow: null,
        suspended: false,
      },
    ]);
  });

  it('200: says that the account is suspended', async () => {
    const { accessToken, accountId } = await register(app.base);
    await app.database.query('insert into suspended_accounts (account_id) values ($1)', [uuidOf(accountId)]);
    expect((await read(accessToken)).body).toMatchObject({ suspended: true });
  });

  itRequiresUserToken(() => app, read);
});

describe('PATCH /api/account', () => {
  it('200: changes what is given, of this account only, and null removes it', async () => {
    const [person, other] = [await register(app.base), await register(app.base)];
    const named = await change(person.accessToken, { name: '  Render farm 🏭 ', alertBelow: 10.005 });
    expect(named.status).toBe(200);
    expect(named.body).toMatchObject({ account: { name: 'Render farm 🏭' }, alertBelow: 10.005 });
    expect((await read(person.accessToken)).body).toEqual(named.body);
    expect((await change(person.accessToken, { alertBelow: null })).body).toMatchObject({
      account: { name: 'Render farm 🏭' },
      alertBelow: null,
    });
    expect((await change(person.accessToken, { name: null })).body).toMatchObject({
      account: { name: null },
    });
    expect((await read(other.accessToken)).body).toMatchObject({ account: { name: null }, alertBelow: null });
  });

  it('records each change, without the name, and nothing when nothing changes', async () => {
    const person = await register(app.base);
    await change(person.accessToken, { name: 'Ada Lovelace', alertBelow: 5 });
    await change(person.accessToken, { name: 'Ada Lovelace', alertBelow: 5 });
    await change(person.accessToken, { name: 'Ada', alertBelow: null });
    const about = { actor_id: person.userId, target: person.accountId };
    const renamed = { ...about, action: 'account.renamed', before: null, after: null };
    const changed = { ...about, action: 'account.alert_changed' };
    expect(await eventsOf(person)).toEqual([
      { ...changed, before: { alertBelow: null }, after: { alertBelow: 5 } },
      renamed,
      { ...changed, before: { alertBelow: 5 }, after: { alertBelow: null } },
      renamed,
    ]);
  });

  it.each([
    ['no setting', {}, ['name']],
    ['an empty name', { name: '  ' }, ['name']],
    ['a name that is too long', { name: 'x'.repeat(101) }, ['name']],
    ['a name that is no text', { name: 7 }, ['name']],
    ['an alert of nothing', { alertBelow: 0 }, ['alertBelow']],
    ['a negative alert', { alertBelow: -1 }, ['alertBelow']],
    ['an alert with four decimals', { alertBelow: 1.0005 }, ['alertBelow']],
    ['an alert that is too high', { alertBelow: 1_000_000_000.001 }, ['alertBelow']],
    ['an alert that is a text', { alertBelow: '5' }, ['alertBelow']],
    ['a field that there is not', { name: 'x', plan: 'pro' }, ['plan']],
    ['both wrong', { name: '', alertBelow: 0 }, ['alertBelow', 'name']],
  ])('400: for %s', async (_what, body, fields) => {
    const { accessToken } = await register(app.base);
    const answer = await change(accessToken, body);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, fields]);
    expect((await read(accessToken)).body).toMatchObject({ account: { name: null }, alertBelow: null });
  });

  itRequiresUserToken(
    () => app,
    (token) => change(token, { name: 'x' }),
  );
});

it('every balance shows the alert, and whether it is low', async () => {
  const { person, key } = await newCaller(app.base);
  const paths = [
    ['/api/credits/balance', key],
    ['/api/dashboard/credits/balance', person.accessToken],
    ['/api/dashboard/overview', person.accessToken],
  ] as const;
  for (const [alertBelow, isLow] of [
    [50, false],
    [50.001, true],
    [null, false],
  ]) {
    await change(person.accessToken, { alertBelow });
    for (const [path, token] of paths)
      expect((await call(app.base, 'GET', path, { token })).body).toMatchObject({
        balance: 50,
        alertBelow,
        isLow,
      });
  }
});
