/** GET /api/requests: which requests of API keys are in it, with what, and its filters and pages. */
import { v7 } from 'uuid';
import { startApp, type TestApp } from '../support/app.js';
import {
  type Answer,
  call,
  createKey,
  generate,
  type Json,
  newCaller,
  type Person,
  register,
} from '../support/client.js';
import { itRequiresUserToken } from '../support/dashboard.js';
import { itRejectsInvalidPages, pagesOf } from '../support/lists.js';
import { uuidOf } from '../support/public-ids.js';
import { fieldsOf, refusal, TIME } from '../support/refusals.js';
import { until } from '../support/service-process.js';

const PATH = '/api/requests';
const OK = { modelKey: 'embedded-fault', mode: 'ok' };
const MINUTE = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
});
afterAll(() => app.close());

const ask = (token: string | undefined, query = '') => call(app.base, 'GET', `${PATH}${query}`, { token });
const poll = (key: string, id: string) => call(app.base, 'GET', `/api/generate/status/${id}`, { token: key });
const start = (key: string, body: object) => call(app.base, 'POST', '/api/generate', { token: key, body });

/** Waits until the list has this many requests. */
async function logged(person: Person, count: number, query = ''): Promise<Json[]> {
  let items: Json[] = [];
  await until(async () => {
    items = (await ask(person.accessToken, query)).body.items as Json[];
    return items.length >= count;
  });
  return items;
}

/** Makes one request with a key of its own, and returns it with its only entry. */
async function entryOf(
  send: (key: string, person: Person) => Promise<Answer>,
  fields: object = {},
): Promise<{ answer: Answer; entry: Json; keyId: string }> {
  const { person, key, record } = await newCaller(app.base, fields);
  const answer = await send(key, person);
  const [entry, ...others] = await logged(person, 1);
  expect(others).toEqual([]);
  return { answer, entry, keyId: record.id };
}

describe('a request with an API key is in the list:', () => {
  it('201, with the prediction that it started', async () => {
    const before = Date.now();
    const { answer, entry, keyId } = await entryOf((key) => start(key, OK));
    expect(entry).toEqual({
      at: TIME,
      keyId,
      method: 'POST',
      route: '/api/generate',
      status: 201,
      code: null,
      ms: expect.any(Number),
      predictionId: answer.body.predictionId,
      count: 1,
    });
    const at = Date.parse(entry.at);
    expect(at).toBeGreaterThanOrEqual(before - 1);
    expect(at + entry.ms).toBeLessThanOrEqual(Date.now() + 1);
  });

  it('200 of a poll, with the prediction of its path and the template of its route', async () => {
    const { person, key } = await newCaller(app.base);
    const { predictionId } = await generate(app.base, key, OK);
    await poll(key, predictionId);
    const entries = await logged(person, 2);
    expect(entries.map(({ route, status, predictionId: id }) => [route, status, id])).toEqual([
      ['/api/generate/status/:predictionId', 200, predictionId],
      ['/api/generate', 201, predictionId],
    ]);
  });

  it('400, with its code', async () => {
    const { entry } = await entryOf((key) =>
      start(key, { modelKey: 'embedded-fault', mode: 'no such mode' }),
    );
    expect(entry).toMatchObject({ status: 400, code: 'validation_failed', predictionId: null });
  });

  it('402', async () => {
    const { entry } = await entryOf((key) => start(key, OK), {
      spendLimit: { credits: 0.001, period: 'total' },
    });
    expect(entry).toMatchObject({ status: 402, code: 'key_spend_limit_reached' });
  });

  it('403', async () => {
    const { entry } = await entryOf((key) => start(key, OK), { scopes: ['billing'] });
    expect(entry).toMatchObject({ status: 403, code: 'insufficient_scope', route: '/api/generate' });
  });

  it('404, without an id that is none', async () => {
    const { entry } = await entryOf((key) => poll(key, 'my-secret-prompt'));
    expect(entry).toMatchObject({ status: 404, code: 'prediction_not_found', predictionId: null });
  });

  it('429', async () => {
    const { person, key } = await newCaller(app.base, { rateLimit: 10 });
    for (let time = 0; time < 11; time += 1) await call(app.base, 'GET', '/api/key', { token: key });
    const entries = await logged(person, 11);
    expect(entries.map(({ status, code }) => [status, code])).toEqual([
      [429, 'rate_limited'],
      ...Array.from({ length: 10 }, () => [200, null]),
    ]);
  });

  it('null: the caller disconnected', async () => {
    const { person, key } = await newCaller(app.base);
    const { predictionId } = await generate(app.base, key, OK);
    const controller = new AbortController();
    const waiting = fetch(`${app.base}/api/generate/status/${predictionId}?wait=30`, {
      headers: { authorization: `Bearer ${key}` },
      signal: controller.signal,
    });
    const waits = () =>
      app.database.query<{ used: string }>(`select requests as used from budgets where subject = $1`, [
        `key:${uuidOf(items[0].keyId as string)}`,
      ]);
    const items = await logged(person, 1);
    await until(async () => Number((await waits())[0]!.used) >= 2);
    controller.abort();
    await expect(waiting).rejects.toThrow();
    const [entry] = await logged(person, 2);
    expect(entry).toMatchObject({ status: null, code: null, predictionId });
  });
});

