/** Refunds at Stripe. */
import type { ReversalEvent } from 'offprint';
import Stripe from 'stripe';
import { fromStripeAmount } from './stripe-amount.js';

/** The money stays with the seller, or has come back. */
const FAILED: readonly (string | null)[] = ['failed', 'canceled'];

/**
 * Refunds what is left of a payment. Stripe refunds no more than that, so repeated and concurrent calls make one refund without a key, and a
 * call after a failed refund makes another one. @returns all refunds of the payment that have not failed.
 */
export async function refundAtStripe(stripe: Stripe, paymentIntentId: string): Promise<ReversalEvent[]> {
  try {
    await stripe.refunds.create({ payment_intent: paymentIntentId });
  } catch (error) {
    if (!isRefunded(error)) throw error;
  }
  const { data } = await stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 });
  return data
    .filter(({ status }) => !FAILED.includes(status))
    .map(({ id, amount, currency, created }) => ({
      ...{ kind: 'refunded', paymentId: paymentIntentId, reversalId: id },
      ...{ amount: fromStripeAmount(amount, currency), at: new Date(created * 1000) },
    }));
}

function isRefunded(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded';
}
