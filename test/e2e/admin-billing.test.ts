/** /api/admin/payments and /api/admin/subscriptions: what an operator settles. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type PaidEvent, PaymentProvider } from '../../src/billing/index.js';
import { TestPayments } from '../../src/testing/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json, type Person, register } from '../support/client.js';
import { itRequiresAdmin, registerAdmin } from '../support/dashboard.js';
import { itRejectsInvalidPages, pagesOf } from '../support/lists.js';
import { createOperatorKey, type OperatorScope } from '../support/operators.js';
import { buy, deliver, paidEvent, reversal } from '../support/payments.js';
import { catalogueWithPlans } from '../support/plans.js';
import { uuidOf } from '../support/public-ids.js';
import { fieldsOf, refusal, TIME } from '../support/refusals.js';

const PRO = {
  ...{ key: 'pro', title: 'Pro', monthlyCredits: 2000 },
  price: { amount: 1900, currency: 'EUR' },
};
const DAY = 86_400_000;
const LESS = { amount: { minorUnits: 999n, currency: 'EUR' } };

const directory = catalogueWithPlans([{ key: 'free', title: 'Free' }, PRO]);
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  const env = { ROLES: 'api', SIGNUP_CREDITS: '0', CATALOGUE_DIR: directory };
  app = await startApp(env, undefined, { replace: { PaymentProvider: TestPayments } });
  admin = await registerAdmin(app);
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true });
});

const payments = () => app.app.get<TestPayments>(PaymentProvider, { strict: false });
const get = (path: string, token: string | undefined = admin.accessToken) =>
  call(app.base, 'GET', `/api/admin/${path}`, { token });
const refund = (id: string, token: string | undefined = admin.accessToken) =>
  call(app.base, 'POST', `/api/admin/payments/${id}/refund`, { token });
const keyFor = async (...scopes: OperatorScope[]) =>
  (await createOperatorKey(app, admin, { name: scopes.join(), scopes })).key as string;

/** A rejected payment whose money the payment service has not sent back. */
async function reject(person: Person, fields: Partial<PaidEvent> = LESS): Promise<PaidEvent> {
  const paid = paidEvent(await buy(app, person), fields);
  payments().unrefundablePayments.add(paid.paymentId);
  await deliver(app.base, paid);
  payments().unrefundablePayments.delete(paid.paymentId);
  return paid;
}
const shown = async (paid: PaidEvent): Promise<Json> =>
  ((await get('payments?limit=100')).body.items as Json[]).find(
    ({ paymentId }) => paymentId === paid.paymentId,
  )!;
const toRefund = async (): Promise<string[]> =>
  ((await get('payments?toRefund=true&limit=100')).body.items as Json[]).map(
    ({ paymentId }) => paymentId as string,
  );
const auditOf = async (id: string, action: string): Promise<Json[]> =>
  (await get(`audit?target=${id}&action=${action}`)).body.items;

