/**
 * Predictions are removed after their retention, in bounded parts, and the ledger stays whole: every charge of a removed
 * prediction is still verified, and figures, statements and lists stay right.
 */
import { SchedulerRegistry } from '@nestjs/schedule';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { LedgerSummaries, LedgerVerifier } from '../../src/credits/index.js';
import { PredictionRemoval } from '../../src/generation/settlement/prediction.removal.js';
import { PredictionSweeper } from '../../src/generation/worker/prediction-sweeper.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { Database, dataSourceOptions } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, finished, generate, type Json, newCaller, type Person } from '../support/client.js';
import { registerAdmin, SUM_UP_ANEW } from '../support/dashboard.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { auditLedger } from '../support/ledger-audit.js';
import { pagesOf } from '../support/lists.js';
import { uuidOf } from '../support/public-ids.js';
import { refusal } from '../support/refusals.js';

const DAYS = 40;
const DAY_MS = 86_400_000;
const COST = 10;

let database: TestDatabase;
let source: DataSource;
let account: string;
let key: string;

/** Use the database of the test, without an application. */
const inItsDatabase = () => {
  beforeEach(async () => {
    database = await createDatabase();
    source = await connect();
    [{ account, key }] = (await database.query(OPEN)) as [{ account: string; key: string }];
  });
  afterEach(async () => {
    await source.destroy();
    await database.drop();
  });
};
const connect = () => new DataSource(dataSourceOptions(database.url)).initialize();

const sum = () => new LedgerSummaries(new SchedulerRegistry(), new Database(source)).round();
const removal = (from = source) => new PredictionRemoval(new Database(from));
const remove = (days = DAYS) => removal().remove(days);
const soundLedger = async () => expect((await auditLedger(database.url)).findings).toEqual([]);
/** The walk to the end has ended for an hour; the next one begins at the first prediction that it has kept. */
async function walkAgain() {
  await database.query(`update removal_position set begun_at = begun_at - interval '61 minutes'`);
  await remove();
}

/**
 * Inserts final predictions of the account, a second apart, with their ledger entries: every fifth failed, the files of the others
 * were removed.
 */
async function insert(count: number, daysAgo: number): Promise<string[]> {
  const first = Date.now() - daysAgo * DAY_MS;
  const ids = Array.from({ length: count }, (_, n) => v7({ msecs: first + n * 1_000 }));
  await database.query(INSERT, [account, ids, new Date(first), key]);
  return ids;
}

async function counts() {
  const [row] = await database.query<{ predictions: number; removed: number; both: number }>(`
    select (select count(*)::int from predictions) as predictions, (select count(*)::int from removed_predictions) as removed,
      (select count(*)::int from predictions join removed_predictions using (id)) as both`);
  return row!;
}

const leftOf = async (ids: string[]) =>
  (
    await database.query<{ id: string }>(
      'select id from predictions where id = any($1::uuid[]) order by id',
      [ids],
    )
  ).map(({ id }) => id);

describe('the removal', () => {
  inItsDatabase();

  it('removes old final predictions in parts of at most 500, and nothing of the ledger', async () => {
    const old = await insert(1_200, 45);
    const young = await insert(20, 30);
    await sum();
    await database.query(COUNT_PARTS);
    const entries = await database.query('select * from ledger_transfers order by id');
    expect(await remove()).toEqual({ removed: 1_200, unsound: 0 });
    expect(await leftOf([...old, ...young])).toEqual(young);
    expect(await counts()).toEqual({ predictions: 20, removed: 1_200, both: 0 });
    const parts = await database.query<{ rows: number }>('select rows from parts where rows > 0');
    expect(parts.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...parts.map(({ rows }) => rows))).toBeLessThanOrEqual(500);
    expect(await database.query('select * from ledger_transfers order by id')).toEqual(entries);
    await soundLedger();
    expect(await remove()).toEqual({ removed: 0, unsound: 0 });
  });

  it('is of the sweeper, by PREDICTION_RETENTION_DAYS; without it none is removed', async () => {
    const old = await insert(3, DAYS + 1);
    const young = await insert(3, DAYS - 1);
    await sum();
    for (const [settings, left] of [
      [{}, [...old, ...young]],
      [{ PREDICTION_RETENTION_DAYS: String(DAYS) }, young],
    ] as const) {
      const sweeper = new PredictionSweeper(new SchedulerRegistry(), loadConfig(settings), removal());
      sweeper.onApplicationBootstrap();
      await sweeper.round();
      await sweeper.beforeApplicationShutdown();
      expect(await leftOf([...old, ...young])).toEqual(left);
    }
  });

  it('cannot be set to fewer days than outputs are kept', () => {
    expect(() => loadConfig({ PREDICTION_RETENTION_DAYS: '29' })).toThrow('OUTPUT_RETENTION_DAYS');
    expect(loadConfig({ PREDICTION_RETENTION_DAYS: '30' }).predictions.retentionDays).toBe(30);
  });
});

