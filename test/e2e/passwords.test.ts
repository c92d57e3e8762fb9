/** Password changes and sessions of signed-in users, and links that set a password. */
import { OneTimeLinks } from '../../src/auth/index.js';
import { Database } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json, type Person, register } from '../support/client.js';
import { itRequiresUserToken } from '../support/dashboard.js';
import { uuidOf } from '../support/public-ids.js';
import { fieldsOf, refusal, TIME } from '../support/refusals.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: 'https://api.example.com' });
});
afterAll(() => app.close());

const NEXT = 'a horse of another colour';
const ask = (method: string, path: string, token?: string, body?: object) =>
  call(app.base, method, `/api/auth/${path}`, { token, body });
const login = ({ email, password }: { email: string; password: string }) =>
  ask('POST', 'login', undefined, { email, password });
const me = async (token: string) => (await ask('GET', 'me', token)).status;
const change = (token: string | undefined, current: string, next = NEXT) =>
  ask('POST', 'password', token, { current, next });
const reset = (token: string, password = NEXT) =>
  ask('POST', 'password/reset', undefined, { token, password });

/** @returns the token of a new link. */
async function linkFor(person: Person, purpose: 'reset' | 'invitation' = 'reset'): Promise<string> {
  const { url } = await app.app
    .get(OneTimeLinks)
    .create(app.app.get(Database), uuidOf(person.userId), purpose);
  expect(url).toMatch(/^https:\/\/api\.example\.com\/set-password#token=[\w-]{43}$/);
  return url.split('#token=')[1]!;
}

describe('POST /api/auth/password', () => {
  itRequiresUserToken(
    () => app,
    (token) => change(token, 'whatever it is'),
  );

  it('204: the new password signs in, the old one does not; all other sessions end, this one continues', async () => {
    const person = await register(app.base);
    const other = (await login(person)).body.accessToken as string;
    const link = await linkFor(person);
    expect((await change(person.accessToken, person.password)).status).toBe(204);
    expect(await me(person.accessToken)).toBe(200);
    expect(await me(other)).toBe(401);
    expect((await login(person)).status).toBe(401);
    expect((await login({ ...person, password: NEXT })).status).toBe(200);
    expect((await reset(link)).body).toEqual(refusal(400, 'link_invalid'));
  });

  it('401: for a wrong current password; after 10 of them 429, only for this session', async () => {
    const person = await register(app.base);
    const other = (await login(person)).body.accessToken as string;
    for (let index = 0; index < 10; index++)
      expect((await change(person.accessToken, 'wrong')).body).toEqual(refusal(401, 'invalid_credentials'));
    expect((await change(person.accessToken, person.password)).status).toBe(429);
    expect((await login(person)).status).toBe(200);
    expect((await change(other, person.password)).status).toBe(204);
  });

  it.each([['too short'], [' '.repeat(12)], ['x'.repeat(129)]])(
    '400: for the invalid password %j',
    async (next) => {
      const { accessToken, password } = await register(app.base);
      const answer = await change(accessToken, password, next);
      expect(answer.status).toBe(400);
      expect(fieldsOf(answer)).toEqual(['next']);
      expect(answer.body.details[0].message).toMatch(/^next must be .* one of which is not a space$/);
    },
  );
});

describe('POST /api/auth/register', () => {
  it.each([
    ['a zero-width space', 'ad\u200ba'],
    ['a zero-width joiner', 'ad\u200da'],
    ['a soft hyphen', 'ad\u00ada'],
    ['a word joiner', 'ad\u2060a'],
    ['a tag character', 'ada\u{e0061}'],
    ['a variation selector', 'ada\ufe0f'],
    ['a direction mark', 'ada\u202e'],
    ['full width', 'ａｄａ'],
    ['a Cyrillic letter', '\u0430da'],
    ['Cyrillic', '\u0430\u0434\u0430'],
    ['a Greek letter', 'ad\u03b1'],
    ['a dotless i', 'ad\u0131'],
    ['a combining accent', 'ada\u0301'],
    ['a ligature', 'a\ufb01'],
    ['a mathematical letter', '\u{1d41a}da'],
  ])('400: for an email with %s, which looks like another one', async (_what, local) => {
    const password = 'correct horse battery staple';
    const email = `${local}@example.test`;
    for (const given of [email, `ada@${local}.example.test`]) {
      const answer = await ask('POST', 'register', undefined, { email: given, password });
      expect(fieldsOf(answer)).toEqual(['email']);
    }
    const { body } = await ask('POST', 'register', undefined, { email, password });
    expect(body.details[0].message).toMatch(/^email must be an email of ASCII characters/);
  });

  it('201: for every character that ASCII allows, and a domain in its ASCII form', async () => {
    const body = { email: `a.b+c_d'e-${Date.now()}@xn--bcher-kva.example.test`, password: NEXT };
    expect((await ask('POST', 'register', undefined, body)).status).toBe(201);
  });

  it('400: for a password of twelve spaces', async () => {
    const body = { email: 'spaces@example.test', password: ' '.repeat(12) };
    const answer = await ask('POST', 'register', undefined, body);
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(['password']);
  });
});

describe('POST /api/auth/password/reset', () => {
  it('200: sets the password and signs in like login; all earlier sessions end', async () => {
    const person = await register(app.base);
    const answer = await reset(await linkFor(person));
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ id: person.userId, email: person.email });
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
      'offprint_refresh',
      'offprint_browser',
    ]);
    expect(await me(answer.body.accessToken)).toBe(200);
    expect(await me(person.accessToken)).toBe(401);
    expect((await login(person)).status).toBe(401);
    expect((await login({ ...person, password: NEXT })).status).toBe(200);
  });

  it('200 for one of ten concurrent uses, 400 for the others', async () => {
    const token = await linkFor(await register(app.base));
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  });

  it('200: also while the email is under attack from the same address', async () => {
    const person = await register(app.base);
    for (let index = 0; index < 11; index++) await login({ ...person, password: 'wrong' });
    expect((await login(person)).status).toBe(429);
    expect((await reset(await linkFor(person))).status).toBe(200);
  });

  it('400 `link_invalid`: for a used, replaced, expired or unknown link', async () => {
    const person = await register(app.base);
    const used = await linkFor(person);
    await reset(used);
    const replaced = await linkFor(person);
    const late = await linkFor(person, 'invitation');
    const database = app.app.get(Database);
    await database.query('update one_time_links set expires_at = clock_timestamp() where user_id = $1', [
      uuidOf(person.userId),
    ]);
    for (const token of [used, replaced, late, 'A'.repeat(43), 'short', ''])
      expect((await reset(token)).body).toEqual(refusal(400, 'link_invalid'));
  });

  it('400: an invalid password does not use up the link', async () => {
    const token = await linkFor(await register(app.base));
    expect(fieldsOf(await reset(token, 'short'))).toEqual(['password']);
    expect((await reset(token)).status).toBe(200);
  });

  it('stores only the SHA-256 of a token, for an hour (reset) or a week (invitation)', async () => {
    const person = await register(app.base);
    const database = app.app.get(Database);
    for (const [purpose, hours] of [
      ['reset', 1],
      ['invitation', 168],
    ] as const) {
      const token = await linkFor(person, purpose);
      const [row] = await database.query<Json>(
        `select row_to_json(l)::text as text, round(extract(epoch from expires_at - created_at) / 3600)::int as hours
         from one_time_links l where user_id = $1`,
        [uuidOf(person.userId)],
      );
      expect(row.hours).toBe(hours);
      expect(row.text).not.toContain(token);
    }
  });
});

