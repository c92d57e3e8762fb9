import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import request, { type Response } from 'supertest';
import { AccountsService } from '../../src/accounts/index.js';
import { usersRole } from '../../src/cli/users-role.js';
import { Database } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';

const PASSWORD = 'correct horse battery';
let app: TestApp;
let people = 0;

beforeAll(async () => {
  app = await startApp({ SIGNUP_CREDITS: '12.5' });
});
afterAll(() => app.close());

const http = (at = app) => request(at.base);
const newEmail = () => `person-${people++}@example.com`;
const register = (email = newEmail(), at = app) =>
  http(at).post('/api/auth/register').send({ email, password: PASSWORD });
const login = (email: string, password = PASSWORD) =>
  http().post('/api/auth/login').send({ email, password });
const me = (token: string, at = app) => http(at).get('/api/auth/me').auth(token, { type: 'bearer' });
const refresh = (refreshToken?: string) =>
  http()
    .post('/api/auth/refresh')
    .send(refreshToken ? { refreshToken } : {});
const cookieOf = (response: Response) => response.headers['set-cookie']![0]!;
const refreshTokenOf = (response: Response) => /offprint_refresh=([^;]*)/.exec(cookieOf(response))![1]!;
const errorBody = (statusCode: number, code: string) =>
  expect.objectContaining({ statusCode, code, message: expect.any(String), requestId: expect.any(String) });

/** Without a mailer no email can be verified, and sign-up credits come at once. */
const UNVERIFIED = { emailVerified: false, canVerifyEmail: false, pendingCredits: 0 };

