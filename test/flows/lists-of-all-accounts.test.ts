/**
 * Filtered lists of all accounts read the kinds of predictions that there are. Here rows are random: each filter and each pair
 * of filters must return the rows that a plain reading of all rows returns, newest first, page after page.
 */
import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { startApp, type TestApp } from '../support/app.js';
import { createKey, newCaller, type Person } from '../support/client.js';
import { registerAdmin } from '../support/dashboard.js';
import { pagesOf } from '../support/lists.js';
import { uuidOf } from '../support/public-ids.js';

const MINUTE = 60_000;
const START = Date.UTC(2026, 9, 1);
const MIDDLE = START + 600 * MINUTE;
/** More than the list reads before the index of kinds. */
const ROWS = 1_400;
const OLD_ROWS = 150;

const MODELS = [
  { model_key: 'embedded-image', modality: 'image', operation: 'text-to-image' },
  { model_key: 'embedded-reframe', modality: 'image', operation: 'reframe' },
  { model_key: 'embedded-music', modality: 'audio', operation: 'music' },
];
const OLD_MODEL = { model_key: 'old-model', modality: '3d', operation: 'text-to-3d' };

interface Row {
  id: string;
  account: string;
  key: string | null;
  at: number;
  status: string;
  env: string;
  external_user: string | null;
  model_key: string;
  modality: string;
  operation: string;
}

let app: TestApp;
let admin: Person;
let accounts: { id: string; uuid: string; keys: { id: string; uuid: string }[] }[];
let rows: Row[];

const INSERT = `insert into predictions (id, account_id, key_id, created_at, status, completed_at, outputs, output_expires_at, error_code, error_message, env, model_key,
    model, modality, operation, provider, input, cost, fair_tag, deadline_at, external_user_id)
  select id, account, key, to_timestamp(at / 1000.0), status, case when status <> 'processing' then now() end,
    case status when 'completed' then '[]'::jsonb end, case status when 'completed' then now() end, case status when 'failed' then 'provider_error' end,
    case status when 'failed' then 'no' end, env, model_key, 'm', modality, operation, 'fault', '{}', 0, 0, now() + interval '1 day', external_user
  from jsonb_to_recordset($1::jsonb)
    as r (id uuid, account uuid, at float8, key uuid, env text, status text, model_key text, modality text, operation text, external_user text)`;

const oneOf = <T>(choices: readonly T[]): T => choices[randomInt(choices.length)]!;

/** Old rows have values that no newer row has. Some clocks were hours wrong. */
function randomRow(_: unknown, at: number): Row {
  const isOld = at < OLD_ROWS;
  const owner = oneOf(accounts);
  const made = START + at * MINUTE;
  return {
    id: v7({ msecs: made }),
    account: owner.uuid,
    key: isOld && randomInt(3) === 0 ? null : oneOf(owner.keys).uuid,
    at: made + (randomInt(20) === 0 ? oneOf([-9, -6.5, 5.5, 700, -800]) * MINUTE : randomInt(2_000)),
    status: oneOf(isOld ? ['failed', 'completed', 'processing'] : ['completed', 'completed', 'failed']),
    env: isOld && randomInt(2) === 0 ? 'test' : 'live',
    external_user: oneOf(isOld ? [null, 'old user', 'user'] : [null, null, 'user']),
    ...oneOf(isOld ? [...MODELS, OLD_MODEL] : MODELS),
  };
}

beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
  admin = await registerAdmin(app);
  accounts = [];
  for (let at = 0; at < 3; at += 1) {
    const { person, record } = await newCaller(app.base);
    const second = await createKey(app.base, person, {});
    const keys = [record.id, second.id].map((id) => ({ id: id as string, uuid: uuidOf(id as string) }));
    accounts.push({ id: person.accountId, uuid: uuidOf(person.accountId), keys });
  }
  rows = Array.from({ length: ROWS }, randomRow);
  await app.database.query(INSERT, [JSON.stringify(rows)]);
});
afterAll(() => app.close());

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

type Filter = { parameter: string; value: () => string; matches: (row: Row) => boolean };

const by = (parameter: string, column: keyof Row, ...values: string[]): Filter[] =>
  values.map((value) => ({ parameter, value: () => value, matches: (row) => row[column] === value }));

