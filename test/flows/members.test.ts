/** Members under concurrency and attack: the last owner, one link used twice at once, guessed links, and both kinds of old data. */
import { createSecretToken } from '../../src/auth/index.js';
import { Mailer } from '../../src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json, register } from '../support/client.js';
import { Mailbox } from '../support/mailbox.js';
import { accept, addMember, invitationToken, invite, membersOf, verifyEmail } from '../support/members.js';
import { uuidOf } from '../support/public-ids.js';

let app: TestApp;
let second: TestApp;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', TRUST_PROXY: 'true' }, undefined, { replace: { Mailer: Mailbox } });
  second = await startApp({ ROLES: 'api', TRUST_PROXY: 'true' }, app.database);
  mailbox = app.app.get<Mailbox>(Mailer, { strict: false });
});
afterAll(async () => {
  await second.close();
  await app.close();
});

const ROUNDS = 8;
const bases = () => [app.base, second.base];

it('an account keeps an owner when all of them leave, remove each other and step down at once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const first = await register(app.base);
    const owners = [first, await addMember(app, first, 'owner'), await addMember(app, first, 'owner')];
    const [a, b, c] = owners as [typeof first, typeof first, typeof first];
    const path = ({ userId }: typeof first) => `/api/account/members/${userId}`;
    const answers = await Promise.all([
      call(app.base, 'DELETE', path(a), { token: a.accessToken }),
      call(second.base, 'DELETE', path(b), { token: b.accessToken }),
      call(app.base, 'PATCH', path(c), { token: c.accessToken, body: { role: 'viewer' } }),
      call(second.base, 'DELETE', path(a), { token: b.accessToken }),
      call(app.base, 'DELETE', path(c), { token: a.accessToken }),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const rows = await app.database.query<Json>(
      `select count(*) filter (where role = 'owner')::int as owners from memberships where account_id = $1`,
      [uuidOf(first.accountId)],
    );
    expect(rows[0].owners).toBeGreaterThanOrEqual(1);
    // Each of them still belongs to the account of a new sign-in.
    const homeless = await app.database.query<Json>(
      `select u.id from users u where not exists (
         select from memberships m where m.user_id = u.id and m.account_id = u.account_id)`,
    );
    expect(homeless).toEqual([]);
  }
}, 120_000);

it('a person who is removed from all accounts at once has one of their own', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [x, y] = [await register(app.base), await register(app.base)];
    const member = await addMember(app, x, 'viewer');
    const userId = uuidOf(member.userId);
    await app.database.query(
      `with moved as (update users set account_id = $2 where id = $1)
       delete from memberships where user_id = $1 and role = 'owner'`,
      [userId, uuidOf(x.accountId)],
    );
    await app.database.query(
      `insert into memberships (user_id, account_id, role) values ($1, $2, 'viewer')`,
      [userId, uuidOf(y.accountId)],
    );
    const removals = await Promise.all(
      [x, y].map(({ accessToken: token }, index) =>
        call(bases()[index]!, 'DELETE', `/api/account/members/${member.userId}`, { token }),
      ),
    );
    expect(removals.map(({ status }) => status)).toEqual([204, 204]);
    const memberships = await app.database.query<Json>(
      `select m.role, m.account_id = u.account_id as is_home
       from memberships m join users u on u.id = m.user_id where u.id = $1`,
      [userId],
    );
    expect(memberships).toEqual([{ role: 'owner', is_home: true }]);
  }
}, 120_000);

it('an invitation that is accepted many times at once makes one member', async () => {
  const owner = await register(app.base);
  const person = await register(app.base);
  await verifyEmail(app, owner);
  await invite(app.base, owner, person.email, 'developer');
  const link = await invitationToken(mailbox, person.email);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => accept(bases()[n % 2]!, person.accessToken, link)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)]);
  expect((await membersOf(app.base, owner)).items).toHaveLength(2);
});

it('a person who signs up and accepts at once joins once', async () => {
  const owner = await register(app.base);
  const email = 'twice@example.test';
  await verifyEmail(app, owner);
  await invite(app.base, owner, email, 'viewer');
  const token = await invitationToken(mailbox, email);
  const body = { token, password: 'correct horse battery staple' };
  const answers = await Promise.all(
    bases().map((base) => call(base, 'POST', '/api/auth/register/invited', { body })),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses[0]).toBe(201);
  expect([400, 409]).toContain(statuses[1]);
  expect((await membersOf(app.base, owner)).items).toHaveLength(2);
});

it('100 invitations at once do not exceed the limit of an account', async () => {
  const owner = await register(app.base);
  await app.database.query(
    `insert into invitations (id, account_id, email, role, invited_by, expires_at)
     select gen_random_uuid(), $1, 'full-' || n || '@example.test', 'viewer', $2, now() + interval '1 day'
     from generate_series(1, 94) n`,
    [uuidOf(owner.accountId), uuidOf(owner.userId)],
  );
  await verifyEmail(app, owner);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => invite(bases()[n % 2]!, owner, `new-${n}@example.test`, 'viewer')),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect((await membersOf(app.base, owner)).invitations).toHaveLength(99);
});

it('guessed links are 400 and then 429 for the address alone', async () => {
  const person = await register(app.base);
  const owner = await register(app.base);
  await verifyEmail(app, owner);
  await invite(app.base, owner, person.email, 'viewer');
  const link = await invitationToken(mailbox, person.email);
  const guess = (address: string, token = createSecretToken().token) =>
    call(app.base, 'POST', '/api/account/invitations/accept', {
      token: person.accessToken,
      body: { token },
      headers: { 'x-forwarded-for': address },
    });
  // Many at once: a starved machine takes longer than the minute of the limit for one after the other.
  for (let n = 0; n < 600; n += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => guess('192.0.2.77')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  }
  expect((await guess('192.0.2.77')).status).toBe(429);
  expect((await guess('192.0.2.78', link)).status).toBe(200);
}, 120_000);

it('a new user is the owner of its account by a trigger', async () => {
  const [user] = await app.database.query<Json>(
    `with new_users as (
       insert into users (id, account_id, email, password_hash) values (uuidv7(), uuidv7(), 'before@example.test', 'x')
       returning id, account_id)
     insert into accounts (id, plan) select account_id, 'free' from new_users returning id as account_id`,
  );
  expect(
    await app.database.query('select role from memberships where account_id = $1', [user.account_id]),
  ).toEqual([{ role: 'owner' }]);
});
