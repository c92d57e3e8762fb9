/** POST /api/admin/accounts, and keys, plans and audit trails of accounts, by operator keys and administrators. */
import { Mailer } from '../../src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, createKey, type Json, type Person, register } from '../support/client.js';
import { itRequiresAdmin, registerAdmin } from '../support/dashboard.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { Mailbox } from '../support/mailbox.js';
import { createOperatorKey } from '../support/operators.js';
import { uuidOf } from '../support/public-ids.js';
import { fieldsOf, refusal, TIME } from '../support/refusals.js';

const PATH = '/api/admin/accounts';
const NOBODY = `acc_${'0'.repeat(32)}`;
let app: TestApp;
let admin: Person;
let operator: Json;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' }, undefined, { replace: { Mailer: Mailbox } });
  mailbox = app.app.get<Mailbox>(Mailer, { strict: false });
  admin = await registerAdmin(app);
  operator = await createOperatorKey(app, admin, { name: 'Shop' });
});
afterAll(async () => {
  console.log(`operator accounts: ${await expectSoundLedger(app.url)}`);
  await app.close();
});

let counter = 0;
const fresh = (what: string) => `${what}-${process.pid}-${(counter += 1)}`;
const create = (body: unknown, reference?: string, token: string | undefined = operator.key) =>
  call(app.base, 'POST', PATH, {
    token,
    body,
    headers: reference === undefined ? {} : { 'idempotency-key': reference },
  });
const get = (path: string, token: string | undefined = operator.key) =>
  call(app.base, 'GET', `${PATH}${path}`, { token });
const patch = (id: string, body: unknown, token: string | undefined = operator.key) =>
  call(app.base, 'PATCH', `${PATH}/${id}`, { token, body });
const total = async () => {
  const [row] = await app.database.query<{ n: number }>('select count(*)::int as n from accounts');
  return row!.n;
};

