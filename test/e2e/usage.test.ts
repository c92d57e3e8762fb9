/** GET /api/usage, /api/admin/usage and /api/admin/accounts/:id/usage. */
import { randomInt } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';
import { v7 } from 'uuid';
import type { Catalogue } from '../../src/catalogue/index.js';
import { UsageReader } from '../../src/history/usage/usage.reader.js';
import { Database } from '../../src/platform/database/index.js';
import { publicId } from '../../src/platform/http/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, call, createKey, finished, generate, type Json, newCaller } from '../support/client.js';
import { type Person, register } from '../support/client.js';
import { itRequiresAdmin, registerAdmin } from '../support/dashboard.js';
import { createOperatorKey } from '../support/operators.js';
import { uuidOf } from '../support/public-ids.js';
import { fieldsOf, refusal } from '../support/refusals.js';
import { temporaryDirectory } from '../support/service-process.js';

const PATH = '/api/usage';
const ADMIN_PATH = '/api/admin/usage';
const DAY = 86_400_000;
const START = Date.UTC(2026, 2, 1);
const DAYS = 4;
const RANGE = `from=${new Date(START).toISOString()}&to=${new Date(START + DAYS * DAY).toISOString()}`;
const FIELDS = ['day', 'modelKey', 'keyId', 'modality', 'externalUserId', 'status'] as const;
type Field = (typeof FIELDS)[number];
/** What the catalogue of this test says that engines charge. */
const COSTS: Record<string, { perPrediction?: number; perCredit?: number }> = {
  'embedded-image': { perPrediction: 0.05, perCredit: 0.25 },
  'embedded-music': { perCredit: 0.333 },
};

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ CATALOGUE_DIR: await catalogueWithCosts() });
  admin = await registerAdmin(app);
});
afterAll(() => app.close());

async function catalogueWithCosts(): Promise<string> {
  const directory = await temporaryDirectory();
  cpSync('catalogue', directory, { recursive: true });
  const file = join(directory, 'embedded.yaml');
  const contents = load(readFileSync(file, 'utf8')) as { models: Json[] };
  for (const model of contents.models) model.engineCost = COSTS[model.modelKey as string];
  writeFileSync(file, dump(JSON.parse(JSON.stringify(contents))));
  return directory;
}

const ask = (token: string | undefined, query = '', path = PATH, accept?: string): Promise<Answer> =>
  call(app.base, 'GET', `${path}${query}`, { token, ...(accept && { headers: { accept } }) });

interface Row {
  id: string;
  account: string;
  key: string | null;
  at: number;
  seconds: number;
  status: 'completed' | 'failed' | 'processing';
  external_user: string | null;
  model_key: string;
  modality: string | null;
  cost: number;
  is_removed: boolean;
}

const ROWS = `jsonb_to_recordset($1::jsonb) as r (id uuid, account uuid, key uuid, at float8, seconds float8, status text, external_user text,
  model_key text, modality text, cost bigint, is_removed boolean)`;
const INSERT = `insert into predictions (id, account_id, key_id, created_at, status, completed_at, outputs, output_expires_at, error_code,
    error_message, env, model_key, model, modality, operation, provider, input, cost, fair_tag, deadline_at, external_user_id)
  select id, account, key, to_timestamp(at / 1000.0), status,
    case when status <> 'processing' then to_timestamp(at / 1000.0 + seconds) end,
    case status when 'completed' then '[]'::jsonb end, case status when 'completed' then now() end,
    case status when 'failed' then 'provider_error' end, case status when 'failed' then 'no' end, 'live', model_key, 'm', modality,
    'reframe', 'none', '{}', cost, 0, now() + interval '1 day', external_user
  from ${ROWS} where not is_removed`;
const INSERT_REMOVED = `insert into removed_predictions (id, account_id, key_id, created_at, cost, status, model_key)
  select id, account, key, to_timestamp(at / 1000.0), cost, status, model_key from ${ROWS} where is_removed`;