describe('GET /api/admin/payments', () => {
  it('200: lists payments of all accounts, newest first, in pages, with the person and why nothing was granted', async () => {
    const person = await register(app.base);
    const paid = paidEvent(await buy(app, person));
    await deliver(app.base, paid);
    const rejected = await reject(person);
    const foreign = { ...paidEvent(randomUUID()) };
    await deliver(app.base, foreign);
    // Only a refund has arrived: it is no payment yet.
    await deliver(app.base, reversal(paidEvent(randomUUID()), 'refunded', 1n));
    const [first, second, third] = (await pagesOf(app, admin.accessToken, '/api/admin/payments', 2)).flat();
    expect([first, second, third].map((one) => one?.paymentId as string)).toEqual([
      foreign.paymentId,
      rejected.paymentId,
      paid.paymentId,
    ]);
    expect(second).toEqual({
      id: expect.stringMatching(/^pay_[0-9a-f]{32}$/) as string,
      ...{ kind: 'pack', amount: 999, currency: 'EUR', credits: 0, status: 'rejected', receiptUrl: null },
      ...{ createdAt: TIME, accountId: person.accountId, email: person.email, rejection: 'wrong_amount' },
      ...{ provider: 'test', paymentId: rejected.paymentId, toRefund: true },
    });
    expect(first).toMatchObject({
      ...{ accountId: null, email: null, rejection: 'unknown_checkout', toRefund: true },
    });
    expect(third).toMatchObject({ email: person.email, rejection: null, status: 'paid', toRefund: false });
    const own = await get(`payments?accountId=${person.accountId}`);
    expect(own.body.items.map(({ paymentId }: Json) => paymentId as string)).toEqual([
      rejected.paymentId,
      paid.paymentId,
    ]);
    for (const none of ['nobody', `acc_${'0'.repeat(32)}`])
      expect((await get(`payments?accountId=${none}`)).body.items).toEqual([]);
  });

  it.each([
    ['that was granted', {}, [], false],
    ['of an unknown order', { reference: randomUUID() }, [], true],
    ['without money', { amount: { minorUnits: 0n, currency: 'EUR' } }, [], false],
    ['of another amount', LESS, [], true],
    ['of which a part went back', LESS, [400n], true],
    ['of which all went back in parts', LESS, [400n, 599n], false],
  ])('200: of a payment %s toRefund is right', async (_, fields, refunds, expected) => {
    const paid = await reject(await register(app.base), fields);
    for (const part of refunds) await deliver(app.base, reversal(paid, 'refunded', part));
    expect([(await toRefund()).includes(paid.paymentId), (await shown(paid)).toRefund]).toEqual([
      expected,
      expected,
    ]);
  });

  it('200: not of a payment that the buyer’s bank took back', async () => {
    const paid = await reject(await register(app.base));
    await deliver(app.base, reversal(paid, 'disputed', 999n));
    expect(await toRefund()).not.toContain(paid.paymentId);
  });

  it('400: for a filter that is none', async () => {
    for (const [query, field] of [
      ['toRefund=yes', 'toRefund'],
      ['status=rejected', 'status'],
      [`accountId=${'x'.repeat(101)}`, 'accountId'],
    ])
      expect(fieldsOf(await get(`payments?${query}`))).toEqual([field]);
  });

  itRejectsInvalidPages(
    () => app,
    '/api/admin/payments',
    async () => admin.accessToken,
  );
  itRequiresAdmin(
    () => app,
    (token) => call(app.base, 'GET', '/api/admin/payments', { token }),
  );
});

