/**
 * GET /api/admin/overview reads sums of the ledger and the entries that are not summed yet. Predictions and entries are random: at
 * every point of the summing its figures must be what a plain reading of all rows returns, and `ledger:verify` finds every damage.
 */
import { randomInt } from 'node:crypto';
import { SchedulerRegistry } from '@nestjs/schedule';
import { v7 } from 'uuid';
import { LedgerSummaries } from '../../src/credits/index.js';
import { SUM_OVERVIEW_PART } from '../../src/credits/overview/overview-sums.sql.js';
import { Database } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json, newCaller, type Person } from '../support/client.js';
import { itRequiresAdmin, registerAdmin, SUM_UP_ANEW } from '../support/dashboard.js';
import { auditLedger } from '../support/ledger-audit.js';
import { uuidOf } from '../support/public-ids.js';
import { fieldsOf } from '../support/refusals.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PATH = '/api/admin/overview';
const MODELS = ['embedded-image', 'embedded-music', 'old-model'];
const CODES = ['provider_error', 'timeout', 'cancelled'];
const START = Date.UTC(2026, 2, 1);
const DAYS = 6;
const RANGES = [
  [START + 2 * DAY, START + 4 * DAY],
  [START + 2 * DAY + 5 * HOUR, START + 5 * DAY + 3 * HOUR],
  [START + 3 * DAY + 4 * HOUR, START + 3 * DAY + 9 * HOUR],
  [START, START + DAYS * DAY],
] as const;

interface Prediction {
  id: string;
  account: string;
  model: string;
  at: number;
  cost: number;
  status: 'completed' | 'failed' | 'processing';
  code: string | null;
}
interface Movement {
  account: string;
  kind: 'adjustment' | 'grant';
  at: number;
  cost: number;
}

let app: TestApp;
let admin: Person;
let accounts: string[];
const predictions: Prediction[] = [];
const movements: Movement[] = [];

beforeAll(async () => {
  // Without a worker: the tests decide how far the ledger is summed.
  app = await startApp({ ROLES: 'api' });
  admin = await registerAdmin(app);
  const callers = await Promise.all([1, 2, 3].map(() => newCaller(app.base)));
  accounts = callers.map(({ person }) => uuidOf(person.accountId));
});
afterAll(() => app.close());

const oneOf = <T>(choices: readonly T[]): T => choices[randomInt(choices.length)]!;
const randomTime = () => oneOf([START + randomInt(DAYS * DAY), START + randomInt(DAYS * 24) * HOUR]);
const summaries = () =>
  new LedgerSummaries(new SchedulerRegistry(), app.app.get(Database, { strict: false }));

function randomPrediction(): Prediction {
  const at = randomTime();
  const status = oneOf(['completed', 'completed', 'failed', 'processing'] as const);
  return {
    // Some ids are of a clock that was wrong.
    id: v7({ msecs: at + oneOf([0, 0, 0, 9 * HOUR]) }),
    account: oneOf(accounts),
    model: oneOf(MODELS),
    at,
    cost: randomInt(3) * 500,
    status,
    code: status === 'failed' ? oneOf(CODES) : null,
  };
}

/** Enters predictions with their entries, and other entries. */
async function enterBatch(): Promise<void> {
  const added = Array.from({ length: 200 }, randomPrediction);
  const moved = Array.from({ length: 20 }, (): Movement => ({
    account: oneOf(accounts),
    kind: oneOf(['grant', 'adjustment']),
    at: randomTime(),
    cost: 1_000 + randomInt(5_000),
  }));
  predictions.push(...added);
  movements.push(...moved);
  await app.database.query(INSERT, [JSON.stringify(added)]);
  const entries = [
    ...moved.map((one) => ({ ...one, id: null })),
    ...added.flatMap((one) => [
      { ...one, kind: 'charge' },
      ...(one.status === 'processing'
        ? []
        : [{ ...one, kind: one.status === 'failed' ? 'refund' : 'capture', at: one.at + randomInt(HOUR) }]),
    ]),
  ];
  await app.database.query(ENTER, [JSON.stringify(entries)]);
}

const ask = (token: string | undefined, query = '') => call(app.base, 'GET', `${PATH}${query}`, { token });
const iso = (at: number) => new Date(at).toISOString();
const sum = (rows: readonly { cost: number }[]) => rows.reduce((total, { cost }) => total + cost, 0) / 1_000;
const within = <R extends { at: number }>(rows: readonly R[], from: number, to: number) =>
  rows.filter(({ at }) => at >= from && at < to);

