/** Paid invoices of subscriptions: which month was paid for, at which price, and with how much money. */
import type { MonthInvoice, PaidEvent } from 'offprint';
import type Stripe from 'stripe';
import { fromStripeAmount } from './stripe-amount.js';
import { idOf, type StripeLookups, subscriptionOf } from './stripe-lookups.js';

/**
 * Returns the month that a paid invoice is of. Null for an invoice of no subscription of ours, and for one without a month that has a price:
 * a trial, a proration, what the seller has added by hand.
 */
export async function monthOf(
  invoice: Stripe.Invoice,
  at: Date,
  lookups: StripeLookups,
): Promise<PaidEvent | null> {
  const subscription = subscriptionOf(invoice);
  if (subscription === null) return null;
  const months = (await lookups.linesOf(invoice)).filter(isMonth);
  if (months.length === 0) return null;
  const { id, reference } = subscription;
  const amount = fromStripeAmount(invoice.amount_paid, invoice.currency);
  const invoiced = invoiceOf(invoice, months);
  const isWhole =
    invoiced === null ||
    (invoiced.prices.every((price) => price === amount.minorUnits) && invoiced.total === amount.minorUnits);
  return {
    ...{ kind: 'paid', reference, at, amount },
    paymentId: (await lookups.paymentOf(invoice.id)) ?? invoice.id,
    customerId: idOf(invoice.customer),
    subscription: {
      id,
      // The period of the invoice itself is the one before it.
      periodEndsAt: new Date(Math.max(...months.map(({ period }) => period.end)) * 1000),
      ...(!isWhole && { invoice: invoiced }),
    },
    receiptUrl: invoice.hosted_invoice_url ?? null,
  };
}

/** Whether a line is a whole period of an item of the subscription. A trial is one for 0. */
export function isMonth({ parent, amount }: Stripe.InvoiceLineItem): boolean {
  return (
    parent?.type !== 'invoice_item_details' && !parent?.subscription_item_details?.proration && amount !== 0
  );
}

/** Null: the lines have no amounts. */
function invoiceOf(
  { currency, total, amount_paid: paid }: Stripe.Invoice,
  months: readonly Partial<Stripe.InvoiceLineItem>[],
): MonthInvoice | null {
  const amounts = months.flatMap(({ amount }) => (amount === undefined ? [] : [amount]));
  if (amounts.length === 0) return null;
  const minorUnits = (amount: number) => fromStripeAmount(amount, currency).minorUnits;
  // A balance that the buyer owed from before is paid with the invoice, and is no part of its total.
  return { prices: amounts.map(minorUnits), total: minorUnits(Math.max(total, paid)) };
}
