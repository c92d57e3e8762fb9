/**
 * A verification of the ledger runs in short parts, continues where the last one ended, and reports any number of
 * findings. Its ledgers are generated in SQL, with the constraints and triggers of the real schema.
 */
import pg from 'pg';
import { DataSource } from 'typeorm';
import {
  type LedgerFinding,
  LedgerVerifier,
  VerificationRefused,
  type VerifyOptions,
} from '../../src/credits/ledger-verifier.js';
import { Database, dataSourceOptions } from '../../src/platform/database/index.js';
import { createDatabase, type TestDatabase } from '../support/database.js';

const ACCOUNTS = 7;
const PER_ACCOUNT = 900;
/** Each account has a grant, and a charge with its capture per prediction. */
const ENTRIES = ACCOUNTS * (1 + 2 * PER_ACCOUNT);

let database: TestDatabase;
let source: DataSource;

beforeEach(async () => {
  database = await createDatabase();
  source = await new DataSource(dataSourceOptions(database.url)).initialize();
  await database.query(GRANT, [ACCOUNTS]);
  await generate();
});
afterEach(async () => {
  await source.destroy();
  await database.drop();
});

const generate = () => database.query(GENERATE, [PER_ACCOUNT]);

async function verify(options: VerifyOptions = {}) {
  const found: LedgerFinding[] = [];
  const onFindings = (findings: LedgerFinding[]) => void found.push(...findings);
  const report = await new LedgerVerifier(new Database(source)).verify({ onFindings, ...options });
  expect(report.findings).toBe(found.length);
  return { ...report, found: found.map(({ check }) => check) };
}

/** Runs statements that the triggers would reject. */
const damage = (statement: string) =>
  database.query(`
    alter table ledger_transfers disable trigger user;
    alter table predictions disable trigger user;
    ${statement};
    alter table ledger_transfers enable trigger user;
    alter table predictions enable trigger user`);

const SOUND = { accounts: ACCOUNTS, findings: 0 };

it('reads only what is new, and everything with --all', async () => {
  expect(await verify()).toMatchObject({ ...SOUND, transfers: ENTRIES, newTransfers: ENTRIES });
  expect(await verify()).toMatchObject({ ...SOUND, transfers: ENTRIES, newTransfers: 0 });
  await generate();
  const transfers = ENTRIES + ACCOUNTS * 2 * PER_ACCOUNT;
  expect(await verify()).toMatchObject({ ...SOUND, transfers, newTransfers: ACCOUNTS * 2 * PER_ACCOUNT });
  expect(await verify({ all: true })).toMatchObject({ ...SOUND, transfers, newTransfers: transfers });
});

it('continues after its last part when it is killed in the middle, and reads no entry twice', async () => {
  // Ended by the server in the middle of the walk over the entries, as by the loss of its machine.
  await database.query(KILL_AFTER_ENTRIES);
  await expect(verify()).rejects.toThrow();
  const [{ entries }] = (await database.query('select entries::int from ledger_checkpoint')) as [
    { entries: number },
  ];
  expect(entries).toBeGreaterThan(0);
  expect(entries).toBeLessThan(ENTRIES);
  await database.query('drop trigger kill on ledger_checkpoint');
  const report = await verify();
  expect(report).toMatchObject({ ...SOUND, transfers: ENTRIES, newTransfers: ENTRIES - entries });
});

it('finds every change of a live row at once, and a change of verified entries with --all', async () => {
  await verify();
  await database.query(
    'update wallets set balance = balance + 1 where account_id = (select min(id::text)::uuid from accounts)',
  );
  expect((await verify()).found).toEqual(['balance = sum of entries', 'all ledger accounts sum to zero']);
  await database.query(
    'update wallets set balance = balance - 1 where account_id = (select min(id::text)::uuid from accounts)',
  );
  await verify();
  await damage('update ledger_transfers set balance_after = balance_after + 1 where id = 50');
  expect((await verify()).found).toEqual([]);
  expect((await verify({ all: true })).found).toContain('the chain of balances is unbroken');
});

it('finds a prediction that was processing at the last verification and ended without its entry', async () => {
  await database.query(ACCEPT);
  expect(await verify()).toMatchObject(SOUND);
  await damage(
    `update predictions set status = 'completed', outputs = '[]', completed_at = now() where status = 'processing'`,
  );
  const { found } = await verify();
  expect(found).toContain('failed = refunded once, completed = captured once, processing = neither');
  expect(found).toContain('held = cost of everything processing');
});

it('finds a second settlement of a prediction that was verified long ago', async () => {
  await damage(AGE_PREDICTIONS);
  await verify();
  await damage(`drop index ledger_one_transfer_per_kind; drop index ledger_one_settlement;
    insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
    select account_id, prediction_id, kind, source, destination, amount, balance_after from ledger_transfers
    where id = (select max(id) from ledger_transfers where kind = 'capture')`);
  const { found, newTransfers } = await verify();
  expect(newTransfers).toBe(1);
  expect(found).toContain('failed = refunded once, completed = captured once, processing = neither');
});