describe('keeps', () => {
  inItsDatabase();

  it('a prediction whose output still exists, until a later walk finds it removed', async () => {
    const [kept, ...others] = await insert(6, 45);
    await sum();
    await database.query('update predictions set outputs_removed_at = null where id = $1', [kept]);
    expect((await remove()).removed).toBe(others.length);
    expect(await leftOf([kept!, ...others])).toEqual([kept]);
    await database.query('update predictions set outputs_removed_at = now() where id = $1', [kept]);
    expect((await remove()).removed).toBe(0);
    await walkAgain();
    expect((await remove()).removed).toBe(1);
    await soundLedger();
  });

  it('predictions that are processing, however old', async () => {
    const id = v7({ msecs: Date.now() - 400 * DAY_MS });
    await database.query(ACCEPT, [account, id]);
    await sum();
    expect(await remove()).toEqual({ removed: 0, unsound: 0 });
    expect(await leftOf([id])).toEqual([id]);
    await soundLedger();
  });

  it('predictions whose entries are not summed yet', async () => {
    const ids = await insert(5, 45);
    expect(await remove()).toEqual({ removed: 0, unsound: 0 });
    expect(await leftOf(ids)).toEqual(ids);
  });

  it('predictions of events that a listener has still to hear', async () => {
    const ids = await insert(5, 45);
    await sum();
    await database.query(
      `insert into events (kind, account_id, prediction_id, created_at)
       values ('prediction.completed', $1, $2, clock_timestamp() - interval '45 days')`,
      [account, ids[0]],
    );
    expect((await remove()).removed).toBe(0);
    await database.query('delete from events');
    await walkAgain();
    expect((await remove()).removed).toBe(5);
  });

  it('predictions whose entries do not add up, and counts them', async () => {
    const ids = await insert(5, 45);
    await sum();
    await damage('update ledger_transfers set amount = amount + 1 where prediction_id = $1 and kind = $2', [
      ids[2],
      'charge',
    ]);
    expect(await remove()).toEqual({ removed: 4, unsound: 1 });
    expect(await leftOf(ids)).toEqual([ids[2]]);
  });
});

describe('a process that is killed, or is not alone', () => {
  inItsDatabase();

  it('loses nothing and removes nothing twice when it is killed within a part', async () => {
    const ids = await insert(1_200, 45);
    await sum();
    await database.query(KILL_IN_SECOND_PART);
    await expect(remove()).rejects.toThrow();
    expect(await counts()).toEqual({ predictions: 700, removed: 500, both: 0 });
    await soundLedger();
    await database.query('drop trigger kill on removal_position');
    expect((await remove()).removed).toBe(700);
    expect(await counts()).toEqual({ predictions: 0, removed: 1_200, both: 0 });
    expect(await leftOf(ids)).toEqual([]);
    await soundLedger();
  });

  it('several processes remove each prediction once', async () => {
    await insert(2_000, 45);
    await sum();
    const other = await connect();
    try {
      let removed = 0;
      while ((await counts()).predictions > 0)
        for (const count of await Promise.all(
          [source, other, source, other].map((one) => removal(one).remove(DAYS)),
        ))
          removed += count.removed;
      expect(removed).toBe(2_000);
    } finally {
      await other.destroy();
    }
    expect(await counts()).toEqual({ predictions: 0, removed: 2_000, both: 0 });
    await soundLedger();
  });

  it('a process that finds another one removing stops at once', async () => {
    await insert(3, 45);
    await sum();
    const other = new Client({ connectionString: database.url });
    await other.connect();
    await other.query('begin; select from removal_position for update');
    expect(await remove()).toEqual({ removed: 0, unsound: 0 });
    await other.query('rollback');
    await other.end();
    expect((await remove()).removed).toBe(3);
  });

  it('a verification beside the removal finds nothing', async () => {
    await insert(3_000, 45);
    await sum();
    let isRemoving = true;
    const removing = remove().finally(() => (isRemoving = false));
    do await soundLedger();
    while (isRemoving);
    await removing;
    expect((await counts()).removed).toBe(3_000);
    await soundLedger();
  });
});

