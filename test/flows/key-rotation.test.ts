/** Rotation: a key and its replacement, one rate limit, and no moment at which neither works. On two processes. */
import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, type Json, newCaller, type Person, register } from '../support/client.js';
import { uuidOf } from '../support/public-ids.js';
import { refusal } from '../support/refusals.js';
import { until } from '../support/service-process.js';

let app: TestApp;
/** Another process on the same database. */
let other: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
  other = await startApp({ ROLES: 'api' }, app.database);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const own = (at: TestApp, token: string) => call(at.base, 'GET', '/api/key', { token });
const rotate = (at: TestApp, person: Person, id: string, body: object = {}) =>
  call(at.base, 'POST', `/api/keys/${id}/rotate`, { token: person.accessToken, body });
const listOf = async (person: Person) =>
  (await call(app.base, 'GET', '/api/keys', { token: person.accessToken })).body.keys as Json[];
const find = async (person: Person, id: string) => (await listOf(person)).find((key) => key.id === id);
const statusesOf = (responses: { status: number }[]) => responses.map(({ status }) => status);

it('returns a new key with the same settings; the old one is retiring and stops after the grace', async () => {
  const settings = {
    allowedIps: ['127.0.0.1', '::1'],
    allowedModels: ['embedded-image'],
    metadata: { a: 'b' },
  };
  const { person, key, record } = await newCaller(app.base, { ...settings, rateLimit: 500, env: 'test' });
  const { status, body, headers } = await rotate(app, person, record.id, { graceSeconds: 300 });
  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
  expect(body).toMatchObject({
    success: true,
    key: expect.stringMatching(/^of_test_[0-9a-f]{48}$/),
    ...settings,
    ...{ name: record.name, scopes: record.scopes, rateLimit: 500, expiresAt: null },
    ...{ status: 'active', requests: 0, lastUsedAt: null, replaces: record.id, replacedBy: null },
  });
  const old = await find(person, record.id);
  expect(old).toMatchObject({ status: 'retiring', revokedAt: null, replacedBy: body.id });
  expect(Date.parse(old!.expiresAt) - app.service.clock.now().getTime()).toBeGreaterThan(280_000);
  for (const at of [app, other]) {
    expect((await own(at, key)).body).toMatchObject({ id: record.id, status: 'retiring' });
    expect((await own(at, body.key)).body.id).toBe(body.id);
  }
  await app.service.clock.advance({ minutes: 5 });
  for (const at of [app, other]) expect((await own(at, key)).body).toEqual(refusal(401, 'invalid_api_key'));
  expect((await own(other, body.key)).status).toBe(200);
  const ended = await find(person, record.id);
  expect(ended).toMatchObject({ status: 'revoked', revokedAt: old!.expiresAt, replacedBy: body.id });
});

it('is not delayed by a create of the account, which refers to the key meanwhile', async () => {
  const { person, record } = await newCaller(app.base);
  const create = new pg.Client({ connectionString: app.database.url });
  await create.connect();
  await create.query('begin');
  await create.query('select 1 from wallets where account_id = $1 for update', [uuidOf(person.accountId)]);
  // As the foreign key of its prediction does. With a stronger lock of the key the rotation would wait.
  await create.query('select 1 from api_keys where id = $1 for key share', [uuidOf(record.id)]);
  expect((await rotate(app, person, record.id)).status).toBe(201);
  await create.query('commit');
  await create.end();
});

it('without a grace the old key is refused with the next request on every process', async () => {
  const { person, key, record } = await newCaller(app.base);
  const { body } = await rotate(app, person, record.id);
  for (const at of [other, app]) expect((await own(at, key)).status).toBe(401);
  expect((await own(other, body.key)).status).toBe(200);
  expect(await find(person, record.id)).toMatchObject({ status: 'revoked', replacedBy: body.id });
});

it('a retiring key does not count among the 20, and a full account can rotate each of them', async () => {
  const person = await register(app.base);
  const keys = await Promise.all(Array.from({ length: 20 }, () => createKey(app.base, person)));
  const rotated = await Promise.all(keys.map(({ id }) => rotate(app, person, id, { graceSeconds: 600 })));
  expect(new Set(statusesOf(rotated))).toEqual(new Set([201]));
  const body = { name: 'x', scopes: ['read'] };
  const create = () => call(app.base, 'POST', '/api/keys', { token: person.accessToken, body });
  expect((await create()).body).toMatchObject({ code: 'active_key_limit_reached' });
  const listed = await listOf(person);
  expect(listed.filter(({ status }) => status === 'active')).toHaveLength(20);
  expect(listed.filter(({ status }) => status === 'retiring')).toHaveLength(20);
});

