/** Subscriptions at Stripe: how they end, and what their events say. */
import type { PaymentEvent } from 'offprint';
import Stripe from 'stripe';
import { REFERENCE } from './checkout-params.js';
import { isMonth } from './paid-months.js';
import { subscriptionOf } from './stripe-lookups.js';

/** Ends a subscription at once, without paying back. One that has ended, or that Stripe does not know, is as it should be. */
export async function endAtStripe(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Returns the event of a payment that failed. Each attempt of Stripe's is one. */
export function failureOf(event: Stripe.InvoicePaymentFailedEvent, at: Date): PaymentEvent | null {
  const subscription = subscriptionOf(event.data.object);
  if (subscription === null) return null;
  const { id: subscriptionId, reference } = subscription;
  return { kind: 'payment_failed', changeId: event.id, subscriptionId, reference, at };
}

type ChangeEvent =
  | Stripe.CustomerSubscriptionUpdatedEvent
  | Stripe.CustomerSubscriptionPausedEvent
  | Stripe.CustomerSubscriptionResumedEvent;

/** Nothing is collected, and nothing tried, until the subscription is active again. */
const LAPSED: readonly string[] = ['unpaid', 'paused'];
/** Final. `customer.subscription.deleted` reports the first one too. */
const ENDED: readonly string[] = ['canceled', 'incomplete_expired'];

/** Returns the event of a changed subscription, whatever changed: only its end counts. */
export function changeOf(event: ChangeEvent, at: Date): PaymentEvent | null {
  const subscription = event.data.object;
  const { id: subscriptionId, metadata, status } = subscription;
  const reference = metadata[REFERENCE];
  if (!reference) return null;
  if (ENDED.includes(status)) return endOf(subscription, at);
  const endsAt = LAPSED.includes(status) ? at : endsAtOf(subscription);
  return { kind: 'subscription_changed', changeId: event.id, subscriptionId, reference, endsAt, at };
}

/** Stripe has two ways to say when a subscription will end: an instant, and the end of the period. */
function endsAtOf({
  cancel_at: cancelAt,
  cancel_at_period_end: atPeriodEnd,
  items,
}: Stripe.Subscription): Date | null {
  const periodEnds = atPeriodEnd ? items.data.map((item) => item.current_period_end) : [];
  const seconds = cancelAt ?? (periodEnds.length > 0 ? Math.max(...periodEnds) : null);
  return seconds === null ? null : new Date(seconds * 1000);
}

/** Returns the event of a subscription that has ended. */
export function endOf({ id, metadata }: Stripe.Subscription, at: Date): PaymentEvent | null {
  const reference = metadata[REFERENCE];
  return reference ? { kind: 'subscription_ended', subscriptionId: id, reference, at } : null;
}

/** More than one month has: changes in its middle have invoices of their own. */
const MOST_INVOICES = 20;

/**
 * Returns whether the running period is paid: an invoice of it is, not one of a change in its middle. A trial is none, and neither is what
 * Stripe does not know.
 */
export async function isPaidAtStripe(stripe: Stripe, id: string): Promise<boolean> {
  try {
    const { status, items } = await stripe.subscriptions.retrieve(id);
    const end = Math.max(0, ...items.data.map((item) => item.current_period_end));
    if (status !== 'active' || end * 1000 <= Date.now()) return false;
    const paid = await stripe.invoices.list({ subscription: id, status: 'paid', limit: MOST_INVOICES });
    return paid.data.some(({ lines }) => lines.data.some((line) => isMonth(line) && line.period.end >= end));
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}
