// Guards of payments, subscriptions and monthly credits: each payment is granted once, and only for the ordered price.
import { expectHolds, expectRejected } from './broken-guarantee.mjs';
import { randomUUID } from './world.mjs';

const EVENTS = 'billing/payment-events.js';
const PAYMENTS_SQL = 'billing/payments.sql.js';
const SUBSCRIPTIONS = 'billing/subscriptions/subscriptions.js';
const DAY_MS = 86_400_000;
const CREDITS = '1000000';

let orders = 0;

/** Creates an order of 1,000 credits for 10.00 EUR at the payment service of the probed build. */
async function createOrder(world, kind = 'pack', accountId = null) {
  const owner = accountId ?? (await world.createAccount(0));
  // Orders are compared by their ids: a later order has a greater id.
  const reference = `${String((orders += 1)).padStart(8, '0')}${randomUUID().slice(8)}`;
  await world.query(
    `insert into checkouts (id, account_id, user_id, provider, kind, pack, title, credits, amount, currency)
     values ($1, $2, gen_random_uuid(), 'none', $3, 'free', 'A probe', ${CREDITS}, 1000, 'EUR')`,
    [reference, owner, kind],
  );
  return { accountId: owner, reference };
}

const paymentEvent = ({ reference }, fields = {}) => ({
  ...{ kind: 'paid', paymentId: randomUUID(), reference, at: new Date(), subscription: null },
  ...{ amount: { minorUnits: 1000n, currency: 'EUR' }, customerId: null, receiptUrl: null },
  ...fields,
});

const monthEnd = new Date(Date.now() + 30 * DAY_MS);
const monthEvent = (order, { id = 'sub', periodEndsAt = monthEnd } = {}) =>
  paymentEvent(order, { subscription: { id: `${id}_${order.reference}`, periodEndsAt } });

/** Records the subscriptions and checkouts that the probed build ends at its payment service. @returns a list that grows */
async function recordEndsAtProvider(world) {
  const provider = await world.service.part('billing/payment-provider.js', 'PaymentProvider');
  const ended = [];
  provider.endSubscription = async (id) => void ended.push(id);
  provider.endCheckout = async (id) => ended.push(id) > 0;
  return ended;
}

async function deliver(world, ...events) {
  const payments = await world.service.part(EVENTS, 'PaymentEvents');
  const { SYSTEM_SOURCE } = await world.service.load('audit/index.js');
  for (const event of events) await payments.apply(event, SYSTEM_SOURCE);
}

/** Delivers events of payments that grant nothing. Requires that they are recorded as rejected without a violated constraint. */
async function deliverRejected(world, ...events) {
  try {
    await deliver(world, ...events);
  } catch (error) {
    expectHolds(false, `a payment was not recorded as rejected: ${error.message}`);
  }
}

async function expectCredits(world, { accountId }, credits, what) {
  const [{ balance }] = await world.query('select balance from wallets where account_id = $1', [accountId]);
  expectHolds(Number(balance) === credits * 1000, `${what} gave ${Number(balance) / 1000} credits`);
  await world.checkLedger();
}

const paymentOf = async (world, { paymentId }) =>
  (await world.query('select * from payments where payment_id = $1', [paymentId]))[0];
const subscriptionOf = async (world, { reference }) =>
  (await world.query('select * from subscriptions where id = $1', [reference]))[0];

/** Creates a probe: a payment of an order with these fields must grant nothing. */
const expectNoGrant = (what, kind, fields) => async (world) => {
  const order = await createOrder(world, kind);
  await deliver(world, paymentEvent(order, fields));
  await expectCredits(world, order, 0, what);
};

