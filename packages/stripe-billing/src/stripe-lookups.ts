/** What an event of Stripe does not contain. */
import type Stripe from 'stripe';
import { REFERENCE } from './checkout-params.js';
import { StripeFailure } from './stripe-failure.js';

/** Returns the id of an object that Stripe may have expanded. */
export function idOf(object: string | { id: string } | null | undefined): string | null {
  return typeof object === 'string' ? object : (object?.id ?? null);
}

/** What ties an invoice to its order: metadata of its subscription. Null for an invoice of anything else. */
export function subscriptionOf({
  parent,
}: Partial<Pick<Stripe.Invoice, 'parent'>>): { id: string; reference: string } | null {
  // Before the version 2025-03-31 an invoice had none: a month would be paid without a trace.
  if (parent === undefined)
    throw new StripeFailure('the webhook endpoint has a version of the API that is too old');
  const { subscription, metadata } = parent?.subscription_details ?? {};
  const [id, reference] = [idOf(subscription), metadata?.[REFERENCE]];
  return id === null || !reference ? null : { id, reference };
}

/** Of an invoice, by Stripe's limit. */
const MOST_LINES = 250;

export class StripeLookups {
  constructor(private readonly stripe: Stripe) {}

  /** Returns the page of the receipt of a payment; null when there is none. */
  async receiptOf(paymentIntentId: string): Promise<string | null> {
    const { latest_charge: charge } = await this.stripe.paymentIntents.retrieve(paymentIntentId, {
      expand: ['latest_charge'],
    });
    return typeof charge === 'string' ? null : (charge?.receipt_url ?? null);
  }

  /** Returns the payment intent that has paid an invoice; null for one that was paid without money, or outside of Stripe. */
  async paymentOf(invoiceId: string): Promise<string | null> {
    const { data } = await this.stripe.invoicePayments.list({
      invoice: invoiceId,
      status: 'paid',
      limit: 100,
    });
    const ids = data.map(({ payment }) => idOf(payment.payment_intent));
    return ids.find((id) => id !== null) ?? null;
  }

  /** Returns all lines of an invoice: an event has its first ones. */
  async linesOf({ id, lines }: Stripe.Invoice): Promise<Stripe.InvoiceLineItem[]> {
    if (!lines.has_more) return lines.data;
    return this.stripe.invoices.listLineItems(id, { limit: 100 }).autoPagingToArray({ limit: MOST_LINES });
  }

  /** Returns whether a payment is of one of our checkouts: of a pack by its own metadata, of a plan by those of its subscription. */
  async isOurs(paymentIntentId: string): Promise<boolean> {
    const { metadata } = await this.stripe.paymentIntents.retrieve(paymentIntentId);
    if (metadata[REFERENCE]) return true;
    const { data } = await this.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: paymentIntentId },
      limit: 1,
      expand: ['data.invoice'],
    });
    const invoice = data[0]?.invoice;
    if (invoice === undefined || typeof invoice === 'string' || 'deleted' in invoice) return false;
    return subscriptionOf(invoice) !== null;
  }
}
