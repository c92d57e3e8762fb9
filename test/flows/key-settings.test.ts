/** Expiry, switch, allowed models and addresses of keys: on two processes, with the next request. */
import { startApp, type TestApp } from '../support/app.js';
import {
  type Answer,
  balanceOf,
  call,
  createKey,
  generate,
  type Json,
  newCaller,
  type Person,
  register,
} from '../support/client.js';
import { MemoryLimitStore, SharedBudgets } from '../support/memory-limit-store.js';
import { uuidOf } from '../support/public-ids.js';
import { refusal } from '../support/refusals.js';

const IMAGE = { modelKey: 'embedded-image', prompt: 'a lighthouse' };
const FAULT = { modelKey: 'embedded-fault', mode: 'ok' };

class Store extends MemoryLimitStore {
  constructor() {
    super(new SharedBudgets());
  }
}

let app: TestApp;
/** Another process on the same database. */
let other: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', TRUST_PROXY: 'true' });
  other = await startApp({ ROLES: 'api', TRUST_PROXY: 'true' }, app.database);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const balance = (at: TestApp, token: string, headers = {}) =>
  call(at.base, 'GET', '/api/credits/balance', { token, headers });
const patch = (person: Person, id: string, body: object) =>
  call(app.base, 'PATCH', `/api/keys/${id}`, { token: person.accessToken, body });
const listOf = async (person: Person) =>
  (await call(app.base, 'GET', '/api/keys', { token: person.accessToken })).body.keys as Json[];
const inSeconds = (seconds: number) =>
  new Date(app.service.clock.now().getTime() + seconds * 1000).toISOString();
const statusesOf = (responses: { status: number }[]) => responses.map(({ status }) => status);
const audited = async (id: string) =>
  app.database.query<Json>(
    `select action, actor_kind as by, before, after from audit_events where target = $1 order by id`,
    [id],
  );

it('settings are returned as given, in the creation, in the list, by the key itself and after a change', async () => {
  const settings = {
    expiresAt: '2999-01-31T09:30:00.000Z',
    allowedModels: ['embedded-image', 'embedded-fault'],
    allowedIps: ['127.0.0.0/8', '::1', '2001:db8::/32'],
    metadata: { team: 'render' },
  };
  const { person, key, record } = await newCaller(app.base, settings);
  expect(record).toMatchObject({ ...settings, replaces: null, replacedBy: null, status: 'active' });
  expect((await listOf(person))[0]).toMatchObject(settings);
  const own = await call(app.base, 'GET', '/api/key', { token: key });
  expect(own.body).toMatchObject({ success: true, id: record.id, masked: record.masked, ...settings });
  expect(own.body).not.toHaveProperty('key');
  const cleared = { expiresAt: null, allowedModels: null, allowedIps: null, metadata: null };
  const { body } = await patch(person, record.id, { ...cleared, name: 'New', rateLimit: 50 });
  expect(body).toMatchObject({ ...cleared, metadata: {}, name: 'New', rateLimit: 50, scopes: record.scopes });
  const [created, changed] = await audited(record.id);
  const { metadata: _, ...safe } = settings;
  expect(created).toMatchObject({ action: 'key.created', by: 'user', before: null, after: safe });
  expect(changed).toMatchObject({
    action: 'key.changed',
    before: { ...safe, metadata: ['team'], rateLimit: 6000 },
    after: {
      expiresAt: null,
      allowedModels: null,
      allowedIps: null,
      metadata: [],
      name: 'New',
      rateLimit: 50,
    },
  });
  expect(JSON.stringify([created, changed])).not.toContain('render');
});

it('GET /api/key is for any scope and returns what the headers say is left', async () => {
  const { key, record } = await newCaller(app.base, { scopes: ['billing'], rateLimit: 10 });
  for (const remaining of [9, 8]) {
    const { status, body, headers } = await call(app.base, 'GET', '/api/key', { token: key });
    expect([status, body.id]).toEqual([200, record.id]);
    expect(body.limits).toEqual({ requests: { limit: 10, remaining, resetSeconds: 0 }, spend: null });
    expect(headers.get('x-ratelimit-remaining')).toBe(String(remaining));
  }
  const { person } = await newCaller(app.base);
  expect((await call(app.base, 'GET', '/api/key', { token: person.accessToken })).status).toBe(401);
});