function countsOf(rows: Prediction[]) {
  const failed = rows.filter(({ status }) => status === 'failed');
  return {
    count: rows.length,
    completed: rows.filter(({ status }) => status === 'completed').length,
    failed: failed.length,
    credits: sum(rows),
    refunded: sum(failed),
  };
}

function expectedFigures(from: number, to: number) {
  const rows = within(predictions, from, to);
  const moved = within(movements, from, to);
  return {
    from: iso(from),
    to: iso(to),
    ...countsOf(rows),
    granted: sum(moved.filter(({ kind }) => kind === 'grant')),
    adjusted: sum(moved.filter(({ kind }) => kind === 'adjustment')),
    expired: 0,
    activeAccounts: new Set(rows.map(({ account }) => account)).size,
  };
}

function grouped<K>(rows: Prediction[], keyOf: (row: Prediction) => K): Map<K, Prediction[]> {
  const groups = new Map<K, Prediction[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

/** Compares the overview of each range with what all rows say. */
async function expectOverviews(): Promise<void> {
  for (const [from, to] of RANGES) {
    const { status, body } = await ask(admin.accessToken, `?from=${iso(from)}&to=${iso(to)}`);
    expect([status, body.isComplete]).toEqual([200, true]);
    expect(body.current).toMatchObject(expectedFigures(from, to));
    expect(body.previous).toMatchObject(expectedFigures(2 * from - to, from));
    const rows = within(predictions, from, to);
    const step = to - from <= 48 * HOUR ? HOUR : DAY;
    expect(body.step).toBe(step === HOUR ? 'hour' : 'day');
    expect(body.series).toEqual(
      [...grouped(rows, ({ at }) => Math.floor(at / step) * step)]
        .sort(([one], [other]) => one - other)
        .map(([at, members]) => ({ at: iso(at), ...countsOf(members) })),
    );
    const models = new Map((body.models as Json[]).map(({ modelKey, ...model }) => [modelKey, model]));
    for (const [model, members] of grouped(rows, (row) => row.model))
      expect(models.get(model)).toMatchObject(countsOf(members));
    const codes = grouped(
      rows.filter(({ code }) => code !== null),
      ({ code }) => code,
    );
    expect(Object.fromEntries((body.errors as Json[]).map(({ code, count }) => [code, count]))).toEqual(
      Object.fromEntries([...codes].map(([code, members]) => [code, members.length])),
    );
    const [wallets] = await app.database.query<{ all: string; owed: string }>(
      'select sum(balance + held) as all, sum(owed) as owed from wallets',
    );
    expect([body.outstanding, body.owed]).toEqual([
      Number(wallets!.all) / 1_000,
      Number(wallets!.owed) / 1_000,
    ]);
  }
}

it('is what a plain reading of all rows returns, at every point of the summing', async () => {
  await enterBatch();
  await expectOverviews();
  for (let batch = 0; batch < 3; batch += 1) {
    const [{ last }] = (await app.database.query<{ last: string }>(
      'select max(id) as last from ledger_transfers',
    )) as [{ last: string }];
    for (let parts = 0; parts < 3; parts += 1) {
      await app.database.run(SUM_OVERVIEW_PART, { to: last, rows: 97 });
      await expectOverviews();
    }
    await enterBatch();
    await summaries().round();
    await expectOverviews();
  }
  expect((await auditLedger(app.url)).findings).toEqual([]);
}, 300_000);

it('counts new accounts of the last hour, and those that started nothing as not active', async () => {
  const [{ accounts: all }] = (await app.database.query<{ accounts: number }>(
    'select count(distinct id)::int as accounts from accounts',
  )) as [{ accounts: number }];
  const { body } = await ask(admin.accessToken);
  expect(body.current).toMatchObject({ newAccounts: all, activeAccounts: 0, count: 0 });
  expect(body.load).toMatchObject({ isComplete: true });
});

it('reads no prediction by a scan, and no summed entry', async () => {
  await summaries().round();
  const { OVERVIEW } = await import('../../src/history/usage/overview/overview.sql.js');
  const rows = await app.database.query<{ 'QUERY PLAN': unknown }>(
    `explain (format json, generic_plan) ${OVERVIEW.text}`,
  );
  const scans: string[] = [];
  const visit = (node: Json): void => {
    if (/^(removed_)?predictions$/.test(String(node['Relation Name']))) scans.push(String(node['Node Type']));
    for (const child of (node.Plans ?? []) as Json[]) visit(child);
  };
  visit((rows[0]!['QUERY PLAN'] as Json[])[0]!.Plan);
  expect(scans.length).toBeGreaterThan(0);
  expect(scans.filter((node) => !node.includes('Index'))).toEqual([]);
});

describe('ledger:verify', () => {
  it.each([
    [
      'a sum that was changed',
      `update overview_sums set amount = amount + 1 where ctid = (select min(ctid) from overview_sums where span = 'hour' and figure = 'charge')`,
    ],
    [
      'a day that was changed',
      `update overview_sums set entries = entries + 1 where ctid = (select min(ctid) from overview_sums where span = 'day' and figure = 'capture')`,
    ],
    [
      'a sum of all times that was changed',
      `update overview_sums set amount = amount + 1 where ctid = (select min(ctid) from overview_sums where span = 'all' and figure = 'grant')`,
    ],
    [
      'an account that is missing',
      `delete from overview_sums where ctid = (select min(ctid) from overview_sums where span = 'hour' and figure = 'account')`,
    ],
    [
      'an error code with too few',
      `update overview_sums set value = '' where ctid = (select min(ctid) from overview_sums where span = 'hour' and figure = 'failure')`,
    ],
    [
      'a grant that is missing',
      `delete from overview_sums where ctid = (select min(ctid) from overview_sums where span = 'hour' and figure = 'grant')`,
    ],
    ['entries that were skipped', 'update overview_position set entries_to = entries_to + 1000000'],
  ])(
    'finds %s, and nothing once the ledger is summed anew',
    async (_what, damage) => {
      await summaries().round();
      if (damage.startsWith('update overview_position')) await enterBatch();
      await app.database.query(damage);
      const { findings } = await auditLedger(app.url);
      expect(findings.some(({ check }) => check.includes('all accounts'))).toBe(true);
      await app.database.query(SUM_UP_ANEW);
      await summaries().round();
      expect((await auditLedger(app.url)).findings).toEqual([]);
    },
    120_000,
  );
});

describe('400', () => {
  it.each([
    ['from=2026-03-01T00:30:00Z&to=2026-03-02', ['from']],
    ['from=2026-03-02&to=2026-03-01', ['from']],
    ['from=2025-01-01&to=2026-03-01', ['from']],
    ['from=1970-01-01&to=1970-01-02', ['from']],
    ['groupBy=day', ['groupBy']],
  ])('%s', async (query, fields) => {
    const answer = await ask(admin.accessToken, `?${query}`);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, fields]);
  });
});

