// Guards of money: no charge exceeds the balance, and each charge and each refund is made once, with its ledger entry.
import { expectHolds, expectRejected } from './broken-guarantee.mjs';

const CREATION = 'generation/creation/prediction.creation.js';
const CREATION_SQL = 'generation/creation/prediction.creation.sql.js';
const SETTLEMENT_SQL = 'generation/settlement/prediction.settlement.sql.js';
const LEDGER_SQL = 'credits/ledger.sql.js';
const TRANSFERS = 'credits/operator-transfers.js';
const REFERENCES = 'credits/references.js';

const GRANT = `with a as (update wallets set balance = balance + 5000 where account_id = $1 returning account_id as id, balance)
  insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
  select id, 'grant', 'system', 'wallet', 5000, balance from a`;

/**
 * LEND records a debt of one credit that is in the wallet, OWE a debt of 5 credits that are not, as if a release without debts had
 * refunded them.
 */
const LEND = `with a as (update wallets set balance = balance + 1000, owed = owed + 1000 where account_id = $1 returning account_id as id, balance)
  insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
  select id, 'debt', 'debt', 'wallet', 1000, balance from a`;
const OWE = `with a as (update wallets set owed = owed + 5000 where account_id = $1 returning account_id as id, balance),
  lent as (select id, balance, place from a cross join generate_series(1, 2) place)
  insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
  select id, case place when 1 then 'debt' else 'adjustment' end, case place when 1 then 'debt' else 'wallet' end,
    case place when 1 then 'wallet' else 'system' end, 5000, balance + case place when 1 then 5000 else 0 end
  from lent order by place`;
const DEBT = 'select balance, owed from wallets where account_id = $1';

async function expectDebtRejected(world, key) {
  const { status, text } = await world.generate(key);
  expectHolds(
    status === 402 && text.includes('account_owes'),
    `an account that owes was answered ${status} ${text}`,
  );
  await world.checkLedger();
}

/** A failure without a fence, as a cancel or the sweep of overdue predictions writes it. */
const cancelled = ({ id }) => ({
  id,
  fence: null,
  code: 'cancelled',
  message: 'Cancelled.',
  ending: 'cancelled',
});

async function failPrediction(world, prediction) {
  return (await world.settlement()).fail(cancelled(prediction));
}

/** Creates an account with one credit. @returns it with the operator's transfers */
async function createOperator(world) {
  const accountId = await world.createAccount(1);
  return { accountId, transfers: await world.service.part('credits/index.js', 'OperatorTransfers') };
}

