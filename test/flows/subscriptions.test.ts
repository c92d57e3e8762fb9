/**
 * Subscriptions: each paid month grants once and expires at its end, whatever is delivered how often, in which order and to which process;
 * the account has the plan while one runs; and what another plan or the end of the account replaces is ended at the payment service.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { jest } from '@jest/globals';
import { PaymentProvider, type SubscriptionEvent } from '../../src/billing/index.js';
import { TestPayments } from '../../src/testing/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json, type Person, register } from '../support/client.js';
import { registerAdmin } from '../support/dashboard.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { creditsOf, deliver, inDays, paidMonth, reversal, subscribe } from '../support/payments.js';
import { catalogueWithPlans, PRO } from '../support/plans.js';
import { uuidOf } from '../support/public-ids.js';
import { refusal } from '../support/refusals.js';
import { until } from '../support/service-process.js';

const TEAM = {
  ...{ key: 'team', title: 'Team', monthlyCredits: 9000 },
  price: { amount: 5900, currency: 'EUR' },
};
const DAY = 86_400_000;

const directory = catalogueWithPlans([{ key: 'free', title: 'Free' }, PRO, TEAM]);
let app: TestApp;
let other: TestApp;
let admin: Person;
beforeAll(async () => {
  const env = { ROLES: 'api,worker', SIGNUP_CREDITS: '0', CATALOGUE_DIR: directory };
  const options = { replace: { PaymentProvider: TestPayments } };
  app = await startApp(env, undefined, options);
  other = await startApp(env, app.database, options);
  admin = await registerAdmin(app);
});
afterAll(async () => {
  await expectSoundLedger(app.url);
  await other.close();
  await app.close();
  rmSync(directory, { recursive: true });
});

const ask = (method: string, path: string, { accessToken: token }: Person, body?: object) =>
  call(app.base, method, path, { token, ...(body && { body }) });
const ended = (reference: string): SubscriptionEvent => ({
  ...{ kind: 'subscription_ended', subscriptionId: `sub_${reference}`, reference, at: new Date() },
});
const planOf = async ({ accountId }: Person) =>
  (
    await app.database.query<{ plan: string }>('select plan from accounts where id = $1', [uuidOf(accountId)])
  )[0]!.plan;
const plansOf = async (person: Person): Promise<Json> =>
  (await ask('GET', '/api/billing/plans', person)).body;
const audited = async (person: Person): Promise<string[]> =>
  (await ask('GET', '/api/audit?limit=100', person)).body.items.map(
    ({ action }: { action: string }) => action,
  );
const endedAtProvider = () =>
  [app, other].flatMap(
    (one) => one.app.get<TestPayments>(PaymentProvider, { strict: false }).endedSubscriptions,
  );

it('the first month sets the plan and grants; the credits expire with the month; the end gives the default plan', async () => {
  const person = await register(app.base);
  expect(await plansOf(person)).toMatchObject({
    available: true,
    subscription: null,
    items: [
      { id: 'free', price: null, monthlyCredits: null },
      { id: 'pro', monthlyCredits: 2000 },
      { id: 'team' },
    ],
  });
  const reference = await subscribe(app, person);
  const first = paidMonth(reference);
  await deliver(app.base, first);
  expect([await planOf(person), await creditsOf(app, person)]).toEqual(['pro', { balance: 2000, owed: 0 }]);
  const lots = await app.database.query<{ expires_at: Date }>(
    'select expires_at from ledger_transfers where account_id = $1 and expires_at is not null',
    [uuidOf(person.accountId)],
  );
  expect(lots).toEqual([{ expires_at: first.subscription!.periodEndsAt }]);
  expect((await plansOf(person)).subscription).toMatchObject({
    ...{ plan: 'pro', status: 'active', monthlyCredits: 2000, endsAt: null },
    paidUntil: first.subscription!.periodEndsAt.toISOString(),
  });
  const again = await ask('POST', '/api/billing/checkout', person, { plan: 'pro' });
  expect(again.body).toMatchObject(refusal(409, 'already_subscribed'));
  await deliver(app.base, ended(reference));
  expect([await planOf(person), (await plansOf(person)).subscription]).toEqual(['free', null]);
  expect(await audited(person)).toEqual(
    expect.arrayContaining([
      ...['checkout.started', 'payment.granted', 'subscription.begun'],
      ...['account.plan_changed', 'subscription.ended'],
    ]),
  );
});

it('every event five times, at once, in any order and to two processes: each month grants once, each refund counts once', async () => {
  for (const seed of [1, 2, 3]) {
    const person = await register(app.base);
    const reference = await subscribe(app, person);
    const months = [30, 60, 90].map((days) => paidMonth(reference, days));
    const events = [...months, reversal(months[1]!, 'refunded', 950n), ended(reference)];
    const deliveries = Array.from({ length: 5 }, () => events)
      .flat()
      .map((event, place) => ({ event, rank: (place * 7919 * seed) % 25 }))
      .sort((a, b) => a.rank - b.rank);
    const answers = await Promise.all(
      deliveries.map(({ event }, place) => deliver(place % 2 === 0 ? app.base : other.base, event)),
    );
    for (const [place, { status }] of answers.entries())
      if (status !== 200) expect((await deliver(app.base, deliveries[place]!.event)).status).toBe(200);
    expect(await creditsOf(app, person)).toEqual({ balance: 5000, owed: 0 });
    expect(await planOf(person)).toBe('free');
    const actions = await audited(person);
    expect(actions.filter((action) => action === 'subscription.ended')).toHaveLength(1);
    expect(actions.filter((action) => action === 'subscription.begun')).toHaveLength(1);
  }
});

it('the end before the first month: the month is granted, the plan stays', async () => {
  const person = await register(app.base);
  const reference = await subscribe(app, person);
  await deliver(app.base, ended(reference));
  await deliver(app.base, paidMonth(reference));
  expect([await planOf(person), await creditsOf(app, person)]).toEqual(['free', { balance: 2000, owed: 0 }]);
});

it('the same month under another payment, another price, a pack’s payment and another subscription grant nothing', async () => {
  const person = await register(app.base);
  const reference = await subscribe(app, person);
  const first = paidMonth(reference);
  await deliver(app.base, first);
  const wrong = [
    { ...first, paymentId: randomUUID() },
    paidMonth(reference, 60, { amount: { minorUnits: 1901n, currency: 'EUR' } }),
    paidMonth(reference, 60, { subscription: null }),
    paidMonth(reference, 60, { subscription: { id: 'sub_other', periodEndsAt: inDays(60) } }),
  ];
  for (const event of wrong) expect((await deliver(app.base, event)).status).toBe(200);
  expect(await creditsOf(app, person)).toEqual({ balance: 2000, owed: 0 });
  const { items } = (await ask('GET', '/api/billing/payments', person)).body;
  expect(items.map(({ kind, status }: Json) => [kind, status])).toEqual(
    expect.arrayContaining([
      ['plan', 'paid'],
      // The month that is paid already may be one payment under two ids.
      ['plan', 'rejected'],
      ['plan', 'refunded'],
      ['pack', 'refunded'],
    ]),
  );
});

it.each([
  ['a balance has paid a part', 1400n, 1900n, [1900n], 526.316],
  ['a balance has paid all', 0n, 1900n, [1900n], 2000],
  ['of a discount', 1520n, 1520n, [1900n], 0],
  ['of a discount of all', 0n, 0n, [1900n], 2000],
  ['beside a fee', 2400n, 2400n, [500n, 1900n], 0],
])(
  'a month of the ordered price is granted: %s; a refund takes back what the money has paid for',
  async (_, paid, total, prices, left) => {
    const person = await register(app.base);
    const reference = await subscribe(app, person);
    const amount = { minorUnits: paid, currency: 'EUR' };
    await deliver(app.base, paidMonth(reference));
    const next = paidMonth(reference, 60);
    const renewal = { ...next, amount, subscription: { ...next.subscription!, invoice: { prices, total } } };
    expect((await deliver(app.base, renewal, renewal)).status).toBe(200);
    expect(await creditsOf(app, person)).toEqual({ balance: 4000, owed: 0 });
    const [shown] = (await ask('GET', '/api/billing/payments', person)).body.items;
    expect(shown).toMatchObject({ kind: 'plan', status: 'paid', amount: Number(paid), credits: 2000 });
    await deliver(app.base, reversal(renewal, 'refunded', paid === 0n ? 1900n : paid));
    expect(await creditsOf(app, person)).toEqual({ balance: 2000 + left, owed: 0 });
  },
);

it('an invoice of another price grants nothing, also when as much money has arrived', async () => {
  const person = await register(app.base);
  const next = paidMonth(await subscribe(app, person));
  const invoice = { prices: [5900n], total: 5900n };
  await deliver(app.base, { ...next, subscription: { ...next.subscription!, invoice } });
  expect([await planOf(person), await creditsOf(app, person)]).toEqual(['free', { balance: 0, owed: 0 }]);
});

it('the order of a plan that is paid like a pack grants nothing', async () => {
  const person = await register(app.base);
  await deliver(app.base, paidMonth(await subscribe(app, person), 30, { subscription: null }));
  expect([await planOf(person), await creditsOf(app, person)]).toEqual(['free', { balance: 0, owed: 0 }]);
  const { items } = (await ask('GET', '/api/billing/payments', person)).body;
  expect(items).toMatchObject([{ status: 'refunded', credits: 0 }]);
});

it('an older month that is reported late is granted, and takes no paid time away', async () => {
  const person = await register(app.base);
  const reference = await subscribe(app, person);
  const newest = paidMonth(reference, 60);
  await deliver(app.base, newest, paidMonth(reference, 30, { at: inDays(-30) }));
  expect((await plansOf(person)).subscription.paidUntil).toBe(
    newest.subscription!.periodEndsAt.toISOString(),
  );
  expect(await creditsOf(app, person)).toEqual({ balance: 4000, owed: 0 });
});

it('a month that is reported after its end still gives its credits, for a day', async () => {
  const person = await register(app.base);
  const before = Date.now();
  await deliver(app.base, paidMonth(await subscribe(app, person), -3));
  expect(await creditsOf(app, person)).toEqual({ balance: 2000, owed: 0 });
  const [lot] = await app.database.query<{ expires_at: Date }>(
    'select expires_at from ledger_transfers where account_id = $1 and expires_at is not null',
    [uuidOf(person.accountId)],
  );
  expect(lot!.expires_at.getTime()).toBeGreaterThanOrEqual(before + DAY);
  expect(lot!.expires_at.getTime()).toBeLessThanOrEqual(Date.now() + DAY);
});

it('a failed payment is past due until a later one is paid, also when they arrive in reverse', async () => {
  const person = await register(app.base);
  const reference = await subscribe(app, person);
  await deliver(app.base, paidMonth(reference, 30, { at: inDays(-30) }));
  const failed = {
    kind: 'payment_failed' as const,
    ...{ changeId: randomUUID(), subscriptionId: `sub_${reference}`, reference, at: inDays(-1) },
  };
  const statusOf = async () => (await plansOf(person)).subscription.status as string;
  await deliver(app.base, failed, failed);
  expect(await statusOf()).toBe('past_due');
  await deliver(app.base, paidMonth(reference, 60));
  expect(await statusOf()).toBe('active');
  await deliver(app.base, { ...failed, changeId: randomUUID(), at: inDays(-2) });
  expect(await statusOf()).toBe('active');
  expect((await audited(person)).filter((one) => one === 'subscription.payment_failed')).toHaveLength(2);
});

it('a cancellation shows when it ends, and an older change does not undo it', async () => {
  const person = await register(app.base);
  const reference = await subscribe(app, person);
  await deliver(app.base, paidMonth(reference));
  const change = (endsAt: Date | null, at: Date): SubscriptionEvent => ({
    ...{ kind: 'subscription_changed', changeId: randomUUID(), subscriptionId: `sub_${reference}` },
    ...{ reference, endsAt, at },
  });
  const [endsAt, at] = [inDays(30), inDays(0)];
  await deliver(app.base, change(endsAt, at), change(null, inDays(-1)));
  expect((await plansOf(person)).subscription.endsAt).toBe(endsAt.toISOString());
  // Of the same second, which is all that a payment service says, the event that arrives later counts.
  await deliver(app.base, change(null, at));
  expect((await plansOf(person)).subscription.endsAt).toBeNull();
});

const changed = (reference: string, endsAt: Date | null, at: Date): SubscriptionEvent => ({
  ...{ kind: 'subscription_changed', changeId: randomUUID(), subscriptionId: `sub_${reference}` },
  ...{ reference, endsAt, at },
});

it('a subscription of which nothing is collected ends the plan, until it is active again or a later month is paid', async () => {
  const person = await register(app.base);
  const reference = await subscribe(app, person);
  const state = async () => [await planOf(person), (await plansOf(person)).subscription?.plan ?? null];
  const lapse = changed(reference, inDays(-3), inDays(-3));
  // Before its first month.
  await deliver(app.base, lapse, paidMonth(reference, 5, { at: inDays(-25) }));
  expect(await state()).toEqual(['free', null]);
  await deliver(app.base, changed(reference, null, inDays(-2)));
  expect(await state()).toEqual(['pro', 'pro']);
  // An older change, and the same one again.
  await deliver(app.base, changed(reference, inDays(-4), inDays(-4)), lapse);
  expect(await state()).toEqual(['pro', 'pro']);
  await deliver(app.base, changed(reference, inDays(-1), inDays(-1)));
  expect(await state()).toEqual(['free', null]);
  await deliver(app.base, paidMonth(reference, 35, { at: inDays(0) }));
  expect(await state()).toEqual(['pro', 'pro']);
  expect(await creditsOf(app, person)).toEqual({ balance: 4000, owed: 0 });
});

it.each([
  ['reported', (reference: string) => ended(reference)],
  ['not reported: the subscription is overdue', null],
])('a cancellation that has come to its end leaves the plan; the end is %s', async (_, event) => {
  const person = await register(app.base);
  const reference = await subscribe(app, person);
  await deliver(app.base, paidMonth(reference), changed(reference, inDays(30), inDays(0)));
  // A month, and more than the grace.
  await app.database.query(
    `update subscriptions set paid_until = paid_until - interval '50 days', paid_at = paid_at - interval '50 days',
       ends_at = ends_at - interval '50 days', changed_at = changed_at - interval '50 days' where id = $1`,
    [reference],
  );
  if (event) await deliver(app.base, event(reference));
  await until(async () => (await planOf(person)) === 'free');
  // A worker ends the one of which nothing was reported.
  await until(async () => (await plansOf(person)).subscription === null);
});

it('a subscription of which nothing is collected ends the plan at once, also by a clock that is ahead', async () => {
  const person = await register(app.base);
  const reference = await subscribe(app, person);
  const ahead = new Date(Date.now() + 60_000);
  await deliver(app.base, paidMonth(reference), changed(reference, ahead, ahead));
  expect([await planOf(person), (await plansOf(person)).subscription]).toEqual(['free', null]);
});

it('a plan can be bought again while the subscription to it is being ended', async () => {
  const person = await register(app.base);
  const reference = await subscribe(app, person);
  await deliver(app.base, paidMonth(reference));
  // As if the payment service were away.
  await app.database.query(
    `update subscriptions set end_requested_at = now(), end_due_at = now() + interval '1 hour' where id = $1`,
    [reference],
  );
  const again = await subscribe(app, person);
  expect(again).not.toBe(reference);
});

it('a plan can be bought again when nothing is collected for it; the subscription before is then ended', async () => {
  const person = await register(app.base);
  const first = await subscribe(app, person);
  await deliver(app.base, paidMonth(first, 5, { at: inDays(-25) }), changed(first, inDays(-1), inDays(-1)));
  const second = await subscribe(app, person);
  await deliver(app.base, paidMonth(second));
  expect(await planOf(person)).toBe('pro');
  await until(() => Promise.resolve(endedAtProvider().includes(`sub_${first}`)));
  await deliver(app.base, changed(first, null, inDays(0)), ended(first));
  expect([await planOf(person), (await plansOf(person)).subscription.id]).toEqual([
    'pro',
    `sub_${second.replaceAll('-', '')}`,
  ]);
});

it('a month that nobody has paid for longer than the grace ends the subscription, unless the payment service knows better', async () => {
  const [lost, grace, paid] = [await register(app.base), await register(app.base), await register(app.base)];
  const [lostOrder, graceOrder, paidOrder] = [
    await subscribe(app, lost),
    await subscribe(app, grace),
    await subscribe(app, paid),
  ];
  for (const one of [app, other])
    one.app.get<TestPayments>(PaymentProvider, { strict: false }).paidSubscriptions.add(`sub_${paidOrder}`);
  await deliver(app.base, paidMonth(graceOrder, -14), paidMonth(paidOrder, -45), paidMonth(lostOrder, -16));
  await until(() => Promise.resolve(endedAtProvider().includes(`sub_${lostOrder}`)));
  await until(async () => (await audited(lost)).includes('subscription.ended'));
  expect(await audited(lost)).toContain('subscription.end_requested');
  expect([await planOf(lost), (await plansOf(lost)).subscription]).toEqual(['free', null]);
  expect([await planOf(grace), await planOf(paid)]).toEqual(['pro', 'pro']);
  expect(endedAtProvider()).not.toContain(`sub_${paidOrder}`);
  await subscribe(app, lost);
});

describe('an unpaid subscription whose end has failed, and that is paid then', () => {
  let person: Person;
  let reference: string;
  beforeEach(async () => {
    person = await register(app.base);
    reference = await subscribe(app, person);
    const services = [app, other].map((one) => one.app.get<TestPayments>(PaymentProvider, { strict: false }));
    const away = services.map((service) =>
      jest.spyOn(service, 'endSubscription').mockRejectedValue(new Error('the payment service is away')),
    );
    await deliver(app.base, paidMonth(reference, -16));
    await until(() => Promise.resolve(away.some(({ mock }) => mock.calls.length > 0)));
    expect(await planOf(person)).toBe('free');
    // The next try is a minute away.
    for (const spy of away) spy.mockRestore();
    for (const { paidSubscriptions } of services) paidSubscriptions.add(`sub_${reference}`);
  });

  it('goes on, with its plan', async () => {
    await app.database.query('update subscriptions set end_due_at = now() where id = $1', [reference]);
    await until(async () => (await planOf(person)) === 'pro');
    expect(await audited(person)).toContain('subscription.end_withdrawn');
    expect(endedAtProvider()).not.toContain(`sub_${reference}`);
    await deliver(app.base, paidMonth(reference, 14));
    expect([await planOf(person), await creditsOf(app, person)]).toEqual(['pro', { balance: 4000, owed: 0 }]);
  });

  it('is ended when an operator ends it', async () => {
    await ask('PATCH', `/api/admin/accounts/${person.accountId}`, admin, { endSubscription: true });
    await until(() => Promise.resolve(endedAtProvider().includes(`sub_${reference}`)));
    expect(await planOf(person)).toBe('free');
  });
});

it('a month that was paid otherwise than ordered does not keep the plan beyond the grace, whatever the payment service calls it', async () => {
  const person = await register(app.base);
  const reference = await subscribe(app, person);
  for (const one of [app, other])
    one.app.get<TestPayments>(PaymentProvider, { strict: false }).paidSubscriptions.add(`sub_${reference}`);
  const doubled = { amount: { minorUnits: 3800n, currency: 'EUR' } };
  await deliver(app.base, paidMonth(reference, 14, doubled), paidMonth(reference, -16));
  await until(async () => (await audited(person)).includes('subscription.ended'));
  expect([await planOf(person), await creditsOf(app, person)]).toEqual(['free', { balance: 2000, owed: 0 }]);
});

it('another plan replaces the first one in the middle of a month, which is ended at the payment service once', async () => {
  const person = await register(app.base);
  const [pro, team] = [await subscribe(app, person), await subscribe(app, person, 'team')];
  const teamMonth = paidMonth(team, 30, { amount: { minorUnits: 5900n, currency: 'EUR' } });
  // Reversed: the newer plan is paid for first.
  await deliver(app.base, teamMonth);
  await deliver(app.base, paidMonth(pro));
  expect([await planOf(person), await creditsOf(app, person)]).toEqual([
    'team',
    { balance: 11_000, owed: 0 },
  ]);
  await until(() => Promise.resolve(endedAtProvider().includes(`sub_${pro}`)));
  await until(async () => (await audited(person)).includes('subscription.ended'));
  expect(endedAtProvider().filter((id) => id === `sub_${pro}`)).toHaveLength(1);
  expect(endedAtProvider()).not.toContain(`sub_${team}`);
  await deliver(app.base, ended(pro));
  expect([await planOf(person), (await plansOf(person)).subscription.plan]).toEqual(['team', 'team']);
  await deliver(app.base, ended(team));
  expect(await planOf(person)).toBe('free');
});

it('the same plan bought twice: the older one is ended, and its end leaves the plan', async () => {
  const person = await register(app.base);
  const [older, newer] = [await subscribe(app, person), await subscribe(app, person)];
  await deliver(app.base, paidMonth(older), paidMonth(newer));
  await until(() => Promise.resolve(endedAtProvider().includes(`sub_${older}`)));
  await deliver(app.base, ended(older));
  const { subscription } = await plansOf(person);
  expect([await planOf(person), subscription.id]).toEqual(['pro', `sub_${newer.replaceAll('-', '')}`]);
  expect(endedAtProvider()).not.toContain(`sub_${newer}`);
  await deliver(app.base, ended(newer));
  expect(await planOf(person)).toBe('free');
});

describe('a month that is never granted ends its subscription at the payment service', () => {
  it.each([
    [
      'another price',
      (reference: string) => paidMonth(reference, 30, { amount: { minorUnits: 2900n, currency: 'EUR' } }),
    ],
    [
      'another currency',
      (reference: string) => paidMonth(reference, 30, { amount: { minorUnits: 1900n, currency: 'USD' } }),
    ],
  ])('%s', async (_, eventOf) => {
    const person = await register(app.base);
    const reference = await subscribe(app, person);
    expect((await deliver(app.base, eventOf(reference))).status).toBe(200);
    expect(endedAtProvider()).toContain(`sub_${reference}`);
    expect([await planOf(person), await creditsOf(app, person)]).toEqual(['free', { balance: 0, owed: 0 }]);
    const { items } = (await ask('GET', '/api/billing/payments', person)).body;
    expect(items.map(({ status }: Json) => status)).toEqual(['refunded']);
  });

  it('a second subscription of one order; the first one goes on', async () => {
    const person = await register(app.base);
    const reference = await subscribe(app, person);
    const second = { id: `second_${reference}`, periodEndsAt: inDays(31) };
    await deliver(app.base, paidMonth(reference), paidMonth(reference, 31, { subscription: second }));
    expect(endedAtProvider()).toContain(second.id);
    expect(endedAtProvider()).not.toContain(`sub_${reference}`);
    expect(await planOf(person)).toBe('pro');
  });

  it('not one of an unknown order, and not one that was paid twice for a month', async () => {
    const person = await register(app.base);
    const reference = await subscribe(app, person);
    const foreign = randomUUID();
    await deliver(app.base, paidMonth(foreign), paidMonth(reference), paidMonth(reference));
    expect(endedAtProvider()).not.toContain(`sub_${foreign}`);
    expect(endedAtProvider()).not.toContain(`sub_${reference}`);
    expect([await planOf(person), await creditsOf(app, person)]).toEqual(['pro', { balance: 2000, owed: 0 }]);
  });

  it('when the payment service is away: 503, and the repeated event ends it', async () => {
    const reference = await subscribe(app, await register(app.base));
    const event = paidMonth(reference, 30, { amount: { minorUnits: 1n, currency: 'EUR' } });
    const payments = app.app.get<TestPayments>(PaymentProvider, { strict: false });
    const away = jest.spyOn(payments, 'endSubscription').mockRejectedValueOnce(new Error('away'));
    expect((await deliver(app.base, event)).status).toBe(503);
    expect(endedAtProvider()).not.toContain(`sub_${reference}`);
    expect((await deliver(app.base, event)).status).toBe(200);
    away.mockRestore();
    expect(endedAtProvider()).toContain(`sub_${reference}`);
  });
});

describe('a second page for a plan', () => {
  const payments = () =>
    [app, other].map((one) => one.app.get<TestPayments>(PaymentProvider, { strict: false }));
  const endedPages = () => payments().flatMap(({ endedCheckouts }) => endedCheckouts);
  const open = (
    person: Person,
    plan: string,
    { key, base = app.base }: { key?: string; base?: string } = {},
  ) =>
    call(base, 'POST', '/api/billing/checkout', {
      token: person.accessToken,
      body: { plan },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });

  it.each(['pro', 'team'])('ends the one before, after which %s is opened', async (plan) => {
    const person = await register(app.base);
    const first = uuidOf((await open(person, 'pro', { key: 'first' })).body.checkoutId);
    const second = uuidOf((await open(person, plan, { key: 'second', base: other.base })).body.checkoutId);
    expect(endedPages().filter((id) => id.endsWith(first) || id.endsWith(second))).toEqual([`test_${first}`]);
    expect((await open(person, 'pro', { key: 'first' })).body).toMatchObject(refusal(409, 'order_expired'));
    expect((await open(person, plan, { key: 'second' })).status).toBe(201);
    expect(endedPages()).not.toContain(`test_${second}`);
  });

  it('of concurrent ones on two processes one page stays open', async () => {
    const person = await register(app.base);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => open(person, 'pro', { base: [app, other][at % 2]!.base })),
    );
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const opened = payments().flatMap(({ orders }) =>
      [...orders.values()].filter(({ accountId }) => accountId === uuidOf(person.accountId)),
    );
    const ended = new Set(endedPages());
    const left = opened.filter(({ reference }) => !ended.has(`test_${reference}`));
    expect(left).toHaveLength(1);
    const urls = answers.filter(({ status }) => status === 201).map(({ body }) => uuidOf(body.checkoutId));
    expect(urls).toContain(left[0]!.reference);
  });

  it('is refused while the first month of the same plan is being paid', async () => {
    const person = await register(app.base);
    const first = await subscribe(app, person);
    for (const one of payments()) one.paidCheckouts.add(`test_${first}`);
    expect((await open(person, 'pro')).body).toMatchObject(refusal(409, 'already_subscribed'));
    // Another plan replaces it.
    expect((await open(person, 'team')).status).toBe(201);
    await deliver(app.base, paidMonth(first));
    expect(await planOf(person)).toBe('pro');
  });

  it('leaves the pages of packs, and what is a day old', async () => {
    const person = await register(app.base);
    const pack = (await ask('POST', '/api/billing/checkout', person, { pack: 'small' })).body.checkoutId;
    const old = await subscribe(app, person);
    await app.database.query(`update checkouts set created_at = now() - interval '24 hours' where id = $1`, [
      old,
    ]);
    await subscribe(app, person);
    const left = [`test_${uuidOf(pack)}`, `test_${old}`];
    expect(endedPages().filter((id) => left.includes(id))).toEqual([]);
  });
});

it('a plan that an administrator has given since stays when the subscription ends', async () => {
  const person = await register(app.base);
  const reference = await subscribe(app, person);
  await deliver(app.base, paidMonth(reference));
  await ask('PATCH', `/api/admin/accounts/${person.accountId}`, admin, { plan: 'team' });
  await deliver(app.base, paidMonth(reference, 60), ended(reference));
  expect(await planOf(person)).toBe('team');
});

it('a subscription keeps its price and credits when the plan changes live, and when it is not sold any more', async () => {
  const person = await register(app.base);
  const reference = await subscribe(app, person);
  await deliver(app.base, paidMonth(reference));
  const change = (body: object) => ask('PATCH', '/api/admin/catalogue/plans/pro', admin, body);
  expect((await change({ price: { amount: 2900, currency: 'EUR' }, monthlyCredits: 5 })).status).toBe(200);
  await deliver(app.base, paidMonth(reference, 60));
  expect(await creditsOf(app, person)).toEqual({ balance: 4000, owed: 0 });
  expect((await change({ enabled: false })).status).toBe(200);
  await deliver(app.base, paidMonth(reference, 90));
  expect(await creditsOf(app, person)).toEqual({ balance: 6000, owed: 0 });
  const refused = await ask('POST', '/api/billing/checkout', await register(app.base), { plan: 'pro' });
  expect(refused.body).toMatchObject(refusal(400, 'validation_failed'));
  expect((await ask('POST', '/api/admin/catalogue/plans/pro/restore', admin, { version: 1 })).status).toBe(
    200,
  );
});

it('rules of prices hold live: none without credits, none of the default plan', async () => {
  const change = (key: string, body: object) =>
    ask('PATCH', `/api/admin/catalogue/plans/${key}`, admin, body);
  const price = { amount: 100, currency: 'EUR' };
  for (const answer of [
    await change('pro', { monthlyCredits: null }),
    await change('free', { price, monthlyCredits: 5 }),
    await change('free', { creditsExpire: true }),
    await change('team', { price: { amount: 1.5, currency: 'EUR' } }),
  ])
    expect(answer.body).toMatchObject(refusal(400, 'validation_failed'));
});

it('an account that is subscribed is not empty; with force its subscription is ended, also one that is paid afterwards', async () => {
  const person = await register(app.base);
  const late = await register(app.base);
  const [reference, lateReference] = [await subscribe(app, person), await subscribe(app, late)];
  const first = paidMonth(reference);
  await deliver(app.base, first, reversal(first, 'refunded', 1900n));
  const remove = (one: Person, force: boolean) =>
    ask('DELETE', `/api/admin/accounts/${one.accountId}`, admin, { force });
  const refused = await remove(person, false);
  expect(refused.body).toMatchObject(refusal(409, 'account_not_empty'));
  expect(refused.body.details).toEqual([{ field: 'subscription', message: 'Pro is paid each month' }]);
  expect((await remove(person, true)).status).toBeLessThan(300);
  expect((await remove(late, false)).status).toBeLessThan(300);
  const personal = { customerId: 'cus_late', receiptUrl: 'https://pay.example.test/late' };
  await deliver(app.base, paidMonth(lateReference, 30, personal));
  expect(await planOf(late)).toBe('free');
  const kept = await app.database.query(
    'select status, customer_id, receipt_url from payments where checkout_id = $1',
    [lateReference],
  );
  expect(kept).toEqual([{ status: 'paid', customer_id: null, receipt_url: null }]);
  await until(() =>
    Promise.resolve([reference, lateReference].every((one) => endedAtProvider().includes(`sub_${one}`))),
  );
});

it('the subscription of a suspended account is shown, its months are granted, and it can be ended', async () => {
  const person = await register(app.base);
  const reference = await subscribe(app, person);
  await deliver(app.base, paidMonth(reference));
  const change = (body: object) => ask('PATCH', `/api/admin/accounts/${person.accountId}`, admin, body);
  const suspended = await change({ suspended: true });
  expect(suspended.body).toMatchObject({
    suspended: true,
    subscription: { plan: 'pro', status: 'active', monthlyCredits: 2000 },
  });
  await deliver(app.base, paidMonth(reference, 60));
  expect(await creditsOf(app, person)).toEqual({ balance: 4000, owed: 0 });
  for (const value of [false, null, 'yes'])
    expect((await change({ endSubscription: value })).body).toMatchObject(refusal(400, 'validation_failed'));
  expect((await change({ endSubscription: true })).body).toMatchObject({ plan: 'free', suspended: true });
  await until(() => Promise.resolve(endedAtProvider().includes(`sub_${reference}`)));
  await until(async () => (await audited(person)).includes('subscription.ended'));
  const again = await change({ endSubscription: true });
  expect([again.status, again.body.subscription, again.body.plan]).toEqual([200, null, 'free']);
  expect((await audited(person)).filter((one) => one === 'subscription.end_requested')).toHaveLength(1);
});
