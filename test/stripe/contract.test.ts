/**
 * packages/stripe-billing against stripe-mock. The port's contract runs on the server of test/support, which passes each request to
 * stripe-mock first and makes its events of Stripe's own fixtures. The requests alone go to stripe-mock directly.
 */
import { randomUUID } from 'node:crypto';
import { StripePaymentProvider, type StripeSettings } from '../../packages/stripe-billing/src/index.js';
import type { Checkout, PaymentEvent } from '../../src/billing/index.js';
import { paymentProviderContract } from '../../src/testing/index.js';
import { startStripeServer, type StripeServer } from '../support/stripe-server.js';
import {
  SECRET_KEY,
  signed,
  stripeWebhook,
  type Template,
  WEBHOOK_SECRET,
  webhookOf,
} from '../support/stripe-webhooks.js';
import { StripeMock } from './stripe-mock.js';

const REFERENCE = 'd3a8f1f2-98f6-4a36-8a5f-6b1d0f3c9d11';
const PATHS: Readonly<Record<Parameters<Template>[0], string>> = {
  session: '/v1/checkout/sessions/cs_1',
  invoice: '/v1/invoices/in_1',
  refund: '/v1/refunds/re_1',
  dispute: '/v1/disputes/dp_1',
  subscription: '/v1/subscriptions/sub_1',
};

let mock: StripeMock;
let server: StripeServer;
const fixtures = new Map<string, object>();
const template: Template = (kind) => fixtures.get(kind)!;
beforeAll(async () => {
  mock = await StripeMock.start();
  server = await startStripeServer({ validator: mock.url });
  for (const [kind, path] of Object.entries(PATHS)) fixtures.set(kind, await mock.fixture(path));
});
afterAll(async () => {
  await server.close();
  await mock.stop();
});

const create = (apiUrl: string, settings: Partial<StripeSettings> = {}) =>
  new StripePaymentProvider({
    ...{ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl },
    ...settings,
  });
const order = (kind: 'pack' | 'plan', fields: Partial<Checkout> = {}): Checkout => ({
  ...{ reference: randomUUID(), accountId: randomUUID(), email: 'ada@example.test', customerId: null },
  item: {
    ...{ kind, key: 'small', title: '1,000 credits', credits: 1_000_000n },
    price: { minorUnits: 1999n, currency: 'EUR' },
  },
  ...{ successUrl: 'https://api.example.test/credits?paid', cancelUrl: 'https://api.example.test/credits' },
  ...fields,
});

paymentProviderContract(
  { describe, it, beforeEach, afterEach },
  {
    name: 'Stripe, with requests that stripe-mock accepts and events of its fixtures,',
    create: async () => {
      server.reset();
      const provider = create(server.url);
      return Promise.resolve({
        provider,
        webhookOf: (event: PaymentEvent) => webhookOf(server, event, { reference: REFERENCE, template }),
        otherWebhooks: () => {
          server.payments.set('pi_1', { metadata: {}, receiptUrl: null, invoice: null });
          return [
            stripeWebhook({ type: 'customer.subscription.deleted', object: template('subscription') }),
            stripeWebhook({ type: 'checkout.session.completed', object: template('session') }),
            stripeWebhook({ type: 'invoice.paid', object: { ...template('invoice'), parent: null } }),
            stripeWebhook({
              type: 'refund.created',
              object: { ...template('refund'), payment_intent: 'pi_1' },
            }),
          ];
        },
        signedByAnother: ({ body }) => signed(body, 'whsec_another'),
        close: () => {
          provider.onApplicationShutdown();
          return Promise.resolve();
        },
      });
    },
  },
);

describe('stripe-mock', () => {
  it.each([
    ['a pack', {}, order('pack')],
    ['a plan', {}, order('plan')],
    [
      'a pack of a customer, with invoices and taxes',
      { invoices: true, automaticTax: true },
      order('pack', { customerId: 'cus_1' }),
    ],
    ['a plan of a customer, with taxes', { automaticTax: true }, order('plan', { customerId: 'cus_1' })],
    ['a pack without an email', {}, order('pack', { email: null })],
  ])('accepts the checkout of %s', async (_, settings, one) => {
    const provider = create(server.url, settings);
    expect((await provider.checkout(one)).url).toMatch(/^https:/);
    provider.onApplicationShutdown();
  });

  it('accepts a portal, and the queries about a payment whose response is its fixture', async () => {
    const provider = create(mock.url);
    expect((await provider.portal('cus_1', 'https://api.example.test/credits')).url).toMatch(/^https:/);
    const metadata = { offprint_reference: REFERENCE };
    const session = {
      ...template('session'),
      mode: 'payment',
      payment_status: 'paid',
      payment_intent: 'pi_1',
    };
    const paid = stripeWebhook({
      type: 'checkout.session.completed',
      object: { ...session, amount_total: 1999, currency: 'eur', metadata },
    });
    expect(await provider.receive(paid.body, paid.headers)).toMatchObject([
      { kind: 'paid', paymentId: 'pi_1' },
    ]);
    provider.onApplicationShutdown();
  });

  it('rejects unknown parameters, wrong values and missing ones: the check is one', async () => {
    for (const body of [
      'prices=1',
      'mode=rent',
      'adaptive_pricing[enabled]=perhaps',
      'line_items[0][price_data][unit_amount]=1999',
    ]) {
      const response = await fetch(`${server.url}/v1/checkout/sessions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${SECRET_KEY}`,
          'content-type': 'application/x-www-form-urlencoded',
          'stripe-version': '2026-10-28.endive',
        },
        body,
      });
      expect([body, response.status]).toEqual([body, 400]);
    }
  });
});