it('reads everything anew after a verification with findings, until there are none', async () => {
  await damage('update ledger_transfers set balance_after = balance_after + 1 where id = 50');
  const first = await verify();
  expect(first.findings).toBeGreaterThan(0);
  expect(await verify()).toMatchObject({ found: first.found, newTransfers: ENTRIES });
  await damage('update ledger_transfers set balance_after = balance_after - 1 where id = 50');
  expect(await verify()).toMatchObject({ ...SOUND, newTransfers: ENTRIES });
  expect(await verify()).toMatchObject({ ...SOUND, newTransfers: 0 });
});

it('waits for a transaction that has taken an earlier id, and misses no entry of it', async () => {
  const late = new pg.Client({ connectionString: database.url });
  await late.connect();
  await late.query('begin');
  await late.query(GRANT, [1]);
  await database.query(GRANT, [1]);
  const running = verify();
  await expect(Promise.race([running, late.query(`select pg_sleep(0.3)`).then(() => 'waits')])).resolves.toBe(
    'waits',
  );
  await late.query('commit');
  await late.end();
  expect(await running).toMatchObject({ accounts: ACCOUNTS + 2, findings: 0, newTransfers: ENTRIES + 2 });
  expect(await verify()).toMatchObject({ accounts: ACCOUNTS + 2, findings: 0, newTransfers: 0 });
});

it('is refused with a sentence while another one runs', async () => {
  // The first one waits for this transaction.
  const late = new pg.Client({ connectionString: database.url });
  await late.connect();
  await late.query('begin');
  await late.query(GRANT, [1]);
  const running = verify();
  while ((await database.query(HELD_LOCK)).length === 0);
  await expect(verify()).rejects.toThrow(VerificationRefused);
  await late.query('commit');
  await late.end();
  expect(await running).toMatchObject({ findings: 0 });
});

it('reports 150,000 findings, in parts', async () => {
  await damage(`insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
    select (select id from accounts limit 1), 'grant', 'system', 'wallet', 1, 5 from generate_series(1, 150000)`);
  let largest = 0;
  let total = 0;
  const { findings } = await new LedgerVerifier(new Database(source)).verify({
    onFindings: (found) => {
      largest = Math.max(largest, found.length);
      total += found.length;
    },
  });
  expect(findings).toBe(total);
  expect(total).toBeGreaterThanOrEqual(150_000);
  expect(largest).toBeLessThanOrEqual(20_000);
});

/** The lock of a running verification. */
const HELD_LOCK = `select from pg_locks where locktype = 'advisory' and objid = 7264014 and granted
  and database = (select oid from pg_database where datname = current_database())`;

/** $1 accounts, each with a grant of 1,000,000. */
const GRANT = `
with made as (
  insert into accounts (id, plan) select gen_random_uuid(), 'free' from generate_series(1, $1) returning id),
paid as (insert into wallets (account_id, balance) select id, 1000000 from made)
insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
select id, 'grant', 'system', 'wallet', 1000000, 1000000 from made
`;

/** $1 completed predictions of cost 10 for each account, with their charges and captures. */
const GENERATE = `
with numbered as (
  select a.account_id, a.balance, n, lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') as millis
  from wallets a, generate_series(1, $1::int) n),
made as (
  insert into predictions (id, account_id, env, model_key, model, modality, operation, provider, input, cost, fair_tag,
    deadline_at, status, completed_at, outputs)
  select (millis || '7' || substr(md5(random()::text), 1, 19))::uuid, account_id, 'live', 'm', 'm', 'image', 'text-to-image', 'p',
    '{}', 10, 0, now(), 'completed', now(), '[]' from numbered
  returning id, account_id),
ordered as (
  select m.*, a.balance - 10 * row_number() over (partition by m.account_id order by m.id) as after
  from made m join wallets a on a.account_id = m.account_id),
paid as (update wallets set balance = balance - 10 * $1::int)
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
select account_id, id, kind, source, destination, 10, after from ordered,
  (values (1, 'charge', 'wallet', 'held'), (2, 'capture', 'held', 'revenue')) as k (step, kind, source, destination)
order by after desc, account_id, step
`;

/** A prediction of cost 10 that is processing, with its charge. */
const ACCEPT = `
with paid as (
  update wallets set balance = balance - 10, held = held + 10 where account_id = (select id from accounts limit 1) returning account_id as id, balance),
made as (
  insert into predictions (id, account_id, env, model_key, model, modality, operation, provider, input, cost, fair_tag, deadline_at)
  select '01000000-0000-7000-8000-000000000000', id, 'live', 'm', 'm', 'image', 'text-to-image', 'p', '{}', 10, 0,
    now() + interval '1 day' from paid
  returning id, account_id)
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
select m.account_id, m.id, 'charge', 'wallet', 'held', 10, p.balance from made m join paid p on p.id = m.account_id
`;

/** Makes every prediction older than the tolerance of clocks. */
const AGE_PREDICTIONS = `
update predictions set id = ('00' || substr(id::text, 3))::uuid;
update ledger_transfers set prediction_id = ('00' || substr(prediction_id::text, 3))::uuid where prediction_id is not null`;

/** Ends the session that verifies, after the first part that has verified entries. */
const KILL_AFTER_ENTRIES = `
create function kill() returns trigger language plpgsql as $$ begin
  if old.entries > 0 then perform pg_terminate_backend(pg_backend_pid()); end if;
  return new;
end $$;
create trigger kill before update on ledger_checkpoint for each row execute function kill();
`;
