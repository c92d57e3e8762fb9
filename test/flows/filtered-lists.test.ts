/**
 * Filtered lists of an account read the kinds of predictions that it has. Each filter and each pair of filters must return
 * the rows that a plain reading of all rows returns, in the same order, page after page.
 */
import { v7 } from 'uuid';
import { LIST_FILTERED_PREDICTIONS } from '../../src/history/filtered-list.sql.js';
import { startApp, type TestApp } from '../support/app.js';
import { createKey, newCaller } from '../support/client.js';
import { pagesOf } from '../support/lists.js';
import { uuidOf } from '../support/public-ids.js';

const START = Date.UTC(2026, 9, 1);
const MINUTE = 60_000;
const ROWS = 240;
const MODELS = [
  { model_key: 'embedded-image', modality: 'image', operation: 'text-to-image' },
  { model_key: 'embedded-reframe', modality: 'image', operation: 'reframe' },
  { model_key: 'embedded-music', modality: 'audio', operation: 'music' },
  { model_key: 'once-music', modality: 'audio', operation: 'speech' },
];
const STATES = ['completed', 'completed', 'failed', 'processing', 'completed', 'completed', 'completed'];

interface Row {
  id: string;
  at: number;
  key: string | null;
  env: string;
  status: string;
  model_key: string;
  modality: string;
  operation: string;
}

let app: TestApp;
let secret: string;
let account: string;
let keys: { id: string; uuid: string }[];
let rows: Row[];

const INSERT = `insert into predictions (id, account_id, key_id, created_at, status, completed_at, outputs, output_expires_at, error_code, error_message, env, model_key,
    model, modality, operation, provider, input, cost, fair_tag, deadline_at)
  select id, $2, key, to_timestamp(at / 1000.0), status, case when status <> 'processing' then now() end,
    case status when 'completed' then '[]'::jsonb end, case status when 'completed' then now() end, case status when 'failed' then 'provider_error' end,
    case status when 'failed' then 'no' end, env, model_key, 'm', modality, operation, 'fault', '{}', 0, 0, now() + interval '1 day'
  from jsonb_to_recordset($1::jsonb)
    as r (id uuid, at float8, key uuid, env text, status text, model_key text, modality text, operation text)`;

beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
  const caller = await newCaller(app.base);
  secret = caller.key;
  account = uuidOf(caller.person.accountId);
  const other = await createKey(app.base, caller.person, { env: 'test' });
  keys = [caller.record.id as string, other.id as string].map((id) => ({ id, uuid: uuidOf(id) }));
  rows = Array.from({ length: ROWS }, (_, at) => {
    const made = START + Math.floor(at / 2) * MINUTE; // Two of each time.
    const which = (at * 7) % 5;
    return {
      id: v7({ msecs: made }),
      at: made,
      key: which === 4 ? null : keys[which % 2]!.uuid,
      env: which !== 4 && which % 2 === 1 ? 'test' : 'live',
      status: STATES[at % STATES.length]!,
      ...MODELS[at === 17 ? 3 : ((at * 3) % 11) % 3]!,
    };
  });
  await app.database.query(INSERT, [JSON.stringify(rows), account]);
  const foreign = await newCaller(app.base);
  const theirs = rows.map((row) => ({ ...row, id: v7(), key: null }));
  await app.database.query(INSERT, [JSON.stringify(theirs), uuidOf(foreign.person.accountId)]);
});
afterAll(() => app.close());

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
const MIDDLE = START + 50 * MINUTE;

type Filter = { query: string | (() => string); matches: (row: Row) => boolean };
const FILTERS: Filter[] = [
  ...['completed', 'failed', 'processing'].map((status) => ({
    query: `status=${status}`,
    matches: (row: Row) => row.status === status,
  })),
  ...['image', 'audio', 'video'].map((modality) => ({
    query: `modality=${modality}`,
    matches: (row: Row) => row.modality === modality,
  })),
  ...['embedded-music', 'once-music', 'nothing'].map((key) => ({
    query: `modelKey=${key}`,
    matches: (row: Row) => row.model_key === key,
  })),
  ...['live', 'test'].map((env) => ({ query: `env=${env}`, matches: (row: Row) => row.env === env })),
  { query: () => `keyId=${keys[0]!.id}`, matches: ({ key }) => key === keys[0]!.uuid },
  { query: 'keyId=dashboard', matches: ({ key }) => key === null },
  { query: 'keyId=key_none', matches: () => false },
  { query: `from=${iso(MIDDLE)}`, matches: ({ at }) => at >= MIDDLE },
  { query: `to=${iso(MIDDLE)}`, matches: ({ at }) => at < MIDDLE },
];
const textOf = ({ query }: Filter) => (typeof query === 'string' ? query : query());
const parameterOf = (filter: Filter) =>
  typeof filter.query === 'string' ? filter.query.split('=')[0]! : 'keyId';