it('requests without a known key, and of signed-in users, are in no list', async () => {
  const { person, key } = await newCaller(app.base);
  const mistyped = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
  expect((await start(mistyped, OK)).status).toBe(401);
  await call(app.base, 'GET', '/api/keys', { token: person.accessToken });
  await call(app.base, 'GET', '/api/models', { token: key });
  await call(app.base, 'GET', '/api/key', { token: key });
  const entries = await logged(person, 1);
  expect(entries.map(({ route }) => route)).toEqual(['/api/key']);
});

it('the table holds no prompt, query, header or secret', async () => {
  const { person, key } = await newCaller(app.base);
  const secret = 'a lighthouse that nobody may read about';
  const body = { ...OK, prompt: secret, externalUserId: 'customer-xyz', metadata: { note: secret } };
  const sent = await call(app.base, 'POST', `/api/generate?wait=0&surprise=${encodeURIComponent(secret)}`, {
    token: key,
    body,
    headers: { 'x-request-id': 'request-of-xyz', 'user-agent': 'browser-of-xyz' },
  });
  expect(sent.status).toBe(400);
  await start(key, body);
  await poll(key, encodeURIComponent(secret));
  await logged(person, 3);
  const rows = await app.database.query('select * from request_records where account_id = $1', [
    uuidOf(person.accountId),
  ]);
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toMatch(/lighthouse|surprise|xyz|127\.0\.0\.1|::1|of_live/);
});

interface Row {
  key: string;
  status: number | null;
  at: number;
}

/** Inserts records, `at` minutes ago. */
const insert = (person: Person, rows: Row[]) =>
  app.database.query(
    `insert into request_records (id, account_id, key_id, method, route, status, code, ms, prediction_id, count)
     select id, $1, key_id, 'GET', '/api/key', status, null, at, null, 1
     from jsonb_to_recordset($2::jsonb) as r (id uuid, key_id uuid, status smallint, at integer)`,
    [
      uuidOf(person.accountId),
      JSON.stringify(
        rows.map(({ key, status, at }) => ({
          id: v7({ msecs: Date.now() - at * MINUTE }),
          key_id: uuidOf(key),
          status,
          at,
        })),
      ),
    ],
  );

/** The entry's minutes, in the order of the list. */
const placesOf = (items: Json[]): number[] => items.map(({ ms }) => ms as number);

