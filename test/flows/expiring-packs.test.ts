/** Packs whose credits expire: by the days of the order, from the arrival of the credits, whatever is changed or repeated afterwards. */
import { PaymentProvider } from '../../src/billing/index.js';
import { TestPayments } from '../../src/testing/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, type Json, type Person, register } from '../support/client.js';
import { registerAdmin } from '../support/dashboard.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { buy, creditsOf, deliver, paidEvent, reversal } from '../support/payments.js';

const DAY = 86_400_000;

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  const options = { replace: { PaymentProvider: TestPayments } };
  app = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '0' }, undefined, options);
  expect(app.app.get(PaymentProvider, { strict: false })).toBeInstanceOf(TestPayments);
  admin = await registerAdmin(app);
});
afterAll(async () => {
  await expectSoundLedger(app.url);
  await app.close();
});

const setDays = async (expiresInDays: number | null) => {
  const token = admin.accessToken;
  const body = { expiresInDays };
  expect((await call(app.base, 'PATCH', '/api/admin/catalogue/packs/small', { token, body })).status).toBe(
    200,
  );
};
const balanceOf = async (key: string): Promise<Json> =>
  (await call(app.base, 'GET', '/api/credits/balance', { token: key })).body;
const keyOf = async (person: Person): Promise<string> =>
  (await createKey(app.base, person, { scopes: ['billing', 'write'] })).key;

it('the credits of an order without days stay, also when the pack has them afterwards', async () => {
  await setDays(null);
  const person = await register(app.base);
  const reference = await buy(app, person);
  await setDays(1);
  await deliver(app.base, paidEvent(reference));
  const key = await keyOf(person);
  expect(await balanceOf(key)).toMatchObject({ balance: 1000, expiring: [] });
});

// The clock moves at the end: sign-ins end with it.
it('the credits expire after the days of the order; a repeated payment extends nothing, and a refund afterwards is owed', async () => {
  await setDays(30);
  const person = await register(app.base);
  const key = await keyOf(person);
  const reference = await buy(app, person);
  await setDays(null);
  // Reported ten days late: the whole time counts from the arrival.
  const paid = paidEvent(reference, { at: new Date(Date.now() - 10 * DAY) });
  const before = app.service.clock.now().getTime();
  await deliver(app.base, paid);
  const after = app.service.clock.now().getTime();
  const { balance, expiring } = await balanceOf(key);
  expect([balance, expiring.length, expiring[0].credits]).toEqual([1000, 1, 1000]);
  const at = Date.parse(expiring[0].at);
  expect(at).toBeGreaterThanOrEqual(before + 30 * DAY);
  expect(at).toBeLessThanOrEqual(after + 30 * DAY);

  await app.service.clock.advance({ days: 29 });
  await deliver(app.base, paid);
  expect((await balanceOf(key)).balance).toBe(1000);
  await app.service.clock.advance({ days: 2 });
  expect(await balanceOf(key)).toMatchObject({ balance: 0, expiring: [] });
  await deliver(app.base, reversal(paid, 'refunded', 250n));
  expect(await creditsOf(app, person)).toEqual({ balance: 0, owed: 250 });
});
