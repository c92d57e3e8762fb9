/** The budgets of counted requests in a store of an extension, and the counters of keys that remain in the database. */
import { Injectable } from '@nestjs/common';
import { ADD_USES } from '../../src/admission/key-uses.sql.js';
import { type BudgetRequest, type BudgetVerdict, LimitStore } from '../../src/index.js';
import { COUNTED_SECONDS } from '../../src/platform/limits/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, call, createKey, type Json, newCaller, register } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { MemoryLimitStore, SharedBudgets } from '../support/memory-limit-store.js';
import { uuidOf } from '../support/public-ids.js';
import { expectBudget, expectTooMany, itRequiresApiKey, refusal } from '../support/refusals.js';
import { until } from '../support/service-process.js';

let budgets: SharedBudgets;
/** Requests of each call of `take`. */
let calls: number[] = [];
let fault: 'none' | 'throws' | 'hangs' | 'returns nonsense' = 'none';

/** Shares its budgets with the stores of the other apps of a test. */
@Injectable()
class Store extends MemoryLimitStore {
  constructor() {
    super(budgets);
  }

  override async take(requests: readonly BudgetRequest[]): Promise<BudgetVerdict[]> {
    calls.push(requests.length);
    if (fault === 'throws') throw new Error('the store is away');
    if (fault === 'hangs') await new Promise(() => undefined);
    const verdicts = await super.take(requests);
    return fault === 'returns nonsense' ? verdicts.slice(1) : verdicts;
  }
}

const open: TestApp[] = [];
async function newApp(
  env: Record<string, string> = {},
  database?: TestDatabase,
  isReplaced = true,
): Promise<TestApp> {
  const replace = isReplaced ? { LimitStore: Store } : {};
  const app = await startApp({ ROLES: 'api', ...env }, database, { replace });
  open.unshift(app);
  return app;
}
beforeEach(() => {
  [budgets, calls, fault] = [new SharedBudgets(), [], 'none'];
});
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

const balance = (app: TestApp, token: string | undefined, headers = {}) =>
  call(app.base, 'GET', '/api/credits/balance', { token, headers });
