/** Who registers another person's address keeps nothing when that person proves it: a mailed reset, and the link that verifies. */
import { jest } from '@jest/globals';
import { PaymentProvider } from '../../src/billing/index.js';
import { usersReset } from '../../src/cli/users-reset.js';
import { Mailer } from '../../src/index.js';
import { TestPayments } from '../../src/testing/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, type Json, type Person, register } from '../support/client.js';
import { holdingEvents, waiting } from '../support/held-transactions.js';
import { Mailbox } from '../support/mailbox.js';
import { addMember, invitationLink, membersOf } from '../support/members.js';
import { uuidOf } from '../support/public-ids.js';
import { refusal } from '../support/refusals.js';
import { until } from '../support/service-process.js';

const NEXT = 'a horse of another colour';
const RESET = 'Set a new password';
let app: TestApp;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', TRUST_PROXY: 'true' }, undefined, {
    replace: { Mailer: Mailbox, [PaymentProvider.name]: TestPayments },
  });
  mailbox = app.app.get<Mailbox>(Mailer, { strict: false });
});
afterAll(() => app.close());

const post = (path: string, body: object, token?: string, headers = {}) =>
  call(app.base, 'POST', path, { body, token, headers });
const me = (token: string) => call(app.base, 'GET', '/api/auth/me', { token });
const balance = async (token: string) =>
  (await call(app.base, 'GET', '/api/credits/balance', { token })).status;
const rows = (sql: string, ...values: unknown[]) => app.database.query<Json>(sql, values);
const eventsOf = ({ accountId }: Person) =>
  rows(
    `select after from audit_events where account_id = $1 and action = 'account.earlier_ended'`,
    uuidOf(accountId),
  );

const runReset = async (argv: string[]) => usersReset.read(argv)(app.app);

async function mailTo(email: string, subject: string): Promise<string> {
  const found = () => mailbox.mails.findLast((mail) => mail.to === email && mail.subject === subject);
  await until(() => found() !== undefined);
  return found()!.text;
}
const tokenIn = (text: string) => /#token=([\w-]{43})/.exec(text)![1]!;
const verify = (token: string, password?: string, signedIn?: string) =>
  post('/api/auth/email/verify', { token, ...(password === undefined ? {} : { password }) }, signedIn);
const linkOf = async ({ email }: Person) => tokenIn(await mailTo(email, 'Verify your email address'));

/** Resets the password by mail. @returns the session, and what the mail said. */
async function resetByMail({ email }: Person): Promise<{ session: Json; mail: string }> {
  await post('/api/auth/password/forgot', { email });
  const mail = await mailTo(email, RESET);
  const { status, body } = await post('/api/auth/password/reset', { token: tokenIn(mail), password: NEXT });
  expect(status).toBe(200);
  return { session: body, mail };
}

/** Makes everything that can be made in an account. */
async function fill(person: Person) {
  const { accessToken: token, accountId } = person;
  const first = await createKey(app.base, person);
  // Of a replaced key both work for a while.
  const rotated = await call(app.base, 'POST', `/api/keys/${first.id}/rotate`, {
    token,
    body: { graceSeconds: 3600 },
  });
  expect(rotated.status).toBe(201);
  const second = await addMember(app, person, 'owner');
  await invitationLink(app, person, `third-${accountId}@example.test`, 'owner');
  const spendLimit = { credits: 1, period: 'total' };
  await call(app.base, 'PUT', '/api/end-users/u1', { token, body: { spendLimit } });
  await call(app.base, 'PATCH', '/api/account', { token, body: { alertBelow: 7 } });
  await rows(
    `insert into uploads (id, account_id, name, bytes, expires_at)
     values (gen_random_uuid(), $1, 'uploads/x.png', 1, now() + interval '1 day')`,
    uuidOf(accountId),
  );
  const order = await post('/api/billing/checkout', { pack: 'small' }, token, { 'idempotency-key': 'one' });
  expect(order.status).toBe(201);
  return {
    keys: [first.key as string, rotated.body.key as string],
    second,
    orderId: order.body.checkoutId as string,
  };
}

it('a mailed reset that is the first proof of the address ends all that was made before it, and the mail says so', async () => {
  const stranger = await register(app.base);
  const { keys, second, orderId } = await fill(stranger);
  const { session, mail } = await resetByMail(stranger);
  expect(mail).toContain('The new password ends everything that was made in it before');
  expect(session).toMatchObject({
    user: { emailVerified: true },
    account: { id: stranger.accountId, role: 'owner' },
  });
  for (const key of keys) expect(await balance(key)).toBe(401);
  for (const token of [stranger.accessToken, second.accessToken]) expect((await me(token)).status).toBe(401);
  const owner = { ...stranger, accessToken: session.accessToken };
  const { items, invitations } = await membersOf(app.base, owner);
  expect(items).toMatchObject([{ userId: stranger.userId, role: 'owner' }]);
  expect(invitations).toEqual([]);
  const account = await call(app.base, 'GET', '/api/account', { token: owner.accessToken });
  expect(account.body.alertBelow).toBeNull();
  const endUser = await call(app.base, 'GET', '/api/end-users/u1', { token: owner.accessToken });
  expect(endUser.body.spendLimit ?? null).toBeNull();
  expect(
    await rows('select from uploads where account_id = $1 and expires_at > now()', uuidOf(owner.accountId)),
  ).toEqual([]);
  const again = await post('/api/billing/checkout', { pack: 'small' }, owner.accessToken, {
    'idempotency-key': 'one',
  });
  expect(again.body.checkoutId).not.toBe(orderId);
  expect(await eventsOf(owner)).toEqual([
    { after: { keys: 2, members: 1, spendLimits: 1, alerts: 1, uploads: 1, orders: 1 } },
  ]);
});

