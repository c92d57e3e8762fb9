/** The parameters of a checkout at Stripe. */
import type { Checkout } from 'offprint';
import type Stripe from 'stripe';
import { toStripeAmount } from './stripe-amount.js';
import type { ResolvedSettings } from './stripe-settings.js';

/** Name of the metadata that ties a payment or a subscription to its order. */
export const REFERENCE = 'offprint_reference';
const ACCOUNT = 'offprint_account';

/** Who buys. The customer of an earlier payment is preferred. */
export type Buyer = Pick<Checkout, 'customerId' | 'email'>;

/** Returns the parameters of the checkout of an order. @throws {AmountError} for a price that Stripe cannot express. */
export function checkoutParams(
  { reference, accountId, item, successUrl, cancelUrl }: Checkout,
  buyer: Buyer,
  { invoices, automaticTax }: ResolvedSettings,
): Stripe.Checkout.SessionCreateParams {
  const { amount, currency } = toStripeAmount(item.price);
  const metadata = { [REFERENCE]: reference, [ACCOUNT]: accountId };
  const isPack = item.kind === 'pack';
  return {
    mode: isPack ? 'payment' : 'subscription',
    line_items: [
      {
        quantity: 1,
        price_data: {
          ...{ currency, unit_amount: amount, tax_behavior: 'inclusive' },
          product_data: { name: item.title },
          ...(!isPack && { recurring: { interval: 'month' } }),
        },
      },
    ],
    client_reference_id: reference,
    metadata,
    ...(isPack ? { payment_intent_data: { metadata } } : { subscription_data: { metadata } }),
    ...(isPack && invoices && { invoice_creation: { enabled: true } }),
    ...buyerParams(buyer, isPack, automaticTax),
    automatic_tax: { enabled: automaticTax },
    // A payment, refund or dispute in the buyer's currency would not be the amount of the order.
    adaptive_pricing: { enabled: false },
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
}

function buyerParams(
  { customerId, email }: Buyer,
  isPack: boolean,
  automaticTax: boolean,
): Partial<Stripe.Checkout.SessionCreateParams> {
  if (customerId !== null)
    return { customer: customerId, ...(automaticTax && { customer_update: { address: 'auto' } }) };
  return {
    ...(email !== null && { customer_email: email }),
    // Without a customer there is no portal. A subscription always has one.
    ...(isPack && { customer_creation: 'always' }),
  };
}
