/**
 * Translates events of Stripe into movements of money. An event is a snapshot that Stripe sends again unchanged, and everything that is
 * queried here stays as it is, so a repeated delivery has the same result.
 */
import type { PaidEvent, PaymentEvent, ReversalEvent } from 'offprint';
import type Stripe from 'stripe';
import { REFERENCE } from './checkout-params.js';
import { monthOf } from './paid-months.js';
import { fromStripeAmount } from './stripe-amount.js';
import { idOf, type StripeLookups } from './stripe-lookups.js';
import { changeOf, endOf, failureOf } from './stripe-subscriptions.js';

/** Returns the movements of money that an event reports: none when it is about something else, or not about one of our checkouts. */
export async function paymentEventsOf(event: Stripe.Event, lookups: StripeLookups): Promise<PaymentEvent[]> {
  const at = new Date(event.created * 1000);
  const movement = await movementOf(event, at, lookups);
  return movement === null ? [] : [movement];
}

async function movementOf(
  event: Stripe.Event,
  at: Date,
  lookups: StripeLookups,
): Promise<PaymentEvent | null> {
  // A delayed payment completes its checkout unpaid, and is reported when the money has arrived.
  if (
    event.type === 'checkout.session.completed' ||
    event.type === 'checkout.session.async_payment_succeeded'
  )
    return paidPack(event.data.object, at, lookups);
  if (event.type === 'invoice.paid') return monthOf(event.data.object, at, lookups);
  // `charge.refunded` has the sum of all refunds, and none of them.
  if (event.type === 'refund.created') return reversal('refunded', event.data.object, at, lookups);
  if (event.type === 'refund.failed') return reversal('refund_failed', event.data.object, at, lookups);
  // Cancelled before it was sent. A failure has an event of its own.
  if (event.type === 'refund.updated' && event.data.object.status === 'canceled')
    return reversal('refund_failed', event.data.object, at, lookups);
  // An inquiry, which moves no money, has neither of these.
  if (event.type === 'charge.dispute.funds_withdrawn')
    return reversal('disputed', event.data.object, at, lookups);
  if (event.type === 'charge.dispute.funds_reinstated')
    return reversal('dispute_won', event.data.object, at, lookups);
  if (event.type === 'invoice.payment_failed') return failureOf(event, at);
  if (
    event.type === 'customer.subscription.updated' ||
    event.type === 'customer.subscription.paused' ||
    event.type === 'customer.subscription.resumed'
  )
    return changeOf(event, at);
  return event.type === 'customer.subscription.deleted' ? endOf(event.data.object, at) : null;
}

async function paidPack(
  session: Stripe.Checkout.Session,
  at: Date,
  lookups: StripeLookups,
): Promise<PaidEvent | null> {
  const { mode, payment_status: status, amount_total: amount, currency, metadata } = session;
  const reference = metadata?.[REFERENCE];
  const paymentId = idOf(session.payment_intent);
  // Months of a subscription are reported by their invoices.
  if (mode !== 'payment' || status !== 'paid' || !reference || paymentId === null) return null;
  return {
    ...{ kind: 'paid', paymentId, reference, at, subscription: null },
    amount: fromStripeAmount(amount!, currency!),
    customerId: idOf(session.customer),
    receiptUrl: await lookups.receiptOf(paymentId),
  };
}

async function reversal(
  kind: ReversalEvent['kind'],
  object: Pick<Stripe.Refund | Stripe.Dispute, 'id' | 'amount' | 'currency' | 'payment_intent'>,
  at: Date,
  lookups: StripeLookups,
): Promise<ReversalEvent | null> {
  const paymentId = idOf(object.payment_intent);
  if (paymentId === null || !(await lookups.isOurs(paymentId))) return null;
  const amount = fromStripeAmount(object.amount, object.currency);
  return { kind, paymentId, reversalId: object.id, amount, at };
}