async function insert(rows: Row[]): Promise<void> {
  for (const statement of [INSERT, INSERT_REMOVED])
    await app.database.query(statement, [JSON.stringify(rows)]);
}

const oneOf = <T>(choices: readonly T[]): T => choices[randomInt(choices.length)]!;

/** Some ids are of a clock that was hours wrong, some rows are outside the range, many are at its ends and those of days. */
function randomRow(owner: { uuid: string; key: string }): Row {
  const at = oneOf([START - 1, START, START + randomInt(DAYS + 1) * DAY, START + randomInt(DAYS * DAY)]);
  const isRemoved = randomInt(4) === 0;
  const model = oneOf([
    { model_key: 'embedded-image', modality: 'image' },
    { model_key: 'embedded-music', modality: 'audio' },
    { model_key: 'old-model', modality: '3d' },
  ]);
  return {
    id: v7({ msecs: at + (randomInt(10) === 0 ? oneOf([-9, 9, 700, -800, -9_000]) * 60_000 : 0) }),
    account: owner.uuid,
    key: oneOf([owner.key, null]),
    at,
    seconds: randomInt(100_000) / 1_000,
    status: oneOf(isRemoved ? ['completed', 'failed'] : ['completed', 'completed', 'failed', 'processing']),
    external_user: isRemoved ? null : oneOf([null, 'ada', '=ben']),
    ...model,
    ...(isRemoved && { modality: null }),
    cost: oneOf([0, 1, 1_500, 333]),
    is_removed: isRemoved,
  };
}

const VALUE_OF: Record<Field, (row: Row) => string | null> = {
  day: ({ at }) => new Date(at).toISOString().slice(0, 10),
  modelKey: (row) => row.model_key,
  keyId: ({ key }) => (key === null ? null : publicId('key', key)),
  modality: (row) => row.modality,
  externalUserId: (row) => row.external_user,
  status: (row) => row.status,
};

/** As PostgreSQL interpolates, over all values. */
function percentile(values: number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place - Math.floor(place));
}

const sum = (rows: Row[]) => rows.reduce((total, { cost }) => total + cost, 0);

function costsOf(completed: Row[]): object {
  if (completed.some((row) => !COSTS[row.model_key])) return { engineCost: null, margin: null };
  const engineCost = Math.ceil(
    completed.reduce((total, { model_key: key, cost }) => {
      const { perPrediction = 0, perCredit = 0 } = COSTS[key]!;
      // In thousandths of a thousandth: exact.
      return total + Math.round(perPrediction * 1e6) + Math.round(perCredit * 1e3) * cost;
    }, 0) / 1_000,
  );
  return { engineCost: engineCost / 1_000, margin: (sum(completed) - engineCost) / 1_000 };
}

/** The same report from the rows of the test. */
function expectedItems(rows: Row[], fields: readonly Field[], hasCosts: boolean): Json[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.at < START || row.at >= START + DAYS * DAY) continue;
    const name = JSON.stringify(fields.map((field) => VALUE_OF[field](row)));
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups.values()].map((members) => {
    const of = (status: string) => members.filter((row) => row.status === status);
    const seconds = of('completed').flatMap((row) => (row.is_removed ? [] : row.seconds));
    const rounded = (value: number | null) => (value === null ? null : expect.closeTo(value, 2));
    return {
      ...Object.fromEntries(fields.map((field) => [field, VALUE_OF[field](members[0]!)])),
      count: members.length,
      completed: of('completed').length,
      failed: of('failed').length,
      credits: sum(members) / 1_000,
      refunded: sum(of('failed')) / 1_000,
      p50Seconds: rounded(percentile(seconds, 0.5)),
      p95Seconds: rounded(percentile(seconds, 0.95)),
      ...(hasCosts && costsOf(of('completed'))),
    };
  });
}

const nameOf = (item: Json, fields: readonly Field[]) => JSON.stringify(fields.map((field) => item[field]));
const sorted = (items: Json[], fields: readonly Field[]) =>
  [...items].sort((a, b) => (nameOf(a, fields) < nameOf(b, fields) ? -1 : 1));