describe('POST /api/admin/accounts', () => {
  it('201: an account without a user, with its plan and credits, that works with a key', async () => {
    const externalId = fresh('customer');
    const { status, body } = await create({ externalId, plan: 'pro', credits: 12.5 }, fresh('order'));
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      id: expect.stringMatching(/^acc_[0-9a-f]{32}$/),
      plan: 'pro',
      balance: 12.5,
      held: 0,
      createdAt: TIME,
      activeKeys: 0,
      suspended: false,
      deletedAt: null,
      externalId,
      name: null,
      users: [],
    });
    expect((await get(`?externalId=${externalId}`)).body.items).toMatchObject([{ id: body.id }]);
    const key = await call(app.base, 'POST', `${PATH}/${body.id}/keys`, {
      token: operator.key,
      body: { name: 'Production', scopes: ['billing', 'write'] },
    });
    expect(key).toMatchObject({ status: 201, body: { name: 'Production', status: 'active' } });
    expect(key.headers.get('cache-control')).toBe('no-store');
    expect(await balanceOf(app.base, key.body.key)).toBe(12.5);
  });

  it('201: without anything in the body, on the default plan, without credits', async () => {
    expect((await create({})).body).toMatchObject({ plan: 'free', balance: 0, externalId: null, users: [] });
  });

  it('201: a user sets the password by the mailed link, and gets no sign-up credits', async () => {
    const email = `${fresh('ada')}@example.test`;
    const before = mailbox.mails.length;
    const { status, body } = await create({ email: ` ${email.toUpperCase()} ` });
    expect([status, body.balance]).toEqual([201, 0]);
    expect(body.users).toMatchObject([{ email, role: 'user' }]);
    const mail = await mailbox.mail(before + 1);
    expect(mail).toMatchObject({ to: email, subject: 'Your account' });
    const token = /#token=([\w-]+)/.exec(mail.text)![1];
    const password = 'correct horse battery staple';
    const early = await call(app.base, 'POST', '/api/auth/login', { body: { email, password } });
    expect(early.body).toEqual(refusal(401, 'invalid_credentials'));
    const set = await call(app.base, 'POST', '/api/auth/password/reset', { body: { token, password } });
    expect(set).toMatchObject({
      status: 200,
      body: { account: { id: body.id }, user: { emailVerified: true } },
    });
    expect((await get(`/${body.id}`)).body.balance).toBe(0);
  });

  it('201: the events name the operator key, its name, and from where; never email or external id', async () => {
    const [email, externalId] = [`${fresh('bob')}@example.test`, fresh('customer')];
    const { body } = await create({ email, externalId, credits: 1 }, fresh('order'));
    const trail = await get(`/${body.id}/audit`);
    expect((trail.body.items as Json[]).map(({ action }) => action as string).sort()).toEqual([
      'account.created',
      'credits.granted',
      'user.created',
    ]);
    for (const event of trail.body.items)
      expect(event).toMatchObject({
        accountId: body.id,
        actor: { kind: 'operator_key', id: operator.id, name: 'Shop' },
        address: '127.0.0.1',
        requestId: expect.any(String),
      });
    // The email stands beside the events, and in none of them.
    expect(trail.body.items[0].email).toBe(email);
    const kept = 'select jsonb_agg(to_jsonb(e))::text as text from audit_events e where account_id = $1';
    const [events] = await app.database.query<{ text: string }>(kept, [uuidOf(body.id)]);
    expect(events!.text).not.toMatch(new RegExp(`${email}|${externalId}|of_ops_`));
  });

  it('409: for a taken email and a taken externalId, and nothing is left of the request', async () => {
    const person = await register(app.base);
    const externalId = fresh('customer');
    await create({ externalId });
    const before = await total();
    expect((await create({ email: person.email, externalId: fresh('customer') })).body).toEqual(
      refusal(409, 'email_taken'),
    );
    const email = `${fresh('carl')}@example.test`;
    const taken = await create({ email, externalId, credits: 5 }, fresh('order'));
    expect(taken.body).toEqual(refusal(409, 'external_id_taken'));
    expect(await total()).toBe(before);
    expect((await create({ email })).status).toBe(201);
  });

  it('409: of twelve concurrent requests with one externalId, or one email, one creates an account', async () => {
    for (const body of [{ externalId: fresh('customer') }, { email: `${fresh('dora')}@example.test` }]) {
      const before = await total();
      const answers = await Promise.all(Array.from({ length: 12 }, () => create(body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(11).fill(409)]);
      expect(await total()).toBe(before + 1);
    }
  });

  it('replays with an Idempotency-Key: one account and one grant for twelve concurrent requests', async () => {
    const [reference, body] = [fresh('order'), { externalId: fresh('customer'), credits: 7 }];
    const before = await total();
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(body, reference)));
    const again = await create(body, reference);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const made = answers.filter(({ status }) => status === 201);
    expect(made.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    for (const { body: replayed } of [...made, again])
      expect(replayed).toMatchObject({ id: again.body.id, balance: 7 });
    for (const { body: refused } of answers.filter(({ status }) => status !== 201))
      expect(refused).toEqual(refusal(409, 'idempotency_in_progress'));
    expect(await total()).toBe(before + 1);
  });

  it('422: for another request with the same Idempotency-Key, also one of a grant, with nothing done', async () => {
    const reference = fresh('order');
    const { body } = await create({ credits: 3 }, reference);
    const before = await total();
    for (const other of [{ credits: 4 }, { credits: 3, plan: 'pro' }, {}])
      expect((await create(other, reference)).body).toEqual(refusal(422, 'idempotency_mismatch'));
    const grant = { accountId: body.id, amount: 3, note: 'First credits' };
    const ask = (key: string) =>
      call(app.base, 'POST', '/api/admin/credits/grants', {
        token: operator.key,
        body: grant,
        headers: { 'idempotency-key': key },
      });
    const used = fresh('grant');
    await ask(used);
    expect((await create({ credits: 9 }, used)).body).toEqual(refusal(422, 'idempotency_mismatch'));
    expect(await total()).toBe(before);
  });

  it.each<[string, object, string]>([
    ['an email that is none', { email: 'nobody' }, 'email'],
    ['an email of null', { email: null }, 'email'],
    ['an empty externalId', { externalId: '' }, 'externalId'],
    ['a long externalId', { externalId: 'x'.repeat(201) }, 'externalId'],
    ['an externalId that is no text', { externalId: 7 }, 'externalId'],
    ['an unknown plan', { plan: 'gold' }, 'plan'],
    ['no credits', { credits: 0 }, 'credits'],
    ['negative credits', { credits: -1 }, 'credits'],
    ['credits with 4 decimals', { credits: 0.0001 }, 'credits'],
    ['limits', { limits: {} }, 'limits'],
    ['a role', { email: 'a@b.test', role: 'admin' }, 'role'],
  ])('400: for %s', async (_name, body, field) => {
    const answer = await create(body, fresh('order'));
    expect([answer.status, ...new Set(fieldsOf(answer))]).toEqual([400, field]);
  });

  it('400: an operator key needs an Idempotency-Key for credits; an administrator does not', async () => {
    const answer = await create({ credits: 5 });
    expect([answer.status, ...fieldsOf(answer)]).toEqual([400, 'Idempotency-Key']);
    expect((await create({ credits: 5 }, undefined, admin.accessToken)).status).toBe(201);
    for (const kind of ['grants', 'adjustments']) {
      const body = { accountId: admin.accountId, amount: 1, note: 'without a key' };
      const path = `/api/admin/credits/${kind}`;
      const refused = await call(app.base, 'POST', path, { token: operator.key, body });
      expect([refused.status, ...fieldsOf(refused)]).toEqual([400, 'Idempotency-Key']);
      expect((await call(app.base, 'POST', path, { token: admin.accessToken, body })).status).toBe(201);
    }
  });

  it('403: credits need credits:write too', async () => {
    const { key } = await createOperatorKey(app, admin, { scopes: ['accounts:write'] });
    const before = await total();
    expect((await create({ credits: 5 }, fresh('order'), key)).body).toEqual(
      refusal(403, 'insufficient_scope'),
    );
    expect(await total()).toBe(before);
    expect((await create({}, undefined, key)).status).toBe(201);
  });

  itRequiresAdmin(
    () => app,
    (token) => create({}, undefined, token ?? ''),
  );
});

