/** /api/billing: packs, plans, checkouts, payments, and the webhooks of a payment service. */
import { jest } from '@jest/globals';
import { PaymentProvider } from '../../src/billing/index.js';
import { paymentProviderContract, paymentWebhook, TestPayments } from '../../src/testing/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, type Person, register } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { figureOf, figuresOf } from '../support/metrics.js';
import { buy, creditsOf, deliver, paidEvent, reversal } from '../support/payments.js';
import { uuidOf } from '../support/public-ids.js';
import { fieldsOf, refusal, TIME } from '../support/refusals.js';

let app: TestApp;
let unpaid: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '0' }, undefined, {
    replace: { PaymentProvider: TestPayments },
  });
  unpaid = await startApp({ ROLES: 'api' });
});
afterAll(async () => {
  await expectSoundLedger(app.url);
  await app.close();
  await unpaid.close();
});

const payments = () => app.app.get<TestPayments>(PaymentProvider, { strict: false });
const get = (path: string, token?: string, base = app.base) =>
  call(base, 'GET', `/api/billing/${path}`, { token });
const checkout = (token: string | undefined, body: object, headers = {}, base = app.base) =>
  call(base, 'POST', '/api/billing/checkout', { token, body, headers });
const webhook = (body: Buffer | string, headers: Record<string, string>, provider = 'test') =>
  call(app.base, 'POST', `/api/billing/webhooks/${provider}`, {
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
const auditOf = async (person: Person, action: string) =>
  (await call(app.base, 'GET', `/api/audit?action=${action}`, { token: person.accessToken })).body.items;

paymentProviderContract(
  { describe, it, beforeEach, afterEach },
  {
    name: 'TestPayments',
    create: () =>
      Promise.resolve({
        provider: new TestPayments(),
        webhookOf: (event) => paymentWebhook([event]),
        otherWebhooks: () => [paymentWebhook([])],
        signedByAnother: ({ body }) => ({ ...paymentWebhook([], { secret: 'another' }), body }),
      }),
  },
);

describe('GET /api/billing/packs and plans', () => {
  it('200: list what the catalogue has, and whether it can be bought', async () => {
    const { accessToken } = await register(app.base);
    const packs = (await get('packs', accessToken)).body;
    expect(packs).toMatchObject({ success: true, available: true });
    expect(packs.items[0]).toMatchObject({
      ...{ id: 'small', title: '1,000 credits', description: null, credits: 1000 },
      ...{ price: { amount: 1000, currency: 'EUR' }, expiresInDays: null },
    });
    expect((await get('plans', accessToken)).body).toMatchObject({
      success: true,
      available: false,
      items: [{ id: 'free', title: 'Free' }, { id: 'pro' }],
    });
  });

  it('200: without a payment service nothing is available', async () => {
    const { accessToken } = await register(unpaid.base);
    expect((await get('packs', accessToken, unpaid.base)).body.available).toBe(false);
  });

  it('401: without a token', async () => {
    for (const path of ['packs', 'plans', 'payments'])
      expect((await get(path)).body).toMatchObject(refusal(401, 'invalid_token'));
  });
});

describe('POST /api/billing/checkout', () => {
  it('201: opens a page for the order, with the price and the credits of the catalogue', async () => {
    const person = await register(app.base);
    const answer = await checkout(person.accessToken, { pack: 'medium' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { success, url, checkoutId } = answer.body;
    expect(success).toBe(true);
    expect(url).toMatch(/^https:/);
    const order = [...payments().orders.values()].at(-1)!;
    expect(checkoutId).toBe(`chk_${order.reference.replaceAll('-', '')}`);
    expect(order).toMatchObject({
      email: person.email,
      customerId: null,
      item: {
        kind: 'pack',
        key: 'medium',
        credits: 5_500_000n,
        price: { minorUnits: 5000n, currency: 'EUR' },
      },
      successUrl: `${app.base}/credits?paid`,
    });
    expect(await auditOf(person, 'checkout.started')).toHaveLength(1);
  });

  it('201: a repeated Idempotency-Key gets the same checkout; 422 with another pack', async () => {
    const { accessToken } = await register(app.base);
    const headers = { 'idempotency-key': 'an order' };
    const answers = await Promise.all([1, 2, 3].map(() => checkout(accessToken, { pack: 'small' }, headers)));
    expect(new Set(answers.map(({ body }) => body.checkoutId)).size).toBe(1);
    expect(answers.filter((one) => one.headers.get('idempotent-replayed') === 'true')).toHaveLength(2);
    const other = await checkout(accessToken, { pack: 'large' }, headers);
    expect(other.body).toMatchObject(refusal(422, 'idempotency_mismatch'));
  });

  it('409: a paid order is not opened again, so that it cannot be paid twice', async () => {
    const { accessToken } = await register(app.base);
    const headers = { 'idempotency-key': 'a paid order' };
    const order = uuidOf((await checkout(accessToken, { pack: 'small' }, headers)).body.checkoutId);
    await deliver(app.base, paidEvent(order, { amount: { minorUnits: 1n, currency: 'EUR' } }));
    expect((await checkout(accessToken, { pack: 'small' }, headers)).status).toBe(201);
    await deliver(app.base, paidEvent(order));
    const repeated = await checkout(accessToken, { pack: 'small' }, headers);
    expect(repeated.body).toMatchObject(refusal(409, 'checkout_paid'));
  });

  it('409: an order of a day ago is not opened again, for a pack and for its price of then', async () => {
    const { accessToken } = await register(app.base);
    const headers = { 'idempotency-key': 'an old order' };
    const open = () => checkout(accessToken, { pack: 'small' }, headers);
    const order = uuidOf((await open()).body.checkoutId);
    const age = (hours: number, minutes: number) =>
      app.database.query(
        'update checkouts set created_at = clock_timestamp() - make_interval(hours => $2, mins => $3) where id = $1',
        [order, hours, minutes],
      );
    await age(23, 55);
    expect((await open()).status).toBe(201);
    await age(24, 0);
    expect((await open()).body).toMatchObject(refusal(409, 'order_expired'));
    // What was paid on its page counts, also when it is reported later.
    await deliver(app.base, paidEvent(order));
    expect((await open()).body).toMatchObject(refusal(409, 'checkout_paid'));
  });

  it('201: the same Idempotency-Key of another account is another order', async () => {
    const headers = { 'idempotency-key': 'a key of two' };
    const people = [await register(app.base), await register(app.base)];
    const orders = await Promise.all(
      people.map(({ accessToken }) => checkout(accessToken, { pack: 'small' }, headers)),
    );
    expect(new Set(orders.map(({ body }) => body.checkoutId)).size).toBe(2);
  });

  it('400: for an unknown pack, none, both, and a field too many', async () => {
    const { accessToken } = await register(app.base);
    for (const body of [
      {},
      { pack: 'nothing' },
      { pack: 1 },
      { pack: 'small', plan: 'pro' },
      { pack: 'small', x: 1 },
    ]) {
      const answer = await checkout(accessToken, body);
      expect(answer.body).toMatchObject(refusal(400, 'validation_failed'));
      expect(fieldsOf(answer)).toHaveLength(1);
    }
  });

  it('401, 400 for a plan without a price, and 409 without a payment service', async () => {
    const { accessToken } = await register(app.base);
    expect((await checkout(undefined, { pack: 'small' })).body).toMatchObject(refusal(401, 'invalid_token'));
    const plan = await checkout(accessToken, { plan: 'pro' });
    expect(plan.body).toMatchObject(refusal(400, 'validation_failed'));
    const person = await register(unpaid.base);
    const answer = await checkout(person.accessToken, { pack: 'small' }, {}, unpaid.base);
    expect(answer.body).toMatchObject(refusal(409, 'payments_unavailable'));
  });
});

describe('POST /api/billing/portal', () => {
  const portal = (token: string) => call(app.base, 'POST', '/api/billing/portal', { token });

  it('201 for an account that has bought something; 409 before', async () => {
    const person = await register(app.base);
    expect((await portal(person.accessToken)).body).toMatchObject(refusal(409, 'payments_unavailable'));
    await deliver(app.base, paidEvent(await buy(app, person), { customerId: 'cus_9' }));
    expect((await portal(person.accessToken)).body).toEqual({
      success: true,
      url: 'https://payments.example.test/portal/cus_9',
    });
    // A payment service that has lost a customer creates another one.
    await deliver(app.base, paidEvent(await buy(app, person), { customerId: 'cus_10' }));
    expect((await portal(person.accessToken)).body.url).toBe('https://payments.example.test/portal/cus_10');
  });
});

describe('POST /api/billing/webhooks/:provider', () => {
  it('200: grants what was paid for, once, and lists it', async () => {
    const person = await register(app.base);
    const paid = paidEvent(await buy(app, person), { receiptUrl: 'https://pay.example.test/receipt' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(app.base, paid)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers[0]!.body).toEqual({ success: true });
    expect(await creditsOf(app, person)).toEqual({ balance: 1000, owed: 0 });
    expect((await get('payments', person.accessToken)).body).toEqual({
      success: true,
      items: [
        {
          id: expect.stringMatching(/^pay_[0-9a-f]{32}$/) as string,
          ...{ kind: 'pack', amount: 1000, currency: 'EUR', credits: 1000, status: 'paid' },
          ...{ receiptUrl: 'https://pay.example.test/receipt', createdAt: TIME },
        },
      ],
      nextCursor: null,
    });
    const [event] = await auditOf(person, 'payment.granted');
    expect(event).toMatchObject({
      actor: { kind: 'payment_provider', id: 'test' },
      after: { credits: 1000 },
    });
  });

  it('400: forged, changed, signed long ago, or without a signature; nothing is written', async () => {
    const person = await register(app.base);
    const event = paidEvent(await buy(app, person));
    const written = () =>
      app.database.query(
        `select (select count(*) from payments) as payments, (select count(*) from payment_events) as events,
           (select count(*) from audit_events) as audited, (select count(*) from ledger_transfers) as entries`,
      );
    const before = await written();
    const { body, headers } = paymentWebhook([event]);
    const old = paymentWebhook([event], { signedAt: new Date(Date.now() - 600_000) });
    const forged = paymentWebhook([event], { secret: 'guessed' });
    for (const [bytes, sent] of [
      [body, {}],
      [Buffer.from(body.toString().replace('EUR', 'USD')), headers],
      [old.body, old.headers],
      [forged.body, forged.headers],
      ['', headers],
    ] as const) {
      const answer = await webhook(bytes, sent as Record<string, string>);
      expect(answer.body).toMatchObject(refusal(400, 'signature_invalid'));
    }
    expect(await written()).toEqual(before);
    expect(await creditsOf(app, person)).toEqual({ balance: 0, owed: 0 });
  });

  it('404: for another provider', async () => {
    const { body, headers } = paymentWebhook([]);
    const answer = await webhook(body, headers as Record<string, string>, 'other');
    expect(answer.body).toMatchObject(refusal(404, 'not_found'));
  });

  it('413 and 415: for a body that is too large or compressed', async () => {
    expect((await webhook(Buffer.alloc(300_000), {})).body).toMatchObject(refusal(413, 'payload_too_large'));
    const compressed = await webhook(Buffer.from('x'), { 'content-encoding': 'gzip' });
    expect(compressed.body).toMatchObject(refusal(415, 'unsupported_media_type'));
  });

  it.each([
    ['an unknown checkout', 'unknown_checkout', { reference: 'd3a8f1f2-98f6-4a36-8a5f-6b1d0f3c9d11' }],
    ['a reference that is none', 'unknown_checkout', { reference: 'acc_1' }],
    ['less than the price', 'wrong_amount', { amount: { minorUnits: 999n, currency: 'EUR' } }],
    ['more than the price', 'wrong_amount', { amount: { minorUnits: 1001n, currency: 'EUR' } }],
    ['another currency', 'wrong_currency', { amount: { minorUnits: 1000n, currency: 'USD' } }],
    ['a subscription', 'wrong_item', { subscription: { id: 'sub_1', periodEndsAt: new Date() } }],
  ])(
    '200: a payment for %s grants nothing and is recorded; its money goes back once',
    async (_, reason, fields) => {
      const person = await register(app.base);
      const event = paidEvent(await buy(app, person), fields);
      // It may be of another installation.
      const isRefunded = reason !== 'unknown_checkout';
      const status = isRefunded ? 'refunded' : 'rejected';
      const rejected = async () =>
        figureOf(await figuresOf(app.base), 'offprint_payment_events_rejected_total', { reason }) ?? 0;
      const before = await rejected();
      expect((await deliver(app.base, event)).status).toBe(200);
      expect((await deliver(app.base, event)).status).toBe(200);
      expect(await rejected()).toBe(before + 1);
      expect(await creditsOf(app, person)).toEqual({ balance: 0, owed: 0 });
      const recorded = await app.database.query(
        'select status, rejection, credits from payments where payment_id = $1',
        [event.paymentId],
      );
      expect(recorded).toEqual([{ status, rejection: reason, credits: '0' }]);
      const refunds = payments().refunds.filter(({ paymentId }) => paymentId === event.paymentId);
      expect(refunds.map(({ amount }) => amount)).toEqual(isRefunded ? [event.amount] : []);
      const listed = (await get('payments', person.accessToken)).body.items;
      expect(listed.map((one: { status: string }) => one.status)).toEqual(isRefunded ? [status] : []);
    },
  );

  it('503: while the payment service is away; the repeated event sends the money back', async () => {
    const person = await register(app.base);
    const event = paidEvent(await buy(app, person), { amount: { minorUnits: 999n, currency: 'EUR' } });
    const away = jest.spyOn(payments(), 'refundPayment').mockRejectedValueOnce(new Error('away'));
    const statusOf = async () => (await get('payments', person.accessToken)).body.items[0].status;
    expect([(await deliver(app.base, event)).status, await statusOf()]).toEqual([503, 'rejected']);
    expect([(await deliver(app.base, event)).status, await statusOf()]).toEqual([200, 'refunded']);
    away.mockRestore();
    expect(await auditOf(person, 'payment.refunded')).toMatchObject([{ actor: { kind: 'system' } }]);
  });

  it('200: a payment without money has nothing to send back', async () => {
    const person = await register(app.base);
    const event = paidEvent(await buy(app, person), { amount: { minorUnits: 0n, currency: 'EUR' } });
    expect((await deliver(app.base, event)).status).toBe(200);
    expect((await get('payments', person.accessToken)).body.items[0].status).toBe('rejected');
    expect(payments().refunds.filter(({ paymentId }) => paymentId === event.paymentId)).toEqual([]);
  });

  it('200: a second payment of one checkout grants nothing, and goes back', async () => {
    const person = await register(app.base);
    const order = await buy(app, person);
    await Promise.all([deliver(app.base, paidEvent(order)), deliver(app.base, paidEvent(order))]);
    expect(await creditsOf(app, person)).toEqual({ balance: 1000, owed: 0 });
    const { items } = (await get('payments', person.accessToken)).body;
    expect(items.map(({ status }: { status: string }) => status).sort()).toEqual(['paid', 'refunded']);
  });

  it('200: events that can never be applied are not sent again, and those beside them are applied', async () => {
    const person = await register(app.base);
    const paid = paidEvent(await buy(app, person));
    const events = [
      { ...paid, paymentId: 'a\0b' },
      { ...paid, paymentId: 'x'.repeat(300) },
      { ...paid, amount: { minorUnits: 10n ** 30n, currency: 'EUR' } },
      { ...paid, at: new Date('1969-12-31') },
      { ...paid, kind: 'upgraded' } as unknown as typeof paid,
      { kind: 'subscription_ended', subscriptionId: 'sub_1', reference: 'x', at: new Date() } as const,
      {
        kind: 'payment_failed',
        ...{ changeId: 'x'.repeat(300), subscriptionId: 's' },
        ...{ reference: 'x', at: new Date() },
      } as const,
    ];
    for (const event of events) expect((await deliver(app.base, event)).status).toBe(200);
    expect(await creditsOf(app, person)).toEqual({ balance: 0, owed: 0 });
    const recorded = 'select 1 from payments where payment_id = $1';
    expect(await app.database.query(recorded, [paid.paymentId])).toEqual([]);
    expect((await deliver(app.base, ...events, paid)).status).toBe(200);
    expect(await creditsOf(app, person)).toEqual({ balance: 1000, owed: 0 });
  });

  it('200: a payment is judged once: the same payment for another checkout changes nothing', async () => {
    const [buyer, other] = [await register(app.base), await register(app.base)];
    const paid = paidEvent(await buy(app, buyer));
    const again = { ...paid, reference: await buy(app, other) };
    await deliver(app.base, paid, again);
    expect(await creditsOf(app, buyer)).toEqual({ balance: 1000, owed: 0 });
    expect(await creditsOf(app, other)).toEqual({ balance: 0, owed: 0 });
  });
});

describe('refunds and disputes', () => {
  it('take back the refunded part, whatever the order of the events', async () => {
    const orders: number[][] = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ];
    for (const places of orders) {
      const person = await register(app.base);
      const paid = paidEvent(await buy(app, person));
      const events = [paid, reversal(paid, 'refunded', 250n), reversal(paid, 'refunded', 83n)];
      for (const place of places) {
        await deliver(app.base, events[place]!);
        await deliver(app.base, events[place]!);
      }
      expect(await creditsOf(app, person)).toEqual({ balance: 667, owed: 0 });
      const [payment] = (await get('payments', person.accessToken)).body.items;
      expect(payment).toMatchObject({ status: 'partly_refunded', credits: 667 });
    }
  });

  it('never take back more than was granted, and give back what comes back, also the other way round', async () => {
    const person = await register(app.base);
    const paid = paidEvent(await buy(app, person));
    const dispute = reversal(paid, 'disputed', 1000n);
    const won = { ...dispute, kind: 'dispute_won' as const };
    await deliver(app.base, won, paid);
    expect(await creditsOf(app, person)).toEqual({ balance: 1000, owed: 0 });
    await deliver(app.base, dispute);
    expect(await creditsOf(app, person)).toEqual({ balance: 1000, owed: 0 });
    const refund = reversal(paid, 'refunded', 1000n);
    await deliver(app.base, refund, reversal(paid, 'refunded', 1000n));
    expect(await creditsOf(app, person)).toEqual({ balance: 0, owed: 0 });
    await deliver(app.base, { ...refund, kind: 'refund_failed' });
    expect(await creditsOf(app, person)).toEqual({ balance: 0, owed: 0 });
    expect((await get('payments', person.accessToken)).body.items[0].status).toBe('refunded');
  });

  it('a refund that failed, and was never reported, takes nothing from another one', async () => {
    const person = await register(app.base);
    const paid = paidEvent(await buy(app, person));
    await deliver(app.base, paid, reversal(paid, 'refunded', 400n));
    await deliver(app.base, { ...reversal(paid, 'refunded', 400n), kind: 'refund_failed' });
    expect(await creditsOf(app, person)).toEqual({ balance: 600, owed: 0 });
  });

  it('of a payment that granted nothing move nothing, and it stays rejected when the money comes back', async () => {
    const person = await register(app.base);
    const paid = paidEvent(await buy(app, person), { amount: { minorUnits: 999n, currency: 'EUR' } });
    payments().unrefundablePayments.add(paid.paymentId);
    const refund = reversal(paid, 'refunded', 999n);
    const statusOf = async () => (await get('payments', person.accessToken)).body.items[0].status;
    await deliver(app.base, paid, refund);
    expect(await statusOf()).toBe('refunded');
    await deliver(app.base, { ...refund, kind: 'refund_failed' });
    expect(await statusOf()).toBe('rejected');
    expect(await creditsOf(app, person)).toEqual({ balance: 0, owed: 0 });
  });

  it('a dispute after a refund takes back the rest, and one that is won gives only that back', async () => {
    const person = await register(app.base);
    const paid = paidEvent(await buy(app, person));
    const dispute = reversal(paid, 'disputed', 1000n);
    await deliver(app.base, paid, reversal(paid, 'refunded', 400n), dispute);
    expect(await creditsOf(app, person)).toEqual({ balance: 0, owed: 0 });
    const won = { ...dispute, kind: 'dispute_won' as const };
    await deliver(app.base, won, won);
    expect(await creditsOf(app, person)).toEqual({ balance: 600, owed: 0 });
    expect((await get('payments', person.accessToken)).body.items[0].status).toBe('partly_refunded');
  });

  it('are audited, each once, also those that move no credits and those before their payment', async () => {
    const person = await register(app.base);
    const paid = paidEvent(await buy(app, person));
    const refund = reversal(paid, 'refunded', 1000n);
    const dispute = reversal(paid, 'disputed', 1000n);
    const events = [refund, paid, dispute, { ...dispute, kind: 'dispute_won' as const }];
    for (const event of [...events, ...events]) await deliver(app.base, event);
    const audited = await app.database.query<{ action: string; credits: number | null }>(
      `select action, (after -> 'credits')::float as credits from audit_events
       where target = (select 'pay_' || replace(id::text, '-', '') from payments where payment_id = $1) order by created_at, id`,
      [paid.paymentId],
    );
    expect(audited).toEqual([
      { action: 'payment.refunded', credits: null },
      { action: 'payment.granted', credits: 1000 },
      { action: 'payment.taken_back', credits: -1000 },
      { action: 'payment.disputed', credits: null },
      { action: 'payment.dispute_won', credits: null },
    ]);
    expect((await get('payments', person.accessToken)).body.items[0].status).toBe('refunded');
  });

  it('in another currency move nothing', async () => {
    const person = await register(app.base);
    const paid = paidEvent(await buy(app, person));
    await deliver(app.base, paid, {
      ...reversal(paid, 'refunded', 500n),
      amount: { minorUnits: 500n, currency: 'USD' },
    });
    expect(await creditsOf(app, person)).toEqual({ balance: 1000, owed: 0 });
  });

  it('of spent credits become debt, and only incoming credits open the account again', async () => {
    const person = await register(app.base);
    const { key } = await createKey(app.base, person);
    const start = (body: object = { modelKey: 'embedded-fault', mode: 'hang' }) =>
      call(app.base, 'POST', '/api/generate', { token: key, body });
    const paid = paidEvent(await buy(app, person));
    await deliver(app.base, paid);
    const { predictionId } = (await start()).body;
    await deliver(app.base, reversal(paid, 'refunded', 1000n));
    expect(await creditsOf(app, person)).toEqual({ balance: 0, owed: 1 });
    expect((await start()).body).toMatchObject({
      ...refusal(402, 'account_owes'),
      details: [{ field: 'modelKey', owed: 1 }],
    });
    const quote = await call(app.base, 'POST', '/api/generate/quote', {
      token: key,
      body: { modelKey: 'embedded-fault', mode: 'hang' },
    });
    expect(quote.body).toMatchObject({ affordable: false, balance: 0 });

    // The refund of a prediction covers the debt first.
    await call(app.base, 'POST', `/api/generate/${predictionId}/cancel`, { token: key });
    expect(await creditsOf(app, person)).toEqual({ balance: 0, owed: 0 });
    expect((await start()).body.code).toBe('insufficient_credits');
    const { items } = (await call(app.base, 'GET', '/api/credits/ledger', { token: key })).body;
    const shown = items.map((one: { kind: string; amount: number; balanceAfter: number }) => [
      one.kind,
      one.amount,
      one.balanceAfter,
    ]);
    expect(shown).toEqual([
      ['debt', -1, 0],
      ['refund', 1, 1],
      ['adjustment', -1000, 0],
      ['debt', 1, 1000],
      ['charge', -1, 999],
      ['grant', 1000, 1000],
    ]);
    const debts = await call(app.base, 'GET', '/api/dashboard/credits/ledger?kind=debt', {
      token: person.accessToken,
    });
    expect(debts.body.items).toHaveLength(2);
  });
});