describe('each grouping of random predictions', () => {
  let callers: { person: Person; uuid: string; key: string; keyId: string; secret: string }[];
  let rows: Row[];
  beforeAll(async () => {
    callers = await Promise.all(
      [1, 2].map(async () => {
        const { person, record, key } = await newCaller(app.base, { scopes: ['billing'] });
        const keyId = record.id as string;
        return { person, uuid: uuidOf(person.accountId), key: uuidOf(keyId), keyId, secret: key };
      }),
    );
    rows = Array.from({ length: 800 }, () => randomRow(oneOf(callers)));
    await insert(rows);
  });

  const groupings = Array.from({ length: 2 ** FIELDS.length - 1 }, (_, bits) =>
    FIELDS.filter((_field, index) => ((bits + 1) >> index) & 1),
  );

  it('200: is what a plain reading of the account’s rows returns, and of no other account', async () => {
    const { person, uuid, secret } = callers[0]!;
    const own = rows.filter(({ account }) => account === uuid);
    for (const fields of groupings) {
      const query = `?${RANGE}&groupBy=${fields.join(',')}`;
      const { status, body } = await ask(oneOf([secret, person.accessToken]), query);
      expect([status, sorted(body.items, fields)]).toEqual([
        200,
        sorted(expectedItems(own, fields, false), fields),
      ]);
    }
  });

  it('200: of all accounts, and of one for administrators, with costs and margin', async () => {
    const { person, uuid } = callers[1]!;
    const own = rows.filter(({ account }) => account === uuid);
    for (const fields of groupings) {
      const query = `?${RANGE}&groupBy=${fields.join(',')}`;
      const all = await ask(admin.accessToken, query, ADMIN_PATH);
      expect(sorted(all.body.items, fields)).toEqual(sorted(expectedItems(rows, fields, true), fields));
      const one = await ask(admin.accessToken, query, `/api/admin/accounts/${person.accountId}/usage`);
      expect(sorted(one.body.items, fields)).toEqual(sorted(expectedItems(own, fields, true), fields));
    }
  });

  it('200: knows costs and margin of models with `engineCost`, and of no other', async () => {
    const { body } = await ask(admin.accessToken, `?${RANGE}&groupBy=modelKey`, ADMIN_PATH);
    const known = (body.items as Json[]).map(({ modelKey, engineCost }) => [modelKey, engineCost !== null]);
    expect(known).toEqual([
      ['embedded-image', true],
      ['embedded-music', true],
      ['old-model', false],
    ]);
  });

  it('200: hides costs from accounts, in reports and in the list of models', async () => {
    const { text } = await ask(callers[0]!.secret, `?${RANGE}&groupBy=modelKey`);
    expect(text).not.toMatch(/engineCost|margin/);
    expect((await call(app.base, 'GET', '/api/models')).text).not.toMatch(/engineCost|perPrediction/);
  });

  it('200: orders by the fields in their order, nulls last, each field once', async () => {
    const { body } = await ask(callers[0]!.secret, `?${RANGE}&groupBy=externalUserId,day,externalUserId`);
    const places = (body.items as Json[]).map(({ externalUserId, day }) => [externalUserId, day]);
    expect([...new Set(places.map(([user]) => user))]).toEqual(['=ben', 'ada', null]);
    const days = places.filter(([user]) => user === 'ada').map(([, day]) => day);
    expect(days).toEqual([...days].sort());
    expect(Object.keys(body.items[0]).slice(0, 3)).toEqual(['externalUserId', 'day', 'count']);
  });

  it('200: the same as CSV, without formulas', async () => {
    const query = `?${RANGE}&groupBy=externalUserId,keyId`;
    const { items } = (await ask(callers[0]!.secret, query)).body as { items: Json[] };
    const file = await ask(callers[0]!.secret, query, PATH, 'text/csv');
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('vary')).toContain('Accept');
    const lines = items.map((item) =>
      Object.values(item as Record<string, string | number | null>)
        .map((value) => String(value ?? '').replace(/^=/, "'="))
        .concat(item.keyId ? ['test key'] : [''])
        .join(','),
    );
    const header = 'externalUserId,keyId,count,completed,failed,credits,refunded,p50Seconds,p95Seconds';
    expect(file.text).toBe([`${header},keyName`, ...lines, ''].join('\r\n'));
    const all = await ask(admin.accessToken, query, ADMIN_PATH, 'text/csv');
    expect(all.text.split('\r\n')[0]).toBe(`${header},engineCost,margin,keyName`);
    expect(all.text).toContain(',test key\r\n');
    const limited = await createOperatorKey(app, admin, { scopes: ['usage:read'] });
    const unnamed = await ask(limited.key as string, query, ADMIN_PATH, 'text/csv');
    expect(unnamed.text.split('\r\n')[0]).toBe(`${header},engineCost,margin`);
    const none = await ask((await register(app.base)).accessToken, '', PATH, 'text/csv');
    expect(none.text).toBe('day,count,completed,failed,credits,refunded,p50Seconds,p95Seconds\r\n');
  });
});

