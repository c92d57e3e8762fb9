/**
 * Spending and statements of old dates read sums of the ledger and the entries that are not summed yet. Predictions and
 * entries are random here: at every point of the summing, each response must be what a plain reading of all rows returns.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Client } from 'pg';
import { v7 } from 'uuid';
import { LedgerSummaries } from '../../src/credits/index.js';
import { SUM_PART } from '../../src/credits/summaries/summaries.sql.js';
import { PredictionRemoval } from '../../src/generation/settlement/prediction.removal.js';
import { Database } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, type Json, newCaller, type Person } from '../support/client.js';
import { SUM_UP_ANEW } from '../support/dashboard.js';
import { auditLedger } from '../support/ledger-audit.js';
import { pagesOf } from '../support/lists.js';
import { uuidOf } from '../support/public-ids.js';

const MINUTE = 60_000;
const HOURS = 50;
const PREDICTIONS = 500;
/** Fewer than the entries of a batch, so that every batch takes several parts. */
const PART = 170;
const MODELS = ['embedded-image', 'embedded-music', 'old-model'];
const ZONES = ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Auckland'];

interface Prediction {
  id: string;
  account: string;
  key: string | null;
  model: string;
  at: number;
  cost: number;
  status: 'completed' | 'failed' | 'processing';
}
interface Caller {
  person: Person;
  account: string;
  keys: string[];
}

let app: TestApp;
let callers: Caller[];
let start: number;
const predictions = new Map<string, Prediction>();

beforeAll(async () => {
  // Without a worker: the tests decide how far the ledger is summed.
  app = await startApp({ ROLES: 'api' });
  start = Date.now() - HOURS * 60 * MINUTE;
  callers = await Promise.all(
    [1, 2].map(async () => {
      const { person, record } = await newCaller(app.base);
      const second = await createKey(app.base, person);
      return {
        person,
        account: uuidOf(person.accountId),
        keys: [uuidOf(record.id as string), uuidOf(second.id as string)],
      };
    }),
  );
});
afterAll(() => app.close());

const oneOf = <T>(choices: readonly T[]): T => choices[randomInt(choices.length)]!;
const randomTime = () => start + randomInt(HOURS * 60) * MINUTE + oneOf([0, 0, randomInt(MINUTE)]);
const summaries = () =>
  new LedgerSummaries(new SchedulerRegistry(), app.app.get(Database, { strict: false }));

function randomPrediction(): Prediction {
  const { account, keys } = oneOf(callers);
  // Many in some quarters of an hour, and many just at their beginning.
  const at = oneOf([
    randomTime(),
    Math.ceil(randomTime() / (15 * MINUTE)) * 15 * MINUTE,
    start + 20 * MINUTE,
  ]);
  return {
    id: v7({ msecs: at }),
    account,
    key: oneOf([null, ...keys]),
    model: oneOf(MODELS),
    at,
    cost: randomInt(3) * 500,
    status: oneOf(['completed', 'completed', 'failed', 'processing']),
  };
}

/** Ends half of the predictions that are processing, and starts others; some clocks are minutes wrong. */
async function enterBatch(): Promise<void> {
  const added = Array.from({ length: PREDICTIONS }, randomPrediction);
  const ended = [...predictions.values()].filter(({ status }) => status === 'processing' && randomInt(2));
  for (const one of ended) one.status = oneOf(['completed', 'failed']);
  for (const one of added) predictions.set(one.id, one);
  const settlements = [...ended, ...added].filter(({ status }) => status !== 'processing');
  const events = [
    ...added.map((one) => ({ ...one, kind: 'charge', time: one.at })),
    ...settlements.map((one) => ({
      ...one,
      kind: one.status === 'failed' ? 'refund' : 'capture',
      time: one.at + 1 + randomInt(40 * MINUTE),
    })),
  ].sort((a, b) => a.time - b.time);
  const entries = events.map((event) => ({ ...event, time: event.time + oneOf([0, 0, -7, 9]) * MINUTE }));
  await app.database.query(END, [JSON.stringify(ended)]);
  await app.database.query(START, [JSON.stringify(added)]);
  await app.database.query(ENTER, [JSON.stringify(entries)]);
}

