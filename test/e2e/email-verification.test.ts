/** POST /api/auth/email/verify and /api/auth/email/verification, with a mailer and without one. */
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Mailer } from '../../src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json, type Person, register } from '../support/client.js';
import { itRequiresUserToken } from '../support/dashboard.js';
import { Mailbox } from '../support/mailbox.js';
import { uuidOf } from '../support/public-ids.js';
import { fieldsOf, refusal } from '../support/refusals.js';
import { until } from '../support/service-process.js';

const SIGNUP_CREDITS = 40;
const ACCEPTED = { success: true };
let app: TestApp;

const ask = (path: string, body?: object, token?: string) =>
  call(app.base, 'POST', `/api/auth/${path}`, { body, token });
const PASSWORD = 'correct horse battery staple';
const verify = (token: unknown, password: unknown = PASSWORD) => ask('email/verify', { token, password });
const resend = (token?: string) => ask('email/verification', undefined, token);
const userOf = async ({ accessToken: token }: Person) =>
  (await call(app.base, 'GET', '/api/auth/me', { token })).body.user;
const grantsOf = async ({ accountId }: Pick<Person, 'accountId'>) =>
  app.database.query<Json>(
    `select amount::int / 1000 as credits from ledger_transfers where account_id = $1 and kind = 'grant' order by id`,
    [uuidOf(accountId)],
  );
const eventsOf = async ({ accountId }: Person) =>
  app.database.query<Json>(
    `select actor_kind, actor_id, target, request_id is not null as has_request from audit_events
     where action = 'user.email_verified' and account_id = $1`,
    [uuidOf(accountId)],
  );

describe('with a mailer', () => {
  let mailbox: Mailbox;
  beforeAll(async () => {
    const settings = {
      ROLES: 'api',
      PUBLIC_URL: 'https://api.example.com',
      SIGNUP_CREDITS: String(SIGNUP_CREDITS),
    };
    app = await startApp(settings, undefined, { replace: { Mailer: Mailbox } });
    mailbox = app.app.get<Mailbox>(Mailer, { strict: false });
  });
  afterAll(() => app.close());

  /** Returns the tokens of the person's mails with this subject, once there are so many. */
  async function tokensOf({ email }: Person, count = 1, page = 'verify-email'): Promise<string[]> {
    const tokens = () =>
      mailbox.mails
        .filter(({ to }) => to === email)
        .flatMap(({ text }) => text.match(new RegExp(`(?<=/${page}#token=)\\S+`, 'g')) ?? []);
    await until(() => tokens().length >= count);
    return tokens();
  }

  it('201: a new user is unverified, has no credits, and gets a link of PUBLIC_URL, not of Host', async () => {
    const email = `host-${Date.now()}@example.test`;
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const body = { email, password: 'correct horse battery staple' };
    const { body: session } = await call(app.base, 'POST', '/api/auth/register', { body, headers });
    expect(session.user).toMatchObject({
      emailVerified: false,
      canVerifyEmail: true,
      pendingCredits: SIGNUP_CREDITS,
    });
    await until(() => mailbox.mails.some(({ to }) => to === email));
    const mail = mailbox.mails.find(({ to }) => to === email)!;
    expect(mail.subject).toBe('Verify your email address');
    expect(mail.text).toMatch(/^https:\/\/api\.example\.com\/verify-email#token=[\w-]{43}$/m);
    expect(mail.text + mail.html).not.toContain('evil.example');
    expect(await grantsOf({ accountId: session.account.id })).toEqual([]);
  });

  describe('POST /api/auth/email/verify', () => {
    it('204: verifies, grants the sign-up credits and records who did it; used again 400', async () => {
      const person = await register(app.base);
      const [token] = await tokensOf(person);
      expect(await grantsOf(person)).toEqual([]);
      const answer = await verify(token);
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
      expect(await userOf(person)).toMatchObject({
        emailVerified: true,
        canVerifyEmail: false,
        pendingCredits: 0,
      });
      expect(await grantsOf(person)).toEqual([{ credits: SIGNUP_CREDITS }]);
      expect(await eventsOf(person)).toEqual([
        { actor_kind: 'user', actor_id: person.userId, target: person.userId, has_request: true },
      ]);
      expect((await verify(token)).body).toEqual(refusal(400, 'link_invalid'));
      expect(await grantsOf(person)).toHaveLength(1);
    });

    it('204 for one of ten concurrent uses, 400 for the others, and one grant', async () => {
      const person = await register(app.base);
      const [token] = await tokensOf(person);
      const answers = await Promise.all(Array.from({ length: 10 }, () => verify(token)));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(400)]);
      expect(await grantsOf(person)).toEqual([{ credits: SIGNUP_CREDITS }]);
    });

    it('400 `link_invalid`: for a replaced, late, foreign or unknown link', async () => {
      const person = await register(app.base);
      const [replaced] = await tokensOf(person);
      await resend(person.accessToken);
      const [, late] = await tokensOf(person, 2);
      await app.database.query(
        'update verification_links set expires_at = clock_timestamp() where user_id = $1',
        [uuidOf(person.userId)],
      );
      for (const token of [replaced, late, 'A'.repeat(43), `${late}A`, 'short', ''])
        expect((await verify(token)).body).toEqual(refusal(400, 'link_invalid'));
      expect((await userOf(person)).emailVerified).toBe(false);
      expect(await grantsOf(person)).toEqual([]);
    });

    it('400: for a missing token, and one that is no text', async () => {
      for (const token of [undefined, 7, null, ['x'], 'x'.repeat(1025)])
        expect(fieldsOf(await verify(token))).toEqual(['token']);
    });

    it('400 `link_invalid`: for a link to an address that is no longer the user’s', async () => {
      const person = await register(app.base);
      const [token] = await tokensOf(person);
      await app.database.query(`update users set email = 'moved-' || email where id = $1`, [
        uuidOf(person.userId),
      ]);
      expect((await verify(token)).body).toEqual(refusal(400, 'link_invalid'));
      expect((await userOf(person)).emailVerified).toBe(false);
    });
  });

  it('stores only the SHA-256 of a token, for a week', async () => {
    const person = await register(app.base);
    const [token] = await tokensOf(person);
    const [row] = await app.database.query<Json>(
      `select row_to_json(l)::text as text, encode(hash, 'hex') = encode(sha256($2::bytea), 'hex') as is_hash,
         expires_at between clock_timestamp() + interval '167 hours' and clock_timestamp() + interval '168 hours' as is_week
       from verification_links l where user_id = $1`,
      [uuidOf(person.userId), Buffer.from(token!)],
    );
    expect(row).toMatchObject({ is_hash: true, is_week: true });
    expect(row.text).not.toContain(token);
  });

  describe('POST /api/auth/password/reset', () => {
    it('200: a reset link verifies too and brings the credits, once with a verifying link at the same time', async () => {
      const person = await register(app.base);
      const [token] = await tokensOf(person);
      await ask('password/forgot', { email: person.email });
      const [reset] = await tokensOf(person, 1, 'set-password');
      const [answer] = await Promise.all([
        ask('password/reset', { token: reset, password: 'a horse of another colour' }),
        verify(token),
      ]);
      expect(answer.status).toBe(200);
      expect((await userOf({ ...person, accessToken: answer.body.accessToken })).emailVerified).toBe(true);
      expect(await grantsOf(person)).toEqual([{ credits: SIGNUP_CREDITS }]);
      expect(await eventsOf(person)).toHaveLength(1);
    });
  });

  describe('POST /api/auth/email/verification', () => {
    itRequiresUserToken(() => app, resend);

    it('202: a user gets at most 3 mails an hour, with the first one; a verified user none', async () => {
      const [person, marker] = [await register(app.base), await register(app.base)];
      for (let time = 2; time <= 3; time++) {
        const { status, body } = await resend(person.accessToken);
        expect({ status, body }).toEqual({ status: 202, body: ACCEPTED });
        await tokensOf(person, time);
      }
      expect((await resend(person.accessToken)).status).toBe(202);
      const [token] = await tokensOf(marker);
      await verify(token);
      expect((await resend(marker.accessToken)).body).toEqual(ACCEPTED);
      // Mails are sent in turns: the one of the last user is behind the others.
      await tokensOf(await register(app.base));
      expect(await tokensOf(person)).toHaveLength(3);
      expect(await tokensOf(marker)).toHaveLength(1);
    });

    it('202: the response does not wait for the mail', async () => {
      let open!: () => void;
      mailbox.gate = new Promise((resolve) => (open = resolve));
      const person = await register(app.base);
      expect((await resend(person.accessToken)).status).toBe(202);
      expect(mailbox.mails.filter(({ to }) => to === person.email)).toEqual([]);
      open();
      await tokensOf(person, 2);
    });

    it('429: for the 11th request of a user within a minute', async () => {
      const [person, other] = [await register(app.base), await register(app.base)];
      for (let time = 0; time < 10; time++) expect((await resend(person.accessToken)).status).toBe(202);
      const refused = await resend(person.accessToken);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
      expect((await resend(other.accessToken)).status).toBe(202);
    });
  });
});