describe('who may read', () => {
  itRequiresAdmin(
    () => app,
    (token) => ask(token),
  );
});

const INSERT = `
insert into predictions (id, account_id, created_at, status, completed_at, outputs, output_expires_at, error_code,
  error_message, env, model_key, model, modality, operation, provider, input, cost, fair_tag, deadline_at)
select id, account, to_timestamp(at / 1000.0), status, case when status <> 'processing' then now() end,
  case status when 'completed' then '[]'::jsonb end, case status when 'completed' then now() end, code,
  case status when 'failed' then 'no' end, 'live', model, 'm', 'image', 'text-to-image', 'fault', '{}', cost, 0, now() + interval '1 day'
from jsonb_to_recordset($1::jsonb) as r (id uuid, account uuid, at float8, status text, model text, cost bigint, code text)`;

/** Enters the movements in their order, with the balance after each. */
const ENTER = `
with events as (
  select r.*, case kind when 'charge' then -cost when 'capture' then 0 else cost end as moved,
    case when id is null then 0 when kind = 'charge' then cost else -cost end as moved_held
  from rows from (jsonb_to_recordset($1::jsonb) as (id uuid, account uuid, kind text, cost bigint, at float8))
    with ordinality as r (id, account, kind, cost, at, n)),
running as (
  select e.*, a.balance + sum(moved) over (partition by account order by n) as after from events e join wallets a on a.account_id = e.account),
moved as (
  update wallets a set balance = a.balance + s.moved, held = a.held + s.moved_held
  from (select account, sum(moved) as moved, sum(moved_held) as moved_held from events group by 1) s where s.account = a.account_id)
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after, created_at)
select account, id, kind, case when id is null then 'system' when kind = 'charge' then 'wallet' else 'held' end,
  case kind when 'charge' then 'held' when 'capture' then 'revenue' else 'wallet' end, cost, after, to_timestamp(at / 1000.0)
from running order by n`;