const get = async ({ person }: Caller, path: string) => {
  const answer = await call(app.base, 'GET', `/api/dashboard/${path}`, { token: person.accessToken });
  expect(answer.status).toBe(200);
  return answer.body;
};

function totalsOf(rows: Prediction[]) {
  const charged = rows.reduce((sum, { cost }) => sum + cost, 0);
  const refunded = rows.filter(({ status }) => status === 'failed').reduce((sum, { cost }) => sum + cost, 0);
  return {
    charged: charged / 1000,
    refunded: refunded / 1000,
    spent: (charged - refunded) / 1000,
    predictions: rows.length,
  };
}

function grouped(rows: Prediction[], part: (row: Prediction) => string | null) {
  const groups = new Map<string | null, Prediction[]>();
  for (const row of rows) groups.set(part(row), [...(groups.get(part(row)) ?? []), row]);
  return new Map([...groups].map(([name, group]) => [name, totalsOf(group)]));
}

const totals = ({ charged, refunded, spent, predictions: count }: Json) => ({
  charged,
  refunded,
  spent,
  predictions: count,
});

async function expectSpending(caller: Caller, from: number, to: number): Promise<void> {
  const rows = [...predictions.values()].filter(
    ({ account, at }) => account === caller.account && at >= from && at < to,
  );
  const timeZone = oneOf(ZONES);
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone });
  const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}&timeZone=${timeZone}`;
  const parts = {
    day: [(row: Prediction) => day.format(row.at), ({ date }: Json) => date as string],
    key: [
      ({ key }: Prediction) => key,
      ({ keyId }: Json) => (keyId === null ? null : uuidOf(keyId as string)),
    ],
    model: [({ model }: Prediction) => model, ({ modelKey }: Json) => modelKey as string],
  } as const;
  for (const [by, [ofRow, ofItem]] of Object.entries(parts)) {
    const { items, total } = await get(caller, `credits/spend?by=${by}&${range}`);
    const found = (items as Json[]).filter((item) => item.predictions > 0);
    const read = new Map(found.map((item) => [ofItem(item), totals(item)]));
    expect({ by, range, read, total: totals(total) }).toEqual({
      by,
      range,
      read: grouped(rows, ofRow),
      total: totalsOf(rows),
    });
  }
}

async function expectStatement(caller: Caller, from: number, to: number): Promise<void> {
  const kind = oneOf(['', 'charge', 'refund', 'grant']);
  const bounds = [new Date(from).toISOString(), new Date(to).toISOString()];
  const query = [`from=${bounds[0]}`, `to=${bounds[1]}`, kind && `kind=${kind}`].filter(
    () => randomInt(5) > 0,
  );
  const path = `credits/ledger?${query.join('&')}`;
  const has = (name: string) => query.some((one) => one.startsWith(`${name}=`));
  const rows = await app.database.query<{ kind: string; prediction_id: string | null; created_at: Date }>(
    `select kind, prediction_id, created_at from ledger_transfers where account_id = $1 and kind <> 'capture' order by id desc`,
    [caller.account],
  );
  const expected = rows
    .filter((row) => !has('from') || row.created_at.getTime() >= from)
    .filter((row) => !has('to') || row.created_at.getTime() < to)
    .filter((row) => !has('kind') || row.kind === kind)
    .map((row) => [row.kind, row.prediction_id, row.created_at.toISOString()]);
  const pages = await pagesOf(app, caller.person.accessToken, `/api/dashboard/${path}`, oneOf([37, 100]));
  const found = pages
    .flat()
    .map((entry) => [
      entry.kind,
      entry.predictionId === null ? null : uuidOf(entry.predictionId as string),
      entry.createdAt,
    ]);
  expect({ path, found }).toEqual({ path, found: expected });
}

async function expectOverview(caller: Caller): Promise<void> {
  const rows = [...predictions.values()].filter(({ account }) => account === caller.account);
  const count = (state: string) => rows.filter(({ status }) => status === state).length;
  const expected = {
    processing: count('processing'),
    completed: count('completed'),
    failed: count('failed'),
  };
  expect((await get(caller, 'overview')).predictions).toEqual(expected);
}

async function expectEverything(): Promise<void> {
  for (const caller of callers) {
    await expectOverview(caller);
    await expectSpending(caller, start - MINUTE, Date.now());
    for (let at = 0; at < 4; at += 1) {
      const [from, to] = [randomTime(), randomTime() + 1].sort((a, b) => a - b) as [number, number];
      await expectSpending(caller, from, to);
      await expectStatement(caller, from, to);
    }
  }
}

const sumPart = async () => {
  const [last] = await app.database.query<{ newest: string }>(
    'select max(id) as newest from ledger_transfers',
  );
  const rows = await app.database.run(SUM_PART, { to: last!.newest, rows: PART });
  return rows[0]!.entries_to === last!.newest;
};
const sumsFound = async () =>
  (await auditLedger(app.url)).findings.filter(({ check }) => /sum of entries|sums|summed/.test(check));

it('every figure and statement is exact before, within and after each summing', async () => {
  for (let batch = 0; batch < 3; batch += 1) {
    await enterBatch();
    do await expectEverything();
    while (!(await sumPart()));
    await expectEverything();
    expect((await auditLedger(app.url)).findings).toEqual([]);
  }
}, 300_000);

it('every figure and statement stays exact while predictions are removed', async () => {
  const removal = app.app.get(PredictionRemoval, { strict: false });
  let total = 0;
  for (let batch = 0; batch < 3; batch += 1) {
    await app.database.query(REMOVE_SOME);
    const { removed, unsound } = await removal.remove(0);
    total += removed;
    expect(unsound).toBe(0);
    await expectEverything();
    await enterBatch();
    await expectEverything();
    await summaries().round();
    expect((await auditLedger(app.url)).findings).toEqual([]);
  }
  expect(total).toBeGreaterThan(PREDICTIONS);
}, 300_000);

it('processes that sum at the same time sum each entry once', async () => {
  await enterBatch();
  await app.database.query(SUM_UP_ANEW);
  // One that finds the position locked stops at once.
  const counted = () => app.database.query<{ n: number }>('select count(*)::int as n from spending_sums');
  while ((await app.database.query(BEHIND)).length > 0)
    await Promise.all(Array.from({ length: 4 }, () => summaries().round()));
  expect((await counted())[0]!.n).toBeGreaterThan(300);
  await expectEverything();
  expect((await auditLedger(app.url)).findings).toEqual([]);
}, 120_000);

it('waits for a transaction that has taken an earlier id, and sums its entries', async () => {
  const late = new Client({ connectionString: app.url });
  await late.connect();
  await late.query('begin');
  await late.query(GRANT, [callers[0]!.account]);
  await app.database.query(GRANT, [callers[1]!.account]);
  const round = summaries().round();
  await expect(Promise.race([round.then(() => 'summed'), sleep(1_000, 'waits')])).resolves.toBe('waits');
  expect(await app.database.query(BEHIND)).toHaveLength(1);
  await late.query('commit');
  await late.end();
  await round;
  expect(await app.database.query(BEHIND)).toHaveLength(0);
  expect((await auditLedger(app.url)).findings).toEqual([]);
  for (const caller of callers) await expectStatement(caller, start, Date.now() + MINUTE);
}, 60_000);

describe('ledger:verify', () => {
  it.each([
    [
      'a sum that was changed',
      `update spending_sums set refunded = refunded + 1 where ctid = (select min(ctid) from spending_sums where "grouping" = 'key')`,
    ],
    [
      'a sum of a model that is missing',
      `delete from spending_sums where ctid = (select min(ctid) from spending_sums where "grouping" = 'model')`,
    ],
    [
      'a quarter of an hour that is missing',
      `delete from spending_sums where ("grouping", account_id, quarter) = (select 'all', account_id, quarter from spending_sums limit 1)`,
    ],
    [
      'a sum without entries',
      `insert into spending_sums select 'model', account_id, quarter, 'none', 5, 0, 1, 0, 0, last_entry from spending_sums where "grouping" = 'all' limit 1`,
    ],
    [
      'a range of entries that is missing',
      `delete from ledger_quarters where ctid = (select min(ctid) from ledger_quarters)`,
    ],
    [
      'a range of entries that is too short',
      `update ledger_quarters set first_entry = last_entry + 1 where ctid = (select min(ctid) from ledger_quarters)`,
    ],
    ['entries that were skipped', `update summary_position set entries_to = entries_to + 1000000`],
  ])(
    'finds %s, and nothing once the ledger is summed anew',
    async (_what, damage) => {
      if (damage.startsWith('update summary_position')) await enterBatch();
      await app.database.query(damage);
      expect((await sumsFound()).length).toBeGreaterThan(0);
      await app.database.query(SUM_UP_ANEW);
      await summaries().round();
      expect((await auditLedger(app.url)).findings).toEqual([]);
    },
    60_000,
  );
});

it('with more entries than are read beside the sums, spending is read from the predictions', async () => {
  await app.database.query(GRANTS, [callers[0]!.account, 50_001]);
  // Sums that would be seen.
  await app.database.query('update spending_sums set charged = charged + 1000');
  await expectSpending(callers[0]!, start, Date.now());
  await expectOverview(callers[0]!);
}, 60_000);

/** Half of the predictions with outputs can be removed; the walk begins anew. */
const REMOVE_SOME = `
with without_files as (
  update predictions set outputs_removed_at = now() where outputs is not null and random() < 0.5)