const admitted = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length;
const together = (count: number, work: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe('a route for API keys', () => {
  let app: TestApp;
  beforeAll(async () => {
    budgets = new SharedBudgets();
    app = await startApp({ ROLES: 'api' }, undefined, { replace: { LimitStore: Store } });
  });
  afterAll(() => app.close());
  itRequiresApiKey({ app: () => app, ask: (token) => balance(app, token), scopes: ['billing'] });
});

describe('the limits', () => {
  it('hold over two processes, and a request rejected by one does not use the other', async () => {
    const one = await newApp({ PLATFORM_RATE_LIMIT: '300' });
    const two = await newApp({ PLATFORM_RATE_LIMIT: '300' }, one.database);
    const { person, key: wide } = await newCaller(one.base);
    const narrow = await createKey(two.base, person, { rateLimit: 120 });
    const app = (index: number) => (index % 2 === 0 ? one : two);
    const ofNarrow = await together(160, (index) => balance(app(index), narrow.key));
    expect(admitted(ofNarrow)).toBe(120);
    for (const answer of ofNarrow) if (answer.status !== 200) expectTooMany(answer, 'key', 120);
    const ofWide = await together(200, (index) => balance(app(index), wide));
    // A starved machine answers 503 to requests that it has counted.
    const unanswered = ofWide.filter(({ status }) => status === 503);
    expect(admitted(ofWide)).toBeLessThanOrEqual(180);
    expect(admitted(ofWide) + unanswered.length).toBeGreaterThanOrEqual(180);
    for (const answer of ofWide)
      if (![200, 503].includes(answer.status)) expectTooMany(answer, 'platform', 300);
    console.log(
      `360 requests over 2 apps in ${calls.length} calls of the store, at most ${Math.max(...calls)} in one`,
    );
    expect(calls.length).toBeLessThan(360);
    expect(Math.max(...calls)).toBeGreaterThan(1);
    expect(Math.max(...calls)).toBeLessThanOrEqual(128);
    const buckets = `select coalesce(sum(n), 0)::int as n from budgets, unnest(buckets) n`;
    expect(await one.database.query(buckets)).toEqual([{ n: 0 }]);
  });

  it('of a key are used again after their window', async () => {
    const app = await newApp();
    const { key } = await newCaller(app.base, { rateLimit: 10 });
    for (let left = 9; left >= 0; left -= 1) expectBudget(await balance(app, key), 10, left);
    expectTooMany(await balance(app, key), 'key', 10);
    budgets.aheadMs += COUNTED_SECONDS * 1_000;
    expectBudget(await balance(app, key), 10, 9);
  });

  it('do not count requests with failed authentication or 403; a revoked key is 401 at once', async () => {
    const app = await newApp({ PLATFORM_RATE_LIMIT: '10' });
    const { person, key } = await newCaller(app.base);
    const reader = await createKey(app.base, person, { scopes: ['read'], rateLimit: 10 });
    for (let time = 0; time < 12; time += 1) {
      expect((await balance(app, undefined)).status).toBe(401);
      const forbidden = await balance(app, reader.key);
      expect(forbidden.body).toEqual(refusal(403, 'insufficient_scope'));
      expectBudget(forbidden, 10, 10);
    }
    for (let time = 0; time < 10; time += 1) expect((await balance(app, key)).status).toBe(200);
    expectTooMany(await balance(app, key), 'platform', 10);
    await call(app.base, 'DELETE', `/api/keys/${reader.id}`, { token: person.accessToken });
    expect((await balance(app, reader.key)).body).toEqual(refusal(401, 'invalid_api_key'));
  });

  it('of signed-in users count per account, and the overview shows what the store has', async () => {
    const app = await newApp();
    const { person, key, record } = await newCaller(app.base, { rateLimit: 50 });
    const start = (token: string) =>
      call(app.base, 'POST', '/api/dashboard/predictions', { token, body: { modelKey: 'nothing' } });
    for (let left = 119; left >= 117; left -= 1) {
      const answer = await start(person.accessToken);
      expect(answer.body).toEqual(refusal(400, 'model_not_found', { details: expect.anything() as unknown }));
      expectBudget(answer, 120, left, 'account');
    }
    for (let time = 0; time < 2; time += 1) await balance(app, key);
    const { limits } = (await call(app.base, 'GET', '/api/dashboard/overview', { token: person.accessToken }))
      .body as { limits: Json };
    expect(limits).toMatchObject({
      platform: { used: 5 },
      dashboard: { limit: 120, used: 3 },
      keys: [{ id: record.id, limit: 50, used: 2 }],
    });
    const stranger = await register(app.base);
    expectBudget(await start(stranger.accessToken), 120, 119, 'account');
  });

  it.each([
    ['account', ['198.51.100.1', '198.51.100.2']],
    ['ip', ['198.51.100.1', '198.51.100.1']],
  ])('PLATFORM_RATE_LIMIT_PER=%s is counted over it', async (per, addresses) => {
    const settings = { PLATFORM_RATE_LIMIT: '10', PLATFORM_RATE_LIMIT_PER: per, TRUST_PROXY: 'loopback' };
    const app = await newApp(settings);
    const [one, two] = [await newCaller(app.base), await newCaller(app.base)];
    const second = await createKey(app.base, one.person);
    const ask = (token: string, address: string) => balance(app, token, { 'x-forwarded-for': address });
    const tokens = [one.key, second.key];
    for (let time = 0; time < 10; time += 1)
      expect((await ask(tokens[time % 2], addresses[time % 2]!)).status).toBe(200);
    expectTooMany(await ask(one.key, addresses[0]!), 'platform', 10);
    // The account is the other's, or the address is another.
    expect((await ask(two.key, '198.51.100.9')).status).toBe(200);
  });
});

describe('a store that fails', () => {
  it.each(['throws', 'returns nonsense'] as const)(
    '%s: 503 with Retry-After for each request, and none is admitted',
    async (kind) => {
      const app = await newApp();
      const { person, key } = await newCaller(app.base);
      fault = kind;
      const answers = await together(6, () => balance(app, key));
      for (const answer of answers) {
        expect(answer.body).toEqual(refusal(503, 'service_unavailable'));
        expect(answer.headers.get('retry-after')).toBe('2');
      }
      expect((await balance(app, 'of_live_invalid')).status).toBe(401);
      expect((await call(app.base, 'GET', '/api/auth/me', { token: person.accessToken })).status).toBe(200);
      fault = 'none';
      expect((await balance(app, key)).status).toBe(200);
    },
  );

  it('hangs: 503 for the waiting requests too, and recovers by itself', async () => {
    const app = await newApp();
    const { key } = await newCaller(app.base);
    fault = 'hangs';
    const answers = await together(300, () => balance(app, key));
    for (const answer of answers) expect(answer.body).toEqual(refusal(503, 'service_unavailable'));
    // Further batches do not wait for a timeout of their own each.
    expect(calls.length).toBeLessThan(4);
    fault = 'none';
    await until(async () => (await balance(app, key)).status === 200);
  });
});

describe('the counters of keys', () => {
  const recordOf = async (app: TestApp, token: string, id: string): Promise<Json> => {
    const { keys } = (await call(app.base, 'GET', '/api/keys', { token })).body as { keys: Json[] };
    return keys.find((one) => one.id === id);
  };

  it('appear by themselves, for rejected requests too', async () => {
    const app = await newApp();
    const { person, key, record } = await newCaller(app.base, { rateLimit: 10 });
    const before = Date.now();
    await together(15, () => balance(app, key));
    const counted = await until(async () => {
      const found = await recordOf(app, person.accessToken, record.id);
      return found.requests === 15 ? found : null;
    });
    const usedAt = Date.parse(counted.lastUsedAt as string);
    expect(usedAt).toBeGreaterThanOrEqual(before - 1_000);
    expect(usedAt).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it('are complete after a stop, also for a key whose row is missing, and beside a process without the store', async () => {
    const database = await createDatabase();
    const apps = [await newApp({}, database), await newApp({}, database), await newApp({}, database, false)];
    const { person, key, record } = await newCaller(apps[0]!.base);
    const other = await createKey(apps[0]!.base, person);
    await database.query('delete from budgets where subject = $1', [`key:${uuidOf(other.id)}`]);
    await together(90, (index) => balance(apps[index % 3]!, key));
    await together(20, (index) => balance(apps[index % 2]!, other.key));
    for (const app of open.splice(0)) await app.close();
    const last = await newApp({}, database);
    const counts = [record.id, other.id].map(
      async (id) => (await recordOf(last, person.accessToken, id)).requests as number,
    );
    expect(await Promise.all(counts)).toEqual([90, 20]);
    for (const app of open.splice(0)) await app.close();
    await database.drop();
  });

  it('are added to one row, whatever its generation and however many add at once', async () => {
    const app = await newApp();
    const { record } = await newCaller(app.base);
    const subject = `key:${uuidOf(record.id)}`;
    for (let round = 0; round < 35; round += 1)
      await Promise.all(
        [1, 2, 3, 4].map((count) =>
          app.database.run(ADD_USES, { subjects: [subject], requests: [count], ages: [0] }),
        ),
      );
    const rows = await app.database.query<Json>(
      'select requests::int, epoch::int, last_used_at is not null as used from budgets where subject = $1',
      [subject],
    );
    expect(rows).toEqual([{ requests: 350, epoch: 2, used: true }]);
  });
});

it('without a replacement there is no store', async () => {
  const app = await newApp({}, undefined, false);
  expect(app.app.get(LimitStore, { strict: false })).toBeNull();
});