it('a model that is not offered, scopes and env are refused with 400 and change nothing', async () => {
  const { person, record } = await newCaller(app.base);
  for (const body of [
    { allowedModels: ['embedded-image', 'nope'] },
    { scopes: ['read'] },
    { env: 'test' },
    {},
  ]) {
    const { status, body: refused } = await patch(person, record.id, body);
    expect([status, refused.code]).toEqual([400, 'validation_failed']);
  }
  const created = await call(app.base, 'POST', '/api/keys', {
    token: person.accessToken,
    body: { name: 'x', scopes: ['read'], allowedModels: ['nope'] },
  });
  expect(created.body).toMatchObject({ statusCode: 400, code: 'validation_failed' });
  expect(created.body.details).toEqual([expect.objectContaining({ field: 'allowedModels' })]);
  const { key: _, success: __, ...unchanged } = record;
  expect(await listOf(person)).toEqual([unchanged]);
});

describe('a disabled key', () => {
  it('is refused with 401 everywhere with the next request, and works again when enabled', async () => {
    const { person, key, record } = await newCaller(app.base);
    for (let round = 0; round < 3; round++) {
      expect((await patch(person, record.id, { disabled: true })).body).toMatchObject({ status: 'disabled' });
      expect((await balance(other, key)).body).toEqual(refusal(401, 'invalid_api_key'));
      expect((await balance(app, key)).status).toBe(401);
      expect((await patch(person, record.id, { disabled: false })).body).toMatchObject({ status: 'active' });
      expect((await balance(other, key)).status).toBe(200);
    }
  });

  it('ends a long poll on another process, and counts among the 20', async () => {
    const { person, key, record } = await newCaller(app.base);
    const { predictionId } = await generate(app.base, key, FAULT);
    const poll = call(other.base, 'GET', `/api/generate/status/${predictionId}?wait=30`, { token: key });
    await patch(person, record.id, { disabled: true });
    expect((await poll).body).toEqual(refusal(401, 'invalid_api_key'));
    const created = await Promise.all(
      Array.from({ length: 20 }, () =>
        call(app.base, 'POST', '/api/keys', {
          token: person.accessToken,
          body: { name: 'x', scopes: ['read'] },
        }),
      ),
    );
    expect(statusesOf(created).filter((status) => status === 201)).toHaveLength(19);
  });
});