describe('POST /api/admin/payments/:id/refund', () => {
  it('200: sends the money back once, also at once and again, audited with who did it', async () => {
    const person = await register(app.base);
    const paid = await reject(person);
    const { id } = await shown(paid);
    const answers = await Promise.all([refund(id), refund(id), refund(id)]);
    answers.push(await refund(id));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, id, status: 'refunded', toRefund: false });
    }
    expect(answers[0].body.email).toBe(person.email);
    expect(payments().refunds.filter(({ paymentId }) => paymentId === paid.paymentId)).toHaveLength(1);
    const [refunded, ...others] = await auditOf(id, 'payment.refunded');
    expect([refunded?.actor.id, refunded?.after.amount, others]).toEqual([admin.userId, 999, []]);
    const [requested] = await auditOf(id, 'payment.refund_requested');
    expect(requested).toMatchObject({
      accountId: person.accountId,
      after: { reason: 'wrong_amount' },
    });
  });

  it('200: of an unknown order, by an operator key that may move credits', async () => {
    const paid = paidEvent(randomUUID());
    await deliver(app.base, paid);
    const { id } = await shown(paid);
    const [reading, moving] = [
      await keyFor('accounts:read', 'accounts:write'),
      await keyFor('credits:write'),
    ];
    expect((await refund(id, reading)).body).toMatchObject(refusal(403, 'insufficient_scope'));
    expect((await refund(id, moving)).body).toMatchObject({ status: 'refunded', accountId: null });
    expect((await get('payments', reading)).status).toBe(200);
    expect((await get('subscriptions', moving)).status).toBe(403);
  });

  it('200: a refund that failed brings the payment back to the list', async () => {
    const paid = await reject(await register(app.base));
    const { id } = await shown(paid);
    await refund(id);
    const [sent] = payments().refunds.filter(({ paymentId }) => paymentId === paid.paymentId);
    await deliver(app.base, { ...sent!, kind: 'refund_failed' });
    expect(await toRefund()).toContain(paid.paymentId);
  });

  it('404: for no payment, and one of which only a refund has arrived', async () => {
    const early = paidEvent(randomUUID());
    await deliver(app.base, reversal(early, 'refunded', 1n));
    const [row] = await app.database.query<{ id: string }>('select id from payments where payment_id = $1', [
      early.paymentId,
    ]);
    for (const id of ['nothing', `pay_${'0'.repeat(32)}`, `pay_${row!.id.replaceAll('-', '')}`])
      expect((await refund(id)).body).toMatchObject(refusal(404, 'payment_not_found'));
  });

  it('409: for a payment that was granted, and one that the payment service cannot refund; nothing changes', async () => {
    const person = await register(app.base);
    const paid = paidEvent(await buy(app, person));
    await deliver(app.base, paid);
    expect((await refund((await shown(paid)).id)).body).toMatchObject(refusal(409, 'payment_not_rejected'));
    const rejected = await reject(person);
    payments().unrefundablePayments.add(rejected.paymentId);
    const { id } = await shown(rejected);
    expect((await refund(id)).body).toMatchObject(refusal(409, 'refund_unavailable'));
    expect([(await shown(rejected)).status, (await shown(paid)).status]).toEqual(['rejected', 'paid']);
    await app.database.query(`update payments set provider = 'before' where id = $1`, [uuidOf(id)]);
    expect((await refund(id)).body).toMatchObject(refusal(409, 'refund_unavailable'));
  });

  itRequiresAdmin(
    () => app,
    (token) => call(app.base, 'POST', '/api/admin/payments/nothing/refund', { token }),
  );
});