it('what is made in the account while it is proved ends too: a key, and the membership of who accepts an invitation', async () => {
  const [stranger, guest] = [await register(app.base), await register(app.base)];
  const link = await invitationLink(app, stranger, guest.email, 'owner');
  await post('/api/auth/password/forgot', { email: stranger.email });
  const token = tokenIn(await mailTo(stranger.email, RESET));
  const release = await holdingEvents(app);
  const key = post('/api/keys', { name: 'late', scopes: ['read'] }, stranger.accessToken);
  const joined = post('/api/account/invitations/accept', { token: link }, guest.accessToken);
  await waiting(app, 2);
  const reset = post('/api/auth/password/reset', { token, password: NEXT });
  await waiting(app, 3);
  await release();
  const answers = [await key, await joined, await reset];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200]);
  const account = uuidOf(stranger.accountId);
  expect(await balance(answers[0]!.body.key)).toBe(401);
  expect(await rows('select user_id from memberships where account_id = $1', account)).toEqual([
    { user_id: uuidOf(stranger.userId) },
  ]);
  expect((await me(guest.accessToken)).status).toBe(200);
});

it('a reset after the address was verified in a sign-in ends the other sign-ins and nothing else', async () => {
  const person = await register(app.base);
  const { keys, second } = await fill(person);
  expect((await verify(await linkOf(person), undefined, person.accessToken)).status).toBe(204);
  for (const key of keys) expect(await balance(key)).toBe(200);
  const { mail } = await resetByMail(person);
  expect(mail).not.toContain('ends everything');
  for (const key of keys) expect(await balance(key)).toBe(200);
  expect((await me(second.accessToken)).status).toBe(200);
  expect(await eventsOf(person)).toEqual([]);
});

it('a reset ends nothing of an account that another person opened, but the invitations that the user sent from it', async () => {
  const [host, guest] = [await register(app.base), await register(app.base)];
  const { keys } = await fill(host);
  await rows(
    `insert into memberships (user_id, account_id, role) values ($1, $2, 'owner')`,
    uuidOf(guest.userId),
    uuidOf(host.accountId),
  );
  await rows(
    'update invitations set invited_by = $1 where account_id = $2',
    uuidOf(guest.userId),
    uuidOf(host.accountId),
  );
  await resetByMail(guest);
  for (const key of keys) expect(await balance(key)).toBe(200);
  expect((await me(host.accessToken)).status).toBe(200);
  expect((await membersOf(app.base, host)).items).toHaveLength(3);
  expect((await membersOf(app.base, host)).invitations).toEqual([]);
});

it('a link that the operator prints proves no address, and ends nothing but sign-ins', async () => {
  const person = await register(app.base);
  const { keys } = await fill(person);
  const write = jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
  await runReset(['--email', person.email]);
  const printed = write.mock.calls.join('');
  write.mockRestore();
  const { body } = await post('/api/auth/password/reset', {
    token: tokenIn(printed),
    password: NEXT,
  });
  expect(body.user.emailVerified).toBe(false);
  for (const key of keys) expect(await balance(key)).toBe(200);
});

it('a user whom the operator created loses nothing when the first mail was lost', async () => {
  const admin = await register(app.base);
  await rows(`update users set role = 'admin' where id = $1`, uuidOf(admin.userId));
  const email = `created-${Date.now()}@example.test`;
  const { body: account } = await post('/api/admin/accounts', { email }, admin.accessToken);
  const key = await post(
    `/api/admin/accounts/${account.id}/keys`,
    { name: 'shop', scopes: ['billing'] },
    admin.accessToken,
  );
  await mailTo(email, 'Your account');
  await post('/api/auth/password/forgot', { email });
  const mail = await mailTo(email, RESET);
  expect(mail).not.toContain('ends everything');
  const { body } = await post('/api/auth/password/reset', { token: tokenIn(mail), password: NEXT });
  expect(body.user.emailVerified).toBe(true);
  expect(await balance(key.body.key)).toBe(200);
});

describe('POST /api/auth/email/verify', () => {
  it('204: with the password, or in a sign-in of that user', async () => {
    const [one, other] = [await register(app.base), await register(app.base)];
    expect((await verify(await linkOf(one), one.password)).status).toBe(204);
    expect((await verify(await linkOf(other), undefined, other.accessToken)).status).toBe(204);
  });

  it('401 `invalid_credentials`: with the mail alone, a wrong password, or a sign-in of another user; the link stays valid', async () => {
    const [person, other] = [await register(app.base), await register(app.base)];
    const link = await linkOf(person);
    for (const answer of [
      await verify(link),
      await verify(link, 'wrong'),
      await verify(link, undefined, other.accessToken),
      await verify(link, undefined, 'no token'),
    ])
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 401,
        body: { ...refusal(401, 'invalid_credentials'), message: expect.any(String) },
      });
    expect((await me(person.accessToken)).body.user.emailVerified).toBe(false);
    expect((await verify(link, person.password)).status).toBe(204);
  });
});