describe('ledger:verify', () => {
  inItsDatabase();

  it('continues at its checkpoint after predictions were removed, and reads new ones', async () => {
    const verify = () => new LedgerVerifier(new Database(source)).verify();
    await insert(100, 45);
    await sum();
    expect(await verify()).toMatchObject({ findings: 0 });
    await remove();
    expect(await verify()).toMatchObject({ findings: 0, newTransfers: 0 });
    await insert(10, 44);
    await sum();
    await remove();
    expect(await verify()).toMatchObject({ findings: 0, newTransfers: 20 });
  });

  it.each([
    [
      'a charge of another amount',
      'each prediction is charged exactly once, its cost',
      `update ledger_transfers set amount = amount + 1 where prediction_id = $1 and kind = 'charge'`,
    ],
    [
      'a charge that is missing',
      'each prediction is charged exactly once, its cost',
      `delete from ledger_transfers where prediction_id = $1 and kind = 'charge'`,
    ],
    [
      'a settlement that is missing',
      'failed = refunded once, completed = captured once, processing = neither',
      `delete from ledger_transfers where prediction_id = $1 and kind <> 'charge'`,
    ],
    [
      'a balance that was altered',
      'the chain of balances is unbroken',
      `update ledger_transfers set balance_after = balance_after + 7 where prediction_id = $1 and kind = 'charge'`,
    ],
    [
      'a record of a removed prediction that is missing',
      'every charge has its prediction',
      `delete from removed_predictions where id = $1`,
    ],
    [
      'a record of another model',
      'the sums of each quarter of an hour = its entries',
      `update removed_predictions set model_key = 'another' where id = $1`,
    ],
    [
      'a record of another cost',
      'each prediction is charged exactly once, its cost',
      `update removed_predictions set cost = cost + 1 where id = $1`,
    ],
  ])('finds %s, of a removed prediction', async (_what, check, statement) => {
    const ids = await insert(20, 45);
    await sum();
    await remove();
    await soundLedger();
    await damage(statement, [ids[7]]);
    expect((await auditLedger(database.url)).findings.map((finding) => finding.check)).toContain(check);
  });

  it('the database rejects changes of what remains of a removed prediction', async () => {
    await insert(2, 45);
    await sum();
    await remove();
    for (const statement of [
      'update removed_predictions set cost = 0',
      'delete from removed_predictions',
      'truncate removed_predictions',
    ])
      await expect(database.query(statement)).rejects.toThrow('the ledger is append-only');
  });
});

