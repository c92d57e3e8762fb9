/** The key's and the platform's limit of API-key routes, and revocation, each over all processes. */
import { randomBytes } from 'node:crypto';
import { createSecret } from '../../src/keys/key-secret.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, newCaller, register } from '../support/client.js';
import { expectBudget, expectTooMany } from '../support/refusals.js';

const open: TestApp[] = [];
async function newApp(env: Record<string, string>, beside?: TestApp): Promise<TestApp> {
  const app = await startApp({ ROLES: 'api', ...env }, beside?.database);
  open.unshift(app);
  return app;
}
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

const shared = new Map<string, TestApp>();
/** Returns the app with these settings. Tests with the same settings share it and its database, and none finds a count. */
async function sharedApp(env: Record<string, string>): Promise<TestApp> {
  const settings = JSON.stringify(env);
  const app = shared.get(settings) ?? (await startApp({ ROLES: 'api', ...env }));
  shared.set(settings, app);
  await app.database.query('delete from budgets');
  return app;
}
afterAll(async () => {
  for (const app of shared.values()) await app.close();
});

const balance = (app: TestApp, token: string | undefined, headers = {}) =>
  call(app.base, 'GET', '/api/credits/balance', { token, headers });

describe('the platform limit', () => {
  it('counts all keys together, with its own message and headers', async () => {
    const app = await sharedApp({ PLATFORM_RATE_LIMIT: '12' });
    const [one, two] = [await newCaller(app.base), await newCaller(app.base)];
    for (let i = 0; i < 6; i += 1) {
      for (const { key } of [one, two]) expectBudget(await balance(app, key), 6000, 5999 - i);
    }
    for (const { key } of [one, two]) expectTooMany(await balance(app, key), 'platform', 12);
  });

  it('a request rejected by one limit does not use the other', async () => {
    const app = await sharedApp({ PLATFORM_RATE_LIMIT: '12' });
    const { person, key } = await newCaller(app.base, { rateLimit: 10 });
    const other = await createKey(app.base, person);
    for (let i = 0; i < 10; i += 1) await balance(app, key);
    for (let i = 0; i < 5; i += 1) expectTooMany(await balance(app, key), 'key', 10);
    expectBudget(await balance(app, other.key), 6000, 5999);
    expectBudget(await balance(app, other.key), 6000, 5998);
    for (let i = 0; i < 5; i += 1) expectTooMany(await balance(app, other.key), 'platform', 12);
    await app.database.query(`delete from budgets where subject = 'platform'`);
    expectBudget(await balance(app, other.key), 6000, 5997);
  });

  it('does not count requests with failed authentication or 403', async () => {
    const app = await sharedApp({ PLATFORM_RATE_LIMIT: '10' });
    const { person, key } = await newCaller(app.base);
    const reader = await createKey(app.base, person, { scopes: ['read'] });
    for (let i = 0; i < 30; i += 1) {
      expect((await balance(app, i % 2 === 0 ? createSecret('live') : undefined)).status).toBe(401);
      expect((await balance(app, reader.key)).status).toBe(403);
    }
    for (let i = 0; i < 10; i += 1) expect((await balance(app, key)).status).toBe(200);
    expectTooMany(await balance(app, key), 'platform', 10);
  });

  it('holds over two processes', async () => {
    const one = await sharedApp({ PLATFORM_RATE_LIMIT: '14' });
    const two = await newApp({ PLATFORM_RATE_LIMIT: '14' }, one);
    const { key } = await newCaller(one.base);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => balance(i % 2 === 0 ? one : two, key)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(14);
    for (const answer of answers) if (answer.status !== 200) expectTooMany(answer, 'platform', 14);
  });

  it('PLATFORM_RATE_LIMIT_PER=account counts the keys of an account together', async () => {
    const app = await sharedApp({ PLATFORM_RATE_LIMIT: '10', PLATFORM_RATE_LIMIT_PER: 'account' });
    const [one, two] = [await newCaller(app.base), await newCaller(app.base)];
    const second = await createKey(app.base, one.person);
    for (let i = 0; i < 10; i += 1)
      expect((await balance(app, i % 2 === 0 ? one.key : second.key)).status).toBe(200);
    for (const key of [one.key, second.key]) expectTooMany(await balance(app, key), 'platform', 10);
    for (let i = 0; i < 10; i += 1) expect((await balance(app, two.key)).status).toBe(200);
    expectTooMany(await balance(app, two.key), 'platform', 10);
  });

  it('PLATFORM_RATE_LIMIT_PER=ip counts all callers of an address together', async () => {
    const settings = { PLATFORM_RATE_LIMIT: '10', PLATFORM_RATE_LIMIT_PER: 'ip', TRUST_PROXY: 'loopback' };
    const app = await sharedApp(settings);
    const [one, two] = [await newCaller(app.base), await newCaller(app.base)];
    const from = (address: string) => ({ 'x-forwarded-for': address });
    for (let i = 0; i < 10; i += 1)
      expect((await balance(app, i % 2 === 0 ? one.key : two.key, from('203.0.113.7'))).status).toBe(200);
    for (const { key } of [one, two])
      expectTooMany(await balance(app, key, from('203.0.113.7')), 'platform', 10);
    expect((await balance(app, one.key, from('203.0.113.8'))).status).toBe(200);
  });

  it('PLATFORM_RATE_LIMIT_PER=ip counts the addresses of an IPv6 network together', async () => {
    const settings = { PLATFORM_RATE_LIMIT: '10', PLATFORM_RATE_LIMIT_PER: 'ip', TRUST_PROXY: 'loopback' };
    const app = await sharedApp(settings);
    const { key } = await newCaller(app.base);
    const from = (host: number, network = 'a') => ({
      'x-forwarded-for': `2001:db8:0:${network}::${host.toString(16)}`,
    });
    for (let host = 1; host <= 10; host += 1) expect((await balance(app, key, from(host))).status).toBe(200);
    expectTooMany(await balance(app, key, from(11)), 'platform', 10);
    expectTooMany(await balance(app, key, { 'x-forwarded-for': '[2001:db8:0:a::12]:4711' }), 'platform', 10);
    expect((await balance(app, key, from(1, 'b'))).status).toBe(200);
  });

  it('PLATFORM_RATE_LIMIT_PER=ip counts all invalid addresses together, and passes none to a statement', async () => {
    const settings = { PLATFORM_RATE_LIMIT: '40', PLATFORM_RATE_LIMIT_PER: 'ip', TRUST_PROXY: '1' };
    const app = await sharedApp(settings);
    const { key } = await newCaller(app.base);
    const long = (i: number) => ({ 'x-forwarded-for': `${i}${randomBytes(3_500).toString('hex')}` });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        balance(app, key, i % 2 === 0 ? long(i) : { 'x-forwarded-for': '203.0.113.1' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(new Array(60).fill(200));
    const rows = await app.database.query<{ subject: string }>(
      `select subject from budgets where subject like 'ip:%' order by subject`,
    );
    expect(rows.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['ip:203.0.113.1', 'ip:unknown']),
    );
    expect(Math.max(...rows.map(({ subject }) => subject.length))).toBeLessThan(50);
    for (let i = 0; i < 10; i += 1)
      expect((await balance(app, key, { 'x-forwarded-for': `no address ${i}` })).status).toBe(200);
    expectTooMany(await balance(app, key, { 'x-forwarded-for': 'no address' }), 'platform', 40);
  });

  it('PLATFORM_RATE_LIMIT_PER=ip ignores X-Forwarded-For of an untrusted client', async () => {
    const app = await sharedApp({ PLATFORM_RATE_LIMIT: '10', PLATFORM_RATE_LIMIT_PER: 'ip' });
    const { key } = await newCaller(app.base);
    for (let i = 0; i < 10; i += 1)
      expect((await balance(app, key, { 'x-forwarded-for': `203.0.113.${i}` })).status).toBe(200);
    expectTooMany(await balance(app, key, { 'x-forwarded-for': '203.0.113.99' }), 'platform', 10);
  });

  it('is 300 a window by default', async () => {
    const app = await sharedApp({ PLATFORM_RATE_LIMIT: '' });
    const { key } = await newCaller(app.base);
    const answers = await Promise.all(Array.from({ length: 310 }, () => balance(app, key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300);
    expectTooMany(
      answers.find(({ status }) => status === 429)!,
      'platform',
      300,
    );
  });
});

describe('the limit of a key', () => {
  it('is set at its creation, 120 by default, and exact for concurrent requests at two processes', async () => {
    const one = await sharedApp({});
    const two = await newApp({}, one);
    const { key, record } = await newCaller(one.base, { rateLimit: undefined });
    expect(record.rateLimit).toBe(120);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => balance(i % 2 === 0 ? one : two, key)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    for (const answer of answers) if (answer.status !== 200) expectTooMany(answer, 'key', 120);
  });

  it('counts all API-key routes together; public and dashboard routes are not counted', async () => {
    const app = await sharedApp({});
    const { person, key } = await newCaller(app.base, { rateLimit: 10 });
    const routes: [string, string, unknown?][] = [
      ['GET', '/api/credits/balance'],
      ['GET', '/api/credits/ledger'],
      ['GET', '/api/generate/history'],
      ['GET', '/api/generate/reframe/history'],
      ['GET', '/api/generate/status/pred_1'],
      ['POST', '/api/generate/pred_1/cancel'],
      ['POST', '/api/generate/quote', {}],
      ['POST', '/api/generate', {}],
    ];
    let left = 10;
    for (const [method, path, body] of routes) {
      await call(app.base, 'GET', '/api/models', { token: key });
      await call(app.base, 'GET', '/api/keys', { token: person.accessToken });
      expectBudget(await call(app.base, method, path, { token: key, body }), 10, (left -= 1));
    }
    await balance(app, key);
    await balance(app, key);
    for (const [method, path, body] of routes)
      expectTooMany(await call(app.base, method, path, { token: key, body }), 'key', 10);
  });
});

describe('failed authentication', () => {
  // With an app of its own: it rejects invalid keys from this address for a minute.
  it('429: is limited by address; a valid key from there is accepted, and no limit of a key or the platform is used', async () => {
    const app = await newApp({});
    const { key } = await newCaller(app.base);
    const batch = async () => Promise.all(Array.from({ length: 60 }, () => balance(app, 'nonsense')));
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) statuses.push(...(await batch()).map(({ status }) => status));
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    const refused = await balance(app, 'nonsense');
    expect(Object.keys(refused.body)).toEqual(['statusCode', 'message']);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(refused.headers.get('x-ratelimit-scope')).toBeNull();
    expectBudget(await balance(app, key), 6000, 5999);
  });
});

describe('revocation', () => {
  it('the next request gets 401, on the process that revoked the key and on every other', async () => {
    const one = await sharedApp({});
    const two = await newApp({}, one);
    const person = await register(one.base);
    for (let round = 0; round < 5; round += 1) {
      const { key, id } = await createKey(one.base, person);
      for (const app of [one, two]) expect((await balance(app, key)).status).toBe(200);
      const { status } = await call(two.base, 'DELETE', `/api/keys/${id}`, { token: person.accessToken });
      expect(status).toBe(200);
      const after = await Promise.all([one, two].map((app) => balance(app, key)));
      expect(after.map((answer) => answer.status)).toEqual([401, 401]);
    }
  });

  it('no request that is sent after the response to the DELETE is accepted', async () => {
    const app = await sharedApp({});
    const person = await register(app.base);
    const { key, id } = await createKey(app.base, person);
    let revoked = false;
    const late: number[] = [];
    const caller = async () => {
      while (late.length < 40) {
        const startedAfter = revoked;
        const { status } = await balance(app, key);
        if (startedAfter) late.push(status);
      }
    };
    const callers = Array.from({ length: 8 }, caller);
    await call(app.base, 'DELETE', `/api/keys/${id}`, { token: person.accessToken });
    revoked = true;
    await Promise.all(callers);
    expect(new Set(late)).toEqual(new Set([401]));
  });
});