export const MONEY_GUARDS = [
  {
    name: 'no charge exceeds the balance of the wallet',
    edits: [{ file: LEDGER_SQL, find: 'where running <= balance', put: 'where true' }],
    async probe(world) {
      const { key } = await world.createCaller(3);
      const answers = await Promise.all(Array.from({ length: 8 }, () => world.generate(key)));
      const tally = answers
        .map(({ status }) => status)
        .sort()
        .join(' ');
      expectHolds(
        tally === '201 201 201 402 402 402 402 402',
        `8 creates with credits for 3 were answered ${tally}`,
      );
      await world.checkLedger();
    },
  },
  {
    name: 'an account that owes is not charged',
    edits: [
      { file: LEDGER_SQL, find: 'where w.spend_limits = 0 and w.owed = 0', put: 'where w.spend_limits = 0' },
    ],
    async probe(world) {
      const { accountId, key } = await world.createCaller(3);
      await world.query(LEND, [accountId]);
      await expectDebtRejected(world, key);
    },
  },
  {
    name: 'an account with spend limits that owes is not charged',
    edits: [
      {
        file: 'credits/spend-limits/spend-counters.sql.js',
        find: 'c.cost <= w.balance and w.owed = 0',
        put: 'c.cost <= w.balance',
      },
    ],
    async probe(world) {
      const { accountId, key } = await world.createCaller(3);
      await world.query(LEND, [accountId]);
      await world.query('update wallets set spend_limits = 1 where account_id = $1', [accountId]);
      await expectDebtRejected(world, key);
    },
  },
  {
    name: 'credits that have expired are not charged',
    edits: [
      {
        file: LEDGER_SQL,
        find: `'(w.credits_expire_at is null or w.credits_expire_at > clock_timestamp())'`,
        put: `'true'`,
      },
    ],
    async probe(world) {
      const { accountId, key } = await world.createCaller(0);
      const expiry = await world.grantExpiring(accountId, 1000n, 1500);
      // The credits expire after the create has read its wallet and before it locks it.
      const { status } = await world.besideTransaction(
        (query) => query('select from wallets where account_id = $1 for update', [accountId]),
        () => world.generate(key),
        async () => {
          if (expiry.isOver()) throw new Error('the credits expired before the create waited');
          await expiry.wait();
        },
      );
      expectHolds(status === 402, `a create with credits that had expired was answered ${status}`);
      await world.checkLedger();
    },
  },
  {
    name: 'credits that arrive cover the debt first',
    edits: [
      { file: LEDGER_SQL, find: '`least(${owed}, ${balance})`', put: '`least(${owed}, ${balance}, 0)`' },
    ],
    async probe(world) {
      const { accountId, key } = await world.createCaller(1);
      const prediction = await world.startPrediction(key);
      await world.query(OWE, [accountId]);
      await failPrediction(world, prediction);
      const [refunded] = await world.query(DEBT, [accountId]);
      expectHolds(refunded.owed === '4000', `after a refund of 1 the account owes ${refunded.owed} of 5000`);
      const credits = await world.service.part('credits/index.js', 'CreditsService');
      const database = await world.service.part('platform/database/index.js', 'Database');
      const grant = { accountId, amount: 5000n, note: 'a grant' };
      await database.transaction((tx) => credits.grant(tx, grant));
      const [granted] = await world.query(DEBT, [accountId]);
      expectHolds(
        granted.owed === '0' && granted.balance === '1000',
        `after a grant of 5 ${JSON.stringify(granted)}`,
      );
      await world.checkLedger();
    },
  },
  {
    name: 'the wallet is locked before it is charged',
    edits: [
      {
        file: CREATION_SQL,
        find: `lockWallets('calls')`,
        put: `lockWallets('calls').replace(' for update', '')`,
      },
    ],
    async probe(world) {
      const { accountId, key } = await world.createCaller(10);
      await world.besideTransaction(
        (query) => query(GRANT, [accountId]),
        () => world.startPrediction(key),
      );
      await world.checkLedger();
    },
  },
  {
    name: 'the wallet is locked before it is refunded',
    edits: [
      {
        file: SETTLEMENT_SQL,
        find: `lockWallets('settled_predictions')`,
        put: `lockWallets('settled_predictions').replace(' for update', '')`,
      },
    ],
    async probe(world) {
      const { accountId, key } = await world.createCaller(10);
      const prediction = await world.startPrediction(key);
      await world.besideTransaction(
        (query) => query(GRANT, [accountId]),
        () => failPrediction(world, prediction),
      );
      await world.checkLedger();
    },
  },
  {
    name: 'a charge has its entry',
    edits: [
      {
        file: LEDGER_SQL,
        find: /(w\.balance - a\.spent\n {2}from accepted_calls a join locked_wallets w on w\.account_id = a\.account_id)\n/,
        put: '$1 where false\n',
      },
    ],
    async probe(world) {
      const { key } = await world.createCaller(10);
      await world.startPrediction(key);
      await world.checkLedger();
    },
  },
  {
    name: 'charged credits are held',
    edits: [{ file: LEDGER_SQL, find: 'held = w.held + t.cost', put: 'held = w.held' }],
    async probe(world) {
      const { key } = await world.createCaller(10);
      await world.startPrediction(key);
      await world.checkLedger();
    },
  },
  {
    name: 'a refund is in the transaction that fails the prediction',
    edits: [
      {
        file: LEDGER_SQL,
        find: 'from movements\n  union all',
        put: 'from movements where false\n  union all',
      },
    ],
    async probe(world) {
      const { key } = await world.createCaller(10);
      await failPrediction(world, await world.startPrediction(key));
      await world.checkLedger();
    },
  },
  {
    name: 'a failure refunds the credits',
    edits: [{ file: LEDGER_SQL, find: 'balance = w.balance + w.refund', put: 'balance = w.balance' }],
    async probe(world) {
      const { key } = await world.createCaller(10);
      await failPrediction(world, await world.startPrediction(key));
      await world.checkLedger();
    },
  },
  {
    name: 'only a processing prediction is settled',
    edits: [
      {
        file: SETTLEMENT_SQL,
        find: `where p.id = v.id and p.status = 'processing'`,
        put: 'where p.id = v.id',
      },
    ],
    async probe(world) {
      const { key } = await world.createCaller(10);
      const prediction = await world.startPrediction(key);
      await failPrediction(world, prediction);
      const second = await failPrediction(world, prediction).catch((error) => error);
      expectHolds(second === null, `a final prediction was settled again: ${second?.message ?? 'accepted'}`);
      await world.checkLedger();
    },
  },
  {
    name: 'an adjustment stops at zero',
    edits: [
      {
        file: LEDGER_SQL,
        find: 'and c.balance + c.lent + $amount::bigint >= 0',
        put: '',
      },
    ],
    async probe(world) {
      const accountId = await world.createAccount(1);
      const credits = await world.service.part('credits/index.js', 'CreditsService');
      const database = await world.service.part('platform/database/index.js', 'Database');
      const below = { accountId, amount: -1001n, note: 'a probe' };
      const error = await expectRejected(
        () => database.transaction((tx) => credits.adjust(tx, below)),
        'a balance went below zero',
      );
      expectHolds(
        error.code === 'insufficient_credits',
        `an adjustment below zero ended in: ${error.message}`,
      );
    },
  },
  {
    name: 'the first use of an Idempotency-Key wins',
    edits: [
      {
        file: CREATION_SQL,
        find: /\n\s*where idempotency_keys\.created_at <= clock_timestamp\(\) - make_interval\(hours => [^)]*\)\n/,
        put: '\n',
      },
    ],
    async probe(world) {
      const { accountId, key } = await world.createCaller(10);
      const headers = { 'idempotency-key': 'a probe' };
      const first = JSON.parse((await world.generate(key, 'none', headers)).text);
      // Acts as a concurrent process that did not find the key in its lookup.
      const creation = await world.service.part(CREATION, 'PredictionCreation');
      const catalogue = await world.service.part('catalogue/index.js', 'Catalogue');
      const model = catalogue.find('probe-none');
      const idempotency = { key: 'a probe', fingerprint: '00'.repeat(32) };
      const rest = {
        env: 'live',
        input: { prompt: 'a probe' },
        inlineMedia: null,
        metadata: {},
        externalUserId: null,
      };
      const again = {
        ...rest,
        accountId,
        keyId: key.id,
        model,
        cost: 1000n,
        deadlineSeconds: 60,
        idempotency,
      };
      const second = await creation.create(again);
      expectHolds(second === null, `one Idempotency-Key made ${first.predictionId} and ${second}`);
      await world.checkLedger();
    },
  },
  {
    name: 'an Idempotency-Key belongs to one body',
    edits: [
      {
        file: 'generation/api/generation.service.js',
        find: `if (first.fingerprint !== fingerprint) throw new AppError('idempotency_mismatch');`,
        put: '',
      },
    ],
    async probe(world) {
      const { key } = await world.createCaller(10);
      const headers = { 'idempotency-key': 'a probe' };
      await world.generate(key, 'none', headers);
      const { status } = await world.generate(key, 'none', headers, 'another');
      expectHolds(status === 422, `another body under the same Idempotency-Key was answered ${status}`);
    },
  },
  {
    name: 'a reference is kept with its transfer',
    edits: [{ file: TRANSFERS, find: /await tx\.run\(REMEMBER, \{[^}]*\}\);/, put: '' }],
    async probe(world) {
      const { accountId, transfers } = await createOperator(world);
      const order = { kind: 'grant', accountId, amount: 5000n, note: 'an order', reference: 'order-1' };
      await transfers.deliver(order);
      const again = await transfers.deliver(order);
      expectHolds(again.replayed, `one reference was granted twice: the balance is ${again.balance}`);
    },
  },
  {
    name: 'a reference is delivered once at a time',
    edits: [{ file: REFERENCES, find: 'if (!lock.locked)', put: 'if (false)' }],
    async probe(world) {
      const { accountId, transfers } = await createOperator(world);
      const order = { kind: 'adjustment', accountId, amount: -1000n, note: 'an order', reference: 'order-2' };
      const database = await world.service.part('platform/database/index.js', 'Database');
      const { SYSTEM_SOURCE } = await world.service.load('audit/index.js');
      // Acts as two processes: one process changes an account sequentially.
      const deliver = () => database.transaction((tx) => transfers.deliverIn(tx, order, SYSTEM_SOURCE));
      const deliveries = await world.besideTransaction(
        (query) => query('select from wallets where account_id = $1 for update', [accountId]),
        () => Promise.allSettled(Array.from({ length: 8 }, deliver)),
      );
      const codes = deliveries.flatMap(({ reason }) => (reason ? [reason.code] : []));
      const odd = codes.filter((code) => code !== 'idempotency_in_progress');
      expectHolds(odd.length === 0, `eight deliveries of one reference at once ended in ${odd.join(' ')}`);
      await world.checkLedger();
    },
  },
  {
    name: 'a reference belongs to one transfer',
    edits: [
      {
        file: REFERENCES,
        find: /if \(first && first\.fingerprint !== fingerprint\)\s*throw new AppError\('idempotency_mismatch'\);/,
        put: '',
      },
    ],
    async probe(world) {
      const { accountId, transfers } = await createOperator(world);
      const order = { kind: 'grant', accountId, amount: 5000n, note: 'an order', reference: 'order-3' };
      await transfers.deliver(order);
      const error = await expectRejected(
        () => transfers.deliver({ ...order, amount: 6000n }),
        'another grant with the same reference was answered like the first',
      );
      expectHolds(
        error.code === 'idempotency_mismatch',
        `another grant with the same reference: ${error.message}`,
      );
    },
  },
];
