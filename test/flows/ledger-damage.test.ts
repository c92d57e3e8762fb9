/**
 * `npm run ledger:verify -- --all` reports every kind of ledger damage. Each is caused in an account of its own, with triggers
 * disabled and constraints dropped. Undamaged accounts are not named.
 */
import { startApp } from '../support/app.js';
import { finished, generate, newCaller } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { auditLedger } from '../support/ledger-audit.js';
import { uuidOf } from '../support/public-ids.js';
import { runTool } from '../support/service-process.js';

/** $1 is the account; each has a grant, and a completed, a failed and a processing prediction of 1 credit. */
const DAMAGE: [what: string, checks: string[], statement: string][] = [
  [
    'a balance raised by hand',
    ['balance = sum of entries'],
    'update wallets set balance = balance + 1 where account_id = $1',
  ],
  [
    'held credits changed by hand',
    ['held = sum of entries', 'held = cost of everything processing'],
    'update wallets set held = held + 5 where account_id = $1',
  ],
  [
    'a negative balance',
    ['no negative wallet', 'balance = sum of entries'],
    'update wallets set balance = -5 where account_id = $1',
  ],
  [
    'a debt changed by hand',
    ['owed = sum of debt entries'],
    'update wallets set owed = owed + 5 where account_id = $1',
  ],
  [
    'a grant removed',
    ['balance = sum of entries', 'the chain of balances is unbroken'],
    `delete from ledger_transfers where account_id = $1 and kind = 'grant'`,
  ],
  [
    'an amount altered',
    ['balance = sum of entries', 'the chain of balances is unbroken'],
    `update ledger_transfers set amount = amount + 1 where account_id = $1 and kind = 'grant'`,
  ],
  [
    'a running balance altered',
    ['the chain of balances is unbroken'],
    `update ledger_transfers set balance_after = balance_after + 7 where account_id = $1 and kind = 'grant'`,
  ],
  [
    'a charge removed, the balance made to fit',
    ['each prediction is charged exactly once, its cost'],
    `with gone as (delete from ledger_transfers where account_id = $1 and kind = 'charge' returning amount)
     update wallets set balance = balance + (select sum(amount) from gone) where account_id = $1`,
  ],
  [
    'a charge of another amount than the cost',
    ['each prediction is charged exactly once, its cost'],
    `update predictions set cost = cost + 1 where account_id = $1 and status = 'completed'`,
  ],
  [
    'a charge entered twice',
    ['each prediction is charged exactly once, its cost', 'balance = sum of entries'],
    `insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
     select account_id, prediction_id, kind, source, destination, amount, balance_after - amount
     from ledger_transfers where account_id = $1 and kind = 'charge' order by id desc limit 1`,
  ],
  [
    'a refund that was lost',
    ['failed = refunded once, completed = captured once, processing = neither', 'balance = sum of entries'],
    `delete from ledger_transfers where account_id = $1 and kind = 'refund'`,
  ],
  [
    'a refund given twice, the balance made to fit',
    ['failed = refunded once, completed = captured once, processing = neither', 'held = sum of entries'],
    `with again as (
       insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
       select t.account_id, t.prediction_id, 'refund', 'held', 'wallet', t.amount, a.balance + t.amount
       from ledger_transfers t join wallets a on a.account_id = t.account_id where t.account_id = $1 and t.kind = 'refund'
       returning amount)
     update wallets set balance = balance + (select sum(amount) from again) where account_id = $1`,
  ],
  [
    'a completed prediction that is refunded as well',
    ['failed = refunded once, completed = captured once, processing = neither'],
    `insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
     select p.account_id, p.id, 'refund', 'held', 'wallet', p.cost, a.balance + p.cost
     from predictions p join wallets a on a.account_id = p.account_id where p.account_id = $1 and p.status = 'completed'`,
  ],
  [
    'a prediction completed by hand, without its capture',
    [
      'failed = refunded once, completed = captured once, processing = neither',
      'held = cost of everything processing',
    ],
    `update predictions set status = 'completed', completed_at = clock_timestamp(), outputs = '[]', lease_until = null
     where account_id = $1 and status = 'processing'`,
  ],
  [
    'a failed prediction turned into a completed one',
    ['failed = refunded once, completed = captured once, processing = neither'],
    `update predictions set status = 'completed', error_code = null, outputs = '[]'
     where account_id = $1 and status = 'failed'`,
  ],
  [
    'a prediction that vanished from under its entries',
    ['every charge has its prediction'],
    `delete from predictions where account_id = $1 and status = 'completed'`,
  ],
  [
    'an account that vanished from under its entries',
    ['every entry has its account'],
    'delete from accounts where id = $1',
  ],
  [
    'an entry moved to another account',
    ['balance = sum of entries', 'the chain of balances is unbroken'],
    `update ledger_transfers set account_id = (select id from accounts order by created_at limit 1)
     where account_id = $1 and kind = 'grant'`,
  ],
  [
    'a spend counter of a key that has missed its charges',
    ['a spend counter = charges less refunds of its period'],
    `insert into spend_counters (subject, account_id, key_id, credits, period, period_start, period_end, spent)
     select 'key:' || id, account_id, id, 5000, 'total', '-infinity', 'infinity', 0 from api_keys where account_id = $1`,
  ],
  [
    'a spend counter of an end user that has counted too much',
    ['a spend counter = charges less refunds of its period'],
    `insert into spend_counters (subject, account_id, external_user_id, credits, period, period_start, period_end, spent)
     values ('end-user:' || $1::uuid || ':ada', $1::uuid, 'ada', 5000, 'total', '-infinity', 'infinity', 1)`,
  ],
  [
    'credits that expired before their time, and were never granted',
    ['credits expire after their time, no more than were granted'],
    `with gone as (update wallets set balance = balance - 500 where account_id = $1 returning account_id as id, balance)
     insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after, expires_at)
     select id, 'expiry', 'wallet', 'system', 500, balance, '2099-01-01Z' from gone`,
  ],
  [
    'a lot that nothing was granted for, beyond the balance, of which its account does not know',
    [
      'a lot is within its grants less what has expired',
      'lots are within the balance',
      'an account knows when its credits expire',
    ],
    `with positions as (
       insert into credit_positions (account_id, entries_to, due_at)
       select account_id, max(id), 'infinity' from ledger_transfers where account_id = $1 group by account_id)
     insert into credit_lots (account_id, expires_at, remaining, held) values ($1, '2099-01-01Z', 1000000000, 0)`,
  ],
  [
    'held credits of a lot that no prediction holds',
    ['a lot is within its grants less what has expired', 'an account knows when its credits expire'],
    `with positions as (
       insert into credit_positions (account_id, entries_to, due_at)
       select account_id, max(id), 'infinity' from ledger_transfers where account_id = $1 group by account_id)
     insert into credit_lots (account_id, expires_at, remaining, held) values ($1, '2099-01-01Z', 0, 5)`,
  ],
];