describe('GET /api/admin/accounts', () => {
  it('200: filters by externalId and by plan, alone, together and with a search, in pages', async () => {
    const plan = 'pro';
    const made: Json[] = [];
    const run = fresh('run');
    for (let i = 0; i < 4; i += 1)
      made.unshift(
        (
          await create({
            email: `${run}-${i}@example.test`,
            externalId: `${run}-${i}`,
            plan: i % 2 ? plan : 'free',
          })
        ).body,
      );
    const idsOf = async (query: string) =>
      ((await get(`?${query}`)).body.items as Json[]).map(({ id }) => id as string);
    expect(await idsOf(`search=${run}`)).toEqual(made.map(({ id }) => id as string));
    expect(await idsOf(`search=${run}&plan=pro`)).toEqual([made[0].id, made[2].id]);
    const first = await get(`?search=${run}&plan=pro&limit=1`);
    expect(first.body.items).toMatchObject([{ id: made[0].id }]);
    expect(await idsOf(`search=${run}&plan=pro&limit=1&cursor=${first.body.nextCursor}`)).toEqual([
      made[2].id,
    ]);
    expect(await idsOf(`externalId=${run}-3`)).toEqual([made[0].id]);
    expect(await idsOf(`externalId=${run}-3&plan=free`)).toEqual([]);
    expect(await idsOf(`externalId=${run}-3&search=${run}-2`)).toEqual([]);
    expect(await idsOf(`externalId=${run}`)).toEqual([]);
    await patch(made[0].id, { suspended: true });
    expect(await idsOf('suspended=true&plan=pro')).toEqual([made[0].id]);
    expect(await idsOf('suspended=true&plan=free')).toEqual([]);
    expect((await idsOf('plan=pro'))[0]).toBe(made[0].id);
    for (const { plan: found } of (await get('?plan=pro')).body.items) expect(found).toBe('pro');
  });

  it('400: for an empty and a long externalId', async () => {
    for (const query of ['externalId=', `externalId=${'x'.repeat(201)}`])
      expect([...new Set(fieldsOf(await get(`?${query}`)))]).toEqual(['externalId']);
  });
});