it('rotating again ends the predecessor of the rotated key; so does revoking it', async () => {
  const { person, key: first, record } = await newCaller(app.base);
  const second = (await rotate(app, person, record.id, { graceSeconds: 604_800 })).body;
  const third = (await rotate(other, person, second.id, { graceSeconds: 604_800 })).body;
  expect(statusesOf(await Promise.all([first, second.key, third.key].map((key) => own(other, key))))).toEqual(
    [401, 200, 200],
  );
  await call(app.base, 'DELETE', `/api/keys/${third.id}`, { token: person.accessToken });
  expect(statusesOf(await Promise.all([second.key, third.key].map((key) => own(other, key))))).toEqual([
    401, 401,
  ]);
  const events = await app.database.query<Json>(
    `select action, target from audit_events where account_id = $1 and action <> 'key.created' order by id`,
    [uuidOf(person.accountId)],
  );
  expect(events).toEqual([
    { action: 'key.rotated', target: record.id },
    { action: 'key.rotated', target: second.id },
    { action: 'key.revoked', target: record.id },
    { action: 'key.revoked', target: third.id },
    { action: 'key.revoked', target: second.id },
  ]);
});

it('of 20 concurrent rotations of a key on two processes exactly one wins', async () => {
  const { person, record } = await newCaller(app.base);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      rotate(i % 2 ? app : other, person, record.id, { graceSeconds: 60 }),
    ),
  );
  expect(statusesOf(answers).filter((status) => status === 201)).toHaveLength(1);
  for (const { body } of answers.filter(({ status }) => status !== 201))
    expect(body).toEqual(refusal(409, 'key_not_rotatable'));
  expect(await listOf(person)).toHaveLength(2);
});

it('a disabled key in its grace is not rotated again (409)', async () => {
  const { person, record } = await newCaller(app.base);
  const { accessToken: token } = person;
  await call(app.base, 'PATCH', `/api/keys/${record.id}`, { token, body: { disabled: true } });
  expect((await rotate(app, person, record.id, { graceSeconds: 60 })).status).toBe(201);
  expect((await rotate(other, person, record.id, { graceSeconds: 60 })).body).toEqual(
    refusal(409, 'key_not_rotatable'),
  );
  expect(await listOf(person)).toHaveLength(2);
});

it('a retiring, revoked or expired key is not rotated (409), a disabled one is and stays disabled', async () => {
  const { person, record, key } = await newCaller(app.base);
  const second = (await rotate(app, person, record.id, { graceSeconds: 60 })).body;
  expect((await rotate(app, person, record.id)).body.code).toBe('key_not_rotatable');
  expect((await own(app, key)).status).toBe(200);
  await call(app.base, 'DELETE', `/api/keys/${record.id}`, { token: person.accessToken });
  expect((await own(other, key)).status).toBe(401);
  expect((await rotate(app, person, record.id)).body.code).toBe('key_not_rotatable');
  await call(app.base, 'PATCH', `/api/keys/${second.id}`, {
    token: person.accessToken,
    body: { disabled: true },
  });
  const third = (await rotate(app, person, second.id, { graceSeconds: 60 })).body;
  expect(third).toMatchObject({ status: 'disabled' });
  expect(statusesOf([await own(app, second.key), await own(app, third.key)])).toEqual([401, 401]);
  for (const graceSeconds of [-1, 604_801, 1.5, '60', null])
    expect((await rotate(app, person, third.id, { graceSeconds })).body.code).toBe('validation_failed');
  const foreign = await register(app.base);
  expect((await rotate(app, foreign, third.id)).body).toEqual(refusal(404, 'key_not_found'));
});

it('both keys share one rate limit on all processes, and each counts its own requests', async () => {
  const { person, key, record } = await newCaller(app.base, { rateLimit: 30 });
  for (let i = 0; i < 5; i++) await own(app, key);
  const next = (await rotate(app, person, record.id, { graceSeconds: 600 })).body;
  expect((await own(other, next.key)).body.limits.requests).toMatchObject({ limit: 30, remaining: 24 });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => own(i % 2 ? app : other, i % 3 === 0 ? key : next.key)),
  );
  expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(24);
  expect(statusesOf(answers).filter((status) => status === 429)).toHaveLength(36);
  await until(async () => (await find(person, next.id))!.requests === 41);
  expect(await find(person, record.id)).toMatchObject({ requests: 25 });
});

it('under load on two processes no request is refused that should pass, and none passes that should not', async () => {
  const { person, key, record } = await newCaller(app.base);
  const wrong: string[] = [];
  let current = { key, id: record.id as string };
  let isDone = false;
  let passed = 0;
  // Callers switch to a new key as soon as they know it; their requests with the one before are still right in its grace.
  const caller = async (at: TestApp) => {
    while (!isDone) {
      const { key: used } = current;
      const { status, text } = await own(at, used);
      if (status === 200) passed += 1;
      else wrong.push(`refused: ${status} ${text}`);
    }
  };
  const callers = [app, other, app, other].map(caller);
  for (let round = 0; round < 10; round++) {
    const old = current;
    const { body } = await rotate(round % 2 ? app : other, person, old.id, { graceSeconds: 60 });
    current = { key: body.key, id: body.id };
    const before = passed;
    await until(() => passed >= before + 12 || wrong.length > 0);
    // Each caller has the new key by now: the old one is ended, and refused by the next request on both.
    await call(app.base, 'DELETE', `/api/keys/${old.id}`, { token: person.accessToken });
    for (const at of [other, app]) {
      const { status } = await own(at, old.key);
      if (status !== 401) wrong.push(`passed: ${status}`);
    }
  }
  isDone = true;
  await Promise.all(callers);
  expect(wrong).toEqual([]);
  expect(passed).toBeGreaterThan(100);
});