describe('an expired key', () => {
  it('is refused with 401 on both processes from that moment, and a new expiry makes it usable again', async () => {
    const { person, key, record } = await newCaller(app.base, { expiresAt: inSeconds(300) });
    expect((await balance(other, key)).status).toBe(200);
    await app.service.clock.advance({ minutes: 5 });
    for (const at of [app, other])
      expect((await balance(at, key)).body).toEqual(refusal(401, 'invalid_api_key'));
    expect((await listOf(person))[0]).toMatchObject({ status: 'expired', revokedAt: null });
    expect((await patch(person, record.id, { expiresAt: null })).body).toMatchObject({ status: 'active' });
    expect((await balance(other, key)).status).toBe(200);
  });

  it('ends a long poll that waits', async () => {
    const { key } = await newCaller(app.base, { expiresAt: inSeconds(300) });
    const { predictionId } = await generate(app.base, key, FAULT);
    const poll = call(other.base, 'GET', `/api/generate/status/${predictionId}?wait=30`, { token: key });
    await app.service.clock.advance({ minutes: 5 });
    expect((await poll).body).toEqual(refusal(401, 'invalid_api_key'));
  });

  it('frees its place: 20 of 60 concurrent creates succeed beside 20 expired keys, and none of those comes back', async () => {
    const person = await register(app.base);
    const expiresAt = inSeconds(300);
    const expired = await Promise.all(
      Array.from({ length: 20 }, () => createKey(app.base, person, { expiresAt })),
    );
    const body = { name: 'new', scopes: ['billing'] };
    // A change that has waited too long for those before it is answered 503, and comes again.
    const create = async (at: TestApp): Promise<Answer> => {
      const answer = await call(at.base, 'POST', '/api/keys', { token: person.accessToken, body });
      return answer.status === 503 ? create(at) : answer;
    };
    expect((await create(app)).body.code).toBe('active_key_limit_reached');
    await app.service.clock.advance({ minutes: 5 });
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => create(i % 2 ? app : other)));
    expect(statusesOf(answers).filter((status) => status === 201)).toHaveLength(20);
    expect(statusesOf(answers).filter((status) => status === 409)).toHaveLength(40);
    const keys = await listOf(person);
    expect(keys.filter(({ status }) => status === 'active')).toHaveLength(20);
    expect(keys.filter(({ status }) => status === 'expired')).toHaveLength(20);
    const revived = await patch(person, expired[3].id, { expiresAt: null });
    expect(revived.body).toMatchObject({ statusCode: 409, code: 'active_key_limit_reached' });
    expect((await listOf(person)).find(({ id }) => id === expired[3].id)).toMatchObject({
      status: 'expired',
    });

    // One place: of concurrent changes and creates one succeeds.
    const active = keys.find(({ status }) => status === 'active')!;
    await call(app.base, 'DELETE', `/api/keys/${active.id}`, { token: person.accessToken });
    const race = await Promise.all([
      ...expired.slice(0, 10).map(({ id }) => patch(person, id, { expiresAt: null })),
      ...Array.from({ length: 10 }, () => create(other)),
    ]);
    expect(statusesOf(race).filter((status) => status === 200 || status === 201)).toHaveLength(1);
    expect((await listOf(person)).filter(({ status }) => status === 'active')).toHaveLength(20);
  });
});

describe('allowed addresses', () => {
  it('refuse any other with 403 on both processes, without taking from the rate limit, from the next request on', async () => {
    const { person, key, record } = await newCaller(app.base, {
      rateLimit: 10,
      allowedIps: ['203.0.113.0/24', '2001:db8:1::/48', '198.51.100.7'],
    });
    for (const address of [
      '203.0.114.1',
      '2001:db8:2::1',
      '198.51.100.8',
      '::ffff:198.51.100.8',
      'unknown',
    ]) {
      for (const at of [app, other])
        expect([address, (await balance(at, key, from(address))).body]).toEqual([
          address,
          refusal(403, 'ip_not_allowed'),
        ]);
    }
    const allowed = [
      '203.0.113.255',
      '2001:db8:1:ffff::',
      '198.51.100.7',
      '::ffff:203.0.113.9',
      '::ffff:cb00:7109',
    ];
    for (const [index, address] of allowed.entries()) {
      const { status, headers } = await balance(index % 2 ? app : other, key, from(address));
      expect([address, status, headers.get('x-ratelimit-remaining')]).toEqual([
        address,
        200,
        String(9 - index),
      ]);
    }
    await patch(person, record.id, { allowedIps: ['192.0.2.1'] });
    expect((await balance(other, key, from('203.0.113.9'))).status).toBe(403);
    expect((await balance(other, key, from('192.0.2.1'))).status).toBe(200);
    await patch(person, record.id, { allowedIps: null });
    expect((await balance(other, key, from('203.0.113.9'))).status).toBe(200);
  });

  it('are judged before the body, the scopes and the rate limit', async () => {
    const { key } = await newCaller(app.base, { rateLimit: 10, scopes: ['read'], allowedIps: ['192.0.2.1'] });
    const start = await call(app.base, 'POST', '/api/generate', { token: key, body: { modelKey: 7 } });
    expect(start.body).toEqual(refusal(403, 'ip_not_allowed'));
    const quota = await Promise.all(
      Array.from({ length: 12 }, () =>
        call(app.base, 'GET', '/api/key', { token: key, headers: from('192.0.2.1') }),
      ),
    );
    expect(statusesOf(quota).filter((status) => status === 429)).toHaveLength(2);
    expect((await balance(app, key)).body).toEqual(refusal(403, 'ip_not_allowed'));
  });
});

