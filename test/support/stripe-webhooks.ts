/** Webhooks of Stripe about given movements of money, signed with the official library. */
import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import type {
  PaidEvent,
  PaymentEvent,
  PaymentFailedEvent,
  ReversalEvent,
  SubscriptionChangedEvent,
} from '../../src/billing/index.js';
import type { Webhook } from '../../src/testing/index.js';
import type { StripeServer } from './stripe-server.js';

export const SECRET_KEY = 'sk_test_0123456789abcdefSECRET';
export const WEBHOOK_SECRET = 'whsec_0123456789abcdefSECRET';

/** Objects as Stripe has them, which events change; without them an event has only what the provider reads. */
export type Template = (kind: 'session' | 'invoice' | 'refund' | 'dispute' | 'subscription') => object;

interface EventFields {
  type: string;
  object: object;
  at?: Date;
  livemode?: boolean;
  account?: string;
  /** Default: one that depends on the contents. */
  eventId?: string;
}

/** Signs an event. Its id depends on its contents: a repeated delivery has the same bytes but for the signature. */
export function stripeWebhook(
  { type, object, at = new Date(), livemode = false, account, eventId }: EventFields,
  { secret = WEBHOOK_SECRET, signedAt = new Date() }: { secret?: string; signedAt?: Date } = {},
): Webhook {
  const content = { type, data: { object }, created: Math.floor(at.getTime() / 1000), livemode, account };
  const id =
    eventId ?? `evt_${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 24)}`;
  const event = { id, object: 'event', api_version: '2026-10-28.endive', ...content };
  return signed(Buffer.from(JSON.stringify(event)), secret, signedAt);
}

export function signed(body: Buffer, secret = WEBHOOK_SECRET, signedAt = new Date()): Webhook {
  const timestamp = Math.floor(signedAt.getTime() / 1000);
  const header = Stripe.webhooks.generateTestHeaderString({ payload: body.toString(), secret, timestamp });
  return { body, headers: { 'stripe-signature': header } };
}

const TYPES: Readonly<Record<ReversalEvent['kind'], string>> = {
  refunded: 'refund.created',
  refund_failed: 'refund.failed',
  disputed: 'charge.dispute.funds_withdrawn',
  dispute_won: 'charge.dispute.funds_reinstated',
};
const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);

/**
 * Returns the webhook by which Stripe reports a movement of money. The server then knows the payment, with the order `reference`.
 * Amounts must be of a currency whose minor unit is Stripe's.
 */
export function webhookOf(
  server: StripeServer,
  event: PaymentEvent,
  { reference, template = () => ({}) }: { reference: string; template?: Template },
): Webhook {
  const metadata = { offprint_reference: reference };
  if (event.kind === 'subscription_ended') {
    const object = { ...template('subscription'), id: event.subscriptionId, metadata };
    return stripeWebhook({ type: 'customer.subscription.deleted', object, at: event.at });
  }
  if (event.kind === 'payment_failed' || event.kind === 'subscription_changed')
    return changeWebhook(event, { reference, template });
  const { paymentId, at } = event;
  const amount = Number(event.amount.minorUnits);
  const currency = event.amount.currency.toLowerCase();
  if (event.kind !== 'paid') {
    const known = server.payments.get(paymentId) ?? { metadata, receiptUrl: null, invoice: null };
    server.payments.set(paymentId, known);
    const kind = event.kind.startsWith('refund') ? 'refund' : 'dispute';
    const object = { ...template(kind), id: event.reversalId, payment_intent: paymentId, amount, currency };
    return stripeWebhook({ type: TYPES[event.kind], object, at });
  }
  if (event.subscription) return monthWebhook(server, event, { reference, template });
  const paid = { amount, currency };
  server.payments.set(paymentId, { metadata, receiptUrl: event.receiptUrl, invoice: null, paid });
  const object = {
    ...template('session'),
    ...{ id: 'cs_test_1', mode: 'payment', payment_status: 'paid', payment_intent: paymentId },
    ...{ amount_total: amount, currency, metadata, customer: event.customerId },
  };
  return stripeWebhook({ type: 'checkout.session.completed', object, at });
}

function changeWebhook(
  event: PaymentFailedEvent | SubscriptionChangedEvent,
  { reference, template }: { reference: string; template: Template },
): Webhook {
  const { subscriptionId, changeId: eventId, at } = event;
  const metadata = { offprint_reference: reference };
  if (event.kind === 'payment_failed') {
    const subscription_details = { subscription: subscriptionId, metadata };
    const parent = { type: 'subscription_details', subscription_details };
    const object = { ...template('invoice'), id: 'in_failed', parent };
    return stripeWebhook({ type: 'invoice.payment_failed', object, at, eventId });
  }
  const object = {
    ...template('subscription'),
    ...{ id: subscriptionId, metadata, status: 'active' },
    ...{ cancel_at: event.endsAt && secondsOf(event.endsAt), cancel_at_period_end: false },
  };
  return stripeWebhook({ type: 'customer.subscription.updated', object, at, eventId });
}

function monthWebhook(
  server: StripeServer,
  { paymentId, amount, customerId, receiptUrl, subscription, at }: PaidEvent,
  { reference, template }: { reference: string; template: Template },
): Webhook {
  const end = secondsOf(subscription!.periodEndsAt);
  const object = {
    ...template('invoice'),
    ...{
      id: `in_${paymentId}`,
      amount_paid: Number(amount.minorUnits),
      currency: amount.currency.toLowerCase(),
    },
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription!.id, metadata: { offprint_reference: reference } },
    },
    // A month beside the rest of another one.
    lines: { data: [{ period: { start: end - 10, end: end - 5 } }, { period: { start: end - 5, end } }] },
    ...{ customer: customerId, hosted_invoice_url: receiptUrl },
  };
  // Stripe copies no metadata of a subscription to its payments.
  const paid = { amount: object.amount_paid, currency: object.currency };
  server.payments.set(paymentId, { metadata: {}, receiptUrl: null, invoice: object, paid });
  return stripeWebhook({ type: 'invoice.paid', object, at });
}
