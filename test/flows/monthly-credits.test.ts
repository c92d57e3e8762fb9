/** Monthly credits of plans that are not paid for: once a calendar month, exact under several processes. */
import { rmSync } from 'node:fs';
import { MonthlyGrants } from '../../src/billing/monthly/monthly-grants.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, type Person, register } from '../support/client.js';
import { registerAdmin } from '../support/dashboard.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { createOperatorKey } from '../support/operators.js';
import { creditsOf } from '../support/payments.js';
import { catalogueWithPlans } from '../support/plans.js';
import { uuidOf } from '../support/public-ids.js';
import { refusal } from '../support/refusals.js';

const directory = catalogueWithPlans([
  { key: 'free', title: 'Free', monthlyCredits: 50, creditsExpire: true },
  { key: 'pro', title: 'Pro', monthlyCredits: 1000 },
  { key: 'none', title: 'None' },
]);
let apps: TestApp[];
let admin: Person;
beforeAll(async () => {
  const env = { ROLES: 'api,worker', SIGNUP_CREDITS: '0', CATALOGUE_DIR: directory };
  const first = await startApp(env);
  apps = [first, await startApp(env, first.database)];
  admin = await registerAdmin(first);
});
afterAll(async () => {
  await expectSoundLedger(apps[0]!.url);
  for (const app of apps.toReversed()) await app.close();
  rmSync(directory, { recursive: true });
});

const query = (text: string, person: Person) => apps[0]!.database.query(text, [uuidOf(person.accountId)]);
/** Both processes at once, twice. */
const rounds = async () => {
  for (let round = 0; round < 2; round += 1)
    await Promise.all(apps.map(({ app }) => app.get(MonthlyGrants, { strict: false }).round()));
};
const balanceAfterRounds = async (person: Person) => {
  await rounds();
  return (await creditsOf(apps[0]!, person)).balance;
};
const setPlan = (person: Person, plan: string) =>
  call(apps[0]!.base, 'PATCH', `/api/admin/accounts/${person.accountId}`, {
    ...{ token: admin.accessToken, body: { plan } },
  });

it('the default plan gives its credits once, until the end of the month, however many workers and rounds', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => register(apps[0]!.base)));
  await rounds();
  for (const person of people) {
    expect(await balanceAfterRounds(person)).toBe(50);
    const entries = await query(
      `select kind, (extract(day from expires_at at time zone 'UTC'))::int as day, expires_at > now() as is_later
       from ledger_transfers where account_id = $1`,
      person,
    );
    expect(entries).toEqual([{ kind: 'grant', day: 1, is_later: true }]);
  }
});

it('a larger plan adds the difference, a smaller one nothing, and going back and forth no more', async () => {
  const person = await register(apps[0]!.base);
  expect(await balanceAfterRounds(person)).toBe(50);
  expect((await setPlan(person, 'pro')).status).toBe(200);
  expect(await balanceAfterRounds(person)).toBe(1000);
  for (const plan of ['free', 'pro', 'none', 'pro']) {
    await setPlan(person, plan);
    expect(await balanceAfterRounds(person)).toBe(1000);
  }
});

it('the next month gives them again, once', async () => {
  const person = await register(apps[0]!.base);
  await setPlan(person, 'pro');
  expect(await balanceAfterRounds(person)).toBe(1000);
  await query(
    `update plan_months set month = month - interval '1 month', due_at = now() where account_id = $1`,
    person,
  );
  expect(await balanceAfterRounds(person)).toBe(2000);
});

it('a plan that the catalogue has no longer counts as the default one; suspended and unverified accounts wait', async () => {
  const [gone, suspended, unverified] = await Promise.all([1, 2, 3].map(() => register(apps[0]!.base)));
  await query(`update accounts set plan = 'gone' where id = $1`, gone!);
  expect(await balanceAfterRounds(gone!)).toBe(50);
  await setPlan(suspended!, 'none');
  await rounds();
  const before = (await creditsOf(apps[0]!, suspended!)).balance;
  await query('insert into suspended_accounts (account_id) values ($1)', suspended!);
  await setPlan(suspended!, 'pro');
  expect(await balanceAfterRounds(suspended!)).toBe(before);
  await query('delete from suspended_accounts where account_id = $1', suspended!);
  await query('update plan_months set due_at = now() where account_id = $1', suspended!);
  expect(await balanceAfterRounds(suspended!)).toBe(1000);
  const given = await balanceAfterRounds(unverified!);
  await query('update users set signup_credits = 5 where account_id = $1', unverified!);
  await setPlan(unverified!, 'pro');
  expect(await balanceAfterRounds(unverified!)).toBe(given);
});

it('what is paid for each month gives no free credits, and a subscription to another plan takes none away', async () => {
  const [own, another] = await Promise.all([1, 2].map(() => register(apps[0]!.base)));
  for (const [person, plan] of [
    [own!, 'pro'],
    [another!, 'none'],
  ] as const) {
    await setPlan(person, 'none');
    await apps[0]!.database.query(
      `with orders as (
         insert into checkouts (id, account_id, user_id, provider, kind, pack, title, credits, amount, currency)
         values (gen_random_uuid(), $1, $2, 'none', 'plan', $3, 'A plan', 1000, 100, 'EUR') returning id)
       insert into subscriptions (id, subscription_id, account_id, began_at, paid_at, paid_until)
       select id, 'sub', $1, now(), now(), now() + interval '30 days' from orders`,
      [uuidOf(person.accountId), uuidOf(person.userId), plan],
    );
    await query(
      `update plan_months set month = null, granted = 0, due_at = 'infinity' where account_id = $1`,
      person,
    );
  }
  const before = [(await creditsOf(apps[0]!, own!)).balance, (await creditsOf(apps[0]!, another!)).balance];
  for (const person of [own!, another!]) await setPlan(person, 'pro');
  expect([await balanceAfterRounds(own!), await balanceAfterRounds(another!)]).toEqual([
    before[0],
    before[1]! + 1000,
  ]);
});

it('an operator key gives a plan with credits only with credits:write, to a new account and to one that is there', async () => {
  const [app] = apps as [TestApp];
  const { accountId } = await register(app.base);
  const write = await createOperatorKey(app, admin, { scopes: ['accounts:write'] });
  const both = await createOperatorKey(app, admin, { scopes: ['accounts:write', 'credits:write'] });
  const give = (token: string, plan: string) =>
    Promise.all([
      call(app.base, 'POST', '/api/admin/accounts', { token, body: { plan } }),
      call(app.base, 'PATCH', `/api/admin/accounts/${accountId}`, { token, body: { plan } }),
    ]);
  for (const plan of ['pro', 'free'])
    for (const { body } of await give(write.key, plan))
      expect(body).toMatchObject(refusal(403, 'insufficient_scope'));
  expect((await give(write.key, 'none')).map(({ status }) => status)).toEqual([201, 200]);
  expect((await give(both.key, 'pro')).map(({ status }) => status)).toEqual([201, 200]);
  expect((await give(admin.accessToken, 'free')).map(({ status }) => status)).toEqual([201, 200]);
});