describe('in a running service', () => {
  let app: TestApp;
  let caller: { person: Person; key: string; record: Json };

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    source = await new DataSource(dataSourceOptions(app.url)).initialize();
  });
  beforeEach(async () => {
    database = app.database;
    // Removes what the test before has left.
    await database.query(REMOVABLE);
    await sum();
    await remove(0);
    await database.query('update removal_position set walked_to = default');
    caller = await newCaller(app.base);
    account = uuidOf(caller.person.accountId);
    key = uuidOf(caller.record.id as string);
  });
  afterEach(() => soundLedger());
  afterAll(async () => {
    await source.destroy();
    await app.close();
  });

  /** Everything that an account reads of its money: spending, statement and balance. */
  async function figures() {
    const token = caller.person.accessToken;
    const read = async (path: string) =>
      (await call(app.base, 'GET', `/api/dashboard/${path}`, { token })).body;
    // Within a quarter of an hour at both ends.
    const [from, to] = [50.0037, 29.0041].map((days) => new Date(Date.now() - days * DAY_MS).toISOString());
    const ranges = [`from=${from}&to=${new Date().toISOString().slice(0, 10)}`, `from=${from}&to=${to}`];
    const spent: Json[] = [];
    for (const range of ranges)
      for (const by of ['day', 'model', 'key']) spent.push(await read(`credits/spend?by=${by}&${range}`));
    return {
      spent: spent.map(({ items, total }) => ({ items, total })),
      statement: await pagesOf(app, token, '/api/dashboard/credits/ledger', 100),
      balance: await balanceOf(app.base, caller.key),
    };
  }

  it('spending, statement and balance stay the same, also when the ledger is summed anew', async () => {
    await insert(300, 45);
    await insert(20, 30);
    await sum();
    const before = await figures();
    await remove();
    expect((await counts()).removed).toBe(300);
    expect(await figures()).toEqual(before);
    await database.query(SUM_UP_ANEW);
    // Read from predictions and entries.
    expect(await figures()).toEqual(before);
    await sum();
    expect(await figures()).toEqual(before);
    await soundLedger();
  });

  it('a removed prediction is not found by a poll, in the history, by a deletion or in the dashboard', async () => {
    const [id] = (await insert(1, 45)).map((uuid) => `pred_${uuid.replaceAll('-', '')}`);
    await sum();
    const ask = ([method, path, token]: readonly [string, string, string]) =>
      call(app.base, method, path, { token });
    const requests = [
      ['GET', `/api/generate/status/${id}`, caller.key],
      ['GET', `/api/generate/status/${id}?wait=5&timeline=true`, caller.key],
      ['DELETE', `/api/generate/${id}`, caller.key],
      ['GET', `/api/dashboard/predictions/${id}`, caller.person.accessToken],
    ] as const;
    expect((await ask(requests[0])).status).toBe(200);
    await remove();
    for (const request of requests)
      expect((await ask(request)).body).toEqual(refusal(404, 'prediction_not_found'));
    expect((await ask(['GET', '/api/generate/history', caller.key])).body.items).toEqual([]);
  });

  it('pages of a list continue after a row that was removed since', async () => {
    const ids = [...(await insert(10, 45)), ...(await insert(10, 30))];
    await sum();
    const admin = await registerAdmin(app);
    const lists = [
      ['/api/generate/history?limit=12', caller.key],
      [`/api/admin/predictions?limit=12`, admin.accessToken],
      [`/api/admin/predictions?accountId=${caller.person.accountId}&limit=12`, admin.accessToken],
    ] as const;
    const first = await Promise.all(lists.map(([path, token]) => call(app.base, 'GET', path, { token })));
    // The last row of the first page is the second of the old ones. Two before it stay, because their files do.
    await database.query(
      `update predictions set outputs_removed_at = null, output_expires_at = now() + interval '1 day'
      where id = any($1::uuid[])`,
      [[ids[3], ids[5]]],
    );
    expect((await remove()).removed).toBe(8);
    for (const [index, [path, token]] of lists.entries()) {
      const cursor = encodeURIComponent(first[index]!.body.nextCursor as string);
      const { status, body } = await call(app.base, 'GET', `${path}&cursor=${cursor}`, { token });
      expect(status).toBe(200);
      expect((body.items as Json[]).map(({ predictionId }) => uuidOf(predictionId as string))).toEqual([
        ids[5],
        ids[3],
      ]);
    }
  });

  it('removes what real workers completed and failed; its charge stays in the statement', async () => {
    const ids: string[] = [];
    for (const mode of ['ok', 'permanent']) {
      const { predictionId } = await generate(app.base, caller.key, { modelKey: 'embedded-fault', mode });
      await finished(app.base, caller.key, predictionId as string);
      ids.push(predictionId as string);
    }
    const ask = (method: string, path: string) => call(app.base, method, path, { token: caller.key });
    const statement = () =>
      pagesOf(app, caller.person.accessToken, '/api/dashboard/credits/ledger', 100).then((pages) =>
        pages.flat(),
      );
    const before = await statement();
    expect(before).toHaveLength(4);
    await sum();
    // As if both had ended long ago; the output of one is still there.
    expect(await remove(0)).toEqual({ removed: 1, unsound: 0 });
    expect((await ask('DELETE', `/api/generate/${ids[0]}`)).status).toBe(200);
    await walkAgain();
    await remove(0);
    expect((await counts()).predictions).toBe(0);
    for (const id of ids) expect((await ask('GET', `/api/generate/status/${id}`)).status).toBe(404);
    expect(await statement()).toEqual(before);
  });
});

/** Runs a statement that the triggers and unique indexes of the ledger would reject. */
async function damage(statement: string, values: unknown[]): Promise<void> {
  for (const state of ['disable', 'enable']) {
    for (const table of ['ledger_transfers', 'removed_predictions'])
      await database.query(`alter table ${table} ${state} trigger user`);
    if (state === 'disable') await database.query(statement, values);
  }
}