export const PAYMENT_GUARDS = [
  {
    name: 'an event of a payment is applied once',
    edits: [
      {
        file: EVENTS,
        find: 'if (!await this.record(tx, payment.id, event)) return toEnd(tx, payment, event);',
        put: 'await this.record(tx, payment.id, event);',
      },
    ],
    async probe(world) {
      const order = await createOrder(world);
      const event = paymentEvent(order);
      await deliver(world, event, event);
      const { status } = await paymentOf(world, event);
      expectHolds(status === 'paid', `a payment that was reported twice is ${status}`);
      await expectCredits(world, order, 1000, 'a payment that was reported twice');
    },
  },
  {
    name: 'an order is paid once',
    edits: [{ file: EVENTS, find: `return paid.length > 0 ? 'already_paid' : null;`, put: 'return null;' }],
    async probe(world) {
      const order = await createOrder(world);
      await deliver(world, paymentEvent(order));
      await deliverRejected(world, paymentEvent(order));
      await expectCredits(world, order, 1000, 'an order that was paid twice');
    },
  },
  {
    name: 'the order is locked before its payment is checked',
    edits: [
      {
        file: PAYMENTS_SQL,
        find: 'from checkouts where id = $order and provider = $provider for update',
        put: 'from checkouts where id = $order and provider = $provider',
      },
    ],
    async probe(world) {
      const order = await createOrder(world);
      await world.besideTransaction(
        (query) =>
          query(
            `insert into payments (id, provider, payment_id, checkout_id, account_id, status, amount, currency, credits)
             values (gen_random_uuid(), 'none', gen_random_uuid(), $1, $2, 'paid', 1000, 'EUR', ${CREDITS})`,
            [order.reference, order.accountId],
          ),
        () => deliverRejected(world, paymentEvent(order)),
      );
      await expectCredits(world, order, 0, 'a payment beside the one of another process');
    },
  },
  {
    name: 'a payment of another amount grants nothing',
    edits: [
      {
        file: EVENTS,
        find: `if (!prices.includes(BigInt(order.amount))) return 'wrong_amount';`,
        put: '',
      },
    ],
    probe: expectNoGrant('a payment of one cent', 'pack', { amount: { minorUnits: 1n, currency: 'EUR' } }),
  },
  {
    name: 'a payment in another currency grants nothing',
    edits: [
      { file: EVENTS, find: `if (amount.currency !== order.currency) return 'wrong_currency';`, put: '' },
    ],
    probe: expectNoGrant('a payment in yen', 'pack', { amount: { minorUnits: 1000n, currency: 'JPY' } }),
  },
  {
    name: 'only a subscription pays a plan',
    edits: [
      {
        file: EVENTS,
        find: `if (subscription !== null !== (order.kind === 'plan')) return 'wrong_item';`,
        put: '',
      },
    ],
    probe: expectNoGrant('a plan that was paid like a pack', 'plan', {}),
  },
  {
    name: 'the payment is locked before its refunds are summed',
    edits: [
      {
        file: PAYMENTS_SQL,
        find: 'from payments where provider = $provider and payment_id = $paymentId for update',
        put: 'from payments where provider = $provider and payment_id = $paymentId',
      },
    ],
    async probe(world) {
      const payment = paymentEvent(await createOrder(world));
      await deliver(world, payment);
      const { id } = await paymentOf(world, payment);
      const refund = (minorUnits) => ({
        ...{ kind: 'refunded', paymentId: payment.paymentId, reversalId: randomUUID(), at: new Date() },
        amount: { minorUnits, currency: 'EUR' },
      });
      await world.besideTransaction(
        async (query) => {
          await query(
            `insert into payment_events (provider, kind, subject_id, payment_id, amount, currency, happened_at)
             values ('none', 'refunded', gen_random_uuid(), $1, 400, 'EUR', now())`,
            [id],
          );
        },
        () => deliver(world, refund(300n)),
      );
      const { taken_back: takenBack } = await paymentOf(world, payment);
      expectHolds(takenBack === '700000', `refunds of 400 and 300 have taken back ${takenBack} thousandths`);
    },
  },
  {
    name: 'a month of a subscription is granted once',
    edits: [
      {
        file: PAYMENTS_SQL,
        find: 'and period_ends_at = $periodEndsAt and credits > 0',
        put: 'and period_ends_at = $periodEndsAt and credits < 0',
      },
    ],
    async probe(world) {
      const order = await createOrder(world, 'plan');
      await deliver(world, monthEvent(order));
      await deliverRejected(world, monthEvent(order));
      await expectCredits(world, order, 1000, 'a month that was paid twice');
    },
  },
  {
    name: 'an order begins one subscription',
    edits: [
      { file: SUBSCRIPTIONS, find: 'return row.subscription_id === id ? row : null;', put: 'return row;' },
    ],
    async probe(world) {
      const order = await createOrder(world, 'plan');
      const next = new Date(monthEnd.getTime() + 30 * DAY_MS);
      await recordEndsAtProvider(world);
      await deliver(world, monthEvent(order), monthEvent(order, { id: 'another', periodEndsAt: next }));
      await expectCredits(world, order, 1000, 'a second subscription of an order');
    },
  },
  {
    name: 'a subscription that a deleted account has paid for is ended',
    edits: [
      {
        file: SUBSCRIPTIONS,
        find: /const isDeleted = \(await tx\.run\(sql\.FIND_ACCOUNT, \{\s*account: accountId\s*\}\)\)\.length === 0;/,
        put: 'const isDeleted = false;',
      },
    ],
    async probe(world) {
      const order = await createOrder(world, 'plan');
      await world.query('insert into account_deletions (account_id) values ($1)', [order.accountId]);
      await deliver(world, monthEvent(order));
      const { end_requested_at: endRequestedAt } = await subscriptionOf(world, order);
      expectHolds(endRequestedAt !== null, 'the subscription of a deleted account continues');
    },
  },
  {
    name: 'a rejected month ends its subscription',
    edits: [{ file: EVENTS, find: 'if (rejected !== null) await this.endRejected(rejected);', put: '' }],
    async probe(world) {
      const order = await createOrder(world, 'plan');
      const month = monthEvent(order);
      const ended = await recordEndsAtProvider(world);
      await deliver(world, { ...month, amount: { minorUnits: 1n, currency: 'EUR' } });
      expectHolds(ended.join() === month.subscription.id, 'a subscription that grants nothing continues');
      await expectCredits(world, order, 0, 'a month of one cent');
    },
  },
  {
    name: 'the checkout of a plan ends when a newer order is open',
    edits: [
      {
        file: 'billing/plan-checkouts.js',
        find: 'if (!(await this.others(order)).some(({ is_newer: isNewer })=>isNewer)) return;',
        put: 'return;',
      },
    ],
    async probe(world) {
      const older = await createOrder(world, 'plan');
      await createOrder(world, 'plan', older.accountId);
      const ended = await recordEndsAtProvider(world);
      const checkouts = await world.service.part('billing/plan-checkouts.js', 'PlanCheckouts');
      const [row] = await world.query('select * from checkouts where id = $1', [older.reference]);
      await expectRejected(
        () => checkouts.keepNewest(row, 'a page'),
        'two pages for the plans of an account stay open',
      );
      expectHolds(ended.join() === 'a page', 'the page of an older order stays open');
    },
  },
  {
    name: 'a month that is paid while its subscription is checked for being overdue keeps it',
    edits: [
      {
        file: SUBSCRIPTIONS,
        find: /if \(\(await tx\.run\(sql\.FIND_OVERDUE, \{\s*days,\s*id: row\.id\s*\}\)\)\.length === 0\) return;/,
        put: '',
      },
    ],
    async probe(world) {
      const order = await createOrder(world, 'plan');
      const month = monthEvent(order);
      await deliver(world, month);
      const subscriptions = await world.service.part(SUBSCRIPTIONS, 'Subscriptions');
      const database = await world.service.part('platform/database/index.js', 'Database');
      const { SYSTEM_SOURCE: source } = await world.service.load('audit/index.js');
      const [row] = await world.query('select * from checkouts where id = $1', [order.reference]);
      await database.transaction(async (tx) => {
        const locked = await subscriptions.lock(tx, row, month.subscription.id);
        await subscriptions.endOverdue(tx, row, locked, { days: 15, unlessPaid: true, source });
      });
      const { end_requested_at: endRequestedAt } = await subscriptionOf(world, order);
      expectHolds(endRequestedAt === null, 'a subscription is ended although its month is paid');
    },
  },
  {
    name: 'only one worker grants monthly credits',
    edits: [
      {
        file: 'billing/monthly/monthly-grants.js',
        find: /await tx\.run\(LOCK_WALLET, \{\s*account:\s*accountId\s*\}\);/,
        put: '',
      },
    ],
    async probe(world) {
      const accountId = await world.createAccount(0);
      await world.query(`update accounts set plan = 'monthly' where id = $1`, [accountId]);
      const part = (file, name) => world.service.part(file, name);
      const { MonthlyGrants } = await world.service.load('billing/monthly/monthly-grants.js');
      const grants = new MonthlyGrants(
        {},
        await part('platform/database/index.js', 'Database'),
        await part('catalogue/index.js', 'Catalogue'),
        await part('credits/index.js', 'CreditsService'),
        await part('audit/index.js', 'AuditTrail'),
      );
      await world.besideTransaction(
        async (query) => {
          await query('select 1 from wallets where account_id = $1 for no key update', [accountId]);
          await query(
            `update plan_months set month = date_trunc('month', now() at time zone 'UTC')::date, granted = 5000,
               due_at = now() + interval '1 month' where account_id = $1`,
            [accountId],
          );
        },
        () => grants.sweep(() => false),
      );
      await expectCredits(world, { accountId }, 0, 'a month that another worker gives');
    },
  },
];
