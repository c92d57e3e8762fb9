/** A budget is one row whose updates begin epochs (`admit.sql.ts`). Counts stay exact over them. */
import { parsePublicId } from '../../src/platform/http/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, newCaller } from '../support/client.js';

const EPOCH_UPDATES = 64;

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', PLATFORM_RATE_LIMIT: '1000000' });
  other = await startApp({ ROLES: 'api', PLATFORM_RATE_LIMIT: '1000000' }, app.database);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

async function newBudget(rateLimit: number) {
  const { key, record } = await newCaller(app.base, { rateLimit });
  const subject = `key:${parsePublicId('key', record.id)}`;
  const balance = (at: TestApp = app) => call(at.base, 'GET', '/api/credits/balance', { token: key });
  return { subject, balance };
}

const rowsOf = (subject: string) =>
  app.database.query<{ epoch: string; updates: number; used: number; requests: string }>(
    `select epoch, updates, requests, (select sum(n) from unnest(buckets) n)::int as used
     from budgets where subject = $1`,
    [subject],
  );

it('an epoch ends after 64 updates, and the next one continues its counts', async () => {
  const { subject, balance } = await newBudget(6000);
  const count = 2 * EPOCH_UPDATES + 5;
  for (let i = 1; i <= count; i += 1)
    expect((await balance()).headers.get('x-ratelimit-remaining')).toBe(String(6000 - i));
  expect(await rowsOf(subject)).toEqual([{ epoch: '2', updates: 5, used: count, requests: String(count) }]);
});

it('two processes admit exactly the limit over many epochs', async () => {
  const { subject, balance } = await newBudget(400);
  // Few at a time, so that they are many statements.
  const statuses: number[] = [];
  await Promise.all(
    Array.from({ length: 8 }, async (_, caller) => {
      for (let i = 0; i < 60; i += 1) statuses.push((await balance(caller % 2 === 0 ? app : other)).status);
    }),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(400);
  expect(statuses.filter((status) => status === 429)).toHaveLength(80);
  const rows = await rowsOf(subject);
  expect(rows).toMatchObject([{ used: 400, requests: '480' }]);
  expect(Number(rows[0]!.epoch)).toBeGreaterThan(0);
});