describe('PATCH /api/admin/accounts/:id', () => {
  it('200: changes the plan and suspends, together, with an event each; the same again records nothing', async () => {
    const { id } = (await create({})).body;
    const changed = await patch(id, { plan: 'pro', suspended: true });
    expect(changed).toMatchObject({ status: 200, body: { plan: 'pro', suspended: true } });
    await patch(id, { plan: 'pro', suspended: true });
    expect((await get(`/${id}/audit`)).body.items).toMatchObject([
      { action: 'account.suspended', actor: { kind: 'operator_key', id: operator.id } },
      { action: 'account.plan_changed', before: { plan: 'free' }, after: { plan: 'pro' } },
      { action: 'account.created' },
    ]);
    expect((await patch(id, { suspended: false })).body).toMatchObject({ plan: 'pro', suspended: false });
  });

  it('200: a plan is kept beside concurrent charges of the account', async () => {
    const { id } = (await create({ credits: 100 }, fresh('order'))).body;
    const grants = Array.from({ length: 80 }, () =>
      call(app.base, 'POST', '/api/admin/credits/adjustments', {
        token: admin.accessToken,
        body: { accountId: id, amount: -1, note: 'beside a change' },
      }),
    );
    const plans = ['pro', 'free', 'pro'].map((plan) => patch(id, { plan }));
    for (const { status } of await Promise.all([...grants, ...plans])) expect(status).toBeLessThan(300);
    await patch(id, { plan: 'pro' });
    expect((await get(`/${id}`)).body).toMatchObject({ plan: 'pro', balance: 20 });
  });

  it.each<[object, string]>([
    [{}, 'suspended'],
    [{ plan: 'gold', suspended: true }, 'plan'],
    [{ plan: null, suspended: true }, 'plan'],
    [{ suspended: null }, 'suspended'],
    [{ limits: { maxRateLimit: 9 }, suspended: true }, 'limits.maxRateLimit'],
    [{ limits: { maxRateLimit: 60, rateLimit: 10 }, suspended: true }, 'limits.rateLimit'],
  ])('400: for %j, with nothing changed', async (body, field) => {
    const { id } = (await create({})).body;
    const answer = await patch(id, body);
    expect([answer.status, ...new Set(fieldsOf(answer))]).toEqual([400, field]);
    expect((await get(`/${id}`)).body.suspended).toBe(false);
  });
});

describe('POST /api/admin/accounts/:id/keys', () => {
  const createFor = (id: string, body: unknown, token: string | undefined = operator.key) =>
    call(app.base, 'POST', `${PATH}/${id}/keys`, { token, body });

  it('201: answers as POST /api/keys does', async () => {
    const person = await register(app.base);
    const own = await createKey(app.base, person);
    const { status, body } = await createFor(person.accountId, { name: 'a', scopes: ['read'] });
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(Object.keys(own).sort());
    const { body: listed } = await call(app.base, 'GET', '/api/keys', { token: person.accessToken });
    expect(listed.keys.map(({ id }: Json) => id as string)).toContain(body.id);
    const { body: trail } = await call(app.base, 'GET', '/api/audit?action=key.created', {
      token: person.accessToken,
    });
    // People of the account see that it was an operator key, not its name and address.
    expect(trail.items[0]).toMatchObject({ target: body.id, address: null });
    expect(trail.items[0].actor).toEqual({ kind: 'operator_key', id: operator.id });
  });

  it('400, 404, 409: for a bad body, an unknown account, and the 21st key', async () => {
    const { id } = (await create({})).body;
    expect(fieldsOf(await createFor(id, { name: 'a', scopes: ['accounts:read'] }))).toEqual(['scopes']);
    for (const nobody of [NOBODY, 'nonsense'])
      expect((await createFor(nobody, { name: 'a', scopes: ['read'] })).body).toEqual(
        refusal(404, 'account_not_found'),
      );
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => createFor(id, { name: 'a', scopes: ['read'] })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 201)!.body).toEqual(
      refusal(409, 'active_key_limit_reached'),
    );
  });
});

describe('GET /api/admin/accounts/:id/audit', () => {
  it('200: lists the events of one account only, filtered, and as CSV', async () => {
    const [one, other] = [(await create({})).body, (await create({})).body];
    await patch(one.id, { plan: 'pro' });
    expect((await get(`/${one.id}/audit?action=account.created`)).body.items).toHaveLength(1);
    expect((await get(`/${one.id}/audit`)).text).not.toContain(other.id);
    const file = await call(app.base, 'GET', `${PATH}/${one.id}/audit`, {
      token: operator.key,
      headers: { accept: 'text/csv' },
    });
    expect(file.text.trim().split('\n')).toHaveLength(3);
  });

  it('400, 404: for an account in the query, and an unknown one in the path', async () => {
    const { id } = (await create({})).body;
    expect(fieldsOf(await get(`/${id}/audit?accountId=${admin.accountId}`))).toEqual(['accountId']);
    expect((await get(`/${NOBODY}/audit`)).body).toEqual(refusal(404, 'account_not_found'));
  });
});

it('an account without users is in no list of people, and its rows agree', async () => {
  const { id } = (await create({ externalId: fresh('customer') })).body;
  const [row] = await app.database.query<{ users: number; external: number }>(
    `select (select count(*)::int from users where account_id = $1) as users,
       (select count(*)::int from account_references where account_id = $1) as external`,
    [uuidOf(id)],
  );
  expect(row).toEqual({ users: 0, external: 1 });
});
