/** What has waited for an account decides by everything that was committed meanwhile, not by what its own statement saw before. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MonthlyGrants } from '../../src/billing/monthly/monthly-grants.js';
import { TestPayments } from '../../src/testing/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, newCaller, type Person, register } from '../support/client.js';
import { registerAdmin } from '../support/dashboard.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { creditsOf, deliver, paidEvent } from '../support/payments.js';
import { catalogueWithPlans } from '../support/plans.js';
import { uuidOf } from '../support/public-ids.js';

const directory = catalogueWithPlans([
  { key: 'free', title: 'Free' },
  { key: 'pro', title: 'Pro', monthlyCredits: 2000, price: { amount: 1900, currency: 'EUR' } },
]);
let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  const env = { ROLES: 'api,worker', SIGNUP_CREDITS: '0', CATALOGUE_DIR: directory };
  const options = { replace: { PaymentProvider: TestPayments } };
  app = await startApp(env, undefined, options);
  other = await startApp(env, app.database, options);
});
afterAll(async () => {
  await expectSoundLedger(app.url);
  await other.close();
  await app.close();
  rmSync(directory, { recursive: true });
});

/** Changes the account in a transaction of its own, and keeps it locked. @returns what commits. */
async function change(accountId: string, text: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: app.url });
  await client.connect();
  await client.query('begin');
  await client.query(text, [uuidOf(accountId)]);
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

/** Resolves when so many statements wait for a lock. */
async function waiting(count: number): Promise<void> {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await app.database.query(text)).length < count) await sleep(5);
}

it('a charge of an empty wallet uses a grant that is committed while the charge waits', async () => {
  const { person, key } = await newCaller(app.base);
  const commit = await change(
    person.accountId,
    `with a as (update accounts set balance = balance + 5000 where id = $1 returning id, balance)
    insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
    select id, 'grant', 'system', 'wallet', 5000, balance from a`,
  );
  const asked = call(app.base, 'POST', '/api/generate', {
    ...{ token: key, body: { modelKey: 'embedded-fault', mode: 'ok' } },
  });
  await waiting(1);
  await commit();
  expect((await asked).status).toBe(201);
  expect(await balanceOf(app.base, key)).toBe(4);
});

it('the calendar gives nothing to an account whose subscription begins while the calendar waits', async () => {
  const person = await register(app.base);
  const { body: order } = await call(app.base, 'POST', '/api/billing/checkout', {
    ...{ token: person.accessToken, body: { plan: 'pro' } },
  });
  const reference = uuidOf(order.checkoutId);
  // An operator gives the plan, and with it the calendar is due.
  const give = await change(person.accountId, `update accounts set plan = 'pro' where id = $1`);
  const holding = change(person.accountId, 'select from accounts where id = $1 for update');
  await waiting(1);
  await give();
  const release = await holding;
  const paid = deliver(
    app.base,
    paidEvent(reference, {
      amount: { minorUnits: 1900n, currency: 'EUR' },
      subscription: { id: `sub_${randomUUID()}`, periodEndsAt: new Date(Date.now() + 30 * 86_400_000) },
    }),
  );
  await waiting(1);
  const rounds = [app, other].map((one) => one.app.get(MonthlyGrants, { strict: false }).round());
  await waiting(2);
  await release();
  expect((await paid).status).toBe(200);
  await Promise.all(rounds);
  expect(await creditsOf(app, person)).toEqual({ balance: 2000, owed: 0 });
});

it('an account without users is deleted once by two processes, and both say so', async () => {
  const admin: Person = await registerAdmin(app);
  const token = admin.accessToken;
  const opened = await call(app.base, 'POST', '/api/admin/accounts', { token, body: {} });
  const { id } = opened.body;
  const release = await change(id, 'select from accounts where id = $1 for update');
  const removals = [app, other].map(({ base }) =>
    call(base, 'DELETE', `/api/admin/accounts/${id}`, { token }),
  );
  await waiting(2);
  await release();
  expect((await Promise.all(removals)).map(({ status }) => status)).toEqual([202, 202]);
});
