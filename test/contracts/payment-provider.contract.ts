/** The contract of every payment provider. A spec calls `describePaymentProvider`; external implementations can import it too. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  type Checkout,
  type Money,
  type PaymentEvent,
  type PaymentProvider,
  SignatureInvalid,
} from '../../src/billing/index.js';

/** A webhook as the payment service sends it. */
export interface Webhook {
  body: Buffer;
  headers: IncomingHttpHeaders;
}

export interface PaymentProviderRig {
  provider: PaymentProvider;
  /** Returns a signed webhook about this event. */
  webhookOf(event: PaymentEvent): Webhook;
  /** Returns signed webhooks that are about none of the events: of other kinds, and of payments without a reference. */
  otherWebhooks(): Webhook[];
  /** Returns the same webhook with the signature of another secret. */
  signedByAnother(webhook: Webhook): Webhook;
  close?(): Promise<void>;
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

/** @param make returns a provider that can charge, with a payment service of its own. */
export function describePaymentProvider(title: string, make: () => Promise<PaymentProviderRig>): void {
  const withRig = async (use: (rig: PaymentProviderRig) => Promise<void>): Promise<void> => {
    const rig = await make();
    try {
      await use(rig);
    } finally {
      await rig.close?.();
    }
  };

  describe(`${title} as a payment provider`, () => {
    it('has a name that fits into a path, and can charge', () =>
      withRig(async ({ provider }) => {
        expect(provider.name).toMatch(/^[a-z0-9-]{1,32}$/);
        expect(provider.canCharge).toBe(true);
        return Promise.resolve();
      }));

    it.each(['pack', 'plan'] as const)(
      'opens one checkout per reference for a %s, also concurrently',
      (kind) =>
        withRig(async ({ provider }) => {
          const one = order(kind);
          const [first, second] = await Promise.all([provider.checkout(one), provider.checkout(one)]);
          expect(second).toEqual(first);
          expect(await provider.checkout(one)).toEqual(first);
          expect(new URL(first.url).protocol).toBe('https:');
          expect((await provider.checkout(order(kind))).id).not.toBe(first.id);
        }),
    );

    it('opens a portal', () =>
      withRig(async ({ provider }) => {
        const { url } = await provider.portal('customer_1', 'https://api.example.test/credits');
        expect(new URL(url).protocol).toBe('https:');
      }));

    it.each(EVENTS)('returns %s, and the same for a repeated delivery', (_, event) =>
      withRig(async ({ provider, webhookOf }) => {
        const { body, headers } = webhookOf(event);
        const received = [await provider.receive(body, headers), await provider.receive(body, headers)];
        expect(received).toEqual([[event], [event]]);
      }),
    );

    it('returns a refund that arrives before its payment', () =>
      withRig(async ({ provider, webhookOf }) => {
        const refund: PaymentEvent = { ...REVERSAL, kind: 'refunded' };
        const received: PaymentEvent[] = [];
        for (const { body, headers } of [webhookOf(refund), webhookOf(PAID)])
          received.push(...(await provider.receive(body, headers)));
        expect(received).toEqual([refund, PAID]);
      }));

    it('returns nothing for a webhook about anything else', () =>
      withRig(async ({ provider, otherWebhooks }) => {
        const webhooks = otherWebhooks();
        expect(webhooks.length).toBeGreaterThan(0);
        for (const { body, headers } of webhooks) expect(await provider.receive(body, headers)).toEqual([]);
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
          await expect(provider.receive(body, headers)).rejects.toThrow(SignatureInvalid);
        expect(await provider.receive(webhook.body, webhook.headers)).toHaveLength(1);
      }));
  });
}