async function expectRows(path: string, query: string, matches: (row: Row) => boolean, limit: number) {
  const expected = rows
    .filter(matches)
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
  const pages = await pagesOf(app, secret, `${path}?${query}`, limit);
  const found = pages.flat().map(({ predictionId }) => uuidOf(predictionId as string));
  expect({ query, found }).toEqual({ query, found: expected });
}

const HISTORY = '/api/generate/history';

it('each filter returns its rows, in pages', async () => {
  for (const filter of FILTERS) await expectRows(HISTORY, textOf(filter), filter.matches, 23);
});

it('each pair of filters returns the rows that match both', async () => {
  for (const [at, one] of FILTERS.entries()) {
    for (const other of FILTERS.slice(at + 1)) {
      if (parameterOf(one) === parameterOf(other)) continue;
      await expectRows(
        HISTORY,
        `${textOf(one)}&${textOf(other)}`,
        (row) => one.matches(row) && other.matches(row),
        100,
      );
    }
  }
});

it('an operation is a filter like the others', async () => {
  const isReframe = ({ operation }: Row) => operation === 'reframe';
  await expectRows(
    '/api/generate/reframe/history',
    'env=live',
    (row) => isReframe(row) && row.env === 'live',
    9,
  );
  await expectRows(
    '/api/generate/reframe/history',
    'status=failed',
    (row) => isReframe(row) && row.status === 'failed',
    9,
  );
});

it('the index has the order of each kind, also without a key', async () => {
  await app.database.query('analyze predictions');
  const plan = await app.database.query<{ 'QUERY PLAN': string }>(
    `explain select id from predictions where account_id = '${account}' and status <> 'processing' and status = 'completed'
       and modality = 'image' and operation = 'reframe' and model_key = 'x' and env = 'live' and key_id is null
     order by key_id, created_at desc, id desc limit 21`,
  );
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).not.toContain('Sort');
  expect(text).toContain('predictions_history_final');
});

it('in one state, each index lookup of a kind begins at the kind before it, not at the state', async () => {
  const list = { account: '$1', kinds: 'true', places: 'true', key: 'any', limit: 21 } as const;
  const state = { scope: "account_id = $1 and status = 'completed'", all: "status = 'completed'" };
  const { text, values } = LIST_FILTERED_PREDICTIONS.of([{ ...list, ...state, isOneState: true }]).bind([
    account,
  ]);
  const plan = await app.database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
  const lookups = plan.map((line) => line['QUERY PLAN']).filter((line) => line.includes('ROW('));
  expect(lookups).toHaveLength(1);
  expect(lookups[0]).toMatch(
    /Index Cond: .*status = 'completed'.*ROW\(modality, operation, model_key, env\) >/,
  );
});

it('an account with very many kinds of predictions gets the same rows', async () => {
  const many = Array.from({ length: 520 }, (_, at) => ({
    ...rows[0]!,
    id: v7({ msecs: START - at * MINUTE }),
    at: START - at * MINUTE,
    status: 'completed',
    key: null,
    env: 'live',
    ...MODELS[2]!,
    model_key: `model-${at}`,
  }));
  await app.database.query(INSERT, [JSON.stringify(many), account]);
  rows.push(...many);
  await expectRows(HISTORY, 'modelKey=model-519', ({ model_key: key }) => key === 'model-519', 23);
  await expectRows(
    HISTORY,
    'env=test&modality=audio',
    ({ env, modality }) => env === 'test' && modality === 'audio',
    23,
  );
  await expectRows(HISTORY, 'modality=audio', ({ modality }) => modality === 'audio', 100);
});
