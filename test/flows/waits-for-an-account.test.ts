/**
 * What has waited for an account or a person decides by everything that was committed meanwhile, not by what its own statement saw
 * before.
 */
import { rmSync } from 'node:fs';
import { SchedulerRegistry } from '@nestjs/schedule';
import { AuditTrail } from '../../src/audit/index.js';
import { OneTimeLinks } from '../../src/auth/passwords/one-time-links.js';
import { MonthlyGrants } from '../../src/billing/monthly/monthly-grants.js';
import { Catalogue } from '../../src/catalogue/index.js';
import { CreditsService } from '../../src/credits/index.js';
import { Database } from '../../src/platform/database/index.js';
import { TestPayments } from '../../src/testing/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, newCaller, type Person, register } from '../support/client.js';
import { registerAdmin } from '../support/dashboard.js';
import { holding, holdingAccount, holdingEvents, waiting } from '../support/held-transactions.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { invitationLink } from '../support/members.js';
import { creditsOf, deliver, paidMonth, subscribe } from '../support/payments.js';
import { catalogueWithPlans, PRO } from '../support/plans.js';
import { uuidOf } from '../support/public-ids.js';
import { refusal } from '../support/refusals.js';

const directory = catalogueWithPlans([{ key: 'free', title: 'Free' }, PRO]);
let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  const env = { ROLES: 'api', SIGNUP_CREDITS: '0', CATALOGUE_DIR: directory };
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

it('a charge of an empty wallet uses a grant that is committed while the charge waits', async () => {
  const { person, key } = await newCaller(app.base);
  const commit = await holding(
    app,
    `with a as (update wallets set balance = balance + 5000 where account_id = $1 returning account_id as id, balance)
    insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
    select id, 'grant', 'system', 'wallet', 5000, balance from a`,
    person.accountId,
  );
  const asked = call(app.base, 'POST', '/api/generate', {
    ...{ token: key, body: { modelKey: 'embedded-fault', mode: 'ok' } },
  });
  await waiting(app, 1);
  await commit();
  expect((await asked).status).toBe(201);
  expect(await balanceOf(app.base, key)).toBe(4);
});

/** As a worker has it. The applications have none: its locks, and runs of its own, would count among those that wait. */
function calendarOf({ app: nest }: TestApp): MonthlyGrants {
  const get = <T>(part: abstract new (...args: never[]) => T): T => nest.get(part, { strict: false });
  const calendar = new MonthlyGrants(
    new SchedulerRegistry(),
    get(Database),
    get(Catalogue),
    get(CreditsService),
    get(AuditTrail),
  );
  calendar.onApplicationBootstrap();
  return calendar;
}

it('the calendar gives nothing to an account whose subscription begins while the calendar waits', async () => {
  const person = await register(app.base);
  const reference = await subscribe(app, person);
  const release = await holdingAccount(app, person.accountId);
  // An operator gives the plan, and with it the calendar is due.
  await app.database.query(`update accounts set plan = 'pro' where id = $1`, [uuidOf(person.accountId)]);
  const paid = deliver(app.base, paidMonth(reference));
  await waiting(app, 1);
  const calendars = [app, other].map(calendarOf);
  const rounds = calendars.map((calendar) => calendar.round());
  await waiting(app, 3);
  await release();
  expect((await paid).status).toBe(200);
  await Promise.all(rounds);
  for (const calendar of calendars) await calendar.beforeApplicationShutdown();
  expect(await creditsOf(app, person)).toEqual({ balance: 2000, owed: 0 });
});

const signIn = async ({ email, password }: Person): Promise<string> =>
  (await call(app.base, 'POST', '/api/auth/login', { body: { email, password } })).body.accessToken;
const me = async (token: string) => (await call(app.base, 'GET', '/api/auth/me', { token })).status;

