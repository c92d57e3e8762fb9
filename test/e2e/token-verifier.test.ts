/** A sign-on of an extension's own: its tokens open the dashboard's API, and no other does. */
import { Injectable } from '@nestjs/common';
import { NoTokenVerifier, TokenVerifier, type VerifiedUser } from '../../src/index.js';
import { tokenVerifierContract } from '../../src/testing/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, newCaller } from '../support/client.js';
import { uuidOf } from '../support/public-ids.js';

@Injectable()
class Badges extends TokenVerifier {
  static readonly seen: string[] = [];

  override async verify(token: string): Promise<VerifiedUser | null> {
    Badges.seen.push(token);
    if (token === 'badge:broken') throw new Error('the badge reader is gone');
    const [, subject] = /^badge:(.+)$/.exec(token) ?? [];
    if (subject === undefined) return null;
    const user = { issuer: 'https://badges.example', subject, email: `${subject}@example.com` };
    return Promise.resolve(user);
  }
}

const ANNA: VerifiedUser = { issuer: 'https://badges.example', subject: 'anna', email: 'anna@example.com' };
const runner = { describe, it, beforeEach, afterEach };
tokenVerifierContract(runner, {
  name: 'NoTokenVerifier',
  create: () => new NoTokenVerifier(),
  valid: [],
  invalid: ['badge:anna'],
});
tokenVerifierContract(runner, {
  name: 'one of its own',
  create: () => new Badges(),
  valid: [['badge:anna', ANNA]],
  invalid: ['badge:', 'anna'],
});

describe('a request with a token', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '5' }, undefined, {
      replace: { TokenVerifier: Badges },
    });
  });
  afterAll(() => app.close());
  const balance = (token: string) => call(app.base, 'GET', '/api/dashboard/credits/balance', { token });

  it('of a new user opens one account, also when several arrive together', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => balance('badge:berta')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const users = await app.database.query(`select email, account_id from users where subject = 'berta'`);
    expect(users).toMatchObject([{ email: 'berta@example.com' }]);
    expect(answers[0]!.body).toMatchObject({ balance: 5 });
  });

  it('is never an API key or an operator key of the service', async () => {
    const keys = ['of_live_', 'of_test_', 'of_ops_', 'OF_OPS_'].map((prefix) => `${prefix}${'a'.repeat(48)}`);
    for (const key of keys) expect((await balance(key)).status).toBe(401);
    expect(Badges.seen.filter((token) => /^of_/i.test(token))).toEqual([]);
  });

  it('of another user sees another account', async () => {
    const key = async (token: string) =>
      (await call(app.base, 'POST', '/api/keys', { token, body: { name: 'a', scopes: ['read'] } })).status;
    expect(await key('badge:carl')).toBe(201);
    const keys = await call(app.base, 'GET', '/api/keys', { token: 'badge:dora' });
    expect(keys.body).toMatchObject({ keys: [] });
  });

  it('of a member of another account switches to it, and keeps the token', async () => {
    const { person } = await newCaller(app.base);
    const own = await call(app.base, 'GET', '/api/auth/me', { token: 'badge:emil' });
    expect(own.body.account.role).toBe('owner');
    const switchTo = () =>
      call(app.base, 'POST', '/api/auth/switch', {
        token: 'badge:emil',
        body: { accountId: person.accountId },
      });
    expect(await switchTo()).toMatchObject({ status: 404, body: { code: 'account_not_found' } });
    await app.database.query(
      `insert into memberships (user_id, account_id, role) values ($1, $2, 'viewer')`,
      [uuidOf(own.body.user.id), uuidOf(person.accountId)],
    );
    const account = { id: person.accountId, role: 'viewer' };
    expect((await switchTo()).body).toMatchObject({ accessToken: 'badge:emil', expiresIn: 0, account });
    expect((await call(app.base, 'GET', '/api/auth/me', { token: 'badge:emil' })).body.account).toMatchObject(
      account,
    );
  });

  it('that is not valid is a 401, one that could not be checked a 503', async () => {
    expect(await balance('nobody')).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    expect(await balance('badge:broken')).toMatchObject({
      status: 503,
      body: { code: 'service_unavailable' },
    });
    expect((await balance(`badge:${'x'.repeat(256)}`)).status).toBe(401);
  });

  it('of a password user or an API key works as before, and a badge is no administrator', async () => {
    const { person, key } = await newCaller(app.base);
    expect((await balance(person.accessToken)).status).toBe(200);
    expect((await balance(key)).status).toBe(401);
    expect((await call(app.base, 'GET', '/api/admin/accounts', { token: 'badge:anna' })).status).toBe(403);
  });
});