describe('GET and DELETE /api/auth/sessions', () => {
  const list = async (token: string) => (await ask('GET', 'sessions', token)).body.items as Json[];
  itRequiresUserToken(
    () => app,
    (token) => ask('GET', 'sessions', token),
  );

  it('200: lists the user’s sessions, newest first, with the current one marked', async () => {
    const person = await register(app.base);
    await register(app.base);
    const { accessToken } = (await login(person)).body;
    expect(await list(accessToken)).toEqual(
      [true, false].map((current) => ({
        id: expect.stringMatching(/^ses_[0-9a-f]{32}$/),
        createdAt: TIME,
        lastUsedAt: TIME,
        userAgent: 'node',
        address: expect.stringMatching(/127\.0\.0\.1$/),
        current,
      })),
    );
  });

  it('204: ends all sessions but the current one', async () => {
    const person = await register(app.base);
    const others = [await login(person), await login(person)].map(({ body }) => body.accessToken as string);
    expect((await ask('DELETE', 'sessions', person.accessToken)).status).toBe(204);
    for (const token of others) expect(await me(token)).toBe(401);
    expect(await list(person.accessToken)).toMatchObject([{ current: true }]);
  });

  it('204: ends one session, also repeatedly; 404 for a foreign and an unknown one', async () => {
    const [person, stranger] = [await register(app.base), await register(app.base)];
    const other = (await login(person)).body.accessToken as string;
    const { id } = (await list(person.accessToken)).find(({ current }) => !current);
    expect((await ask('DELETE', `sessions/${id}`, stranger.accessToken)).body).toEqual(
      refusal(404, 'session_not_found'),
    );
    expect(await me(other)).toBe(200);
    for (let again = 0; again < 2; again++)
      expect((await ask('DELETE', `sessions/${id}`, person.accessToken)).status).toBe(204);
    expect(await me(other)).toBe(401);
    expect((await ask('DELETE', 'sessions/ses_1', person.accessToken)).status).toBe(404);
  });
});