describe('POST /api/auth/register', () => {
  it('201: creates an account with its sign-up credits and signs in', async () => {
    const email = newEmail();
    const response = await register(`  ${email.toUpperCase()} `);
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      success: true,
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expiresIn: 900,
      user: { id: expect.stringMatching(/^usr_[0-9a-f]{32}$/), email, role: 'user', ...UNVERIFIED },
      account: { id: expect.stringMatching(/^acc_[0-9a-f]{32}$/), plan: 'free', role: 'owner' },
      accounts: [{ id: response.body.account.id, name: null, role: 'owner' }],
    });
    expect((await me(response.body.accessToken)).status).toBe(200);
    const [row] = await app.app.get(Database).query(
      `select w.balance, (select sum(amount) from ledger_transfers l where l.account_id = w.account_id) as granted
         from wallets w join users u on u.account_id = w.account_id where u.email = $1`,
      [email],
    );
    expect(row).toEqual({ balance: '12500', granted: '12500' });
  });

  it('201: returns the refresh token only in a cookie that scripts and other sites cannot read', async () => {
    const response = await register();
    expect(cookieOf(response)).toMatch(
      /^offprint_refresh=[\w-]{43}; Path=\/api\/auth; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    expect(response.headers['set-cookie']![1]).toMatch(
      /^offprint_browser=[\w.-]+; Max-Age=15552000; Path=\/api\/auth; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    expect(JSON.stringify(response.body)).not.toContain(refreshTokenOf(response));
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('400: names every invalid and every unknown field', async () => {
    const response = await http()
      .post('/api/auth/register')
      .send({ email: 'nobody', password: 'short', role: 'admin' });
    expect(response.status).toBe(400);
    expect(response.body).toEqual(errorBody(400, 'validation_failed'));
    const fields = new Set(response.body.details.map((detail: { field: string }) => detail.field));
    expect(fields).toEqual(new Set(['email', 'password', 'role']));
  });

  it('409: one of many concurrent requests registers an email; the others leave no rows', async () => {
    const email = newEmail();
    const database = app.app.get(Database);
    const count =
      'select (select count(*) from accounts) as accounts, (select count(*) from ledger_transfers) as transfers';
    const [before] = await database.query<{ accounts: string; transfers: string }>(count);
    const responses = await Promise.all(Array.from({ length: 8 }, () => register(email)));
    expect(responses.map((response) => response.status).sort()).toEqual([201, ...Array(7).fill(409)]);
    const refused = responses.find((response) => response.status === 409)!;
    expect(refused.body).toEqual(errorBody(409, 'email_taken'));
    expect(refused.headers['set-cookie']).toBeUndefined();
    const [after] = await database.query<{ accounts: string; transfers: string }>(count);
    expect(Number(after!.accounts) - Number(before!.accounts)).toBe(1);
    expect(Number(after!.transfers) - Number(before!.transfers)).toBe(1);
  });

  it('429: limits one email to 10 requests a minute, with the two fields of a 429 and Retry-After', async () => {
    const email = newEmail();
    for (let i = 0; i < 10; i++) expect((await register(email)).status).toBe(i === 0 ? 201 : 409);
    const response = await register(email);
    expect(response.status).toBe(429);
    expect(response.body).toEqual({ statusCode: 429, message: expect.any(String) });
    expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  });
});

describe('an installation behind https with closed registration', () => {
  let closed: TestApp;
  beforeAll(async () => {
    const settings = { REGISTRATION: 'closed', PUBLIC_URL: 'https://api.example.com' };
    await forgetSecret();
    closed = await startApp(
      { ...settings, JWT_SECRET: 'another secret, just as long as the first' },
      app.url,
    );
  });
  afterAll(async () => {
    await closed.close();
    await forgetSecret();
  });
  /** Without this, a start with another secret is rejected. */
  const forgetSecret = () => app.database.query('update installation set secret_fingerprint = null');

  it('403: before the body is checked', async () => {
    for (const body of [{}, { email: newEmail(), password: PASSWORD }]) {
      const response = await http(closed).post('/api/auth/register').send(body);
      expect(response.status).toBe(403);
      expect(response.body).toEqual(errorBody(403, 'registration_closed'));
    }
  });

  it('still signs users in, with a cookie for https only', async () => {
    const email = newEmail();
    await register(email);
    const response = await http(closed).post('/api/auth/login').send({ email, password: PASSWORD });
    expect(response.status).toBe(200);
    expect(cookieOf(response)).toContain('; Secure');
  });

  it('rejects access tokens of an installation with another secret', async () => {
    expect((await me((await register()).body.accessToken, closed)).status).toBe(401);
  });
});

describe('POST /api/auth/login', () => {
  it('200: responds like register, for any capitalisation of the email', async () => {
    const email = newEmail();
    const registered = await register(email);
    const response = await login(email.toUpperCase());
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ ...registered.body, accessToken: expect.any(String) });
  });

  it('401: with the same body for a wrong password and an unknown email', async () => {
    const email = newEmail();
    await register(email);
    const [wrong, unknown] = [await login(email, 'wrong'), await login(newEmail(), 'wrong')];
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body).toEqual(errorBody(401, 'invalid_credentials'));
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  it('400: for an invalid body, 415 for one that is not JSON', async () => {
    expect((await http().post('/api/auth/login').send({ email: newEmail() })).status).toBe(400);
    expect((await login({ $ne: null } as unknown as string)).status).toBe(400);
    expect((await http().post('/api/auth/login').type('form').send({ email: 'a' })).status).toBe(415);
  });

  it('429: after 10 wrong passwords in a minute for one email from one address, also for the right password, and not before', async () => {
    const email = newEmail();
    await register(email);
    for (let i = 0; i < 5; i++) expect((await login(email)).status).toBe(200);
    for (let i = 0; i < 10; i++) expect((await login(email, 'wrong')).status).toBe(401);
    const response = await login(email);
    expect(response.status).toBe(429);
    expect(response.body).toEqual({ statusCode: 429, message: expect.any(String) });
    expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  });
});

describe('POST /api/auth/refresh', () => {
  it('200: rotates the token from the cookie or the body', async () => {
    const registered = await register();
    const byCookie = await http().post('/api/auth/refresh').set('Cookie', cookieOf(registered));
    expect(byCookie.status).toBe(200);
    expect(byCookie.body).toEqual({ ...registered.body, accessToken: expect.any(String) });
    expect(refreshTokenOf(byCookie)).not.toBe(refreshTokenOf(registered));
    const byBody = await refresh(refreshTokenOf(byCookie));
    expect(byBody.status).toBe(200);
    expect((await me(byBody.body.accessToken)).status).toBe(200);
  });

  /** Moves the first use of a token into the past. */
  const ageUse = async (token: string, seconds: number) =>
    app.app
      .get(Database)
      .query(
        `update refresh_tokens set used_at = used_at - make_interval(secs => $2) where hash = sha256(convert_to($1, 'UTF8'))`,
        [token, seconds],
      );

  it('200: the same token again within 10 s gets the same successor, also after that was used', async () => {
    const first = refreshTokenOf(await register());
    const second = await refresh(first);
    await ageUse(first, 8);
    const third = await refresh(refreshTokenOf(second));
    const repeated = await refresh(first);
    expect(repeated.status).toBe(200);
    expect(refreshTokenOf(repeated)).toBe(refreshTokenOf(second));
    for (const { body } of [second, third, repeated]) expect((await me(body.accessToken)).status).toBe(200);
    expect(refreshTokenOf(await refresh(refreshTokenOf(second)))).toBe(refreshTokenOf(third));
  });

  it('200: ten concurrent uses get one successor, and the sign-in continues', async () => {
    const token = refreshTokenOf(await register());
    const responses = await Promise.all(Array.from({ length: 10 }, () => refresh(token)));
    expect(responses.map((response) => response.status)).toEqual(Array(10).fill(200));
    const [next, ...others] = new Set(responses.map(refreshTokenOf));
    expect(others).toEqual([]);
    expect((await refresh(next)).status).toBe(200);
  });

  it('401: a token that is used later revokes its whole family, including the newest tokens, and no other family', async () => {
    const email = newEmail();
    const first = await register(email);
    const other = await login(email);
    const second = await refresh(refreshTokenOf(first));
    await ageUse(refreshTokenOf(first), 10);
    const reused = await refresh(refreshTokenOf(first));
    expect(reused.status).toBe(401);
    expect(reused.body).toEqual(errorBody(401, 'invalid_refresh_token'));
    expect((await refresh(refreshTokenOf(second))).status).toBe(401);
    expect((await me(second.body.accessToken)).status).toBe(401);
    expect((await me(other.body.accessToken)).status).toBe(200);
    expect((await refresh(refreshTokenOf(other))).status).toBe(200);
  });

  it('401: a token again after a logout', async () => {
    const token = refreshTokenOf(await register());
    const next = await refresh(token);
    await http()
      .post('/api/auth/logout')
      .send({ refreshToken: refreshTokenOf(next) });
    expect((await refresh(token)).status).toBe(401);
  });

  it('401: without a token, with an unknown one, with an access token', async () => {
    const { accessToken } = (await register()).body;
    for (const token of [undefined, 'A'.repeat(43), 'short', accessToken]) {
      expect((await refresh(token)).body).toEqual(errorBody(401, 'invalid_refresh_token'));
    }
  });

  it('401: once the family is older than 30 days', async () => {
    const registered = await register();
    const sid = JSON.parse(Buffer.from(registered.body.accessToken.split('.')[1], 'base64url').toString())
      .sid as string;
    const database = app.app.get(Database);
    await database.query(`update sign_in_families set expires_at = clock_timestamp() where id = $1`, [sid]);
    expect((await refresh(refreshTokenOf(registered))).status).toBe(401);
    expect((await me(registered.body.accessToken)).status).toBe(401);
  });

  it('400: for an unknown field or a token that is not a string', async () => {
    for (const body of [{ refreshToken: 7 }, { refreshToken: null }, { token: 'x' }]) {
      expect((await http().post('/api/auth/refresh').send(body)).status).toBe(400);
    }
  });
});

describe('POST /api/auth/logout', () => {
  it.each([
    ['cookie', (r: Response) => http().post('/api/auth/logout').set('Cookie', cookieOf(r))],
    [
      'body',
      (r: Response) =>
        http()
          .post('/api/auth/logout')
          .send({ refreshToken: refreshTokenOf(r) }),
    ],
    [
      'access token',
      (r: Response) => http().post('/api/auth/logout').auth(r.body.accessToken, { type: 'bearer' }),
    ],
  ])('204: ends the session that the %s names, at once, and is idempotent', async (_name, logout) => {
    const registered = await register();
    for (let i = 0; i < 2; i++) {
      const response = await logout(registered);
      expect(response.status).toBe(204);
      expect(cookieOf(response)).toMatch(/^offprint_refresh=; Path=\/api\/auth; Expires=Thu, 01 Jan 1970/);
    }
    expect((await me(registered.body.accessToken)).status).toBe(401);
    expect((await refresh(refreshTokenOf(registered))).status).toBe(401);
  });

  it('204: without a session', async () => {
    expect((await http().post('/api/auth/logout').auth('nonsense', { type: 'bearer' })).status).toBe(204);
  });
});

describe('GET /api/auth/me', () => {
  it('200: returns the signed-in user, and a new role with the next request', async () => {
    const email = newEmail();
    const { accessToken, user, account, accounts } = (await register(email)).body;
    expect((await me(accessToken)).body).toEqual({ success: true, user, account, accounts });
    await usersRole.read(['--email', email, '--role', 'admin'])(app.app);
    expect((await me(accessToken)).body.user).toEqual({ ...user, role: 'admin' });
  });

  it('401: at once for an ended sign-in, also among lookups that run as one statement', async () => {
    const sessions = await Promise.all(Array.from({ length: 8 }, async () => (await register()).body));
    const ask = () => sessions.map(async ({ accessToken }) => me(accessToken));
    const before = ask();
    for (const { accessToken } of sessions.slice(0, 3)) {
      expect((await http().post('/api/auth/logout').auth(accessToken, { type: 'bearer' })).status).toBe(204);
    }
    const after = await Promise.all(ask());
    await Promise.all(before);
    expect(after.map(({ status }) => status)).toEqual(sessions.map((_, index) => (index < 3 ? 401 : 200)));
    expect(after.slice(3).map(({ body }) => body.user)).toEqual(sessions.slice(3).map(({ user }) => user));
  });

  it('401: without a token, with an API key and with only the refresh cookie', async () => {
    const registered = await register();
    const body = { name: 'k', scopes: ['read', 'billing'] };
    const made = await http()
      .post('/api/keys')
      .auth(registered.body.accessToken, { type: 'bearer' })
      .send(body);
    const refused = [
      await http().get('/api/auth/me'),
      await me(made.body.key),
      await http().get('/api/auth/me').set('Cookie', cookieOf(registered)),
    ];
    for (const response of refused) {
      expect(response.status).toBe(401);
      expect(response.body).toEqual(errorBody(401, 'invalid_token'));
      expect(response.headers['www-authenticate']).toBe('Bearer');
    }
  });
});

describe('an administrator’s route', () => {
  it('403: for other users, 401 without a token', async () => {
    const email = newEmail();
    const { accessToken, account } = (await register(email)).body;
    const grant = () =>
      http().post('/api/admin/credits/grants').send({ accountId: account.id, amount: 1, note: 'x' });
    expect((await grant()).body).toEqual(errorBody(401, 'invalid_token'));
    expect((await grant().auth(accessToken, { type: 'bearer' })).body).toEqual(errorBody(403, 'forbidden'));
    await usersRole.read(['--email', email, '--role', 'admin'])(app.app);
    expect((await grant().auth(accessToken, { type: 'bearer' })).status).toBe(201);
  });
});

describe('an external identity provider', () => {
  const ISSUER = 'https://login.example.com/';
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let provider: Server;
  let trusting: TestApp;

  beforeAll(async () => {
    const jwks = JSON.stringify({
      keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }],
    });
    provider = createServer((_request, response) =>
      response.setHeader('content-type', 'application/json').end(jwks),
    );
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const jwksUri = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/keys`;
    const settings = {
      AUTH_JWKS_URI: jwksUri,
      AUTH_ISSUER: ISSUER,
      AUTH_AUDIENCE: 'offprint-api',
      SIGNUP_CREDITS: '7',
    };
    trusting = await startApp(settings, app.url);
  });
  afterAll(async () => {
    await trusting.close();
    await new Promise((resolve) => provider.close(resolve));
  });

  const tokenOf = (sub: string, email?: string) =>
    new SignJWT({ email })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(ISSUER)
      .setAudience('offprint-api')
      .setSubject(sub)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(keys.privateKey);

  it('gets one account per user with the first request, also with concurrent first requests', async () => {
    const token = await tokenOf('person|1', 'Ada@Example.com');
    const responses = await Promise.all(Array.from({ length: 20 }, () => me(token, trusting)));
    expect(responses.map((response) => response.status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map((response) => response.body.account.id)).size).toBe(1);
    expect(responses[0]!.body.user).toMatchObject({ email: 'ada@example.com', role: 'user' });
    const [row] = await app.app.get(Database).query(
      `select count(*)::int as users, sum(w.balance)::int as balance from users u join wallets w on w.account_id = u.account_id
       where u.subject = $1`,
      ['person|1'],
    );
    expect(row).toEqual({ users: 1, balance: 7000 });
  });

  it('does not open the account of a local user with the same email', async () => {
    const email = newEmail();
    const registered = await register(email);
    const outside = await me(await tokenOf('person|2', email), trusting);
    expect(outside.status).toBe(200);
    expect(outside.body.account.id).not.toBe(registered.body.account.id);
    const found = await app.app.get(AccountsService).findUserByEmail(email);
    expect(`usr_${found!.id.replaceAll('-', '')}`).toBe(registered.body.user.id);
  });

  it('does not disable local sign-in, and is not trusted where it is not configured', async () => {
    const here = await register(newEmail(), trusting);
    expect((await me(here.body.accessToken, trusting)).status).toBe(200);
    expect((await me(await tokenOf('person|3'))).status).toBe(401);
  });
});
