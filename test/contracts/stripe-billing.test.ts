/** The extension packages/stripe-billing, held to the port's contract, to Stripe's events in every state, and to a Stripe that fails. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { StripePaymentProvider, type StripeSettings } from '../../packages/stripe-billing/src/index.js';
import type { Checkout, PaymentEvent } from '../../src/billing/index.js';
import { paymentProviderContract } from '../../src/testing/index.js';
import { type KnownRefund, startStripeServer, type StripeServer } from '../support/stripe-server.js';
import { SECRET_KEY, signed, stripeWebhook, WEBHOOK_SECRET, webhookOf } from '../support/stripe-webhooks.js';

const REFERENCE = 'd3a8f1f2-98f6-4a36-8a5f-6b1d0f3c9d11';
const metadata = { offprint_reference: REFERENCE };
const AT = new Date('2026-03-01T12:00:00Z');

let server: StripeServer;
let provider: StripePaymentProvider;
const create = (settings: Partial<StripeSettings> = {}) =>
  new StripePaymentProvider({
    ...{ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: server.url },
    ...settings,
  });
beforeAll(async () => {
  Logger.overrideLogger(false);
  server = await startStripeServer();
  provider = create();
});
beforeEach(() => server.reset());
afterAll(async () => {
  provider.onApplicationShutdown();
  await server.close();
});

const SESSION = {
  ...{ id: 'cs_1', mode: 'payment', payment_status: 'paid', payment_intent: 'pi_1', metadata },
  ...{ amount_total: 1999, currency: 'eur', customer: 'cus_1' },
};
const REFUND = { id: 're_1', payment_intent: 'pi_1', amount: 500, currency: 'eur', status: 'succeeded' };
const order = (fields: Partial<Checkout> = {}): Checkout => ({
  ...{ reference: randomUUID(), accountId: randomUUID(), email: 'ada@example.test', customerId: null },
  item: {
    ...{ kind: 'pack', key: 'small', title: '1,000 credits', credits: 1_000_000n },
    price: { minorUnits: 1999n, currency: 'EUR' },
  },
  ...{ successUrl: 'https://api.example.test/credits?paid', cancelUrl: 'https://api.example.test/credits' },
  ...fields,
});
const receive = (type: string, object: object, more: { livemode?: boolean; account?: string } = {}) => {
  const { body, headers } = stripeWebhook({ type, object, at: AT, ...more });
  return provider.receive(body, headers);
};
const knowPayment = (of: Record<string, string> = metadata) =>
  server.payments.set('pi_1', { metadata: of, receiptUrl: 'https://pay.stripe.example/1', invoice: null });

paymentProviderContract(
  { describe, it, beforeEach, afterEach },
  {
    name: 'Stripe',
    create: async () =>
      Promise.resolve({
        provider,
        webhookOf: (event: PaymentEvent) => webhookOf(server, event, { reference: REFERENCE }),
        otherWebhooks: () => {
          knowPayment({});
          return [
            stripeWebhook({ type: 'customer.created', object: { id: 'cus_1' } }),
            stripeWebhook({ type: 'checkout.session.completed', object: { ...SESSION, metadata: {} } }),
            stripeWebhook({ type: 'refund.created', object: REFUND }),
          ];
        },
        signedByAnother: ({ body }) => signed(body, 'whsec_another'),
      }),
  },
);

describe('a checkout', () => {
  it('has the reference wherever an event looks for it, and a fixed price in the currency of the order', async () => {
    const one = order();
    await provider.checkout(one);
    const [{ params, headers }] = server.calls as [(typeof server.calls)[0]];
    expect(params).toEqual({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '1999',
      'line_items[0][price_data][tax_behavior]': 'inclusive',
      'line_items[0][price_data][product_data][name]': '1,000 credits',
      client_reference_id: one.reference,
      'metadata[offprint_reference]': one.reference,
      'metadata[offprint_account]': one.accountId,
      'payment_intent_data[metadata][offprint_reference]': one.reference,
      'payment_intent_data[metadata][offprint_account]': one.accountId,
      customer_email: 'ada@example.test',
      customer_creation: 'always',
      'automatic_tax[enabled]': 'false',
      'adaptive_pricing[enabled]': 'false',
      success_url: one.successUrl,
      cancel_url: one.cancelUrl,
    });
    expect(headers).toMatchObject({
      authorization: `Bearer ${SECRET_KEY}`,
      'idempotency-key': `offprint-checkout-${one.reference}`,
      'stripe-version': '2026-10-28.endive',
    });
  });

  it('of a customer, with invoices and taxes', async () => {
    const taxing = create({ invoices: true, automaticTax: true });
    await taxing.checkout(order({ customerId: 'cus_1' }));
    taxing.onApplicationShutdown();
    expect(server.calls[0]?.params).toMatchObject({
      ...{ customer: 'cus_1', 'customer_update[address]': 'auto' },
      ...{ 'invoice_creation[enabled]': 'true', 'automatic_tax[enabled]': 'true' },
    });
    expect(server.calls[0]?.params).not.toHaveProperty('customer_email');
  });

  it.each([
    ['customer', 'cus_of_the_test_mode', { customerId: 'cus_of_the_test_mode' }, 'ada@example.test'],
    ['customer_email', 'ada@localhost', { email: 'ada@localhost' }, undefined],
  ])('is opened without a %s that Stripe does not accept: %s', async (param, value, fields, email) => {
    server.respond = (response, { params }) => {
      if (params[param] === value)
        return void response
          .writeHead(400)
          .end(JSON.stringify({ error: { type: 'invalid_request_error', param } }));
      response.end(JSON.stringify({ id: 'cs_2', url: 'https://checkout.stripe.example/2' }));
    };
    expect((await provider.checkout(order(fields))).id).toBe('cs_2');
    expect(server.calls).toHaveLength(2);
    expect(server.calls[1]?.params['customer_email']).toBe(email);
    expect(new Set(server.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  it('with other data of its buyer fails, and opens no second one', async () => {
    const one = order();
    await provider.checkout(one);
    const changed = provider.checkout({ ...one, email: 'eve@example.test' });
    await expect(changed).rejects.toThrow(/was opened before with another email/);
  });
});

const END = 1_775_044_800;
const line = (amount: number, fields: object = {}) => ({
  amount,
  period: { start: END - 2_678_400, end: END },
  parent: { type: 'subscription_item_details', subscription_item_details: { proration: false } },
  ...fields,
});
const proration = { type: 'subscription_item_details', subscription_item_details: { proration: true } };
const byHand = { type: 'invoice_item_details', invoice_item_details: { proration: false } };
const monthInvoice = (lines: object[], fields: object) => ({
  ...{ id: 'in_1', currency: 'eur', customer: 'cus_1', total: 1900, amount_paid: 1900, starting_balance: 0 },
  parent: { subscription_details: { subscription: 'sub_1', metadata } },
  ...{ lines: { data: lines, has_more: false }, hosted_invoice_url: null },
  ...fields,
});

describe('a paid invoice', () => {
  it.each([
    ['by card', [line(1900)], {}, undefined],
    [
      'in part by a balance',
      [line(1900)],
      { starting_balance: -500, amount_paid: 1400 },
      { prices: [1900n], total: 1900n },
    ],
    ['by a balance', [line(1900)], { amount_paid: 0 }, { prices: [1900n], total: 1900n }],
    ['with a discount', [line(1900)], { total: 1520, amount_paid: 1520 }, { prices: [1900n], total: 1520n }],
    ['with a discount of all', [line(1900)], { total: 0, amount_paid: 0 }, { prices: [1900n], total: 0n }],
    [
      'with a discount and a balance',
      [line(1900)],
      { total: 1520, amount_paid: 20 },
      { prices: [1900n], total: 1520n },
    ],
    [
      'with what was owed from before',
      [line(1900)],
      { starting_balance: 300, amount_paid: 2200 },
      { prices: [1900n], total: 2200n },
    ],
    [
      'with a fee that the seller has added',
      [line(500, { parent: byHand, period: { start: END, end: END + 9_999_999 } }), line(1900)],
      { total: 2400, amount_paid: 2400 },
      { prices: [1900n], total: 2400n },
    ],
    [
      'with the rest of another month',
      [line(-950, { parent: proration }), line(1900)],
      { total: 950, amount_paid: 950 },
      { prices: [1900n], total: 950n },
    ],
    [
      'of a second item',
      [line(700), line(1900)],
      { total: 2600, amount_paid: 2600 },
      { prices: [700n, 1900n], total: 2600n },
    ],
    ['of another price', [line(5900)], { total: 5900, amount_paid: 5900 }, undefined],
  ])('%s is a month', async (_, lines, fields, invoice) => {
    const [event] = await receive('invoice.paid', monthInvoice(lines, fields));
    expect(event).toEqual({
      ...{ kind: 'paid', paymentId: 'in_1', reference: REFERENCE, customerId: 'cus_1', at: AT },
      amount: {
        minorUnits: BigInt((fields as { amount_paid?: number }).amount_paid ?? 1900),
        currency: 'EUR',
      },
      subscription: { id: 'sub_1', periodEndsAt: new Date(END * 1000), ...(invoice && { invoice }) },
      receiptUrl: null,
    });
  });

  it.each([
    ['a trial', [line(0)], { total: 0, amount_paid: 0 }],
    ['a switch of plans', [line(-950, { parent: proration }), line(2950, { parent: proration })], {}],
    ['what the seller has added', [line(500, { parent: byHand })], { total: 500, amount_paid: 500 }],
    [
      'a subscription of another product',
      [line(1900)],
      { parent: { subscription_details: { subscription: 'sub_9', metadata: {} } } },
    ],
    ['no subscription', [line(1900, { parent: byHand })], { parent: null }],
  ])('of %s is none', async (_, lines, fields) => {
    expect(await receive('invoice.paid', monthInvoice(lines, fields))).toEqual([]);
  });

  it('has its month also when an event does not have all of its lines', async () => {
    server.respond = (response, { path }) => {
      const data = path.startsWith('/v1/invoices/in_1/lines') ? [line(1900)] : [];
      response.end(JSON.stringify({ object: 'list', data, has_more: false, url: '/v1/invoices/in_1/lines' }));
    };
    const fee = line(1, { parent: byHand });
    const [event] = await receive(
      'invoice.paid',
      monthInvoice([], { lines: { data: [fee], has_more: true } }),
    );
    expect(event).toMatchObject({ subscription: { periodEndsAt: new Date(END * 1000) } });
  });
});

const AT_SECONDS = AT.getTime() / 1000;
const item = { current_period_end: END };
const active = { status: 'active', cancel_at: null, cancel_at_period_end: false };

describe('a subscription', () => {
  it.each([
    ['active', {}, null],
    ['trialing', {}, null],
    ['past_due', {}, null],
    ['incomplete', {}, null],
    ['active', { pause_collection: { behavior: 'void' } }, null],
    ['active', { cancel_at: END - 1 }, END - 1],
    ['active', { cancel_at_period_end: true }, END],
    ['active', { cancel_at: END - 1, cancel_at_period_end: true }, END - 1],
    ['past_due', { cancel_at_period_end: true }, END],
    ['unpaid', {}, AT_SECONDS],
    ['paused', {}, AT_SECONDS],
    ['unpaid', { cancel_at: END }, AT_SECONDS],
  ])('that is %s with %j ends at %s', async (status, fields, endsAt) => {
    const object = { ...active, id: 'sub_1', metadata, status, items: { data: [item] }, ...fields };
    for (const type of ['updated', 'paused', 'resumed'])
      expect(await receive(`customer.subscription.${type}`, object)).toEqual([
        {
          ...{ kind: 'subscription_changed', changeId: expect.any(String) as string },
          ...{ subscriptionId: 'sub_1', reference: REFERENCE, at: AT },
          endsAt: endsAt === null ? null : new Date(endsAt * 1000),
        },
      ]);
  });

  it.each(['canceled', 'incomplete_expired'])('that is %s has ended', async (status) => {
    const object = { ...active, id: 'sub_1', metadata, status, items: { data: [item] } };
    for (const type of ['updated', 'deleted'])
      expect(await receive(`customer.subscription.${type}`, object)).toEqual([
        { kind: 'subscription_ended', subscriptionId: 'sub_1', reference: REFERENCE, at: AT },
      ]);
  });

  const later = Math.floor(Date.now() / 1000) + 86_400;
  const monthUntil = (end: number) => [line(1900, { period: { end } })];
  const changeUntil = (end: number) => [line(600, { parent: proration, period: { end } })];
  it.each([
    ['active', later, 'its month', monthUntil(later), true],
    ['active', later, 'a change, and its month before', [...changeUntil(later), ...monthUntil(later)], true],
    ['active', later, 'no invoice: it is open, void, uncollectible or a draft', [], false],
    ['active', later, 'a change in its middle', changeUntil(later), false],
    [
      'active',
      later,
      'what the seller has added',
      [line(500, { parent: byHand, period: { end: later } })],
      false,
    ],
    ['active', later, 'a trial', [line(0, { period: { end: later } })], false],
    ['active', later, 'the month before', monthUntil(later - 2_678_400), false],
    ['active', END, 'its month', monthUntil(END), false],
    ['trialing', later, 'its month', monthUntil(later), false],
    ['past_due', later, 'the month before', monthUntil(later - 2_678_400), false],
    ['unpaid', later, 'its month', monthUntil(later), false],
    ['paused', later, 'its month', monthUntil(later), false],
    ['canceled', later, 'its month', monthUntil(later), false],
    ['incomplete_expired', later, 'no invoice', [], false],
  ])('that is %s until %s, paid %s: is paid', async (status, current_period_end, _, lines, expected) => {
    server.respond = (response, { path }) => {
      const isList = path.startsWith('/v1/invoices?');
      if (isList) expect(path).toMatch(/subscription=sub_1&status=paid/);
      // Each line is the whole of an invoice.
      const invoices = lines.map((one) => ({ status: 'paid', lines: { data: [one], has_more: false } }));
      const subscription = { id: 'sub_1', status, items: { data: [{ current_period_end }] } };
      response.end(
        JSON.stringify(isList ? { object: 'list', data: invoices, has_more: false } : subscription),
      );
    };
    expect(await provider.isMonthPaid('sub_1')).toBe(expected);
  });

  it('that Stripe does not know is not paid', async () => {
    server.respond = (response) =>
      void response
        .writeHead(404)
        .end(JSON.stringify({ error: { type: 'invalid_request_error', code: 'resource_missing' } }));
    expect(await provider.isMonthPaid('sub_1')).toBe(false);
  });
});

describe('the end of a checkout', () => {
  const open = () => provider.checkout(order({ item: { ...order().item, kind: 'plan' } }));

  it('a completed one is not ended; an open and an unknown one are', async () => {
    const { id } = await open();
    server.checkouts.set(id, 'complete');
    expect(await provider.endCheckout(id)).toBe(false);
    const { id: openId } = await open();
    expect(await provider.endCheckout(openId)).toBe(true);
    expect(server.checkouts.get(openId)).toBe('expired');
    server.respond = (response) =>
      void response
        .writeHead(404)
        .end(JSON.stringify({ error: { type: 'invalid_request_error', code: 'resource_missing' } }));
    expect(await provider.endCheckout('cs_unknown')).toBe(true);
  });

  it('another failure rejects', async () => {
    const { id } = await open();
    server.respond = (response, { method }) =>
      void (method === 'POST'
        ? response.writeHead(400).end(JSON.stringify({ error: { type: 'invalid_request_error' } }))
        : response.end(JSON.stringify({ id, object: 'checkout.session', status: 'open' })));
    await expect(provider.endCheckout(id)).rejects.toThrow();
  });
});

describe('a refund', () => {
  const refund = (amount: number, status: KnownRefund['status']): KnownRefund => ({
    ...{ id: `re_${amount}`, object: 'refund', payment_intent: 'pi_1', amount, currency: 'eur', status },
    created: AT_SECONDS,
  });
  const pay = () => {
    knowPayment();
    server.payments.get('pi_1')!.paid = { amount: 1999, currency: 'eur' };
  };

  it.each([
    ['nothing', [], [1999]],
    ['a part', [refund(500, 'succeeded')], [1499, 500]],
    ['a part that is on its way', [refund(500, 'pending')], [1499, 500]],
    ['all', [refund(1999, 'succeeded')], [1999]],
    ['what came back', [refund(1999, 'failed')], [1999]],
    ['what was cancelled', [refund(1999, 'canceled'), refund(300, 'succeeded')], [1699, 300]],
  ] as const)('after %s: sends the rest once', async (_, before, amounts) => {
    pay();
    server.refunds.push(...before);
    const refunds = await Promise.all([provider.refundPayment('pi_1'), provider.refundPayment('pi_1')]);
    expect(refunds[1]).toEqual(refunds[0]);
    expect(refunds[0]!.map(({ amount }) => amount)).toEqual(
      amounts.map((amount) => ({ minorUnits: BigInt(amount), currency: 'EUR' })),
    );
    expect(new Set(refunds[0]!.map(({ kind, paymentId }) => `${kind} ${paymentId}`))).toEqual(
      new Set(['refunded pi_1']),
    );
    const sent = server.calls.filter(({ method }) => method === 'POST').map(({ params }) => params);
    expect(new Set(sent.map((params) => JSON.stringify(params)))).toEqual(
      new Set(['{"payment_intent":"pi_1"}']),
    );
  });

  it.each([
    [404, { type: 'invalid_request_error', code: 'resource_missing' }, null],
    [400, { type: 'invalid_request_error', code: 'charge_disputed' }, null],
    [400, { type: 'invalid_request_error', code: 'refund_disputed_payment' }, null],
    [400, { type: 'invalid_request_error', code: 'insufficient_funds' }, null],
    [400, { type: 'invalid_request_error' }, null],
    [403, {}, null],
    [401, {}, 'throws'],
    [429, { type: 'invalid_request_error', code: 'lock_timeout' }, 'throws'],
    [500, { type: 'api_error' }, 'throws'],
  ])('that Stripe answers with %s %j: %s', async (status, error, expected) => {
    pay();
    server.respond = failWith(status, error);
    const answer = provider.refundPayment('pi_1');
    if (expected === null) expect(await answer).toBeNull();
    else await expect(answer).rejects.toMatchObject({ name: 'StripeFailure' });
  });
});

describe('events', () => {
  it.each([
    ['completed, and not paid yet', 'checkout.session.completed', { payment_status: 'unpaid' }],
    ['completed without a price', 'checkout.session.completed', { payment_status: 'no_payment_required' }],
    ['of a subscription, which its invoice reports', 'checkout.session.completed', { mode: 'subscription' }],
    ['failed later', 'checkout.session.async_payment_failed', { payment_status: 'unpaid' }],
    ['expired', 'checkout.session.expired', { payment_status: 'unpaid', payment_intent: null }],
  ])('a checkout that is %s: none', async (_, type, fields) => {
    knowPayment();
    expect(await receive(type, { ...SESSION, ...fields })).toEqual([]);
  });

  it('a delayed payment is paid when its money has arrived', async () => {
    knowPayment();
    expect(await receive('checkout.session.async_payment_succeeded', SESSION)).toEqual([
      {
        ...{ kind: 'paid', paymentId: 'pi_1', reference: REFERENCE, at: AT, customerId: 'cus_1' },
        ...{ amount: { minorUnits: 1999n, currency: 'EUR' }, subscription: null },
        receiptUrl: 'https://pay.stripe.example/1',
      },
    ]);
  });

  it.each([
    ['refund.updated', 'canceled', 'refund_failed'],
    ['refund.updated', 'succeeded', undefined],
    ['refund.updated', 'failed', undefined],
    ['refund.created', 'pending', 'refunded'],
    ['charge.refunded', 'succeeded', undefined],
    ['charge.dispute.created', 'needs_response', undefined],
    ['charge.dispute.closed', 'lost', undefined],
    ['charge.dispute.funds_withdrawn', 'needs_response', 'disputed'],
    ['charge.dispute.funds_reinstated', 'won', 'dispute_won'],
  ])('%s, %s: %s', async (type, status, kind) => {
    knowPayment();
    const events = await receive(type, { ...REFUND, status });
    expect(events.map((event) => event.kind)).toEqual(kind === undefined ? [] : [kind]);
  });

  it('króna and ariary arrive in their minor units by ISO 4217', async () => {
    knowPayment();
    for (const [amount, currency, minorUnits] of [
      [50_000, 'isk', 500n],
      [500, 'mga', 50_000n],
      [5_120, 'kwd', 5_120n],
    ] as const)
      expect(await receive('refund.created', { ...REFUND, amount, currency })).toMatchObject([
        { amount: { minorUnits, currency: currency.toUpperCase() } },
      ]);
  });

  it('of a connected account and of another product are none, and ask Stripe nothing of the former', async () => {
    expect(await receive('refund.created', REFUND, { account: 'acct_other' })).toEqual([]);
    expect(server.calls).toEqual([]);
    knowPayment({});
    expect(await receive('charge.dispute.funds_withdrawn', REFUND)).toEqual([]);
  });

  it('of the live mode with a test key, and of an old version of the API, are sent again', async () => {
    await expect(receive('refund.created', REFUND, { livemode: true })).rejects.toThrow(/needs a test key/);
    await expect(receive('invoice.paid', { id: 'in_1' })).rejects.toThrow(
      /version of the API that is too old/,
    );
  });

  it('a signature from more than five minutes ago is not valid; signed bytes that are no event are none', async () => {
    const { body, headers } = stripeWebhook(
      { type: 'refund.created', object: REFUND },
      { signedAt: new Date(Date.now() - 301_000) },
    );
    await expect(provider.receive(body, headers)).rejects.toThrow(
      'The signature of the webhook is not valid.',
    );
    for (const text of ['{', '{"object":"v2.core.event"}']) {
      const other = signed(Buffer.from(text));
      expect(await provider.receive(other.body, other.headers)).toEqual([]);
    }
  });
});

const failWith = (status: number, error: object) => (response: ServerResponse) =>
  void response
    .writeHead(status, { 'request-id': 'req_1', 'stripe-should-retry': 'false' })
    .end(JSON.stringify({ error: { message: `${SECRET_KEY} ada@example.test`, ...error } }));

/** Each with what the failure says. */
const FAULTS: [name: string, fault: (response: ServerResponse) => void, message: string][] = [
  ['401', failWith(401, {}), 'Stripe does not accept STRIPE_SECRET_KEY [req_1]'],
  ['403', failWith(403, {}), 'STRIPE_SECRET_KEY lacks a permission for this request [req_1]'],
  ['429', failWith(429, {}), 'Stripe limits the rate of requests [req_1]'],
  ['500', failWith(500, { type: 'api_error' }), 'Stripe responds with 500 [req_1]'],
  [
    'a rejected price',
    failWith(400, { type: 'invalid_request_error', code: 'amount_too_small', param: 'line_items[0]' }),
    'Stripe responds with 400 (amount_too_small, line_items[0]) [req_1]',
  ],
  [
    'a text that is a secret',
    failWith(400, { code: `no ${SECRET_KEY}` }),
    'Stripe responds with 400 [req_1]',
  ],
  ['a body that is not JSON', (response) => void response.end(SECRET_KEY), 'Stripe responds'],
  ['no page', (response) => void response.end('{"id":"cs_1","url":null}'), 'the checkout has no page'],
];

describe('a Stripe that fails', () => {
  it.each(FAULTS)(
    '%s: says so, without a secret, the buyer or what Stripe wrote',
    async (_, fault, message) => {
      server.respond = fault;
      const failure = await provider.checkout(order()).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'StripeFailure', message });
      expect((failure as Error).cause).toBeUndefined();
      expect(JSON.stringify(Object.entries(failure as object))).not.toContain('SECRET');
    },
  );

  it('a cut connection and a 500 are tried again with the same idempotency key', async () => {
    server.respond = (response) => {
      if (server.calls.length === 1) return void response.destroy();
      if (server.calls.length === 2) return void response.writeHead(500).end('{"error":{}}');
      response.end(JSON.stringify({ id: 'cs_3', url: 'https://checkout.stripe.example/3' }));
    };
    expect((await provider.checkout(order())).id).toBe('cs_3');
    expect(server.calls).toHaveLength(3);
    expect(new Set(server.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('nothing listens: says so', async () => {
    const alone = create({ apiUrl: 'http://127.0.0.1:9' });
    await expect(alone.portal('cus_1', 'https://api.example.test')).rejects.toThrow(
      'Stripe cannot be reached (ECONNREFUSED)',
    );
    alone.onApplicationShutdown();
  });
});
