import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  type Checkout,
  type Money,
  type PaymentEvent,
  type PaymentProvider,
  SignatureInvalid,
} from '../../billing/index.js';
import { forEachCase, rigs, type TestRunner } from './runner.js';

/** A webhook as the payment service sends it. */
export interface Webhook {
  body: Buffer;
  headers: IncomingHttpHeaders;
}

/** A provider that can charge, with a payment service of its own. */
export interface PaymentProviderRig {
  provider: PaymentProvider;
  /** Returns a signed webhook about this event. */
  webhookOf: (event: PaymentEvent) => Webhook;
  /** Returns signed webhooks that are about none of the events: of other kinds, and of payments without a reference. */
  otherWebhooks: () => Webhook[];
  /** Returns the same webhook with the signature of another secret. */
  signedByAnother: (webhook: Webhook) => Webhook;
  close?: () => Promise<void>;
}

const EUR: Money = { minorUnits: 1999n, currency: 'EUR' };
const YEN: Money = { minorUnits: 500n, currency: 'JPY' };
const AT = new Date('2026-03-01T12:00:00Z');
const PAID = {
  kind: 'paid',
  paymentId: 'pay_1',
  reference: 'd3a8f1f2-98f6-4a36-8a5f-6b1d0f3c9d11',
  amount: EUR,
  customerId: 'customer_1',
  subscription: null,
  receiptUrl: 'https://pay.example.test/receipts/1',
  at: AT,
} as const;
const REVERSAL = { paymentId: 'pay_1', reversalId: 'rev_1', amount: { ...EUR, minorUnits: 999n }, at: AT };
const EVENTS: [string, PaymentEvent][] = [
  ['a paid pack', PAID],
  ['a pack that was paid in a currency without minor units', { ...PAID, amount: YEN }],
  [
    'a paid month of a plan',
    { ...PAID, subscription: { id: 'sub_1', periodEndsAt: new Date('2026-04-01T12:00:00Z') } },
  ],
  ['a refund of a part', { ...REVERSAL, kind: 'refunded' }],
  ['a refund that failed', { ...REVERSAL, kind: 'refund_failed' }],
  ['a dispute', { ...REVERSAL, kind: 'disputed' }],
  ['a dispute that was won', { ...REVERSAL, kind: 'dispute_won' }],
  [
    'a month that could not be paid',
    { kind: 'payment_failed', changeId: 'evt_1', subscriptionId: 'sub_1', reference: PAID.reference, at: AT },
  ],
  [
    'a subscription that was cancelled',
    {
      ...{ kind: 'subscription_changed', changeId: 'evt_2', subscriptionId: 'sub_1' },
      ...{ reference: PAID.reference, endsAt: new Date('2026-04-01T12:00:00Z'), at: AT },
    },
  ],
  [
    'a subscription that goes on',
    {
      ...{ kind: 'subscription_changed', changeId: 'evt_3', subscriptionId: 'sub_1' },
      ...{ reference: PAID.reference, endsAt: null, at: AT },
    },
  ],
  [
    'the end of a subscription',
    { kind: 'subscription_ended', subscriptionId: 'sub_1', reference: PAID.reference, at: AT },
  ],
];

const order = (kind: 'pack' | 'plan' = 'pack'): Checkout => ({
  reference: randomUUID(),
  accountId: randomUUID(),
  email: 'ada@example.test',
  customerId: null,
  item: { kind, key: 'small', title: '1,000 credits', price: EUR, credits: 1_000_000n },
  successUrl: 'https://api.example.test/credits?paid',
  cancelUrl: 'https://api.example.test/credits',
});

/** A payment provider for its contract suite. */
export interface PaymentProviderFixture {
  /** In the titles of the tests. */
  name: string;
  create: () => Promise<PaymentProviderRig>;
}

