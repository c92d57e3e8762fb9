// Guards of everything that bounds spending: credits that expire, spend limits, and the places of plans.
import { expectHolds } from './broken-guarantee.mjs';

const COUNTERS_SQL = 'credits/spend-limits/spend-counters.sql.js';

const GRANT = `with a as (update wallets set balance = balance + 5000 where account_id = $1 returning account_id as id, balance)
  insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
  select id, 'grant', 'system', 'wallet', 5000, balance from a`;

async function servicesOf(world) {
  return {
    credits: await world.service.part('credits/index.js', 'CreditsService'),
    database: await world.service.part('platform/database/index.js', 'Database'),
    limits: await world.service.part('credits/spend-limits/spend-limits.js', 'SpendLimits'),
  };
}

/** @param query of a transaction; `credits` in thousandths */
async function setLimit(world, query, subject, credits) {
  const { limits } = await servicesOf(world);
  const run = (statement, given) => {
    const { text, values } = statement.bind(given);
    return query(text, values);
  };
  await limits.lock({ run }, subject.accountId);
  await limits.set({ run }, subject, { credits, period: 'total' });
}

const tallyOf = (answers) =>
  answers
    .map(({ status }) => status)
    .sort()
    .join(' ');

export const SPENDING_GUARDS = [
  {
    name: 'the wallet is locked before expired credits leave it',
    edits: [
      {
        file: 'credits/ledger.sql.js',
        find: /(is_due from wallets where account_id = \$account) for update\n/,
        put: '$1\n',
      },
    ],
    async probe(world) {
      const { credits } = await servicesOf(world);
      const accountId = await world.createAccount(1);
      const expiry = await world.grantExpiring(accountId, 2000n, 500);
      await expiry.wait();
      await world.besideTransaction(
        (query) => query(GRANT, [accountId]),
        () => credits.settleExpired(accountId),
      );
      await world.checkLedger();
    },
  },
  {
    name: 'expired credits that a refund returns are not charged',
    edits: [
      {
        file: 'credits/ledger.sql.js',
        find: `case when w.refund > 0 and w.has_expired_held then '-infinity' else w.credits_expire_at end`,
        put: 'w.credits_expire_at',
      },
    ],
    async probe(world) {
      const { credits } = await servicesOf(world);
      const { accountId, key } = await world.createCaller(0);
      const expiry = await world.grantExpiring(accountId, 1000n, 1500);
      const { id } = await world.startPrediction(key);
      await expiry.wait();
      await credits.settleExpired(accountId);
      const cancelled = { code: 'cancelled', message: 'Cancelled.', ending: 'cancelled' };
      await (await world.settlement()).fail({ id, fence: null, ...cancelled });
      const { status } = await world.generate(key);
      expectHolds(status === 402, `a create with credits that had expired was answered ${status}`);
      await world.checkLedger();
    },
  },
  {
    name: 'no charge exceeds a spend limit',
    edits: [
      { file: COUNTERS_SQL, find: 'where d.cost > k.room)', put: 'where false)' },
      { file: COUNTERS_SQL, find: 'where running > room', put: 'where false' },
    ],
    async probe(world) {
      const { accountId, key } = await world.createCaller(9);
      const { database } = await servicesOf(world);
      await database.transaction((tx) =>
        setLimit(world, (text, values) => tx.query(text, values), { accountId, keyId: key.id }, 2000n),
      );
      const tally = tallyOf(await Promise.all(Array.from({ length: 5 }, () => world.generate(key))));
      expectHolds(tally === '201 201 402 402 402', `5 creates with a limit of 2 were answered ${tally}`);
    },
  },
  {
    name: 'an account with spend limits is not charged without its counters',
    edits: [
      {
        file: 'credits/ledger.sql.js',
        find: 'where w.spend_limits = 0 and w.owed = 0',
        put: 'where w.owed = 0',
      },
    ],
    async probe(world) {
      const { accountId, key } = await world.createCaller(9);
      await world.besideTransaction(
        (query) => setLimit(world, query, { accountId, keyId: key.id }, 0n),
        async () => {
          const { status } = await world.generate(key);
          expectHolds(status === 402, `a create beside a limit of 0 was answered ${status}`);
        },
      );
    },
  },
  {
    name: 'a limit that is set during the lock wait of a charge applies to it',
    edits: [{ file: COUNTERS_SQL, find: 'and w.owed = 0 and not w.is_stale and', put: 'and w.owed = 0 and' }],
    async probe(world) {
      const { accountId, key } = await world.createCaller(9);
      const { database } = await servicesOf(world);
      const user = { accountId, externalUserId: 'another' };
      await database.transaction((tx) =>
        setLimit(world, (text, values) => tx.query(text, values), user, 9000n),
      );
      // From then on the process knows that the account has limits.
      await world.startPrediction(key);
      await world.besideTransaction(
        (query) => setLimit(world, query, { accountId, keyId: key.id }, 0n),
        async () => {
          const { status } = await world.generate(key);
          expectHolds(status === 402, `a create beside a new limit of 0 was answered ${status}`);
        },
      );
    },
  },
  {
    name: 'one process at a time assigns the places of plans',
    edits: [
      {
        file: 'generation/queue/plan-places.sql.js',
        find: 'select pg_advisory_xact_lock(726442, 0)',
        put: 'select 1',
      },
    ],
    async probe(world) {
      const { accountId, key } = await world.createCaller(5);
      await world.query(`update accounts set plan = 'small' where id = $1`, [accountId]);
      const [first] = [await world.startPrediction(key), await world.startPrediction(key)];
      const { PlanPlaces } = await world.service.load('generation/queue/plan-places.js');
      const { database } = await servicesOf(world);
      const places = new PlanPlaces(database, await world.service.part('catalogue/index.js', 'Catalogue'));
      await world.besideTransaction(
        async (query) => {
          await query('select pg_advisory_xact_lock(726442, 0)');
          await query('update predictions set fair_tag = plan_tag where id = $1', [first.id]);
        },
        () => places.fill(),
      );
      const placed = await world.query(
        'select 1 from predictions where account_id = $1 and fair_tag is not null',
        [accountId],
      );
      expectHolds(placed.length === 1, `a plan with one place has ${placed.length} predictions with a place`);
    },
  },
];
