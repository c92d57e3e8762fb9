/** POST /api/admin/credits/adjustments: corrects a balance up or down, with a reason in the ledger. */
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, newCaller, type Person } from '../support/client.js';
import { itRequiresAdmin, registerAdmin } from '../support/dashboard.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { fieldsOf, refusal } from '../support/refusals.js';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
  admin = await registerAdmin(app);
});
afterAll(async () => {
  expect(await expectSoundLedger(app.url)).toContain('ledger verified');
  await app.close();
});

const ask = (token: string | undefined, body: unknown) =>
  call(app.base, 'POST', '/api/admin/credits/adjustments', { token, body });
const adjust = (accountId: string, amount: unknown, note: unknown = 'a correction') =>
  ask(admin.accessToken, { accountId, amount, note });

describe('201', () => {
  it.each([
    [12.345, 1012.345],
    [-0.001, 999.999],
    [-1000, 0],
  ])('%d credits: the balance is %d, and the ledger contains the reason', async (amount, balance) => {
    const { person, key } = await newCaller(app.base);
    const answer = await adjust(person.accountId, amount, 'a correction');
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ success: true, accountId: person.accountId, amount, balance });
    expect(await balanceOf(app.base, key)).toBe(balance);
    const { body } = await call(app.base, 'GET', '/api/credits/ledger?limit=1', { token: key });
    expect(body.items).toMatchObject([
      { kind: 'adjustment', amount, balanceAfter: balance, note: 'a correction', predictionId: null },
    ]);
  });
});

describe('400', () => {
  it.each([
    ['nothing', 0, 'a', 'amount'],
    ['four decimals', 0.0001, 'a', 'amount'],
    ['too much', 1_000_000_001, 'a', 'amount'],
    ['too little', -1_000_000_001, 'a', 'amount'],
    ['text', '5', 'a', 'amount'],
    ['no reason', 5, '', 'note'],
    ['a reason of 501 characters', 5, 'n'.repeat(501), 'note'],
  ])('%s, and the balance does not change', async (_name, amount, note, field) => {
    const { person, key } = await newCaller(app.base);
    const answer = await adjust(person.accountId, amount, note);
    expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
    expect([...new Set(fieldsOf(answer))]).toEqual([field]);
    expect(await balanceOf(app.base, key)).toBe(1000);
  });
});

describe('402', () => {
  it('rejects an adjustment below zero, also with two concurrent ones', async () => {
    const { person, key } = await newCaller(app.base);
    expect((await adjust(person.accountId, -1000.001)).body).toEqual(refusal(402, 'insufficient_credits'));
    const answers = await Promise.all([1, 2, 3].map(() => adjust(person.accountId, -600)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 402, 402]);
    expect(await balanceOf(app.base, key)).toBe(400);
  });
});

describe('404', () => {
  it('for an unknown account', async () => {
    expect((await adjust(`acc_${'0'.repeat(32)}`, 1)).body).toEqual(refusal(404, 'account_not_found'));
  });
});

itRequiresAdmin(
  () => app,
  (token) => ask(token, { accountId: admin.accountId, amount: 1, note: 'n' }),
);