/** Declares the tests that every `PaymentProvider` must pass. */
export function paymentProviderContract(runner: TestRunner, { name, create }: PaymentProviderFixture): void {
  const { describe, it } = runner;
  const withRig = rigs(create);

  describe(`${name} as a payment provider`, () => {
    it('has a name that fits into a path, and can charge', () =>
      withRig(({ provider }) => {
        assert.match(provider.name, /^[a-z0-9-]{1,32}$/);
        assert.equal(provider.canCharge, true);
      }));

    const kinds = [
      ['pack', 'pack'],
      ['plan', 'plan'],
    ] as const;
    forEachCase(runner, 'opens one checkout per reference for a %s, also concurrently', kinds, (kind) =>
      withRig(async ({ provider }) => {
        const one = order(kind);
        const [first, second] = await Promise.all([provider.checkout(one), provider.checkout(one)]);
        assert.deepEqual(second, first);
        assert.deepEqual(await provider.checkout(one), first);
        assert.equal(new URL(first.url).protocol, 'https:');
        assert.notEqual((await provider.checkout(order(kind))).id, first.id);
      }),
    );

    it('ends a checkout that is not paid, also when it is repeated', () =>
      withRig(async ({ provider }) => {
        const { id } = await provider.checkout(order('plan'));
        assert.equal(await provider.endCheckout(id), true);
        assert.equal(await provider.endCheckout(id), true);
      }));

    it('refunds a rejected payment once, also when it is repeated, or reports none', () =>
      withRig(async ({ provider, webhookOf }) => {
        const { body, headers } = webhookOf(PAID);
        await provider.receive(body, headers);
        const calls = [provider.refundPayment(PAID.paymentId), provider.refundPayment(PAID.paymentId)];
        const [first, second] = await Promise.all(calls);
        assert.deepEqual(second, first);
        assert.deepEqual(await provider.refundPayment(PAID.paymentId), first);
        if (!first) return;
        const sent = first.reduce((sum, { amount }) => sum + amount.minorUnits, 0n);
        assert.deepEqual({ ...PAID.amount, minorUnits: sent }, PAID.amount);
        for (const { kind, paymentId, amount } of first)
          assert.deepEqual([kind, paymentId, amount.currency], ['refunded', PAID.paymentId, EUR.currency]);
      }));

    it('refunds no payment that it does not know', () =>
      withRig(async ({ provider }) => {
        assert.equal(await provider.refundPayment('pay_unknown'), null);
      }));

    it('opens a portal', () =>
      withRig(async ({ provider }) => {
        const { url } = await provider.portal('customer_1', 'https://api.example.test/credits');
        assert.equal(new URL(url).protocol, 'https:');
      }));

    it('ends a subscription, also when it is repeated', () =>
      withRig(async ({ provider }) => {
        await provider.endSubscription('sub_1');
        await provider.endSubscription('sub_1');
      }));

    forEachCase(runner, 'returns %s, and the same for a repeated delivery', EVENTS, (event) =>
      withRig(async ({ provider, webhookOf }) => {
        const { body, headers } = webhookOf(event);
        const received = [await provider.receive(body, headers), await provider.receive(body, headers)];
        assert.deepEqual(received, [[event], [event]]);
      }),
    );

    it('returns a refund that arrives before its payment', () =>
      withRig(async ({ provider, webhookOf }) => {
        const refund: PaymentEvent = { ...REVERSAL, kind: 'refunded' };
        const received: PaymentEvent[] = [];
        for (const { body, headers } of [webhookOf(refund), webhookOf(PAID)])
          received.push(...(await provider.receive(body, headers)));
        assert.deepEqual(received, [refund, PAID]);
      }));

    it('returns nothing for a webhook about anything else', () =>
      withRig(async ({ provider, otherWebhooks }) => {
        const webhooks = otherWebhooks();
        assert.ok(webhooks.length > 0);
        for (const { body, headers } of webhooks) assert.deepEqual(await provider.receive(body, headers), []);
      }));

    it('throws SignatureInvalid for a changed body, another secret, and without the headers', () =>
      withRig(async ({ provider, webhookOf, signedByAnother }) => {
        const webhook = webhookOf(PAID);
        const changed = Buffer.from(webhook.body);
        changed[changed.length - 1]! ^= 1;
        const another = signedByAnother(webhook);
        for (const { body, headers } of [
          { ...webhook, body: changed },
          { ...webhook, body: Buffer.concat([webhook.body, Buffer.from(' ')]) },
          { ...webhook, body: Buffer.alloc(0) },
          { ...webhook, headers: {} },
          another,
        ])
          await assert.rejects(provider.receive(body, headers), SignatureInvalid);
        assert.equal((await provider.receive(webhook.body, webhook.headers)).length, 1);
      }));
  });
}