describe('GET /api/admin/subscriptions', () => {
  const months = (reference: string, days: number): PaidEvent =>
    paidEvent(reference, {
      amount: { minorUnits: 1900n, currency: 'EUR' },
      subscription: { id: `sub_${reference}`, periodEndsAt: new Date(Date.now() + days * DAY) },
    });
  /** @returns the order of a subscription that is paid until so many days from now. */
  async function subscribe(person: Person, days: number): Promise<string> {
    const { body } = await call(app.base, 'POST', '/api/billing/checkout', {
      ...{ token: person.accessToken, body: { plan: 'pro' } },
    });
    const reference = uuidOf(body.checkoutId);
    await deliver(app.base, months(reference, days));
    return reference;
  }
  const suspend = (person: Person, suspended = true) =>
    call(app.base, 'PATCH', `/api/admin/accounts/${person.accountId}`, {
      ...{ token: admin.accessToken, body: { suspended } },
    });
  const listed = async (attention?: string): Promise<Json[]> =>
    (await get(`subscriptions?limit=100${attention ? `&attention=${attention}` : ''}`)).body.items;
  const reasonsOf = async (person: Person) => {
    const isIn = (items: Json[]) => items.some(({ accountId }) => accountId === person.accountId);
    return {
      overdue: isIn(await listed('overdue')),
      suspended: isIn(await listed('suspended')),
      any: isIn(await listed()),
    };
  };
  const NONE = { overdue: false, suspended: false, any: false };

  it.each([
    ['is paid for', 20, false, NONE],
    ['was paid for until an hour ago', -1 / 24, false, NONE],
    ['is overdue for a day', -1.01, false, { overdue: true, suspended: false, any: true }],
    ['is overdue for 45 days', -45, false, { overdue: true, suspended: false, any: true }],
    ['is paid for, of a suspended account', 20, true, { overdue: false, suspended: true, any: true }],
    ['is overdue, of a suspended account', -3, true, { overdue: true, suspended: true, any: true }],
  ])('200: one that %s', async (_, days, isSuspended, expected) => {
    const person = await register(app.base);
    await subscribe(person, days);
    if (isSuspended) await suspend(person);
    expect(await reasonsOf(person)).toEqual(expected);
    if (isSuspended) await suspend(person, false);
    expect(await reasonsOf(person)).toEqual({ ...expected, suspended: false, any: expected.overdue });
  });

  it('200: shows the person, since when, and what is paid; not one that is being ended, or has ended', async () => {
    const person = await register(app.base);
    const reference = await subscribe(person, -3.5);
    await suspend(person);
    const own = (await listed()).filter(({ accountId }) => accountId === person.accountId);
    expect(own).toEqual([
      {
        id: `sub_${reference.replaceAll('-', '')}`,
        ...{ plan: 'pro', status: 'active', price: PRO.price, monthlyCredits: 2000, paidUntil: TIME },
        ...{ endsAt: null, accountId: person.accountId, email: person.email },
        ...{ overdueDays: 3, suspended: true, lapsed: false },
      },
    ]);
    await call(app.base, 'PATCH', `/api/admin/accounts/${person.accountId}`, {
      ...{ token: admin.accessToken, body: { endSubscription: true } },
    });
    expect(await reasonsOf(person)).toEqual(NONE);
    const ended = await register(app.base);
    const order = await subscribe(ended, -3);
    expect((await reasonsOf(ended)).overdue).toBe(true);
    await deliver(app.base, {
      ...{ kind: 'subscription_ended', subscriptionId: `sub_${order}`, reference: order, at: new Date() },
    });
    expect(await reasonsOf(ended)).toEqual(NONE);
  });

  it('200: of one for which nothing is collected, an overdue one is listed, one of a suspended account is not', async () => {
    const [overdue, paused] = [await register(app.base), await register(app.base)];
    for (const [person, days] of [
      [overdue, -3],
      [paused, 20],
    ] as const) {
      const reference = await subscribe(person, days);
      await suspend(person);
      // The newest change, whatever the clocks say.
      const at = new Date(Date.now() + 1_000);
      await deliver(app.base, {
        ...{ kind: 'subscription_changed', changeId: randomUUID(), subscriptionId: `sub_${reference}` },
        ...{ reference, endsAt: at, at },
      });
    }
    expect(await reasonsOf(overdue)).toEqual({ overdue: true, suspended: false, any: true });
    expect(await reasonsOf(paused)).toEqual(NONE);
    const [shownOne] = (await listed('overdue')).filter(({ accountId }) => accountId === overdue.accountId);
    expect(shownOne).toMatchObject({ lapsed: true, suspended: true });
  });

  it('200: newest first, in pages', async () => {
    const all = await listed();
    const paged = (await pagesOf(app, admin.accessToken, '/api/admin/subscriptions', 2)).flat();
    expect(paged.map(({ id }) => id as string)).toEqual(all.map(({ id }) => id as string));
    expect(all.length).toBeGreaterThan(2);
    expect(all.map(({ id }) => id as string)).toEqual(
      all
        .map(({ id }) => id as string)
        .sort()
        .toReversed(),
    );
  });

  it('400: for another reason', async () => {
    for (const attention of ['', 'late', 'overdue,suspended'])
      expect(fieldsOf(await get(`subscriptions?attention=${attention}`))).toEqual(['attention']);
  });

  itRejectsInvalidPages(
    () => app,
    '/api/admin/subscriptions',
    async () => admin.accessToken,
  );
  itRequiresAdmin(
    () => app,
    (token) => call(app.base, 'GET', '/api/admin/subscriptions', { token }),
  );
});