describe('allowed models', () => {
  it('refuse any other in a start and a quote with 403, charge nothing, and follow a change at once', async () => {
    const { person, key, record } = await newCaller(app.base, { allowedModels: ['embedded-fault'] });
    const before = await balanceOf(app.base, key);
    for (const path of ['/api/generate', '/api/generate/quote']) {
      const { body } = await call(other.base, 'POST', path, { token: key, body: IMAGE });
      expect(body).toEqual(refusal(403, 'model_not_allowed'));
      // Before the input is checked.
      const bad = await call(app.base, 'POST', path, { token: key, body: { ...IMAGE, prompt: 7 } });
      expect(bad.body).toEqual(refusal(403, 'model_not_allowed'));
    }
    expect(await balanceOf(app.base, key)).toBe(before);
    expect(
      (await call(app.base, 'POST', '/api/generate', { token: key, body: { modelKey: 'nope' } })).body,
    ).toMatchObject({ statusCode: 400, code: 'model_not_found' });
    await generate(other.base, key, FAULT);
    await patch(person, record.id, { allowedModels: ['embedded-image'] });
    expect((await call(other.base, 'POST', '/api/generate', { token: key, body: FAULT })).status).toBe(403);
    expect((await call(other.base, 'POST', '/api/generate/quote', { token: key, body: IMAGE })).status).toBe(
      200,
    );
  });

  it('are refused with 403 also when the rate limit is used up', async () => {
    const { key } = await newCaller(app.base, { rateLimit: 10, allowedModels: ['embedded-fault'] });
    const quotes = await Promise.all(
      Array.from({ length: 14 }, () =>
        call(app.base, 'POST', '/api/generate/quote', { token: key, body: IMAGE }),
      ),
    );
    expect(new Set(statusesOf(quotes))).toEqual(new Set([403]));
    expect((await balance(app, key)).status).toBe(429);
  });
});

it('with a replaced LimitStore the same holds', async () => {
  const replaced = await startApp({ ROLES: 'api', TRUST_PROXY: 'true' }, app.database, {
    replace: { LimitStore: Store },
  });
  try {
    const { person, key, record } = await newCaller(app.base, {
      allowedIps: ['192.0.2.1'],
      allowedModels: ['embedded-fault'],
      expiresAt: inSeconds(300),
    });
    const headers = from('192.0.2.1');
    expect((await balance(replaced, key)).body).toEqual(refusal(403, 'ip_not_allowed'));
    expect((await balance(replaced, key, headers)).status).toBe(200);
    const quote = { token: key, headers, body: IMAGE };
    expect((await call(replaced.base, 'POST', '/api/generate/quote', quote)).body).toEqual(
      refusal(403, 'model_not_allowed'),
    );
    await patch(person, record.id, { disabled: true });
    expect((await balance(replaced, key, headers)).status).toBe(401);
    await patch(person, record.id, { disabled: false });
    expect((await balance(replaced, key, headers)).status).toBe(200);
    await app.service.clock.advance({ minutes: 5 });
    expect((await balance(replaced, key, headers)).status).toBe(401);
  } finally {
    await replaced.close();
  }
});

it('settings of a key survive what is sent at the same time: the last one of each is stored', async () => {
  const { person, record } = await newCaller(app.base);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      patch(person, record.id, i % 2 ? { name: `n${i}` } : { rateLimit: 100 + i }),
    ),
  );
  expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
  const events = await audited(record.id);
  const last = await app.database.query<Json>('select name, rate_limit from api_keys where id = $1', [
    uuidOf(record.id),
  ]);
  expect(events.filter(({ action }) => action === 'key.changed')).toHaveLength(20);
  expect(events.findLast(({ after }) => 'name' in after)?.after.name).toBe(last[0]!.name);
});
