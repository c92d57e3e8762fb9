/**
 * The database's clock was ahead and has stepped back: the counts of budgets are in the future. They are moved to the
 * present once, so that no caller waits for the clock to catch up and no caller exceeds the limit.
 */
import { parsePublicId } from '../../src/platform/http/index.js';
import { COUNTED_SECONDS } from '../../src/platform/limits/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, newCaller } from '../support/client.js';
import { expectTooMany } from '../support/refusals.js';

/** A window, and the few seconds that a budget may be ahead of the clock. */
const LONGEST_WAIT_SECONDS = COUNTED_SECONDS + 5;

/** With platform limits that a test fills, and that no test fills. */
let narrow: TestApp;
let app: TestApp;
beforeAll(async () => {
  narrow = await startApp({ ROLES: 'api', PLATFORM_RATE_LIMIT: '20' });
  app = await startApp({ ROLES: 'api', PLATFORM_RATE_LIMIT: '1000' });
});
/** The tests of a limit share its platform budget. */
beforeEach(async () => {
  for (const { database } of [narrow, app]) await database.query('delete from budgets');
});
afterAll(async () => {
  await app.close();
  await narrow.close();
});

const balance = (app: TestApp, token: string) => call(app.base, 'GET', '/api/credits/balance', { token });

/** Sets the budget as if the clock had been `ahead` when its last requests were counted. */
async function leave(app: TestApp, subject: string, ahead: number, used: number[]): Promise<void> {
  await app.database.query(
    `update budgets set head = s.at, earlier = 4321, earlier_at = s.at - 7, buckets = array(
       select coalesce(($3::int[])[1 + (s.at % $4 - (i - 1) + $4) % $4], 0) from generate_series(1, $4::int) i order by i)
     from (select floor(extract(epoch from clock_timestamp()))::bigint + $2::bigint as at) s where subject = $1`,
    [subject, ahead, used, COUNTED_SECONDS],
  );
}

async function rowOf(app: TestApp, subject: string) {
  const [row] = await app.database.query<{ ahead: number; used: number; latest: number }>(
    `select (head - floor(extract(epoch from clock_timestamp())))::int as ahead, buckets[head % $2 + 1] as latest,
       (select sum(n) from unnest(buckets) n)::int as used
     from budgets where subject = $1`,
    [subject, COUNTED_SECONDS],
  );
  return row!;
}

/** Half of a window. */
const half = Math.floor(COUNTED_SECONDS / 2);
const idleSeconds = (count: number) => new Array<number>(count).fill(0);
const waitOf = ({ headers }: { headers: Headers }) => Number(headers.get('retry-after'));

it('the platform’s budget, an hour ahead of the clock, rejects no request below the limit, and none for an hour', async () => {
  const { key } = await newCaller(narrow.base);
  await balance(narrow, key);
  await leave(narrow, 'platform', 3_600, [1, 0, 4]);
  for (let i = 0; i < 15; i += 1) expect((await balance(narrow, key)).status).toBe(200);
  const refused = await balance(narrow, key);
  expectTooMany(refused, 'platform', 20);
  expect(waitOf(refused)).toBeLessThanOrEqual(LONGEST_WAIT_SECONDS);
  expect((await rowOf(narrow, 'platform')).ahead).toBeLessThanOrEqual(0);
});

it('the first rejected request corrects a full budget: further requests do not restart its window', async () => {
  const { key } = await newCaller(narrow.base);
  await balance(narrow, key);
  await leave(narrow, 'platform', 3_600, [20]);
  const refused = await balance(narrow, key);
  expectTooMany(refused, 'platform', 20);
  expect(waitOf(refused)).toBeLessThanOrEqual(LONGEST_WAIT_SECONDS);
  const first = await rowOf(narrow, 'platform');
  expect(first).toMatchObject({ used: 20, latest: 20 });
  expect(first.ahead).toBeLessThanOrEqual(0);
  // Moves the counts a window back.
  await narrow.database.query(`update budgets set head = head - $1 where subject = 'platform'`, [
    COUNTED_SECONDS,
  ]);
  expect((await balance(narrow, key)).status).toBe(200);
});

it.each([
  ['the key’s', 3_600, 0],
  ['the platform’s', 0, 3_600],
  ['both', 3_600, 7_200],
  ['both', 86_400 * 365, COUNTED_SECONDS + 1],
])(
  '%s ahead (by %d and %d s): all used requests are counted in the present second',
  async (_whose, ofKey, ofPlatform) => {
    const { key, record } = await newCaller(app.base, { rateLimit: 60 });
    await balance(app, key);
    const subject = `key:${parsePublicId('key', record.id)}`;
    const used = [3, ...idleSeconds(half), 2, ...idleSeconds(COUNTED_SECONDS - half - 3), 5];
    await leave(app, subject, ofKey, ofKey === 0 ? [10] : used);
    await leave(app, 'platform', ofPlatform, ofPlatform === 0 ? [10] : used);
    const { status, headers } = await balance(app, key);
    expect(status).toBe(200);
    expect(headers.get('x-ratelimit-remaining')).toBe('49');
    for (const one of [subject, 'platform']) {
      const row = await rowOf(app, one);
      expect(row.used).toBe(11);
      expect(row.ahead).toBeLessThanOrEqual(0);
      expect(row.ahead).toBeGreaterThan(-COUNTED_SECONDS);
    }
    for (let i = 0; i < 49; i += 1) expect((await balance(app, key)).status).toBe(200);
    const refused = await balance(app, key);
    expectTooMany(refused, 'key', 60);
    expect(waitOf(refused)).toBeLessThanOrEqual(LONGEST_WAIT_SECONDS);
  },
);

it('other budgets are not moved into the future', async () => {
  const callers = await Promise.all(Array.from({ length: 8 }, () => newCaller(app.base)));
  for (const { key } of callers) await balance(app, key);
  await leave(app, `key:${parsePublicId('key', callers[0]!.record.id)}`, 3_600, [5]);
  const answers = await Promise.all(Array.from({ length: 64 }, (_, i) => balance(app, callers[i % 8]!.key)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const [ahead] = await app.database.query<{ count: string }>(
    `select count(*) from budgets where head > extract(epoch from clock_timestamp())`,
  );
  expect(ahead!.count).toBe('0');
});

it('a step of a few seconds has no effect until the clock has caught up', async () => {
  const { key } = await newCaller(app.base, { rateLimit: 60 });
  await balance(app, key);
  await leave(app, 'platform', 4, [10, 2]);
  expect((await balance(app, key)).status).toBe(200);
  const row = await rowOf(app, 'platform');
  expect(row.used).toBe(13);
  expect(row.ahead).toBeLessThanOrEqual(4);
  expect(row.latest).toBeLessThanOrEqual(11);
});
