/** The first administrator of an installation, made with the link that the log has. */
import { createSecretToken, SetupTokens } from '../../src/auth/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json, register } from '../support/client.js';
import { fieldsOf, refusal } from '../support/refusals.js';

const PASSWORD = 'correct horse battery staple';

let app: TestApp;
let second: TestApp;
let people = 0;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', REGISTRATION: 'closed', SIGNUP_CREDITS: '5', TRUST_PROXY: 'true' });
  second = await startApp({ ROLES: 'api' }, app.database);
});
afterAll(async () => {
  await second.close();
  await app.close();
});
beforeEach(() => app.database.query("update users set role = 'user'"));

const refused = (status: number, code: string) => ({ status, body: refusal(status, code) });
const newEmail = () => `root-${++people}@example.test`;
const tokensOf = (of: TestApp) => of.app.get(SetupTokens, { strict: false });
const stored = () => app.database.query<Json>('select * from setup_tokens');
const administrators = () => app.database.query<Json>("select email from users where role = 'admin'");

async function newToken(): Promise<string> {
  const link = await tokensOf(app).create();
  return /\/setup#token=([\w-]{43})$/.exec(link!.url)![1]!;
}

const setUp = (body: object, base = app.base, headers = {}) =>
  call(base, 'POST', '/api/auth/setup', { body, headers });

describe('POST /api/auth/setup', () => {
  it('201: an administrator, signed in, in an account of their own, also while registration is closed', async () => {
    const [token, email] = [await newToken(), newEmail()];
    const { status, body, headers } = await setUp({ token, email, password: PASSWORD });
    expect(status).toBe(201);
    expect(body).toMatchObject({ user: { email, role: 'admin' }, account: { role: 'owner' } });
    expect(headers.getSetCookie().join()).toContain('offprint_refresh=');
    const system = await call(app.base, 'GET', '/api/admin/system', { token: body.accessToken });
    expect(system.status).toBe(200);
    const login = await call(app.base, 'POST', '/api/auth/login', { body: { email, password: PASSWORD } });
    expect(login.body.user.role).toBe('admin');
    const audit = await call(app.base, 'GET', '/api/audit?action=user.created', { token: body.accessToken });
    expect(audit.body.items).toMatchObject([
      { actor: { kind: 'admin', id: body.user.id }, target: body.user.id, after: { role: 'admin' } },
    ]);
    expect(await stored()).toEqual([]);
  });

  it('400 link_invalid: an unknown, an expired and a malformed token make nobody an administrator', async () => {
    const late = await newToken();
    await app.database.query('update setup_tokens set expires_at = clock_timestamp()');
    for (const token of [createSecretToken().token, late, 'nothing', ''])
      expect(await setUp({ token, email: newEmail(), password: PASSWORD })).toMatchObject(
        refused(400, 'link_invalid'),
      );
    expect(await administrators()).toEqual([]);
  });

  it('400: each bad field is named, and the token stays valid', async () => {
    const token = await newToken();
    const bad = await setUp({ token, email: 'root', password: 'short', role: 'admin' });
    expect(bad).toMatchObject(refused(400, 'validation_failed'));
    expect(fieldsOf(bad).sort()).toEqual(['email', 'password', 'role']);
    expect(await setUp({ email: newEmail(), password: PASSWORD })).toMatchObject(
      refused(400, 'validation_failed'),
    );
    expect((await setUp({ token, email: newEmail(), password: PASSWORD })).status).toBe(201);
  });

  it('409 email_taken: the token stays valid for another email', async () => {
    const [person, token] = [await register(second.base), await newToken()];
    expect(await setUp({ token, email: person.email, password: PASSWORD })).toMatchObject(
      refused(409, 'email_taken'),
    );
    expect(await administrators()).toEqual([]);
    expect((await setUp({ token, email: newEmail(), password: PASSWORD })).status).toBe(201);
  });

  it('409 setup_completed: there is an administrator, whoever made it, with a valid token and without one', async () => {
    const token = await newToken();
    const { email } = await register(second.base);
    await app.database.query("update users set role = 'admin' where email = $1", [email]);
    for (const each of [token, 'nothing'])
      expect(await setUp({ token: each, email: newEmail(), password: PASSWORD })).toMatchObject(
        refused(409, 'setup_completed'),
      );
    expect(await administrators()).toEqual([{ email }]);
  });

  it('429: an address guesses 100 times a minute at most', async () => {
    const headers = { 'X-Forwarded-For': '198.51.100.23' };
    const guesses = await Promise.all(
      Array.from({ length: 120 }, () =>
        setUp({ token: createSecretToken().token, email: newEmail(), password: PASSWORD }, app.base, headers),
      ),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect(await administrators()).toEqual([]);
  });
});

describe('tokens', () => {
  it('make one administrator when several are used at once, in two processes', async () => {
    for (let round = 0; round < 5; round++) {
      await app.database.query("update users set role = 'user'");
      const tokens = [await newToken(), await newToken()];
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          setUp(
            { token: tokens[index % 2]!, email: newEmail(), password: PASSWORD },
            [app.base, second.base][(index >> 1) % 2],
          ),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
      expect(await administrators()).toHaveLength(1);
      expect(await stored()).toEqual([]);
    }
  });

  it('are stored as hashes only', async () => {
    const token = await newToken();
    const rows = await stored();
    expect(rows.every(({ hash }) => hash.length === 32)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('are one for processes that start together, and none when there is an administrator', async () => {
    await app.database.query('delete from setup_tokens');
    const starting = await Promise.all([app, second, app, second].map((one) => tokensOf(one).create(60)));
    expect(starting.filter((link) => link !== null)).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
    const { email } = await register(second.base);
    await app.database.query("update users set role = 'admin' where email = $1", [email]);
    expect(await tokensOf(app).create()).toBeNull();
  });

  it('that have expired are deleted by the next start', async () => {
    await newToken();
    await app.database.query('update setup_tokens set expires_at = clock_timestamp()');
    await newToken();
    expect(await stored()).toHaveLength(1);
  });
});