/** $1 account, $2 ids, $3 time of the first, $4 key. */
const INSERT = `
with numbered as (
  select id, n, n % 5 = 0 as is_failed, $3::timestamptz + make_interval(secs => n - 1) as created_at
  from unnest($2::uuid[]) with ordinality as u (id, n)
),
placed as (
  select p.*, a.balance - ${COST} * count(*) filter (where not is_failed) over (order by n) as after, a.balance - ${COST} * (
    count(*) filter (where not is_failed) over (order by n) + is_failed::int) as after_charge
  from numbered p cross join wallets a where a.account_id = $1
),
paid as (
  update wallets set balance = balance - ${COST} * (select count(*) from numbered where not is_failed) where account_id = $1
),
made as (
  insert into predictions (id, account_id, key_id, env, model_key, model, modality, operation, provider, input, cost, fair_tag, deadline_at,
    created_at, started_at, completed_at, status, outputs, output_expires_at, outputs_removed_at, error_code, error_message, error_retryable)
  select id, $1, case when n % 3 > 0 then $4::uuid end, 'live', 'model-' || n % 4, 'm', 'image', 'text-to-image', 'p', '{"prompt": "old"}', ${COST}, 0,
    created_at, created_at, created_at, created_at + interval '3 s', case when is_failed then 'failed' else 'completed' end,
    case when not is_failed then '[]'::jsonb end, case when not is_failed then created_at end,
    case when not is_failed then created_at + interval '1 minute' end, case when is_failed then 'provider_error' end,
    case when is_failed then 'The engine failed.' end, case when is_failed then true end
  from numbered
)
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after, created_at)
select $1, p.id, k.kind, k.source, k.destination, ${COST}, case k.step when 1 then after_charge else after end, p.created_at
from placed p cross join lateral (values (1, 'charge', 'wallet', 'held'), (2, case when is_failed then 'refund' else 'capture' end, 'held',
  case when is_failed then 'wallet' else 'revenue' end)) k (step, kind, source, destination)
order by p.n, k.step
`;

/** Opens an account with a grant and a key. */
const OPEN = `
with opened as (insert into accounts (id, plan) values (gen_random_uuid(), 'free') returning id),
paid as (insert into wallets (account_id, balance) select id, 1000000 from opened),
granted as (
  insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
  select id, 'grant', 'system', 'wallet', 1000000, 1000000 from opened)
insert into api_keys (id, account_id, name, env, last_four, secret_hash, scopes, rate_limit, place)
select gen_random_uuid(), id, 'key', 'live', 'abcd', sha256('key'), '{read}', 60, 1 from opened returning id as key, account_id as account
`;

/** Every final prediction can be removed, by a walk that begins anew. */
const REMOVABLE = `
with without_files as (
  update predictions set outputs_removed_at = coalesce(outputs_removed_at, now()) where outputs is not null)
update removal_position set walked_to = default, oldest_kept = null`;

/** A processing prediction $2 of account $1, with its charge. */
const ACCEPT = `
with paid as (
  update wallets set balance = balance - ${COST}, held = held + ${COST} where account_id = $1 returning account_id as id, balance),
made as (
  insert into predictions (id, account_id, env, model_key, model, modality, operation, provider, input, cost, fair_tag, deadline_at)
  select $2, id, 'live', 'm', 'm', 'image', 'text-to-image', 'p', '{}', ${COST}, 0, now() + interval '1 day' from paid)
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
select id, $2, 'charge', 'wallet', 'held', ${COST}, balance from paid
`;

/** Counts the rows that each statement deletes. */
const COUNT_PARTS = `
create table parts (rows int);
create function count_part() returns trigger language plpgsql as $$ begin
  insert into parts select count(*) from gone;
  return null;
end $$;
create trigger count_part after delete on predictions referencing old table as gone for each statement execute function count_part();
`;

/** Ends the session of the second part, after it has deleted. */
const KILL_IN_SECOND_PART = `
create function kill() returns trigger language plpgsql as $$ begin
  if old.walked_to > '00000000-0000-0000-0000-000000000000' then perform pg_terminate_backend(pg_backend_pid()); end if;
  return new;
end $$;
create trigger kill before update on removal_position for each row execute function kill();
`;
