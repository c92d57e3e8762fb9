// I0: tests the invariant checker. Each invariant is violated on purpose, one at a time, mostly in a transaction that is rolled back; the
// checker must report it by its name. Intact data must pass. The trial also tries, as the service's own role, changes that the schema
// must reject.
import pg from 'pg';
import { uuidOf } from '../harness/callers/accounts.mjs';
import { LoadClient } from '../harness/callers/client.mjs';
import {
  admittedAfterRevocation,
  Invariants,
  InvariantViolation,
  overLimit,
} from '../harness/checks/invariants.mjs';
import { LEDGER_INVARIANTS, SPENDING_INVARIANTS } from '../harness/checks/ledger-invariants.mjs';

const LEDGER_OPEN = 'alter table ledger_transfers disable trigger user';

/** Inserts a spend counter of the keys of `waiting` (1 credit) and `cancelled`. */
function counter({ credits, spent }) {
  return `insert into spend_counters (subject, account_id, key_id, credits, period, period_start, period_end, spent)
    select 'key:' || id, account_id, id, ${credits}, 'total', '-infinity', 'infinity', ${spent} from api_keys`;
}

/** The invariant that must be reported, and the statement that violates it. */
const DAMAGES = [
  ['I1', 'update wallets set balance = balance + 1'],
  ['I2', 'update wallets set held = held + 1'],
  ['I3', 'update wallets set held = held + 1'],
  ['I4', 'alter table wallets drop constraint wallets_balance_not_negative; update wallets set balance = -1'],
  ['I5', `${LEDGER_OPEN}; delete from ledger_transfers where kind = 'charge'`],
  ['I6', `${LEDGER_OPEN}; delete from ledger_transfers where kind = 'refund'`],
  [
    'I6',
    `insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
     select account_id, id, 'refund', 'held', 'wallet', cost, 0 from predictions where status = 'processing'`,
  ],
  [
    'I7',
    `${LEDGER_OPEN}; update ledger_transfers set balance_after = balance_after + 1 where kind = 'charge'`,
  ],
  [
    'I10',
    `update predictions set deadline_at = clock_timestamp() - interval '61 s' where status = 'processing'`,
  ],
  // First, spent credits are not counted; second, the counted credits exceed the limit.
  ['I14', counter({ credits: 1_000_000, spent: 0 })],
  ['I14', counter({ credits: 999, spent: 1_000 })],
  ['I15', 'update wallets set owed = owed + 1'],
  [
    'I16',
    `insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after, expires_at)
     select account_id, 'expiry', 'wallet', 'system', 1, balance, '2099-01-01Z' from wallets`,
  ],
  [
    'I16',
    `insert into credit_lots (account_id, expires_at, remaining, held) select id, '2099-01-01Z', 0, 1 from accounts`,
  ],
];

const entry = (columns) =>
  `insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after) ${columns}`;

/** Statements that the schema must reject from any code. */
const REJECTED = [
  `insert into accounts (id, plan) select id, plan from accounts limit 1`,
  `insert into wallets (account_id, epoch, balance) select account_id, epoch + 1, 123000 from wallets limit 1`,
  `insert into wallets (account_id, balance) values (gen_random_uuid(), 123000)`,
  'delete from wallets',
  'delete from accounts',
  entry(`values (gen_random_uuid(), null, 'grant', 'system', 'wallet', 1, 1)`),
  entry(`select id, gen_random_uuid(), 'charge', 'wallet', 'held', 1, 1 from accounts limit 1`),
  entry(
    `select a.id, p.id, 'capture', 'held', 'revenue', p.cost, 0 from predictions p, accounts a where a.id <> p.account_id limit 1`,
  ),
  entry(
    `select account_id, id, 'refund', 'held', 'wallet', cost + 1, 0 from predictions where status = 'processing' limit 1`,
  ),
];

export default {
  name: 'I0',
  title: 'the checker reports each invariant that is violated on purpose',
  async run(context) {
    const cluster = await context.startCluster({ processes: { api: 1 } });
    const keys = await context.makeKeys(cluster.database, { accounts: 2 });
    const caller = new LoadClient(cluster.apis, keys, context.random.fork('client'));
    const waiting = await caller.create({ modelKey: 'chaos-none' }, { key: keys[0] });
    const cancelled = await caller.create({ modelKey: 'chaos-none' }, { key: keys[0] });
    await caller.request('POST', `/api/generate/${cancelled}/cancel`, { key: keys[0] });
    const session = new pg.Client({ connectionString: cluster.postgres.url });
    session.on('error', () => {});
    await session.connect();
    let found = 0;
    const expectFound = (condition, what) =>
      condition ? (found += 1) : context.fail(`not reported: ${what}`);
    for (const [invariant, damage] of DAMAGES)
      expectFound((await violatedInvariants(session, damage)).includes(invariant), `${invariant}: ${damage}`);

    for (const statement of REJECTED)
      if (!(await isRejected(session, statement))) context.fail(`not rejected: ${statement}`);

    const whole = (sources = {}) => new Invariants({ cluster, client: null, ...sources });
    await whole({ client: caller }).check();
    const checker = whole();
    await checker.check();
    checker.entries.set('0', 'an entry that no longer exists');
    expectFound(await breaks(checker, 'I7'), 'I7, an entry missing');
    const reporting = (id, final) => ({ predictions: new Map([[id, { final }]]), wrong: [] });
    expectFound(await breaks(whole({ client: reporting(`pred_${'0'.repeat(32)}`, null) }), 'I8'), 'I8');
    expectFound(
      await breaks(whole({ client: reporting(cancelled, 'completed') }), 'I9'),
      'I9, reported otherwise',
    );
    const remembering = whole();
    remembering.finals.set(uuidOf(waiting), 'completed');
    expectFound(await breaks(remembering, 'I9'), 'I9, changed');
    const engine = { doubled: async () => [{ kind: 'lookup', paid: 2 }] };
    expectFound(await breaks(whole({ engine }), 'I11'), 'I11');
    const late = [{ keyId: 'k', sent: 11, admitted: true }];
    expectFound(admittedAfterRevocation(late, new Map([['k', 10]])).length === 1, 'I12');
    const burst = Array.from({ length: 11 }, (_, at) => ({ sent: at, answered: at + 1 }));
    expectFound(overLimit(burst, 10) === 1 && overLimit(burst, 11) === 0, 'I13');
    await session.end();
    await caller.close();
    return {
      n: { 'violated on purpose': found, reported: found, 'rejected by the schema': REJECTED.length },
    };
  },
};

async function violatedInvariants(session, damage) {
  await session.query('begin');
  try {
    await session.query(damage);
    const broken = [];
    for (const [invariant, text] of Object.entries({ ...LEDGER_INVARIANTS, ...SPENDING_INVARIANTS })) {
      if ((await session.query(text)).rows.length > 0) broken.push(invariant.split(' ')[0]);
    }
    return broken;
  } finally {
    await session.query('rollback');
  }
}

/** Whether the database rejects a statement by an integrity violation or a trigger. A statement that changes no row is not rejected. */
async function isRejected(session, statement) {
  await session.query('begin');
  try {
    await session.query(statement);
    return false;
  } catch (error) {
    return /^(23|P0001)/.test(error.code);
  } finally {
    await session.query('rollback');
  }
}

async function breaks(checker, invariant) {
  const error = await checker.check().catch((thrown) => thrown);
  return error instanceof InvariantViolation && error.message.includes(invariant);
}