it.each([
  ['a changed password', (person: Person) => changePassword(person)],
  [
    'the end of all others',
    ({ accessToken: token }: Person) => call(app.base, 'DELETE', '/api/auth/sessions', { token }),
  ],
])('%s ends a sign-in that is being continued in an account', async (_, end) => {
  const person = await register(app.base);
  const stolen = await signIn(person);
  const release = await holdingEvents(app);
  const { accountId } = person;
  const switched = call(other.base, 'POST', '/api/auth/switch', { token: stolen, body: { accountId } });
  await waiting(app, 1);
  const ending = end(person);
  await waiting(app, 2);
  await release();
  expect((await switched).status).toBe(200);
  expect((await ending).status).toBe(204);
  expect(await me((await switched).body.accessToken)).toBe(401);
  expect(await me(person.accessToken)).toBe(200);
});

const NEXT = 'a horse of another colour';
function changePassword({ accessToken: token, password }: Person) {
  const body = { current: password, next: NEXT };
  return call(app.base, 'POST', '/api/auth/password', { token, body });
}

it('a key that a sign-in makes while it is ended is refused', async () => {
  const person = await register(app.base);
  const stolen = await signIn(person);
  const release = await holdingEvents(app);
  const body = { name: 'late', scopes: ['read'] };
  const created = call(other.base, 'POST', '/api/keys', { token: stolen, body });
  await waiting(app, 1);
  const changed = changePassword(person);
  await waiting(app, 2);
  await release();
  expect((await changed).status).toBe(204);
  expect((await created).body).toEqual(refusal(401, 'invalid_token'));
  const kept = await app.database.query('select from api_keys where account_id = $1', [
    uuidOf(person.accountId),
  ]);
  expect(kept).toEqual([]);
});

it('a sign-in with the password of before its change is refused', async () => {
  const { email, password, userId } = await register(app.base);
  const commit = await holding(app, `update users set password_hash = 'another' where id = $1`, userId);
  const signedIn = call(app.base, 'POST', '/api/auth/login', { body: { email, password } });
  await waiting(app, 1);
  await commit();
  expect((await signedIn).body).toEqual(refusal(401, 'invalid_credentials'));
});

it('of two links of one person that are made at the same time one is valid', async () => {
  const { userId } = await register(app.base);
  const commit = await holding(app, 'select from users where id = $1 for update', userId);
  const links = [app, other].map((one) => {
    const made = one.app.get(OneTimeLinks, { strict: false });
    const database = one.app.get(Database, { strict: false });
    return database.transaction((tx) => made.create(tx, uuidOf(userId), 'reset'));
  });
  await waiting(app, 2);
  await commit();
  await Promise.all(links);
  const kept = await app.database.query('select from one_time_links where user_id = $1', [uuidOf(userId)]);
  expect(kept).toHaveLength(1);
});

it('a person who joins an account while it is deleted is no member of it', async () => {
  const [admin, owner, joining] = [
    await registerAdmin(app),
    await register(app.base),
    await register(app.base),
  ];
  const link = await invitationLink(app, owner, joining.email, 'viewer');
  const release = await holdingEvents(app);
  const joined = call(app.base, 'POST', '/api/account/invitations/accept', {
    ...{ token: joining.accessToken, body: { token: link } },
  });
  await waiting(app, 1);
  const removed = call(app.base, 'DELETE', `/api/admin/accounts/${owner.accountId}`, {
    ...{ token: admin.accessToken, body: { force: true } },
  });
  await waiting(app, 2);
  await release();
  expect([(await joined).status, (await removed).status]).toEqual([200, 202]);
  const members = await app.database.query('select from memberships where account_id = $1', [
    uuidOf(owner.accountId),
  ]);
  expect(members).toEqual([]);
  expect(await me(joining.accessToken)).toBe(200);
});

it('an account without users is deleted once by two processes, and both say so', async () => {
  const admin: Person = await registerAdmin(app);
  const token = admin.accessToken;
  const opened = await call(app.base, 'POST', '/api/admin/accounts', { token, body: {} });
  const { id } = opened.body;
  const release = await holdingAccount(app, id);
  const removals = [app, other].map(({ base }) =>
    call(base, 'DELETE', `/api/admin/accounts/${id}`, { token }),
  );
  await waiting(app, 2);
  await release();
  expect((await Promise.all(removals)).map(({ status }) => status)).toEqual([202, 202]);
});