it('200: credits and refunds are those of the ledger', async () => {
  const { person, key } = await newCaller(app.base);
  for (const mode of ['ok', 'permanent', 'ok', 'permanent', 'ok']) {
    const body = { modelKey: 'embedded-fault', prompt: 'usage', mode };
    const { predictionId } = await generate(app.base, key, body);
    await finished(app.base, key, predictionId as string);
  }
  const ledger = (await call(app.base, 'GET', '/api/credits/ledger?limit=100', { token: key })).body
    .items as { kind: string; amount: number }[];
  const entered = (kind: string) =>
    ledger.filter((entry) => entry.kind === kind).reduce((total, { amount }) => total + Math.abs(amount), 0);
  const [item, ...others] = (await ask(person.accessToken)).body.items as Json[];
  expect(others).toEqual([]);
  expect(item).toMatchObject({ count: 5, completed: 3, failed: 2 });
  expect([item.credits, item.refunded]).toEqual([entered('charge'), entered('refund')]);
  expect(entered('refund')).toBeGreaterThan(0);
  expect(item.p95Seconds).toBeGreaterThanOrEqual(item.p50Seconds as number);
});

it('200: the default is the last 30 days by day', async () => {
  const person = await register(app.base);
  const today = Math.floor(Date.now() / DAY) * DAY;
  const row = (at: number) => ({
    ...randomRow({ uuid: uuidOf(person.accountId), key: v7() }),
    key: null,
    id: v7({ msecs: at }),
    at,
  });
  await insert([row(today - 30 * DAY), row(today - 30 * DAY - 1), row(today)]);
  const { items } = (await ask(person.accessToken)).body as { items: Json[] };
  expect(items.map(({ day, count }) => [day, count])).toEqual(
    [today - 30 * DAY, today].map((at) => [new Date(at).toISOString().slice(0, 10), 1]),
  );
});

