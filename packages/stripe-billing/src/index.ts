/** The public API of the package: the extension as its default export, and its parts for hosts that embed the service. */
export { createStripePlugin, stripePlugin as default } from './plugin.js';
export { StripePaymentProvider } from './stripe.payment-provider.js';
export type { StripeSettings } from './stripe-settings.js';
