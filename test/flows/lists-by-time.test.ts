/**
 * Lists of administrators select predictions by the time in their ids. Here clocks disagreed: `created_at` is minutes, hours
 * and years from the id. Each list must return the rows that a plain reading of all rows returns, in the same order: by id,
 * and those of one account by time.
 */
import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { startApp, type TestApp } from '../support/app.js';
import { newCaller, type Person } from '../support/client.js';
import { registerAdmin } from '../support/dashboard.js';
import { pagesOf } from '../support/lists.js';
import { uuidOf } from '../support/public-ids.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Differences between `created_at` and the time of the id. */
const DRIFTS = [
  0,
  0,
  0,
  5,
  -20,
  2 * MINUTE,
  -4.9 * MINUTE,
  5.5 * MINUTE,
  -6 * MINUTE,
  3 * HOUR,
  -9 * HOUR,
  9_000 * HOUR,
];
const START = Date.UTC(2026, 9, 1);
const ROWS = 120;

interface Row {
  id: string;
  account: string;
  key: string | null;
  at: number;
  status: string;
}

let app: TestApp;
let admin: Person;
let rows: Row[];
let accounts: { person: Person; key: string }[];

beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
  admin = await registerAdmin(app);
  const callers = [await newCaller(app.base), await newCaller(app.base)];
  accounts = callers.map(({ person, record }) => ({ person, key: record.id as string }));
  rows = Array.from({ length: ROWS }, (_, at) => {
    const owner = accounts[at % 3 === 0 ? 0 : 1]!;
    const made = START + at * 7 * MINUTE + randomInt(20 * MINUTE);
    return {
      id: v7({ msecs: made }),
      account: uuidOf(owner.person.accountId),
      key: at % 2 === 0 ? uuidOf(owner.key) : null,
      at: made + DRIFTS[at % DRIFTS.length]!,
      status: at % 5 === 0 ? 'failed' : 'processing',
    };
  });
  await app.database.query(
    `insert into predictions (id, account_id, key_id, created_at, status, completed_at, error_code, error_message, env, model_key, model, modality,
       operation, provider, input, cost, fair_tag, deadline_at)
     select id, account, key, to_timestamp(at / 1000.0), status, case status when 'failed' then now() end,
       case status when 'failed' then 'provider_error' end, case status when 'failed' then 'no' end, 'live', 'embedded-fault', 'fault', 'image', 'text-to-image', 'fault', '{}', 0, 0,
       now() + interval '1 day'
     from jsonb_to_recordset($1::jsonb) as r (id uuid, account uuid, key uuid, at float8, status text)`,
    [JSON.stringify(rows)],
  );
});
afterAll(() => app.close());

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
const MIDDLE = START + 6 * HOUR;

const FILTERS: [string, () => string, (row: Row) => boolean][] = [
  ['none', () => '', () => true],
  ['from', () => `from=${iso(MIDDLE)}`, ({ at }) => at >= MIDDLE],
  ['to', () => `to=${iso(MIDDLE)}`, ({ at }) => at < MIDDLE],
  [
    'an hour',
    () => `from=${iso(MIDDLE)}&to=${iso(MIDDLE + HOUR)}`,
    ({ at }) => at >= MIDDLE && at < MIDDLE + HOUR,
  ],
  [
    'a time that only misdated rows have',
    () => `from=${iso(START + 8_000 * HOUR)}`,
    ({ at }) => at > START + 8_000 * HOUR,
  ],
  ['before all ids', () => `to=${iso(START - HOUR)}`, ({ at }) => at < START - HOUR],
  [
    'a state and a time',
    () => `status=failed&from=${iso(MIDDLE)}`,
    ({ at, status }) => status === 'failed' && at >= MIDDLE,
  ],
  [
    'an account',
    () => `accountId=${accounts[0]!.person.accountId}`,
    ({ account }) => account === uuidOf(accounts[0]!.person.accountId),
  ],
  [
    'an account and a time',
    () => `accountId=${accounts[1]!.person.accountId}&to=${iso(MIDDLE)}`,
    ({ account, at }) => account === uuidOf(accounts[1]!.person.accountId) && at < MIDDLE,
  ],
  ['a key', () => `keyId=${accounts[1]!.key}`, ({ key }) => key === uuidOf(accounts[1]!.key)],
  [
    'another account’s key',
    () => `keyId=${accounts[1]!.key}&accountId=${accounts[0]!.person.accountId}`,
    () => false,
  ],
  [
    'the dashboard',
    () => `keyId=dashboard&from=${iso(MIDDLE)}`,
    ({ key, at }) => key === null && at >= MIDDLE,
  ],
];

const byId = (a: Row, b: Row) => (a.id < b.id ? 1 : -1);
const byTime = (a: Row, b: Row) => b.at - a.at || byId(a, b);

it.each(FILTERS)('lists every matching prediction once, newest first: %s', async (_name, query, matches) => {
  const isOfOneAccount = /accountId|keyId=key/.test(query());
  const expected = rows
    .filter(matches)
    .sort(isOfOneAccount ? byTime : byId)
    .map(({ id }) => id);
  for (const limit of [100, 7]) {
    const pages = await pagesOf(app, admin.accessToken, `/api/admin/predictions?${query()}`, limit);
    const found = pages.flat().map(({ predictionId }) => uuidOf(predictionId as string));
    expect(found).toEqual(expected);
  }
});

it('finds misdated rows by their own index, which normal rows are not in', async () => {
  const explain = (condition: string) =>
    app.database.query<{ 'QUERY PLAN': string }>(
      `explain select id from predictions where ${condition} order by id desc limit 5`,
    );
  const where = `(created_at - to_timestamp(('x' || left(id::text, 8))::bit(32)::bigint * 65.536::float8))
    not between interval '-5 minutes' and interval '5 minutes'`;
  const plan = (await explain(where)).map((line) => line['QUERY PLAN']).join('\n');
  expect(plan).toContain('predictions_misdated');
  const [{ normal }] = (await app.database.query(
    `select count(*)::int as normal from predictions where (${where}) and abs(extract(epoch from created_at) * 1000 -
       ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint) < 60000`,
  )) as [{ normal: number }];
  expect(normal).toBe(0);
});
