/** POST /api/admin/credits/grants: an administrator grants credits, with a reason that the account's owner can read. */
import { usersRole } from '../../src/cli/users-role.js';
import { startApp, type TestApp } from '../support/app.js';
import {
  balanceOf,
  call,
  createKey,
  type Json,
  newCaller,
  type Person,
  register,
} from '../support/client.js';
import { fieldsOf, refusal } from '../support/refusals.js';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await register(app.base);
  await usersRole.read(['--email', admin.email, '--role', 'admin'])(app.app);
});
afterAll(() => app.close());

const ask = (token: string | undefined, body: unknown, headers = {}) =>
  call(app.base, 'POST', '/api/admin/credits/grants', { token, body, headers });
const ledgerOf = async (token: string) =>
  (await call(app.base, 'GET', '/api/credits/ledger', { token })).body.items as Json[];

describe('POST /api/admin/credits/grants', () => {
  describe('201', () => {
    it('adds the credits, and the owner’s ledger shows amount and reason', async () => {
      const { person, key } = await newCaller(app.base);
      const body = { accountId: person.accountId, amount: 25.125, note: 'Invoice 7' };
      const answer = await ask(admin.accessToken, body);
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        success: true,
        accountId: person.accountId,
        amount: 25.125,
        balance: 1025.125,
      });
      expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
      expect(await balanceOf(app.base, key)).toBe(1025.125);
      expect((await ledgerOf(key))[0]).toMatchObject({
        kind: 'grant',
        amount: 25.125,
        balanceAfter: 1025.125,
        predictionId: null,
        note: 'Invoice 7',
      });
    });

    it('accepts a thousandth of a credit, and adds up 50 concurrent grants exactly', async () => {
      const { person, key } = await newCaller(app.base);
      const body = { accountId: person.accountId, amount: 0.001, note: 'a thousandth' };
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask(admin.accessToken, body)));
      expect(answers.every(({ status }) => status === 201)).toBe(true);
      expect(new Set(answers.map((answer) => answer.body.balance)).size).toBe(50);
      expect(await balanceOf(app.base, key)).toBe(1000.05);
    });
  });

  describe('400', () => {
    it.each([
      ['an amount of 0', { amount: 0 }, 'amount'],
      ['a negative amount', { amount: -5 }, 'amount'],
      ['more than 3 decimals', { amount: 0.0005 }, 'amount'],
      ['more than 3 decimals in scientific notation', { amount: 1e-7 }, 'amount'],
      ['the smallest number there is', { amount: 5e-324 }, 'amount'],
      ['an amount as text', { amount: '5' }, 'amount'],
      ['an amount beyond reason', { amount: 1e15 }, 'amount'],
      ['no reason', { note: '' }, 'note'],
      ['a reason of 501 characters', { note: 'n'.repeat(501) }, 'note'],
      ['an account id that is none', { accountId: 'acc_1' }, 'accountId'],
      ['an unknown field', { plan: 'pro' }, 'plan'],
    ])('%s, and the balance does not change', async (_name, change, field) => {
      const { person, key } = await newCaller(app.base);
      const answer = await ask(admin.accessToken, {
        accountId: person.accountId,
        amount: 1,
        note: 'n',
        ...change,
      });
      expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
      expect([...new Set(fieldsOf(answer))]).toEqual([field]);
      expect(await balanceOf(app.base, key)).toBe(1000);
    });

    it('says what the id of an account looks like', async () => {
      const { body } = await ask(admin.accessToken, { accountId: 'acc_1', amount: 1, note: 'n' });
      expect(body.details).toEqual([
        { field: 'accountId', message: 'accountId must be the id of an account: acc_ and 32 hex digits' },
      ]);
    });

    it('names every missing field of an empty body', async () => {
      expect([...new Set(fieldsOf(await ask(admin.accessToken, {})))]).toEqual([
        'accountId',
        'amount',
        'note',
      ]);
    });
  });

  describe('401', () => {
    it('without a token, and with an API key, also of an administrator', async () => {
      const key = await createKey(app.base, admin);
      for (const token of [undefined, 'nonsense', key.key]) {
        const answer = await ask(token, {});
        expect(answer.body).toEqual(refusal(401, 'invalid_token'));
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      }
    });
  });

  describe('403', () => {
    it('for users without the admin role, before the body is checked, and at once after the role is removed', async () => {
      const { person, key } = await newCaller(app.base);
      const body = { accountId: person.accountId, amount: 1, note: 'n' };
      for (const any of [body, {}, '{'])
        expect((await ask(person.accessToken, any)).body).toEqual(refusal(403, 'forbidden'));
      await usersRole.read(['--email', person.email, '--role', 'admin'])(app.app);
      expect((await ask(person.accessToken, body)).status).toBe(201);
      await usersRole.read(['--email', person.email, '--role', 'user'])(app.app);
      expect((await ask(person.accessToken, body)).status).toBe(403);
      expect(await balanceOf(app.base, key)).toBe(1001);
    });
  });

  describe('404', () => {
    it('for an unknown account', async () => {
      const body = { accountId: `acc_${'0'.repeat(32)}`, amount: 1, note: 'n' };
      expect((await ask(admin.accessToken, body)).body).toEqual(refusal(404, 'account_not_found'));
    });
  });

  describe('413 and 415', () => {
    it('like every other route', async () => {
      const { accessToken } = admin;
      expect((await ask(accessToken, 'x'.repeat(1024 * 1024 + 1))).body).toEqual(
        refusal(413, 'payload_too_large'),
      );
      const form = await ask(accessToken, 'amount=1', {
        'content-type': 'application/x-www-form-urlencoded',
      });
      expect(form.body).toEqual(refusal(415, 'unsupported_media_type'));
    });
  });
});