describe('GET /api/requests', () => {
  itRequiresUserToken(
    () => app,
    (token) => ask(token),
  );
  itRejectsInvalidPages(
    () => app,
    PATH,
    async () => (await register(app.base)).accessToken,
  );

  it('200: lists the account’s own, newest first, in pages without gaps', async () => {
    const [{ person, record }, other] = [await newCaller(app.base), await newCaller(app.base)];
    await insert(other.person, [{ key: other.record.id, status: 200, at: 3 }]);
    await insert(
      person,
      Array.from({ length: 7 }, (_, n) => ({ key: record.id, status: 200, at: 7 - n })),
    );
    const pages = await pagesOf(app, person.accessToken, PATH, 3);
    expect(pages.map(placesOf)).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  });

  it('200: filters by key, status and time, alone and together', async () => {
    const { person, record: one } = await newCaller(app.base);
    const two = await createKey(app.base, person);
    await insert(person, [
      { key: one.id, status: 200, at: 1 },
      { key: two.id, status: 200, at: 2 },
      { key: one.id, status: 402, at: 3 },
      { key: two.id, status: 402, at: 4 },
      { key: two.id, status: null, at: 5 },
      { key: one.id, status: 402, at: 6 },
    ]);
    const ago = (minutes: number) =>
      encodeURIComponent(new Date(Date.now() - minutes * MINUTE).toISOString());
    for (const [query, places] of [
      [`keyId=${one.id}`, [1, 3, 6]],
      ['status=200', [1, 2]],
      ['status=402', [3, 4, 6]],
      [`status=402&keyId=${one.id}`, [3, 6]],
      [`from=${ago(3.5)}`, [1, 2, 3]],
      [`to=${ago(3.5)}`, [4, 5, 6]],
      [`from=${ago(4.5)}&to=${ago(1.5)}&keyId=${two.id}`, [2, 4]],
      ['status=500', []],
      ['keyId=key_none', []],
      [`keyId=key_${'0'.repeat(32)}`, []],
    ] as const) {
      const { status, body } = await ask(person.accessToken, `?${query}`);
      expect([query, status, placesOf(body.items), body.nextCursor]).toEqual([query, 200, places, null]);
      const pages = await pagesOf(app, person.accessToken, `${PATH}?${query}`, 1);
      expect(pages.flatMap(placesOf)).toEqual(places);
    }
  });

  it('200: a page reads 2,000 requests, and the next one continues behind them', async () => {
    const { person, record: one } = await newCaller(app.base);
    const two = await createKey(app.base, person);
    await insert(person, [
      ...Array.from({ length: 2_100 }, (_, n) => ({ key: one.id as string, status: 200, at: n + 1 })),
      { key: two.id, status: 200, at: 2_200 },
    ]);
    const first = await ask(person.accessToken, `?keyId=${two.id}`);
    expect(first.body).toMatchObject({ items: [], nextCursor: expect.any(String) });
    const pages = await pagesOf(app, person.accessToken, `${PATH}?keyId=${two.id}`, 20);
    expect(pages.map(placesOf)).toEqual([[], [2_200]]);
  });

  it('200: has nothing that is older than 7 days, also before it is removed', async () => {
    const { person, record } = await newCaller(app.base);
    const days = (count: number) => count * 24 * 60;
    await insert(person, [
      { key: record.id, status: 200, at: days(7) - 1 },
      { key: record.id, status: 200, at: days(7) + 1 },
    ]);
    expect(placesOf((await ask(person.accessToken, '?from=2020-01-01T00:00:00Z')).body.items)).toEqual([
      days(7) - 1,
    ]);
  });

  it('400: for filters that are none, by their names', async () => {
    const { accessToken } = await register(app.base);
    for (const [name, value] of [
      ['from', 'yesterday'],
      ['to', '2026-02-30T00:00:00Z'],
      ['status', 'ok'],
      ['status', '99'],
      ['status', '600'],
      ['status', '2e2'],
      ['keyId', 'k'.repeat(101)],
    ]) {
      const answer = await ask(accessToken, `?${name}=${value}`);
      expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
      expect(fieldsOf(answer)).toEqual([name]);
    }
    expect(fieldsOf(await ask(accessToken, '?from=2026-03-02&to=2026-03-01'))).toEqual(['from']);
  });
});
