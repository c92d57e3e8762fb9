/** Subscriptions at Stripe: how they end, and what their events say. */
import type { PaymentEvent } from 'offprint';
import Stripe from 'stripe';
import { REFERENCE } from './checkout-params.js';
import { subscriptionOf } from './stripe-lookups.js';

/** Ends a subscription at once, without paying back. One that has ended, or that Stripe does not know, is as it should be. */
export async function endAtStripe(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.code !== 'resource_missing')
      throw error;
  }
}

/** Returns the event of a payment that failed. Each attempt of Stripe's is one. */
export function failureOf(event: Stripe.InvoicePaymentFailedEvent, at: Date): PaymentEvent | null {
  const subscription = subscriptionOf(event.data.object);
  if (subscription === null) return null;
  const { id: subscriptionId, reference } = subscription;
  return { kind: 'payment_failed', changeId: event.id, subscriptionId, reference, at };
}

/** Returns the event of a changed subscription, whatever changed: only its end counts. */
export function changeOf(event: Stripe.CustomerSubscriptionUpdatedEvent, at: Date): PaymentEvent | null {
  const { id: subscriptionId, metadata, cancel_at: cancelAt } = event.data.object;
  const reference = metadata[REFERENCE];
  if (!reference) return null;
  const endsAt = cancelAt === null ? null : new Date(cancelAt * 1000);
  return { kind: 'subscription_changed', changeId: event.id, subscriptionId, reference, endsAt, at };
}

/** Returns the event of a subscription that has ended. */
export function endOf({ id, metadata }: Stripe.Subscription, at: Date): PaymentEvent | null {
  const reference = metadata[REFERENCE];
  return reference ? { kind: 'subscription_ended', subscriptionId: id, reference, at } : null;
}