update removal_position set walked_to = default, oldest_kept = null`;

const BEHIND = 'select from summary_position where entries_to < (select max(id) from ledger_transfers)';

const GRANT = `
with granted as (update wallets set balance = balance + 5 where account_id = $1 returning account_id as id, balance)
insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
select id, 'grant', 'system', 'wallet', 5, balance from granted`;

const GRANTS = `
with granted as (update wallets set balance = balance + $2::int where account_id = $1 returning account_id as id, balance)
insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
select id, 'grant', 'system', 'wallet', 1, balance - $2::int + n from granted, generate_series(1, $2::int) n`;

const START = `
insert into predictions (id, account_id, key_id, created_at, status, completed_at, outputs, output_expires_at, error_code,
  error_message, env, model_key, model, modality, operation, provider, input, cost, fair_tag, deadline_at)
select id, account, key, to_timestamp(at / 1000.0), status, case when status <> 'processing' then now() end,
  case status when 'completed' then '[]'::jsonb end, case status when 'completed' then now() end,
  case status when 'failed' then 'provider_error' end, case status when 'failed' then 'no' end,
  'live', model, 'm', 'image', 'text-to-image', 'fault', '{}', cost, 0, now() + interval '1 day'
from jsonb_to_recordset($1::jsonb) as r (id uuid, account uuid, key uuid, at float8, status text, model text, cost bigint)`;

const END = `
update predictions p set status = r.status, completed_at = now(), outputs = case r.status when 'completed' then '[]'::jsonb end,
  output_expires_at = case r.status when 'completed' then now() end,
  error_code = case r.status when 'failed' then 'provider_error' end, error_message = case r.status when 'failed' then 'no' end
from jsonb_to_recordset($1::jsonb) as r (id uuid, status text) where p.id = r.id`;

/** Enters the movements in their order, with the balance after each. */
const ENTER = `
with events as (
  select r.*, case kind when 'charge' then -cost when 'refund' then cost else 0 end as moved,
    case kind when 'charge' then cost else -cost end as moved_held
  from rows from (jsonb_to_recordset($1::jsonb) as (id uuid, account uuid, kind text, cost bigint, "time" float8))
    with ordinality as r (id, account, kind, cost, "time", n)),
running as (
  select e.*, a.balance + sum(moved) over (partition by account order by n) as after from events e join wallets a on a.account_id = e.account),
moved as (
  update wallets a set balance = a.balance + s.moved, held = a.held + s.moved_held
  from (select account, sum(moved) as moved, sum(moved_held) as moved_held from events group by 1) s where s.account = a.account_id)
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after, created_at)
select account, id, kind, case kind when 'charge' then 'wallet' else 'held' end,
  case kind when 'charge' then 'held' when 'refund' then 'wallet' else 'revenue' end, cost, after, to_timestamp("time" / 1000.0)
from running order by n`;