const FILTERS: Filter[] = [
  ...by('status', 'status', 'completed', 'failed', 'processing'),
  ...by('modality', 'modality', 'image', '3d', 'video'),
  ...by('modelKey', 'model_key', 'embedded-music', 'old-model', 'nothing'),
  ...by('operation', 'operation', 'reframe', 'text-to-3d'),
  ...by('env', 'env', 'live', 'test'),
  ...by('externalUserId', 'external_user', 'user', 'old user'),
  {
    parameter: 'keyId',
    value: () => accounts[1]!.keys[1]!.id,
    matches: ({ key }) => key === accounts[1]!.keys[1]!.uuid,
  },
  { parameter: 'keyId', value: () => 'dashboard', matches: ({ key }) => key === null },
  { parameter: 'keyId', value: () => 'key_none', matches: () => false },
  {
    parameter: 'accountId',
    value: () => accounts[1]!.id,
    matches: ({ account }) => account === accounts[1]!.uuid,
  },
  { parameter: 'from', value: () => iso(MIDDLE), matches: ({ at }) => at >= MIDDLE },
  { parameter: 'to', value: () => iso(MIDDLE), matches: ({ at }) => at < MIDDLE },
];

/** Of one account: in the order of its times. */
const isOfOneAccount = (filters: Filter[]) =>
  filters.some(
    ({ parameter, value }) => parameter === 'accountId' || (parameter === 'keyId' && value() !== 'dashboard'),
  );
const byTime = (a: Row, b: Row) => b.at - a.at || byId(a, b);
const byId = (a: Row, b: Row) => (a.id < b.id ? 1 : -1);

async function expectRows(filters: Filter[], limit: number): Promise<void> {
  const query = filters.map(({ parameter, value }) => `${parameter}=${value()}`).join('&');
  const matching = rows.filter((row) => filters.every(({ matches }) => matches(row)));
  const expected = matching.sort(isOfOneAccount(filters) ? byTime : byId).map(({ id }) => id);
  const pages = await pagesOf(app, admin.accessToken, `/api/admin/predictions?${query}`, limit);
  const found = pages.flat().map(({ predictionId }) => uuidOf(predictionId as string));
  expect({ query, found }).toEqual({ query, found: expected });
}

it('each filter returns its rows, in pages', async () => {
  for (const filter of FILTERS) await expectRows([filter], 37);
});

it('each pair of filters returns the rows that match both', async () => {
  for (const [at, one] of FILTERS.entries()) {
    for (const other of FILTERS.slice(at + 1)) {
      if (one.parameter !== other.parameter) await expectRows([one, other], 100);
    }
  }
});

it('a page is full where the newest predictions do not fill it', async () => {
  const isOld = FILTERS.find(({ value }) => value() === 'old-model')!;
  await expectRows([isOld], 3);
});

it('a prediction that settles between two pages neither repeats nor hides another', async () => {
  const path = '/api/admin/predictions?operation=text-to-3d&limit=5';
  const read = async (query: string) => {
    const answer = await fetch(`${app.base}${query}`, {
      headers: { authorization: `Bearer ${admin.accessToken}` },
    });
    return (await answer.json()) as { items: { predictionId: string }[]; nextCursor: string };
  };
  const first = await read(path);
  const expected = rows
    .filter(({ operation }) => operation === 'text-to-3d')
    .sort(byId)
    .map(({ id }) => id);
  await app.database.query(
    `update predictions set status = 'failed', completed_at = now(), error_code = 'provider_error', error_message = 'no'
     where id = any($1::uuid[]) and status = 'processing'`,
    [expected],
  );
  const second = await read(`${path}&cursor=${encodeURIComponent(first.nextCursor)}`);
  const found = [...first.items, ...second.items].map(({ predictionId }) => uuidOf(predictionId));
  expect(found).toEqual(expected.slice(0, 10));
  for (const row of rows)
    if (row.operation === 'text-to-3d' && row.status === 'processing') row.status = 'failed';
});

it('an installation with very many kinds of predictions gets the same rows', async () => {
  const many = Array.from({ length: 520 }, (_, at) => ({
    ...randomRow(null, at - 600),
    external_user: null,
    model_key: `model-${at}`,
    status: 'completed',
  }));
  await app.database.query(INSERT, [JSON.stringify(many)]);
  rows.push(...many);
  for (const filter of FILTERS) await expectRows([filter], 100);
  await expectRows(by('modelKey', 'model_key', 'model-519'), 100);
});

it('the indexes have the order of each kind', async () => {
  await app.database.query('analyze predictions');
  const kind = `status = 'completed' and modality = 'image' and operation = 'reframe' and model_key = 'x' and env = 'live'`;
  const planOf = async (scope: string) => {
    const lines = await app.database.query<{ 'QUERY PLAN': string }>(
      `explain select id from predictions where ${scope} and status <> 'processing' and ${kind} order by id desc limit 21`,
    );
    return lines.map((line) => line['QUERY PLAN']).join('\n');
  };
  for (const [scope, index] of [
    ['true', 'predictions_final '],
    ['key_id is null', 'predictions_final_dashboard '],
    [`external_user_id = 'old user'`, 'predictions_final_external_user '],
  ] as const) {
    const plan = await planOf(scope);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Sort');
  }
});