/** For the creation of twenty accounts on a slow machine. */
const PATIENCE_MS = 180_000;

let database: TestDatabase;
let accounts: string[];
/** Never touched; the first one receives the entry that is moved. */
let receiving: string;
let sound: string;

beforeAll(async () => {
  database = await createDatabase();
  const app = await startApp({}, database);
  try {
    const prepared: string[] = [];
    for (let index = 0; index < DAMAGE.length + 2; index++) {
      const { key, person } = await newCaller(app.base);
      const modes = [{ mode: 'ok' }, { mode: 'permanent' }, { mode: 'slow', seconds: 600 }];
      const started = await Promise.all(
        modes.map((mode) => generate(app.base, key, { modelKey: 'embedded-fault', ...mode })),
      );
      await Promise.all(started.slice(0, 2).map(({ predictionId }) => finished(app.base, key, predictionId)));
      prepared.push(person.accountId);
    }
    [receiving, sound, ...accounts] = prepared as [string, string, ...string[]];
  } finally {
    await app.close();
  }
}, PATIENCE_MS);
afterAll(() => database.drop());

const verify = () => runTool(['ledger', 'verify', '--all'], { DATABASE_URL: database.url });

it('reports nothing for a correct ledger, and exits 0', async () => {
  expect((await auditLedger(database.url)).findings).toEqual([]);
  const { code, stdout } = await verify();
  expect([code, stdout]).toEqual([0, expect.stringContaining(`${DAMAGE.length + 2} accounts`)]);
});

/** Drops every foreign key that refers to accounts. */
const DROP_REFERENCES = `do $$ declare r record; begin
  for r in select conrelid::regclass as relation, conname from pg_constraint where confrelid = 'accounts'::regclass and contype = 'f'
  loop execute format('alter table %s drop constraint %I', r.relation, r.conname); end loop;
end $$`;

describe('damage without triggers and constraints', () => {
  beforeAll(async () => {
    for (const statement of [
      'alter table ledger_transfers disable trigger user',
      'alter table predictions disable trigger user',
      'alter table wallets drop constraint wallets_balance_not_negative',
      'drop index ledger_one_transfer_per_kind',
      'drop index ledger_one_settlement',
      'alter table accounts disable trigger user',
      DROP_REFERENCES,
      'alter table wallets disable trigger user',
    ])
      await database.query(statement);
  });

  it.each(DAMAGE.map(([what, checks, statement], index) => ({ what, checks, statement, index })))(
    'is reported: $what',
    async ({ checks, statement, index }) => {
      const account = uuidOf(accounts[index]!);
      await database.query(statement, [account]);
      const { findings } = await auditLedger(database.url);
      const found = findings.filter((finding) => finding.account === account).map(({ check }) => check);
      expect(found).toEqual(expect.arrayContaining(checks));
    },
  );

  it('makes ledger:verify exit 1 and name each damaged account and no other', async () => {
    const { code, stdout } = await verify();
    const named = new Set(stdout.match(/acc_[0-9a-f]{32}/g));
    console.log(
      `ledger:verify: ${DAMAGE.length} kinds of damage planted, ${named.size} accounts named, exit ${code}`,
    );
    expect(code).toBe(1);
    expect(named).toEqual(new Set([...accounts, receiving]));
    expect(stdout).not.toContain(sound);
  });
});
