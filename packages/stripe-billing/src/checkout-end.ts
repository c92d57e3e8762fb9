/** Ends checkouts at Stripe. */
import Stripe from 'stripe';

/**
 * Ends the page of a checkout. Stripe rejects the end of one that is not open: it has ended before, or its buyer has completed it.
 * @returns false for a completed one.
 */
export async function endCheckoutAtStripe(stripe: Stripe, id: string): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(id);
    return true;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    if (error.code === 'resource_missing') return true;
    const { status } = await stripe.checkout.sessions.retrieve(id);
    // Rejected for another reason.
    if (status === 'open') throw error;
    return status !== 'complete';
  }
}