describe('without a mailer', () => {
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api', SIGNUP_CREDITS: String(SIGNUP_CREDITS) });
  });
  afterAll(() => app.close());

  it('201: the sign-up credits come at once, the user cannot verify, and 202 sends nothing', async () => {
    const lines: unknown[][] = [];
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((...line: unknown[]) => void lines.push(line));
    const person = await register(app.base);
    expect(await grantsOf(person)).toEqual([{ credits: SIGNUP_CREDITS }]);
    expect(await userOf(person)).toMatchObject({
      emailVerified: false,
      canVerifyEmail: false,
      pendingCredits: 0,
    });
    expect((await resend(person.accessToken)).body).toEqual(ACCEPTED);
    await until(() => lines.length > 0);
    expect(lines).toEqual([[{ subject: 'Verify your email address' }, 'mail not sent']]);
    expect(await app.database.query('select from verification_links')).toEqual([]);
    jest.restoreAllMocks();
  });

  it('a user who had the credits at once gets none again when the email is verified later', async () => {
    const person = await register(app.base);
    const { VerificationLinks } = await import('../../src/auth/verification/verification-links.js');
    const { Database } = await import('../../src/platform/database/index.js');
    const links = app.app.get(VerificationLinks, { strict: false });
    const { url } = await links.create(app.app.get(Database), uuidOf(person.userId), person.email);
    expect((await verify(url.split('#token=')[1])).status).toBe(204);
    expect((await userOf(person)).emailVerified).toBe(true);
    expect(await grantsOf(person)).toEqual([{ credits: SIGNUP_CREDITS }]);
  });

  it('a user whom a process of the version before has created counts as verified', async () => {
    const [user, account] = ['0199f0c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f', '0199f0c2-a1b2-7c3d-8e4f-5a6b7c8d9e10'];
    const [row] = await app.database.query<Json>(
      `with new_users as (
         insert into users (id, account_id, email, password_hash, role) values ($1, $2, 'old@example.test', 'x', 'user')
         returning account_id, email_verified_at, signup_credits)
       , new_accounts as (insert into accounts (id, plan) select account_id, 'free' from new_users)
       select email_verified_at is not null as verified, signup_credits::int from new_users`,
      [user, account],
    );
    expect(row).toEqual({ verified: true, signup_credits: 0 });
  });
});