describe('400', () => {
  it.each([
    ['groupBy=', 'groupBy'],
    ['groupBy=day,', 'groupBy'],
    ['groupBy=nothing', 'groupBy'],
    ['groupBy=constructor', 'groupBy'],
    ['groupBy=accountId', 'groupBy'],
    ['groupBy=day&groupBy=status', 'groupBy'],
    [`groupBy=${'day,'.repeat(50)}day`, 'groupBy'],
    ['from=yesterday', 'from'],
    ['to=2026-02-30', 'to'],
    ['from=2026-03-02&to=2026-03-01', 'from'],
    ['from=2026-03-01&to=2026-03-01', 'from'],
    ['from=2025-01-01&to=2026-01-03', 'from'],
    ['from=2020-01-01', 'from'],
    ['from=2999-01-01', 'from'],
    ['limit=10', 'limit'],
    ['accountId=acc_1', 'accountId'],
  ])('%s', async (query, field) => {
    const person = await register(app.base);
    for (const [token, path] of [
      [person.accessToken, PATH],
      [admin.accessToken, ADMIN_PATH],
      [admin.accessToken, `/api/admin/accounts/${person.accountId}/usage`],
    ] as const) {
      const answer = await ask(token, `?${query}`, path);
      expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
      expect(fieldsOf(answer)).toEqual([field]);
    }
  });

  it.each(['to=0000-01-01T00:00:00Z', 'to=1970-01-01', 'from=9999-12-31', 'to=9999-12-31T23:59:59Z'])(
    'or 200, for the edges of time: %s',
    async (query) => {
      for (const path of [PATH, ADMIN_PATH])
        expect([200, 400]).toContain((await ask(admin.accessToken, `?${query}`, path)).status);
    },
  );

  describe('beyond the bounds of a report', () => {
    const AT = Date.UTC(2025, 5, 1);
    const COUNT = 40;
    let person: Person;
    beforeAll(async () => {
      person = await register(app.base);
      const owner = { uuid: uuidOf(person.accountId), key: v7() };
      const rows = Array.from({ length: COUNT }, (_, n) => {
        const at = AT + n * 3_600_000;
        return { ...randomRow(owner), key: null, id: v7({ msecs: at }), at, is_removed: false };
      });
      await insert(
        rows.map((row, n) => ({ ...row, modality: 'image', external_user: n === 0 ? null : `user ${n}` })),
      );
    });
    const reader = () => app.app.get(UsageReader, { strict: false });
    const before = { ...new UsageReader({} as Database, {} as Catalogue).bounds };
    afterEach(() => {
      Object.assign(reader().bounds, before);
    });
    const reports = (groupBy: string) =>
      [
        [person.accessToken, PATH],
        [admin.accessToken, ADMIN_PATH],
        [admin.accessToken, `/api/admin/accounts/${person.accountId}/usage`],
      ].map(([token, path]) => ask(token, `?from=2025-06-01&to=2025-06-04&groupBy=${groupBy}`, path));

    it.each([
      ['predictions', 'from'],
      ['groups', 'groupBy'],
    ] as const)('for more %s, and not for as many', async (bound, field) => {
      reader().bounds[bound] = COUNT;
      for (const { status, body } of await Promise.all(reports('externalUserId')))
        expect([status, body.items?.length]).toEqual([200, COUNT]);
      reader().bounds[bound] = COUNT - 1;
      for (const answer of await Promise.all(reports('externalUserId')))
        expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
    });
  });
});

describe('who may read', () => {
  itRequiresAdmin(
    () => app,
    (token) => ask(token, '', ADMIN_PATH),
  );
  itRequiresAdmin(
    () => app,
    (token) => ask(token, '', `/api/admin/accounts/${admin.accountId}/usage`),
  );

  it('401 and 403: without a credential, and for a key without `billing`', async () => {
    const { person, key } = await newCaller(app.base, { scopes: ['read', 'write'] });
    expect((await ask(undefined)).status).toBe(401);
    expect((await ask(key)).body).toEqual(refusal(403, 'insufficient_scope'));
    const { key: billing } = await createKey(app.base, person, { scopes: ['billing'] });
    expect((await ask(billing as string)).status).toBe(200);
  });

  it('404: for no account', async () => {
    for (const id of ['nobody', publicId('acc', v7())])
      expect((await ask(admin.accessToken, '', `/api/admin/accounts/${id}/usage`)).body).toEqual(
        refusal(404, 'account_not_found'),
      );
  });
});

it('a report reads only, for 20 s at most, and leaves the settings of its connection', async () => {
  const database = app.app.get(Database, { strict: false });
  const settings = `select current_setting('statement_timeout') as timeout, current_setting('transaction_read_only') as is_read_only`;
  expect(await database.report('a', settings, [])).toEqual([{ timeout: '20s', is_read_only: 'on' }]);
  expect(await database.query(settings)).toEqual([{ timeout: '2s', is_read_only: 'off' }]);
  await expect(database.report('a', `delete from predictions where false`, [])).rejects.toThrow('read-only');
});
